import { html } from "../lib.js";

/**
 * The first side's chance as a bar.
 * @param {{ chance: number|null, caption: string, name: string }} props
 */
export function ChanceBar({ chance, caption, name }) {
  const percent = Math.round((chance ?? 0) * 100);
  const label = chance === null ? "No evaluation yet" : `${name}'s winning chance ${percent} percent`;
  return html`<div class=${chance === null ? "bar none" : "bar"} role="img" aria-label=${label}>
    <div style=${`width:${(chance ?? 0) * 100}%`}></div>
    ${caption && html`<span class=${(chance ?? 0) > 0.5 ? "left" : ""}>${caption}</span>`}</div>`;
}
