import { html } from "../lib.js";
import { Select } from "./Select.js";
/** @import { Choice } from "../types.js" */

/**
 * The choices of a game that are seldom made, behind a word. A rule that is not chosen is as the rule set has it.
 * @param {{
 *   choices: Choice[], options: Object<string, string>, onSet: (options: Object<string, string>) => void,
 * }} props
 */
export function MoreChoices({ choices, options, onSet }) {
  if (choices.length === 0) return null;
  const set = (/** @type {string} */ key, /** @type {string} */ value) => {
    const { [key]: _, ...others } = options;
    onSet(value ? { ...others, [key]: value } : others);
  };
  const field = (/** @type {Choice} */ { key, title, help, values, part, ...choice }) => {
    const usual = part === "rules" ? "As the rules say" : `${choice.default} (usual)`;
    const others = part === "rules" ? values : values.filter((value) => value !== choice.default);
    return html`<div key=${key}><${Select} label=${title} value=${options[key] ?? ""}
        options=${[["", usual], ...others.map((value) => [value, value])]}
        onChange=${(/** @type {string} */ value) => set(key, value)} />
      <p class="small soft">${help}</p></div>`;
  };
  const count = choices.filter(({ key }) => options[key]).length;
  return html`<details class="more"><summary>More rules${count > 0 && ` (${count} chosen)`}</summary>
    <div class="fields">${choices.map(field)}</div></details>`;
}
