// What the program says of a game; before it has answered, what the board knows.
import { BOARDS, boardOf } from "./board/index.js";
import { Sides } from "./sides.js";
/** @import { Choice, GameInfo, Hello, ProfileInfo } from "./types.js" */

/**
 * Forms of records: what people call them, how their files end and what browsers call them.
 * @type {Object<string, { title: string, ending: string, type: string }>}
 */
export const FORMATS = {
  sgf: { title: "SGF", ending: "sgf", type: "application/x-go-sgf" },
  text: { title: "Text", ending: "txt", type: "text/plain" },
};
// What everybody is asked about a new game: a board is known by its size and rules by their name. The rest is for those
// who look for it.
const CHOICES = ["size", "rules"];

/**
 * The game that is meant: one that the program has, or that has a board while the program has not answered.
 * @param {Hello|null} hello
 * @param {string} wanted
 */
export function knownGame(hello, wanted) {
  const names = hello?.games.map(({ name }) => name) ?? BOARDS;
  return names.includes(wanted) ? wanted : names[0];
}

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
 * Forms of a game's records, the usual one first.
 * @param {Hello|null} hello
 * @param {string} game
 */
export const formatsOf = (hello, game) => infoOf(hello, game)?.formats ?? ["text"];

/**
 * The board and the rules by their name.
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {Choice[]}
 */
export const choicesOf = (hello, game) => infoOf(hello, game)?.choices.filter(({ key }) => CHOICES.includes(key)) ?? [];

/**
 * All other choices.
 * @param {Hello|null} hello
 * @param {string} game
 * @returns {Choice[]}
 */
export const moreChoicesOf = (hello, game) =>
  infoOf(hello, game)?.choices.filter(({ key }) => !CHOICES.includes(key)) ?? [];
