// The boards and the lessons by the names of their games. Another game needs a file like loa.js and a line here.
/** @import { Ending, LookMove, Route } from "../types.js" */
/** @import { VNode } from "../lib.js" */

/**
 * The board of a variant and who begins.
 * @typedef {Object} Variant
 * @property {number} size - size of the board
 * @property {string} [rules] - the usual rules; the program knows them where they are missing
 */

/**
 * A position on the board.
 * @typedef {Object} Setup
 * @property {Variant} variant - the board
 * @property {string} turn - side to move
 * @property {Object<string, string>} men - sides of the men by their cells
 */

/**
 * A cell, in units of the drawing.
 * @typedef {Object} Cell
 * @property {string} id - its name in moves
 * @property {number} x - where its middle is, from the left
 * @property {number} y - and from the top
 * @property {string} shape - its outline around the middle, as path data
 * @property {string} tone - class of its colour
 * @property {number} row - cells of a row are read together
 */

/**
 * What there is to show besides the men.
 * @typedef {Object} Scene
 * @property {string|null} shown - cell of the man that is chosen or pointed at
 * @property {LookMove[]} moves - legal moves
 * @property {Ending|null} ending - how the game ended
 * @property {string[]} [sides] - sides to point out
 * @property {boolean} [explained] - is the evaluation of the position explained?
 */

/** @typedef {[number, number]} Point */
/** @typedef {(x: number, y: number) => Point} Place where a point is drawn on a board that may be turned round */

/**
 * What a game brings: geometry and drawing, no rules.
 * @typedef {Object} BoardModule
 * @property {string[]} SIDES - names of the sides, for the time before the program has answered
 * @property {Variant} STANDARD - the usual variant
 * @property {{ profile: string, text: string }} EXPLAINED - whose evaluation is explained first, and what is drawn then
 * @property {(variant: Variant) => string} about - the board in a word
 * @property {(variant: Variant) => { width: number, height: number }} frame - the whole drawing
 * @property {(variant: Variant) => Cell[]} cells - the cells, row by row
 * @property {(variant: Variant) => VNode[]} [underlay] - what is drawn below the cells: lines, arcs
 * @property {(variant: Variant, route: Route) => Point[]} [route]
 *   - the points that a man passes on its way; the middles of its cells where it is missing
 * @property {(variant: Variant, place: Place) => { x: number, y: number, text: string, kind: string }[]} labels
 *   - names at the edge
 * @property {boolean} [hops] - does a man rest on each cell of its way? Then it is shown to, and its way is marked
 * @property {(id: string, dx: number, dy: number, variant: Variant) => string} step
 *   - the cell beside a cell, on the board or not
 * @property {(position: string, size?: number) => Setup} parse - reads a position; the size is for a text that lacks it
 * @property {(setup: Setup) => string} format - writes a position
 * @property {(variant: Variant) => string} start - the first position
 * @property {(side: string) => VNode} man - a man around the origin
 * @property {(setup: Setup, scene: Scene, place: Place) => { below: VNode[], above: VNode[] }} overlays
 *   - what is drawn below and above the men
 */

/**
 * A step of a lesson: a position, what to read, and which moves are right; without moves it is only read.
 * @typedef {Object} Step
 * @property {string} title - its heading
 * @property {string} position - the position
 * @property {number} [size] - size of the board, for a position that does not tell it
 * @property {string} text - what to read
 * @property {string[]} [sides] - sides to point out
 * @property {(move: LookMove, ending: Ending|null) => boolean} [accepts] - is the move right?
 */

/** @typedef {{ STEPS: Step[], END: string }} Lesson the steps, and what is said at the end */

/** @type {Object<string, { board: () => Promise<BoardModule>, lesson: () => Promise<Lesson> }>} */
const GAMES = {
  loa: { board: () => import("./loa.js"), lesson: () => import("../lessons/loa.js") },
  surakarta: { board: () => import("./surakarta.js"), lesson: () => import("../lessons/surakarta.js") },
  "chinese-checkers": {
    board: () => import("./chinese-checkers.js"),
    lesson: () => import("../lessons/chinese-checkers.js"),
  },
};
/** @type {Map<string, BoardModule>} */
const loaded = new Map();

/** Games that have a board. */
export const BOARDS = Object.keys(GAMES);

/**
 * Brings the board of a game: only those that are looked at are loaded.
 * @param {string} game
 */
export async function loadBoard(game) {
  if (BOARDS.includes(game) && !loaded.has(game)) loaded.set(game, await GAMES[game].board());
}

/** @param {string} game */
export const isLoaded = (game) => loaded.has(game);

/**
 * A board that was loaded.
 * @param {string} game
 */
export function boardOf(game) {
  const board = loaded.get(game);
  if (!board) throw new Error(`these pages have no board for ${game}`);
  return board;
}

/** @param {string} game */
export const lessonOf = (game) => GAMES[game].lesson();
