// What the program says of a game; before it has answered, what the board knows.
import { boardOf } from "./board/index.js";
import { Sides } from "./sides.js";
/** @import { Choice, GameInfo, Hello, ProfileInfo } from "./types.js" */

/**
 * The program's word on a game.
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {GameInfo|undefined}
 */
const infoOf = (hello, game) => hello?.games.find(({ name }) => name === game);

/**
 * @param {Hello|null} hello
 * @param {string} game
 */
export const sidesOf = (hello, game) => new Sides(infoOf(hello, game)?.sides ?? boardOf(game).SIDES);

/**
 * @param {Hello|null} hello
 * @param {string} game
 */
export const titleOf = (hello, game) => infoOf(hello, game)?.title ?? game;

/**
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {ProfileInfo[]}
 */
export const profilesOf = (hello, game) => infoOf(hello, game)?.profiles ?? [];

/**
 * What can be chosen for a new game: its board and its set of rules.
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {Choice[]}
 */
export const choicesOf = (hello, game) =>
  infoOf(hello, game)?.choices.filter(({ key, part }) => part === "board" || key === "rules") ?? [];
