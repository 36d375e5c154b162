// Moves, numbers and scores as text.
/** @import { Score } from "./types.js" */
/** @import { Sides } from "./sides.js" */

export const RESULTS = ["1-0", "0-1"];

/**
 * The number of the move at a ply; first is 1 when the second side began.
 * @param {number} ply
 * @param {number} first
 */
export const moveNumber = (ply, first) => Math.floor((ply + first) / 2) + 1;

/**
 * A move with its number: `3. d1-d3`, or `3… d1-d3` of the second side.
 * @param {number} ply
 * @param {number} first
 * @param {string} move
 */
export const numbered = (ply, first, move) => `${moveNumber(ply, first)}${(ply + first) % 2 ? "\u2026" : "."} ${move}`;

/**
 * Digits in groups of three.
 * @param {number} number
 */
export const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/**
 * A part of 100, or a dash where it is not known.
 * @param {number|null|undefined} value
 */
export const percent = (value) => (value === null || value === undefined ? "\u2013" : `${Math.round(value)} %`);

/**
 * Positions a second.
 * @param {number} number
 */
export const speed = (number) =>
  number >= 1e6 ? `${(number / 1e6).toFixed(1)} M/s` : `${Math.round(number / 1e3)} k/s`;

/**
 * Minutes and seconds that are left.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * With a capital letter.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A score for people, from the first side: `+35`, `Black wins in 4`.
 * @param {Score} score
 * @param {string} turn
 * @param {Sides} sides
 */
export function scoreText({ value }, turn, sides) {
  if (typeof value === "number") {
    const first = sides.index(turn) === 0 ? value : -value;
    return (first > 0 ? "+" : first < 0 ? "\u2212" : "") + Math.abs(first);
  }
  const [winner, plies] = "win" in value ? [turn, value.win] : [sides.other(turn), value.loss];
  return `${sides.name(winner)} wins in ${Math.ceil(plies / 2)}`;
}

/**
 * The first side's chance, from a score of the side to move.
 * @param {Score} score
 * @param {string} turn
 * @param {Sides} sides
 */
export const firstChance = (score, turn, sides) => (sides.index(turn) === 0 ? score.chance : 1 - score.chance);
