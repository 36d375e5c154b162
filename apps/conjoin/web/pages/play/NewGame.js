import { boardOf } from "../../board/index.js";
import { choicesOf, moreChoicesOf } from "../../games.js";
import { html } from "../../lib.js";
import { Button } from "../../parts/Button.js";
import { Check } from "../../parts/Check.js";
import { GameChoice } from "../../parts/GameChoice.js";
import { MoreChoices } from "../../parts/MoreChoices.js";
import { Select } from "../../parts/Select.js";
import { opponentsOf } from "./opponents.js";
import { CLOCKS } from "./state.js";
/** @import { Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Settings } from "./state.js" */

/**
 * The form for the next game.
 * @param {{
 *   hello: Hello|null, sides: Sides, settings: Settings, onSet: (settings: Partial<Settings>) => void,
 *   onStart: () => void, isFirst: boolean,
 * }} props
 */
export function NewGame({ hello, sides, settings, onSet, onStart, isFirst }) {
  const { game, opponent, colour, clock, teach, options } = settings;
  const [first, second] = sides.keys;
  const colours = [
    [first, `${sides.name(first)} (begins)`],
    [second, sides.name(second)],
    ["random", "By chance"],
  ];
  const board = boardOf(game);
  const variant = { size: settings.size, rules: settings.rules };
  return html`<section class="panel" aria-label="New game"><h2>New game</h2>
    <div class="fields">
      <${Select} label="Opponent" value=${opponent} options=${opponentsOf(hello, game)}
        onChange=${(/** @type {string} */ opponent) => onSet({ opponent })} />
      <${Select} label="You play" value=${colour} options=${colours}
        onChange=${(/** @type {string} */ colour) => onSet({ colour })} />
      <${Select} label="Clock" value=${clock} options=${CLOCKS}
        onChange=${(/** @type {string} */ clock) => onSet({ clock })} />
      ${choicesOf(hello, game).map(
        (choice) =>
          html`<${GameChoice} key=${choice.key} board=${board} choice=${choice} variant=${variant} onSet=${onSet} />`,
      )}
    </div>
    <${MoreChoices} choices=${moreChoicesOf(hello, game)} options=${options}
      onSet=${(/** @type {Object<string, string>} */ options) => onSet({ options })} />
    <div class="row spread">
      <${Check} label="Teach me: warn me of bad moves" checked=${teach}
        onChange=${(/** @type {boolean} */ teach) => onSet({ teach })} />
      <${Button} primary onClick=${onStart} title="n">Start<//></div>
    ${isFirst && html`<p class="small">New to the game? <a href="#learn">Learn it in two minutes.</a></p>`}
  </section>`;
}
