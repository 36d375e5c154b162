// Games as files.
import { FORMATS } from "./games.js";
import { download } from "./storage.js";
import { forFile } from "./tree.js";
import { ask } from "./wire.js";
/** @import { Tree } from "./tree.js" */

/**
 * Saves a game in one of the forms that its records have.
 * @param {Tree} tree
 * @param {string} format
 */
export async function saveRecord(tree, format) {
  const { ending, type } = FORMATS[format];
  const { text } = await ask("write", { game: tree.game, tree: forFile(tree), format });
  download(`game.${ending}`, text, type);
}
