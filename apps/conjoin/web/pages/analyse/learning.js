// Learn from mistakes: is another move good enough?
import * as T from "../../tree.js";
import { ask } from "../../wire.js";
/** @import { Review } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */
/** @import { Turning } from "../../review.js" */

// Chances that a good move may lose, seconds for the solver and milliseconds for the engine to judge it.
const DROP = 0.1;
const [SOLVE_SECONDS, THINK_TIME] = [8, 1000];

/**
 * @param {Tree} tree
 * @param {string[]} moves moves of the reviewed line
 * @param {Review} report
 * @param {Turning} mistake
 * @param {string} move the move that is tried in its place
 * @param {Sides} sides
 */
export async function isGood(tree, moves, report, { ply, side, better, move: played }, move, sides) {
  // The review had more time than there is here: its word stands.
  if (move === better[0] || move === played) return move !== played;
  const before = report.positions[ply];
  const game = T.gameOf(tree, [...moves.slice(0, ply), move]);
  if (before.known[side] === true) {
    const solved = await ask("solve", { game, winner: side, seconds: SOLVE_SECONDS }).catch(() => null);
    return solved?.result === "win" || solved?.result === "loss";
  }
  const done = await ask("think", { game, time: THINK_TIME }).catch(() => null);
  if (!done?.score || before.chance === null) return false;
  const chance = sides.index(side) === 0 ? before.chance : 1 - before.chance;
  return chance - (1 - done.score.chance) < DROP;
}
