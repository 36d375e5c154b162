// Words and numbers of a reviewed game, for the app and for pages that are saved.
import { moveNumber } from "./notation.js";
/** @import { Review, ReviewMove } from "./types.js" */

/** @type {Object<string, string>} */
export const FLAGS = { "threw-win": "??", lost: "??", blunder: "??", mistake: "?", inaccuracy: "?!" };
const TURNING = ["threw-win", "lost", "decided", "blunder", "mistake"];
const DECISIVE = ["threw-win", "lost", "decided"];

/** @typedef {ReviewMove & { ply: number }} Turning a move that turned the game, with the ply before it */

/**
 * The moves that turned the game.
 * @param {Review} report
 * @returns {Turning[]}
 */
export const turningPoints = (report) =>
  report.moves.map((move, ply) => ({ ...move, ply })).filter(({ kind }) => TURNING.includes(kind));

/**
 * Where to begin to read: the move that decided the game, or else the first that is known to be bad.
 * @param {Turning[]} turning
 */
export const keyPly = (turning) => (turning.find(({ kind }) => DECISIVE.includes(kind)) ?? turning[0])?.ply ?? 0;

/**
 * What is said of a move, after the move itself.
 * @param {ReviewMove} move
 */
export const remark = ({ move, text }) => text.slice(move.length + 1);

/**
 * Where a win is proved from, in words.
 * @param {number} ply
 * @param {number} plies
 * @param {number} first
 */
export const since = (ply, plies, first) => (ply === plies ? "the end" : `move ${moveNumber(ply, first)}`);

/** @param {boolean} isProved */
export const beforeThat = (isProved) =>
  isProved ? "Before that it was not won: that is proved too." : "Whether it was won before is not proved.";
