import { boardOf } from "../../board/index.js";
import { choicesOf } from "../../games.js";
import { targetOf } from "../../keys.js";
import { html, useState } from "../../lib.js";
import { Button } from "../../parts/Button.js";
import { GameChoice } from "../../parts/GameChoice.js";
import { Select } from "../../parts/Select.js";
import { EMPTY } from "./paint.js";
/** @import { Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Variant } from "../../board/index.js" */
/** @import { State } from "./state.js" */

/**
 * Sets up a position. Men are set on the board itself.
 * @param {{
 *   state: State, hello: Hello|null, sides: Sides, position: string, size?: number, onBrush: (brush: string) => void,
 *   onApply: (position: string, variant?: Partial<Variant>) => void,
 * }} props
 */
export function Editor({ state: { tree, brush }, hello, sides, position, size, onBrush, onApply }) {
  const board = boardOf(tree.game);
  const setup = board.parse(position, size);
  // What is being typed belongs to the position on the board: another one takes its place.
  const [draft, setDraft] = useState({ of: position, text: position });
  const text = draft.of === position ? draft.text : position;
  const type = (/** @type {Event} */ event) => setDraft({ of: position, text: targetOf(event).value });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onApply(text.trim());
  };
  const choose = (/** @type {Partial<Variant>} */ { size, rules }) =>
    size ? onApply(board.start({ size }), { size }) : onApply(position, { rules });
  const brushes = [...sides.keys.map((side) => [side, `${sides.name(side)} man`]), [EMPTY, "Remove"]];
  const variant = { ...setup.variant, rules: tree.rules };
  return html`<p class="soft small">Click cells to set or remove men. The game then starts from this position.</p>
    <div class="row" role="group" aria-label="What to set">${brushes.map(
      ([key, title]) => html`<${Button} onClick=${() => onBrush(key)} pressed=${brush === key}>${title}<//>`,
    )}</div>
    <div class="fields above">
      ${choicesOf(hello, tree.game).map(
        (choice) =>
          html`<${GameChoice} key=${choice.key} board=${board} choice=${choice} variant=${variant} onSet=${choose} />`,
      )}
      <${Select} label="To move" value=${setup.turn} options=${sides.keys.map((side) => [side, sides.name(side)])}
        onChange=${(/** @type {string} */ turn) => onApply(board.format({ ...setup, turn }))} />
    </div>
    <form class="row" onSubmit=${submit}>
      <input class="grow" type="text" aria-label="Position as text" value=${text}
        onInput=${type} /><button type="submit">Set</button>
      <${Button} onClick=${() => onApply(board.start(setup.variant))}>Start position<//></form>`;
}
