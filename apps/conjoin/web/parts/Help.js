import { html, useEffect, useRef } from "../lib.js";
import { Button } from "./Button.js";

const KEYS = [
  ["1 2 3 4", "Play, Analyse, Puzzles, Learn"],
  ["Tab, arrows, Enter", "on the board: choose a cell, take and put a man"],
  ["\u2190 \u2192 Home End", "step through the game"],
  ["f", "flip the board"],
  ["h", "hint"],
  ["t", "show the threat"],
  ["u", "take back"],
  ["n", "new game"],
  ["e", "engine on and off (Analyse)"],
  ["Space", "play the engine's best move (Analyse)"],
  ["?", "this help"],
];

/** @param {{ onClose: () => void }} props */
export function Help({ onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
    <table><tbody>
      ${KEYS.map(([key, what]) => html`<tr><td><kbd>${key}</kbd></td><td>${what}</td></tr>`)}</tbody></table>
    <div class="row above"><${Button} primary onClick=${() => dialog.current?.close()}>Close<//></div></dialog>`;
}
