import { html } from "../../lib.js";
import { numbered } from "../../notation.js";
import { Button } from "../../parts/Button.js";
/** @import { Sides } from "../../sides.js" */
/** @import { Action, Learning } from "./state.js" */

/**
 * The mistake on the board, until a good answer is found.
 * @param {{
 *   learning: Learning, sides: Sides, first: number, onGo: (ply: number) => void, dispatch: (action: Action) => void,
 * }} props
 */
export function Lesson({ learning, sides, first, onGo, dispatch }) {
  const { list, index, phase, tried } = learning;
  const mistake = list[index];
  if (!mistake) return html`<div class="note" role="status">That was all.</div>`;
  const next = () => {
    if (index + 1 < list.length) onGo(list[index + 1].ply);
    dispatch({ type: "learn", learning: { list, index: index + 1, phase: "ask", tried: "" } });
  };
  const show = () => dispatch({ type: "tried", phase: "right", tried: mistake.better[0] });
  const played = numbered(mistake.ply, first, mistake.move);
  const words = {
    ask: `${played} was played. Find a better move for ${sides.name(mistake.side)} on the board.`,
    checking: "Checking\u2026",
    right: `${tried} is good.`,
    wrong: `${tried} is not it: try another.`,
  };
  return html`<div class="note" role="status"><p>${words[phase]}</p>
    <div class="row">
      ${
        phase === "right"
          ? html`<${Button} primary onClick=${next}>Next<//>`
          : html`<${Button} onClick=${show}>Show<//>`
      }
      <${Button} onClick=${() => dispatch({ type: "learn", learning: null })}>End<//></div></div>`;
}
