import { html } from "../lib.js";
import { Select } from "./Select.js";
/** @import { Choice } from "../types.js" */
/** @import { BoardModule, Variant } from "../board/index.js" */

/**
 * One choice of a game: the size of its board or its rules.
 * @param {{ board: BoardModule, choice: Choice, variant: Variant, onSet: (change: Partial<Variant>) => void }} props
 */
export function GameChoice({ board, choice: { key, title, help, values, ...choice }, variant, onSet }) {
  const isSize = key === "size";
  const value = (isSize ? variant.size : variant.rules) || choice.default;
  // Rules that were put together have no name: they are what is chosen all the same.
  const all = values.includes(String(value)) ? values : [...values, String(value)];
  const options = all.map((value) => [value, isSize ? board.about({ size: Number(value) }) : value]);
  return html`<${Select} label=${title} title=${help} value=${value} options=${options}
    onChange=${(/** @type {string} */ value) => onSet(isSize ? { size: Number(value) } : { rules: value })} />`;
}
