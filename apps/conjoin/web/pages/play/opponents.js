// Who can be played against.
import { profilesOf } from "../../games.js";
/** @import { Hello } from "../../types.js" */

const LEVELS = 10;
/** @type {Object<string, string>} */
const REMARKS = { 1: " (beginner)", [LEVELS]: " (full strength)" };

/** @param {string} opponent */
export const levelOf = (opponent) => (opponent.startsWith("level-") ? Number(opponent.slice(6)) : null);

/** @param {string} opponent */
export const opponentName = (opponent) =>
  opponent === "human" ? "a person" : levelOf(opponent) ? `level ${levelOf(opponent)}` : opponent;

/**
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {[string, string][]}
 */
export function opponentsOf(hello, game) {
  const levels = Array.from({ length: hello?.levels ?? LEVELS }, (_, i) => i + 1);
  return [
    ...levels.map(
      (level) => /** @type {[string, string]} */ ([`level-${level}`, `Level ${level}${REMARKS[level] ?? ""}`]),
    ),
    ["human", "Another person here"],
    ...profilesOf(hello, game).map(({ name }) => /** @type {[string, string]} */ ([name, `Profile ${name}`])),
  ];
}
