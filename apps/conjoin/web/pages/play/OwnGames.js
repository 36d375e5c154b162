import { html } from "../../lib.js";
import { Button } from "../../parts/Button.js";
import { opponentName } from "./opponents.js";
/** @import { Game } from "./state.js" */

/** @param {Game} game */
const line = ({ date, opponent, moves, result }) =>
  [date, opponentName(opponent), `${moves.length} moves`, result].join(" \u00b7 ");

/**
 * The games that were finished.
 * @param {{ games: Game[], onReview: (game: Game) => void, onForget: (id: number) => void }} props
 */
export function OwnGames({ games, onReview, onForget }) {
  return html`<section class="panel" aria-label="Your games"><h2>Your games</h2><ul class="plain picker">
    ${games.map(
      (game) => html`<li class="row spread" key=${game.id}>
        <span>${line(game)}</span>
        <span class="row"><${Button} onClick=${() => onReview(game)}>Review<//>
          <${Button} quiet label=${`Delete the game of ${game.date} with ${game.moves.length} moves`}
            onClick=${() => onForget(game.id)}>\u2715<//></span></li>`,
    )}</ul></section>`;
}
