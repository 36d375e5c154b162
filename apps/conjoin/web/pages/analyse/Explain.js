import { boardOf } from "../../board/index.js";
import { profilesOf } from "../../games.js";
import { html, useEffect, useState } from "../../lib.js";
import { Select } from "../../parts/Select.js";
import * as T from "../../tree.js";
import { ask } from "../../wire.js";
import { differenceOf, sharesOf } from "./features.js";
import { keyOf } from "./state.js";
/** @import { Explain as Explanation, Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */
/** @import { Share } from "./features.js" */

// Features that are listed, the difference that is worth a bar, and the length of the longest and the shortest bar.
const MOST = 24;
const LEAST_POINTS = 0.5;
const BAR_REM = 3.6;
const LEAST_REM = 0.2;

/**
 * What each feature of an evaluator says here.
 * @param {{ tree: Tree, hello: Hello|null, sides: Sides }} props
 */
export function Explain({ tree, hello, sides }) {
  const { EXPLAINED } = boardOf(tree.game);
  const names = profilesOf(hello, tree.game).map(({ name }) => name);
  const [profile, setProfile] = useState(EXPLAINED.profile);
  const [found, setFound] = useState(/** @type {Explanation|null} */ (null));
  const [error, setError] = useState("");
  useEffect(() => {
    let isLive = true;
    const show = (/** @type {Explanation|null} */ answer, /** @type {string} */ reason) => {
      if (!isLive) return;
      setFound(answer);
      setError(reason);
    };
    ask("explain", { game: T.game(tree), profile }).then(
      (answer) => show(answer, ""),
      ({ message }) => show(null, message),
    );
    return () => {
      isLive = false;
    };
  }, [keyOf(tree), profile]);
  const shares = sharesOf(found?.features ?? []).slice(0, MOST);
  const most = Math.max(1, ...shares.map(differenceOf));
  const row = (/** @type {Share} */ share) => {
    const { name, points, parts } = share;
    const side = sides.keys[points[0] > points[1] ? 0 : 1];
    const size = differenceOf(share);
    const width = Math.max(LEAST_REM, (size / most) * BAR_REM).toFixed(2);
    const bar = html`<span class=${`share ${sides.colour(side)}`} style=${`width:${width}rem`}></span>`;
    return html`<tr title=${parts}><td>${name}</td>
      ${points.map((own) => html`<td class="n">${own.toFixed(0)}</td>`)}
      <td title=${`${size.toFixed(1)} points for ${sides.name(side)}`}>
        ${size >= LEAST_POINTS && bar}</td></tr>`;
  };
  return html`<div class="fields"><${Select} label="Evaluator of" value=${profile}
      options=${names.map((name) => [name, name])} onChange=${setProfile} /></div>
    ${error && html`<p class="soft">${error}</p>`}
    ${
      found &&
      html`<p>It gives ${sides.name(found.turn)}, who is to move,
        ${" "}<b>${found.value > 0 ? "+" : ""}${found.value}</b> points. The features that differ most:</p>
      <table><thead><tr><th>Feature</th>${sides.names.map((name) => html`<th class="n">${name}</th>`)}<th>For</th></tr>
        </thead><tbody>${shares.map(row)}</tbody></table>
      ${EXPLAINED.text && html`<p class="small soft">${EXPLAINED.text}</p>`}`
    }`;
}
