// Games with variations. A tree is plain data and never changed: every function gives a new one.
/** @import { GameText, TreeNode, TreeText } from "./types.js" */

/**
 * @typedef {Object} Tree
 * @property {string} game - name of the game
 * @property {string} start - first position
 * @property {number} [size] - size of the board; what the first position says where it is missing
 * @property {string} rules - the rules; the usual ones where they are empty
 * @property {[string, string][]} tags - names and values such as `Event`
 * @property {string|null} result - `1-0`, `0-1` or `1/2-1/2`
 * @property {string|null} reason - the reason of the result in a word
 * @property {TreeNode[]} nodes - the first is the start, and every other stands after its parent
 * @property {number} at - the node that is shown
 */

/**
 * A tree with one line.
 * @param {{ game: string, start: string, size?: number, rules: string }} from
 * @param {string[]} moves
 * @returns {Tree}
 */
export function newTree({ game, start, size, rules }, moves = []) {
  const root = { parent: 0, move: "", comment: "" };
  return playAll({ game, start, size, rules, tags: [], result: null, reason: null, nodes: [root], at: 0 }, moves);
}

/**
 * The nodes after a node, the main line first.
 * @param {Tree} tree
 * @param {number} at
 */
export const children = (tree, at) => tree.nodes.flatMap((node, i) => (i > 0 && node.parent === at ? [i] : []));

/**
 * The nodes from the start to a node.
 * @param {Tree} tree
 */
export function path(tree, at = tree.at) {
  const found = [];
  for (let i = at; i > 0; i = tree.nodes[i].parent) found.push(i);
  return [0, ...found.reverse()];
}

/**
 * The moves of nodes that follow each other from the start.
 * @param {Tree} tree
 * @param {number[]} line
 */
export const movesOf = (tree, line) => line.slice(1).map((i) => tree.nodes[i].move);

/**
 * The moves from the start to a node.
 * @param {Tree} tree
 */
export const moves = (tree, at = tree.at) => movesOf(tree, path(tree, at));

/**
 * The game up to a node, as questions carry it.
 * @param {Tree} tree
 * @returns {GameText & { moves: string[] }}
 */
export const game = (tree, at = tree.at) => gameOf(tree, moves(tree, at));

/**
 * Other moves from the start of a tree.
 * @param {{ game: string, start: string, size?: number, rules: string }} tree
 * @param {string[]} moves
 * @returns {GameText & { moves: string[] }}
 */
export const gameOf = ({ game, start, size, rules }, moves) => ({
  ...{ game, start },
  ...(size && { size }),
  ...(rules && { rules }),
  moves,
});

/**
 * The value of a tag.
 * @param {Tree} tree
 * @param {string} key
 */
export const tag = (tree, key) => tree.tags.find(([name]) => name === key)?.[1];

/**
 * From the start over a node to the end: from that node on always the first continuation.
 * @param {Tree} tree
 */
export function mainLine(tree, from = 0) {
  const line = path(tree, from);
  for (let next = children(tree, from)[0]; next !== undefined; next = children(tree, next)[0]) line.push(next);
  return line;
}

/**
 * Makes a move: an old continuation where there is one.
 * @param {Tree} tree
 * @param {string} move
 * @returns {Tree}
 */
export function play(tree, move) {
  const known = children(tree, tree.at).find((i) => tree.nodes[i].move === move);
  if (known !== undefined) return { ...tree, at: known };
  const nodes = [...tree.nodes, { parent: tree.at, move, comment: "" }];
  return { ...tree, nodes, at: nodes.length - 1 };
}

/**
 * Makes moves one after the other.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export const playAll = (tree, moves) => moves.reduce(play, tree);

/**
 * Shows another node.
 * @param {Tree} tree
 * @param {number} at
 */
export const go = (tree, at) => ({ ...tree, at });

/**
 * Says something about a node.
 * @param {Tree} tree
 * @param {number} at
 * @param {string} text
 */
export const comment = (tree, at, text) => ({
  ...tree,
  nodes: tree.nodes.map((node, i) => (i === at ? { ...node, comment: text } : node)),
});

/**
 * Takes a node and all after it away.
 * @param {Tree} tree
 * @param {number} at
 */
export function remove(tree, at) {
  if (at === 0) return tree;
  const gone = new Set([at]);
  tree.nodes.forEach((node, i) => {
    if (i > at && gone.has(node.parent)) gone.add(i);
  });
  const kept = tree.nodes.map((_, i) => i).filter((i) => !gone.has(i));
  return renumber(tree, kept, gone.has(tree.at) ? tree.nodes[at].parent : tree.at);
}

/**
 * Makes the variation that a node is in the first continuation of its parent.
 * @param {Tree} tree
 * @param {number} at
 */
export function promote(tree, at) {
  for (let i = at; i > 0; i = tree.nodes[i].parent) {
    if (children(tree, tree.nodes[i].parent)[0] !== i) return renumber(tree, depthFirst(tree, i), tree.at);
  }
  return tree;
}

/**
 * All nodes, each after its parent and one of them before its siblings.
 * @param {Tree} tree
 * @param {number} first
 */
function depthFirst(tree, first) {
  const order = [];
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    order.push(at);
    const next = children(tree, at).sort((a, b) => Number(b === first) - Number(a === first));
    open.push(...next.reverse());
  }
  return order;
}

/**
 * Keeps these nodes in this order.
 * @param {Tree} tree
 * @param {number[]} kept
 * @param {number} at
 */
function renumber(tree, kept, at) {
  const place = new Map(kept.map((old, i) => [old, i]));
  const nodes = kept.map((old) => ({ ...tree.nodes[old], parent: place.get(tree.nodes[old].parent) ?? 0 }));
  return { ...tree, nodes, at: place.get(at) ?? 0 };
}

/**
 * What the program writes as a file.
 * @param {Tree} tree
 * @returns {TreeText}
 */
export const forFile = ({ start, size, rules, tags, result, reason, nodes }) => ({
  ...{ start, tags, nodes },
  ...(size && { size }),
  ...(rules && { rules }),
  ...(result && { result }),
  ...(reason && { reason }),
});
