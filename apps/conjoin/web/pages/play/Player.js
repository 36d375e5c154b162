import { html } from "../../lib.js";
import { RESULTS, capital, clockText } from "../../notation.js";
import { Disc } from "../../parts/Disc.js";
import { opponentName } from "./opponents.js";
import { BOTH, timeLeft, turnOf } from "./state.js";
/** @import { Sides } from "../../sides.js" */
/** @import { State } from "./state.js" */

/**
 * Who plays a side, with the clock.
 * @param {{ state: State, sides: Sides, side: string }} props
 */
export function Player({ state, sides, side }) {
  const { game } = state;
  const isTurn = turnOf(state, sides) === side;
  const index = sides.index(side);
  const who =
    game.human === BOTH ? sides.name(side) : game.human === side ? "You" : capital(opponentName(game.opponent));
  return html`<div class=${game.result === null && isTurn ? "who on" : "who"}><${Disc} sides=${sides} side=${side} />
    <span class="grow">${who} <span class="soft">${sides.name(side)}</span></span>
    ${game.result === RESULTS[index] && html`<b class="good">Won</b>`}
    ${game.left && html`<span class="clock">${clockText(timeLeft(state, index, isTurn))}</span>`}</div>`;
}
