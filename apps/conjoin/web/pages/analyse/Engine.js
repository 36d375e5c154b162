import { profilesOf } from "../../games.js";
import { html } from "../../lib.js";
import { grouped, scoreText, speed } from "../../notation.js";
import { Button } from "../../parts/Button.js";
import { Select } from "../../parts/Select.js";
import { USUAL_ENGINE, liveInfo } from "./state.js";
/** @import { Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Action, Info, State } from "./state.js" */

const LINES = [1, 2, 3, 5, 8];
const MEMORY = [16, 64, 128, 256, 512, 1024];
// Moves of a line that are shown.
const LONGEST = 12;

/**
 * What the engine says, and how it is asked.
 * @param {{
 *   state: State, dispatch: (action: Action) => void, hello: Hello|null, sides: Sides, turn: string,
 *   onPoint: (moves: string[]) => void, onLeave: () => void,
 * }} props
 */
export function Engine({ state, dispatch, hello, sides, turn, onPoint, onLeave }) {
  const { on, info, engine, tree } = state;
  const live = liveInfo(state);
  const largest = hello?.memory.largest ?? USUAL_ENGINE.memory;
  const memory = MEMORY.filter((size) => size === MEMORY[0] || size <= largest);
  const threads = Array.from({ length: hello?.threads ?? 1 }, (_, i) => i + 1);
  const profiles = hello ? profilesOf(hello, tree.game).map(({ name }) => name) : [engine.profile];
  const same = (/** @type {(string|number)[]} */ values) => values.map((value) => [value, value]);
  const number = (/** @type {"lines"|"threads"|"memory"} */ key) => (/** @type {string} */ value) =>
    dispatch({ type: "engine", engine: { [key]: Number(value) } });
  const play = (/** @type {string[]} */ moves) => {
    onLeave();
    dispatch({ type: "line", moves });
  };
  const words = !on
    ? ""
    : live
      ? progress(live)
      : info === "queued"
        ? "Waiting for a free engine\u2026"
        : "Thinking\u2026";
  return html`<div class="row spread">
      <${Button} primary onClick=${() => dispatch({ type: "turn-engine", on: !on })} pressed=${on} title="e">
        ${on ? "Engine on" : "Engine off"}<//>
      <span class="soft small" aria-live="off">${words}</span></div>
    <ol class="lines" onMouseLeave=${onLeave}>
      ${live?.lines.map(
        (line) => html`<li><b>${scoreText(line.score, turn, sides)}</b><span class="moves-of-line">
          ${line.moves.slice(0, LONGEST).map((move, i) => {
            const moves = line.moves.slice(0, i + 1);
            return html`<button type="button" onMouseEnter=${() => onPoint(moves)} onFocus=${() => onPoint(moves)}
              onBlur=${onLeave} onClick=${() => play(moves)}>${move}</button>`;
          })}</span></li>`,
      )}</ol>
    <details><summary>Settings</summary><div class="fields">
      <${Select} label="Lines" value=${engine.lines} options=${same(LINES)} onChange=${number("lines")} />
      <${Select} label="Profile" value=${engine.profile} options=${same(profiles)}
        onChange=${(/** @type {string} */ profile) => dispatch({ type: "engine", engine: { profile } })} />
      <${Select} label="Threads" value=${engine.threads} options=${same(threads)} onChange=${number("threads")} />
      <${Select} label="Memory (MiB)" value=${engine.memory} options=${same(memory)} onChange=${number("memory")} />
    </div></details>`;
}

/** @param {Info} info */
function progress({ depth, seldepth, nodes, speed: perSecond = 0, table = 0, done }) {
  return [
    `depth ${depth}${seldepth ? `/${seldepth}` : ""}`,
    ...(nodes ? [`${grouped(nodes)} nodes`, speed(perSecond), `table ${Math.round(table / 10)} %`] : []),
    ...(done ? ["done"] : []),
  ].join(" \u00b7 ");
}
