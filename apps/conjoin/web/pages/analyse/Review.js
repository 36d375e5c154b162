import { titleOf } from "../../games.js";
import { html, useEffect, useRef, useState } from "../../lib.js";
import { numbered, percent } from "../../notation.js";
import { Button } from "../../parts/Button.js";
import { Disc } from "../../parts/Disc.js";
import { Graph } from "../../parts/Graph.js";
import { Select } from "../../parts/Select.js";
import { beforeThat, remark, since, turningPoints } from "../../review.js";
import { download } from "../../storage.js";
import * as T from "../../tree.js";
import { ask, look, stop } from "../../wire.js";
import { reviewPage } from "../export.js";
import { Lesson } from "./Lesson.js";
import { firstIndex, lineKey } from "./state.js";
/** @import { Hello, Review as Report } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Action, State } from "./state.js" */

/** @type {[number, string][]} */
const TIMES = [
  [15, "15 seconds"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
];

/**
 * Every move of a game judged, and a page to send.
 * @param {{
 *   state: State, dispatch: (action: Action) => void, hello: Hello|null, sides: Sides, line: number[], ply: number,
 *   report: Report|null,
 * }} props
 */
export function Review({ state, dispatch, hello, sides, line, ply, report }) {
  const { tree, reviewing, learning } = state;
  const [seconds, setSeconds] = useState(30);
  // Whoever leaves ends the review.
  const busy = useRef(reviewing);
  busy.current = reviewing;
  const live = useRef(true);
  useEffect(
    () => () => {
      live.current = false;
      if (!busy.current) return;
      stop();
      dispatch({ type: "reviewing", reviewing: false });
    },
    [],
  );
  const moves = T.movesOf(tree, line);
  const first = firstIndex(tree, sides);
  const go = (/** @type {number} */ ply) => dispatch({ type: "go", at: line[ply] });

  const run = async () => {
    dispatch({ type: "reviewing", reviewing: true });
    const key = lineKey(tree, line);
    const show = (/** @type {Report} */ report) =>
      live.current && report.moves && dispatch({ type: "review", review: { key, report } });
    try {
      const done = await ask("review", { game: T.gameOf(tree, moves), seconds, threads: hello?.threads }, show);
      show(done);
    } catch (error) {
      if (live.current) dispatch({ type: "message", message: /** @type {Error} */ (error).message });
    }
    if (live.current) dispatch({ type: "reviewing", reviewing: false });
  };
  const saveAsPage = async () => {
    if (!report) return;
    const looks = [];
    for (let i = 0; i <= moves.length; i++) looks.push(await look(T.gameOf(tree, moves.slice(0, i))));
    const style = [...document.styleSheets[0].cssRules].map(({ cssText }) => cssText).join("\n");
    const title = titleOf(hello, tree.game);
    const page = reviewPage({ tree, moves, report, sides, title, style, looks, version: hello?.version ?? "" });
    download("review.html", page, "text/html");
  };

  const turning = report ? turningPoints(report) : [];
  const mistakes = (/** @type {string} */ side) =>
    turning.filter((move) => move.side === side && move.kind !== "decided" && move.better.length > 0);
  const students = reviewing ? [] : sides.keys.filter((side) => mistakes(side).length > 0);
  const learn = (/** @type {string} */ side) => {
    const list = mistakes(side);
    go(list[0].ply);
    dispatch({ type: "learn", learning: { list, index: 0, phase: "ask", tried: "" } });
  };
  const known = report?.positions.map((position) => sides.keys.some((side) => position.known[side] === true));
  const decided = report?.decided;
  return html`<div class="row">
      ${
        reviewing
          ? html`<${Button} onClick=${stop}>Stop<//>`
          : html`<${Button} primary onClick=${run} disabled=${moves.length === 0}>Review this game<//>`
      }
      <${Select} label="Time" value=${seconds} options=${TIMES}
        onChange=${(/** @type {string} */ value) => setSeconds(Number(value))} />
      ${report && !reviewing && html`<${Button} onClick=${saveAsPage}>Save as a page<//>`}</div>
    ${
      reviewing &&
      html`<progress max="1" value=${report?.progress ?? 0} aria-label="Progress of the review"></progress>`
    }
    ${moves.length === 0 && html`<p class="soft">Play or load a game first.</p>`}
    ${
      report &&
      html`<${Graph} points=${report.positions.map(({ chance }) => chance)} at=${ply} onPick=${go} proved=${known}
        bad=${turning.map(({ ply }) => ply + 1)}
        label=${`Winning chances over the game: dark is ${sides.names[0]}'s`} />
      <p class="small soft">Dark is ${sides.names[0]}'s chance. The blue line below: a win is proved there.</p>
      <p>Accuracy: ${sides.keys.map((side) => `${sides.name(side)} ${percent(report.accuracy[side])}`).join(", ")}</p>
      ${
        decided &&
        html`<p class="note">${
          decided.ply === 0
            ? `${sides.name(decided.winner)} wins by force from the start.`
            : html`${sides.name(decided.winner)}'s win is proved from${" "}
            <button type="button" onClick=${() => go(decided.ply)}>${since(decided.ply, moves.length, first)}</button>
            ${" "}on. ${beforeThat(decided.before_proved)}`
        }</p>`
      }
      <h3>Turning points</h3>
      ${turning.length === 0 && html`<p class="soft">${reviewing ? "None so far." : "None found."}</p>`}
      <ul class="plain">${turning.map(
        (move) => html`<li><button type="button" onClick=${() => go(move.ply)}>
          <${Disc} sides=${sides} side=${move.side} named /> ${numbered(move.ply, first, move.move)}</button>
          ${" "}${remark(move)}</li>`,
      )}</ul>
      ${
        students.length > 0 &&
        html`<h3>Learn from mistakes</h3><div class="row">${students.map(
          (side) =>
            html`<${Button} onClick=${() => learn(side)}>${`${sides.name(side)}'s (${mistakes(side).length})`}<//>`,
        )}</div>`
      }
      ${
        learning &&
        html`<${Lesson} learning=${learning} sides=${sides} first=${first} onGo=${go} dispatch=${dispatch} />`
      }`
    }`;
}
