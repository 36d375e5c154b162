import { html } from "../../lib.js";
import { Button } from "../../parts/Button.js";
/** @import { Action } from "./state.js" */

const STEPS = /** @type {const} */ ([
  ["start", "Home", "To the start", "|\u25c0"],
  ["back", "\u2190", "Back", "\u25c0"],
  ["forward", "\u2192", "Forward", "\u25b6"],
  ["end", "End", "To the end", "\u25b6|"],
]);

/**
 * Buttons that step through the game.
 * @param {{ dispatch: (action: Action) => void }} props
 */
export function Steps({ dispatch }) {
  return html`<span class="row">
    ${STEPS.map(
      ([to, key, label, sign]) =>
        html`<${Button} onClick=${() => dispatch({ type: "step", to })} title=${key} label=${label}>${sign}<//>`,
    )}
    <${Button} onClick=${() => dispatch({ type: "flip" })} title="f">Flip<//></span>`;
}
