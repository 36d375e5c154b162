// Setting men in the editor.
/** @import { Setup } from "../../board/index.js" */

/** The brush that removes men. */
export const EMPTY = "empty";

/**
 * The setup with one cell set or cleared by a brush.
 * @param {Setup} setup
 * @param {string} cell
 * @param {string} brush
 */
export function painted(setup, cell, brush) {
  const { [cell]: before, ...men } = setup.men;
  return { ...setup, men: brush === EMPTY || before === brush ? men : { ...men, [cell]: brush } };
}
