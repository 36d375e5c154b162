import { html, useEffect, useRef } from "../lib.js";
import { moveNumber } from "../notation.js";

/**
 * Moves in two columns; the last one stays in sight.
 * @param {{ moves: string[] }} props
 */
export function Sheet({ moves }) {
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  return html`<div class="moves" ref=${list} aria-label="Moves"><div class="sheet">
    ${moves.map(
      (move, i) =>
        html`${i % 2 === 0 && html`<span class="no">${moveNumber(i, 0)}.</span>`}<span class="one">${move}</span>`,
    )}</div></div>`;
}
