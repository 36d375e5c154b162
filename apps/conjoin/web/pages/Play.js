// Play: against a level, a profile or a second person at the same board.
import { Board } from "../board/Board.js";
import { arrowOf } from "../board/drawing.js";
import { boardOf } from "../board/index.js";
import { FORMATS, formatsOf, sidesOf } from "../games.js";
import { onKeys } from "../keys.js";
import { html, useEffect, useReducer, useRef } from "../lib.js";
import { scoreText } from "../notation.js";
import { Button } from "../parts/Button.js";
import { Sheet } from "../parts/Sheet.js";
import { saveRecord } from "../records.js";
import { load, loadOf, save, saveOf } from "../storage.js";
import { ask, look, stop } from "../wire.js";
import { NewGame } from "./play/NewGame.js";
import { OwnGames } from "./play/OwnGames.js";
import { Player } from "./play/Player.js";
import { levelOf, opponentName } from "./play/opponents.js";
import {
  BOTH,
  gameText,
  initial,
  keyOf,
  newGame,
  openQuestion,
  reduce,
  renewed,
  treeOf,
  turnOf,
  usualSettings,
} from "./play/state.js";
import { regretOf, worthOf } from "./play/teacher.js";
/** @import { Hello, Look, LookMove } from "../types.js" */
/** @import { Game } from "./play/state.js" */
/** @import { Worth } from "./play/teacher.js" */

// Milliseconds that a pass stays in sight before it is made, and between two looks at the clock.
const [PASS_DELAY, TICK] = [900, 200];

const world = () => ({ now: Date.now(), random: Math.random });

/** @param {string} name */
function loadState(name) {
  const kept = loadOf(name, "play", /** @type {Game|null} */ (null));
  return initial({
    game: kept ? renewed(kept) : newGame(usualSettings(name), sidesOf(null, name), world()),
    settings: renewed(loadOf(name, "play-settings", usualSettings(name))),
    games: loadOf(name, "games", []).map(renewed),
    flipped: load("flip", false),
    now: Date.now(),
  });
}

/** @param {{ hello: Hello|null, game: string }} props */
export function Play({ hello, game: name }) {
  const [state, dispatch] = useReducer(reduce, name, loadState);
  const { game, settings, games, view, flipped, arrows, note, thinking, question } = state;
  const latest = useRef(state);
  latest.current = state;
  const worth = useRef(/** @type {Worth|null} */ (null));
  useEffect(() => saveOf(name, "play", game), [game]);
  useEffect(() => saveOf(name, "play-settings", settings), [settings]);
  useEffect(() => save("flip", flipped), [flipped]);
  useEffect(() => saveOf(name, "games", games), [games]);

  const sides = sidesOf(hello, name);
  const shown = view?.key === keyOf(game) ? view : null;
  const turn = turnOf(state, sides);
  const over = game.result !== null;
  const mine = game.human === BOTH || game.human === turn;

  const say = (/** @type {Error} */ { message }) => dispatch({ type: "note", note: message });
  const push = (/** @type {LookMove|string} */ move) => dispatch({ type: "move", move, now: Date.now(), sides });

  // Asks what the position is like, then lets the engine answer or a pass be made.
  useEffect(() => {
    let live = true;
    const isLive = () => live;
    look(gameText(game)).then(
      (answer) => live && goOn(answer, isLive),
      (error) => live && say(error),
    );
    return () => {
      live = false;
    };
  }, [game.moves, game.id]);

  /**
   * What comes next once the position is known.
   * @param {Look} answer
   * @param {() => boolean} isLive
   */
  const goOn = (answer, isLive) => {
    dispatch({ type: "look", key: keyOf(game), view: answer });
    if (game.result !== null) return;
    if (answer.outcome) dispatch({ ...answer.outcome, type: "finish" });
    else if (answer.moves.length === 1 && answer.moves[0].cells.length === 0) {
      dispatch({ type: "note", note: `${sides.name(answer.turn)} has no move and passes.` });
      setTimeout(() => isLive() && push(answer.moves[0]), PASS_DELAY);
    } else if (game.human !== BOTH && answer.turn !== game.human) reply(isLive);
    else if (game.teach && game.human !== BOTH) {
      worth.current = null;
      worthOf(game).then((found) => isLive() && (worth.current = found));
    }
  };

  /** @param {() => boolean} isLive */
  const reply = async (isLive) => {
    dispatch({ type: "thinking", thinking: true });
    try {
      const question = game.teach ? await regretOf(game, worth.current) : null;
      if (!isLive()) return;
      if (question) {
        dispatch({ type: "question", question });
        return;
      }
      const level = levelOf(game.opponent);
      const left = game.left?.map((ms) => Math.max(1, Math.round(ms)));
      const done = await ask("think", {
        ...{ game: gameText(game), play: true, seed: game.seed },
        ...(level ? { level } : { profile: game.opponent }),
        ...(left
          ? { clock: { left: /** @type {[number, number]} */ (left), increment: game.increment } }
          : { time: game.clock === "move-5" ? 5000 : 1000 }),
      });
      if (isLive() && done.best && !done.stopped && latest.current.game.result === null) push(done.best);
    } catch (error) {
      if (isLive()) say(/** @type {Error} */ (error));
    } finally {
      if (isLive()) dispatch({ type: "thinking", thinking: false });
    }
  };

  const isTimed = game.left !== null && !over && game.moves.length > 0;
  useEffect(() => {
    if (!isTimed) return undefined;
    const timer = setInterval(() => dispatch({ type: "tick", now: Date.now(), sides }), TICK);
    return () => clearInterval(timer);
  }, [isTimed, hello]);
  // Whoever resigned or ran out of time needs no answer.
  useEffect(() => {
    if (over && thinking) stop();
  }, [over]);

  const begin = (/** @type {Game} */ game) => {
    stop();
    dispatch({ type: "start", game, now: Date.now(), flipped: game.human === sides.keys[1] });
    scrollTo(0, 0);
  };
  const start = () => {
    const game = newGame(settings, sides, world());
    const question = openQuestion(game);
    if (question) look(question).then(({ position, rules }) => begin({ ...game, start: position, rules }), say);
    else begin(game);
  };
  const takeBack = () => {
    if (game.moves.length === 0) return;
    stop();
    dispatch({ type: "take-back", sides });
  };
  /** @param {boolean} threat */
  const advise = async (threat) => {
    if (thinking || over) return;
    dispatch({ type: "note", note: threat ? "Looking for the threat\u2026" : "Looking for a move\u2026" });
    try {
      const { best, route, score } = await ask("think", { game: gameText(game), time: 1000, threat });
      if (latest.current.game.moves !== game.moves || !best || !score) return;
      const side = threat ? sides.other(turn) : turn;
      const lead = threat ? `${sides.name(side)} threatens` : "Hint:";
      const arrows = arrowOf(route, threat ? "threat" : "best");
      dispatch({ type: "note", note: `${lead} ${best} (${scoreText(score, side, sides)})`, arrows });
    } catch (error) {
      say(/** @type {Error} */ (error));
    }
  };
  const analyse = (/** @type {Game} */ which) => {
    saveOf(name, "analyse", { ...treeOf(which, sides), at: which.moves.length });
    location.hash = "analyse";
  };
  const [format] = formatsOf(hello, name);
  const saveGame = () => saveRecord(treeOf(game, sides), format).catch(say);

  /** @type {Object<string, () => void>} */
  const keys = {
    f: () => dispatch({ type: "flip" }),
    h: () => advise(false),
    t: () => advise(true),
    u: takeBack,
    n: start,
  };
  const actions = useRef(keys);
  actions.current = keys;
  useEffect(() => onKeys((event) => actions.current[event.key]), []);

  const board = boardOf(name);
  const { position, size } = view ?? { ...game, position: game.start };
  const about = board.about(board.parse(position, size).variant);
  const spoken = about.replace("\u00d7", " by ");
  const whose = game.human === BOTH ? `${sides.name(turn)}'s` : "Your";
  const waiting = mine ? `${whose} move (${turn})` : `${sides.name(turn)} to move`;
  const status = over
    ? game.text
    : (question?.text ?? (thinking ? `${opponentName(game.opponent)} is thinking\u2026` : waiting));
  const [top, bottom] = flipped ? sides.keys : [...sides.keys].reverse();
  const isIdle = game.moves.length === 0;
  const cannotAsk = over || thinking || !mine;

  return html`<main class="players">
    <section class="stage" aria-label="Game">
      <${Player} state=${state} sides=${sides} side=${top} />
      <${Board} game=${name} position=${position} size=${size} flipped=${flipped} label=${`Board, ${spoken}`}
        moves=${mine && !over && !thinking && !question ? shown?.moves : []} last=${view?.last} arrows=${arrows}
        ending=${view?.outcome} onMove=${push} />
      <${Player} state=${state} sides=${sides} side=${bottom} />
    </section>
    <div class="side">
      <section class="panel" aria-label="Status">
        <p class="status" role="status" aria-live="polite">${status}</p>
        <p class="soft small">Rules: ${view?.rules ?? game.rules}, ${about}, against ${opponentName(game.opponent)}</p>
        ${note && html`<p class="note">${note}</p>`}
        ${
          question &&
          html`<div class="row"><${Button} primary onClick=${takeBack}>Again<//>
          <${Button} onClick=${() => dispatch({ type: "show-better" })}>Show me<//>
          <${Button} onClick=${() => dispatch({ type: "go-on" })}>Go on<//></div>`
        }
        <div class="row above">
          <${Button} onClick=${takeBack} disabled=${isIdle} title="u">Take back<//>
          <${Button} onClick=${() => advise(false)} disabled=${cannotAsk} title="h">Hint<//>
          <${Button} onClick=${() => advise(true)} disabled=${cannotAsk} title="t">Threat<//>
          <${Button} onClick=${keys.f} title="f">Flip<//>
          <${Button} onClick=${() => dispatch({ type: "resign", sides })} disabled=${over || isIdle}>Resign<//>
        </div>
        <div class="row above">
          <${Button} onClick=${() => analyse(game)} disabled=${isIdle}>${over ? "Review this game" : "Analyse"}<//>
          <${Button} onClick=${saveGame} disabled=${isIdle}>Save ${FORMATS[format].title}<//>
        </div>
        ${!isIdle && html`<${Sheet} moves=${game.moves} />`}
      </section>
      <${NewGame} hello=${hello} sides=${sides} settings=${settings}
        isFirst=${games.length === 0} onStart=${start}
        onSet=${(/** @type {any} */ settings) => dispatch({ type: "set", settings })} />
      ${
        games.length > 0 &&
        html`<${OwnGames} games=${games} onReview=${analyse}
        onForget=${(/** @type {number} */ id) => dispatch({ type: "forget", id })} />`
      }
    </div></main>`;
}
