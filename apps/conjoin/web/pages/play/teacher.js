// Teach mode: what a position was worth before the person moved, and whether the move was a pity.
import { ask } from "../../wire.js";
import { gameText } from "./state.js";
/** @import { Route } from "../../types.js" */
/** @import { Game, Question } from "./state.js" */

// Winning chances that a move may lose before it is asked about.
const DROP = 0.25;
// Milliseconds to look at a position before and after the move.
const [BEFORE, AFTER] = [800, 600];

/**
 * What the person could have had.
 * @typedef {Object} Worth
 * @property {number} ply - the position
 * @property {number} chance - the chance to win
 * @property {string|null} best - the best move
 * @property {Route|null} route - its way on the board
 * @property {number|null} win - plies to a win
 */

/**
 * Looks at a position while the person thinks; nothing when it is disturbed.
 * @param {Game} game
 * @returns {Promise<Worth|null>}
 */
export async function worthOf(game) {
  const done = await ask("think", { game: gameText(game), time: BEFORE }).catch(() => null);
  if (!done?.score || done.stopped) return null;
  const { value, chance } = done.score;
  const win = typeof value === "object" && "win" in value ? value.win : null;
  return { ply: game.moves.length, chance, best: done.best, route: done.route, win };
}

/**
 * A question about the last move where it lost too much.
 * @param {Game} game
 * @param {Worth|null} before
 * @returns {Promise<Question|null>}
 */
export async function regretOf(game, before) {
  const { moves, kept } = game;
  if (!before || before.ply !== moves.length - 1 || before.best === moves.at(-1) || kept === moves.length) return null;
  const done = await ask("think", { game: gameText(game), time: AFTER });
  const drop = done.score ? before.chance - (1 - done.score.chance) : 0;
  if (drop < DROP) return null;
  const text =
    before.win !== null
      ? `That loses the win (there was a win in ${Math.ceil(before.win / 2)}). Again?`
      : `That loses ${Math.round(drop * 100)} % of your winning chances. Again?`;
  return { text, best: before.best, route: before.route };
}
