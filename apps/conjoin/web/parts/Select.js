import { html } from "../lib.js";
import { targetOf } from "../keys.js";

/**
 * A list of which one is chosen: values and what people read.
 * @param {{
 *   label: string, value: string|number, options: [string|number, string|number][], title?: string,
 *   onChange: (value: string) => void,
 * }} props
 */
export function Select({ label, value, options, title, onChange }) {
  const chosen = String(value);
  return html`<label class="field" title=${title}><span>${label}</span>
    <select value=${chosen} onChange=${(/** @type {Event} */ e) => onChange(targetOf(e).value)}>
      ${options.map(
        ([key, text]) => html`<option value=${String(key)} selected=${String(key) === chosen}>${text}</option>`,
      )}
    </select></label>`;
}
