import { html } from "../lib.js";
/** @import { Sides } from "../sides.js" */

/**
 * A man of a side in a line of text; named for screen readers where the text does not say whose it is.
 * @param {{ sides: Sides, side: string, named?: boolean }} props
 */
export function Disc({ sides, side, named }) {
  const look = `disc ${sides.colour(side)}`;
  return named
    ? html`<span class=${look} aria-label=${sides.name(side)} role="img"></span>`
    : html`<span class=${look} aria-hidden="true"></span>`;
}
