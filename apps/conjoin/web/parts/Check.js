import { html } from "../lib.js";
import { targetOf } from "../keys.js";

/** @param {{ label: string, checked: boolean, onChange: (checked: boolean) => void }} props */
export function Check({ label, checked, onChange }) {
  return html`<label class="check">
    <input type="checkbox" checked=${checked} onChange=${(/** @type {Event} */ e) => onChange(targetOf(e).checked)} />
    ${" "}<span>${label}</span></label>`;
}
