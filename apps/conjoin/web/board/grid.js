// Boards of squares or points in ranks and files: names of cells, positions as text, men.
import { html } from "../lib.js";
/** @import { Setup } from "./index.js" */

/**
 * The name of a cell.
 * @param {number} file
 * @param {number} rank
 */
export const square = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
export const fileOf = (/** @type {string} */ name) => name.charCodeAt(0) - 97;
export const rankOf = (/** @type {string} */ name) => Number(name.slice(1)) - 1;
export const numbers = (/** @type {number} */ size) => Array.from({ length: size }, (_, i) => i);

/**
 * The board in a word.
 * @param {{ size: number }} variant
 */
export const about = ({ size }) => `${size}\u00d7${size}`;

/**
 * @param {string} id
 * @param {number} dx
 * @param {number} dy
 */
export const step = (id, dx, dy) => square(fileOf(id) + dx, rankOf(id) + dy);

/**
 * Reads and writes positions: ranks from the top, numbers for empty cells, the first letters of the sides, then the
 * side to move.
 * @param {string[]} sides
 */
export function positionsOf(sides) {
  const sideOf = (/** @type {string} */ letter) => sides.find((side) => side[0] === letter) ?? sides[0];
  /**
   * @param {string} position
   * @returns {Setup}
   */
  const parse = (position) => {
    const [rows, turn] = position.split(" ");
    const ranks = rows.split("/");
    const size = ranks.length;
    /** @type {Object<string, string>} */
    const men = {};
    ranks.forEach((row, i) => {
      let file = 0;
      for (const c of row) {
        if (c >= "1" && c <= "9") file += Number(c);
        else men[square(file++, size - 1 - i)] = sideOf(c);
      }
    });
    return { variant: { size }, turn: sideOf(turn), men };
  };
  /** @param {Setup} setup */
  const format = ({ variant: { size }, turn, men }) => {
    const row = (/** @type {number} */ rank) => numbers(size).map((file) => men[square(file, rank)]?.[0] ?? " ");
    const ranks = numbers(size).map((rank) =>
      row(rank)
        .join("")
        .replace(/ +/g, (empty) => String(empty.length)),
    );
    return `${ranks.reverse().join("/")} ${turn[0]}`;
  };
  return { parse, format };
}

/**
 * A man: the sides differ by brightness and by their mark.
 * @param {boolean} isFirst
 */
export const drawMan = (isFirst) =>
  isFirst
    ? html`<g class="first"><circle r="38" /><circle class="dot" r="7" /></g>`
    : html`<g class="second"><circle r="38" /><circle class="ring" r="22" /></g>`;
