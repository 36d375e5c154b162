import { boardOf } from "../../board/index.js";
import { profilesOf } from "../../games.js";
import { html, useEffect, useState } from "../../lib.js";
import { Select } from "../../parts/Select.js";
import * as T from "../../tree.js";
import { ask } from "../../wire.js";
import { keyOf } from "./state.js";
/** @import { Explain as Explanation, Feature, Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */

// Features that are listed, and the length of the longest bar.
const MOST = 24;
const BAR_REM = 3.6;

const words = (/** @type {string} */ text) => text.replaceAll(/[-_.]/g, " ");

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
  const features = [...(found?.features ?? [])].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, MOST);
  const most = Math.max(1, ...features.map(({ points }) => Math.abs(points)));
  const row = (/** @type {Feature} */ feature) => {
    const points = feature.values.map((value) => feature.weight * value);
    const side = sides.keys[points[0] > points[1] ? 0 : 1];
    const size = Math.abs(feature.points);
    const width = Math.max(0.2, (size / most) * BAR_REM).toFixed(2);
    return html`<tr><td>${words(feature.name)}</td>
      ${points.map((own) => html`<td class="n">${own.toFixed(0)}</td>`)}
      <td title=${`${size.toFixed(1)} points for ${sides.name(side)}`}>
        <span class=${`share ${sides.colour(side)}`} style=${`width:${width}rem`}></span></td></tr>`;
  };
  return html`<div class="fields"><${Select} label="Evaluator of" value=${profile}
      options=${names.map((name) => [name, name])} onChange=${setProfile} /></div>
    ${error && html`<p class="soft">${error}</p>`}
    ${
      found &&
      html`<p>It gives ${sides.name(found.turn)}, who is to move,
        ${" "}<b>${found.value > 0 ? "+" : ""}${found.value}</b> points. The features that differ most:</p>
      <table><thead><tr><th>Feature</th>${sides.names.map((name) => html`<th class="n">${name}</th>`)}<th>For</th></tr>
        </thead><tbody>${features.map(row)}</tbody></table>
      ${EXPLAINED.text && html`<p class="small soft">${EXPLAINED.text}</p>`}`
    }`;
}
