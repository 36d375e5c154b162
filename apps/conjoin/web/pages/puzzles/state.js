// The state of the Puzzles page, and everything that can happen to it.
/** @import { Look, Puzzle } from "../../types.js" */
/** @import { Arrow } from "../../board/drawing.js" */

/**
 * @typedef {Object} State
 * @property {Puzzle[]} list - all puzzles
 * @property {number} index - the one on the board
 * @property {string[]} solved - those that were solved
 * @property {number} round - changes when the board is set up anew: what was asked before is of no use any more
 * @property {string[]} moves - moves so far
 * @property {Look|null} view - the position
 * @property {"play"|"judging"|"wrong"|"solved"} phase - how far the person is
 * @property {string} note - a word to the person
 * @property {Arrow[]} arrows - a move that is shown
 * @property {boolean} flipped - is the second side at the bottom?
 */

/**
 * @typedef {{ type: "list", list: Puzzle[] }
 *   | { type: "choose", index: number }
 *   | { type: "again" }
 *   | { type: "look", view: Look }
 *   | { type: "judge", moves: string[] }
 *   | { type: "play", note: string, moves?: string[], arrows?: Arrow[] }
 *   | { type: "wrong", note: string }
 *   | { type: "back", moves: string[] }
 *   | { type: "finish", won: boolean, note: string }
 *   | { type: "flip" }} Action
 */

/**
 * @param {{ index: number, solved: string[] }} kept
 * @returns {State}
 */
export const initial = ({ index, solved }) => ({
  ...{ list: [], index, solved, round: 0, view: null, flipped: false },
  ...FRESH,
});

/** @type {Pick<State, "moves"|"phase"|"note"|"arrows">} */
const FRESH = { moves: [], phase: "play", note: "", arrows: [] };

/** @param {State} state */
export const puzzleOf = ({ list, index }) => list[Math.min(index, list.length - 1)];

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "list":
      return { ...state, list: action.list };
    case "choose":
      return { ...state, ...FRESH, index: action.index, round: state.round + 1 };
    case "again":
      return { ...state, ...FRESH, round: state.round + 1 };
    case "look":
      return { ...state, view: action.view };
    case "judge":
      return { ...state, moves: action.moves, phase: "judging", note: "", arrows: [] };
    case "play": {
      const { note, moves = state.moves, arrows = [] } = action;
      return { ...state, phase: "play", note, moves, arrows };
    }
    case "wrong":
      return { ...state, phase: "wrong", note: action.note };
    case "back":
      return { ...state, phase: "play", moves: action.moves };
    case "finish": {
      const solved = action.won ? [...new Set([...state.solved, puzzleOf(state).id])] : state.solved;
      return { ...state, phase: action.won ? "solved" : "wrong", note: action.note, solved };
    }
    case "flip":
      return { ...state, flipped: !state.flipped };
  }
}
