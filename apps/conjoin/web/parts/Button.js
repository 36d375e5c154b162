import { html } from "../lib.js";
/** @import { Part } from "../lib.js" */

/**
 * @param {{
 *   onClick: () => void, children: Part, title?: string, label?: string, primary?: boolean, quiet?: boolean,
 *   disabled?: boolean, pressed?: boolean,
 * }} props
 */
export function Button({ onClick, children, title, label, primary, quiet, disabled, pressed }) {
  return html`<button type="button" class=${primary ? "primary" : quiet ? "quiet" : ""} onClick=${() => onClick()}
    title=${title} aria-label=${label} disabled=${disabled}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}>${children}</button>`;
}
