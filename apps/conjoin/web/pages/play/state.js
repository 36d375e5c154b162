// The state of the Play page, and everything that can happen to it.
import { BOARDS, boardOf } from "../../board/index.js";
import { arrowOf } from "../../board/drawing.js";
import { RESULTS } from "../../notation.js";
import { gameOf, newTree } from "../../tree.js";
/** @import { GameText, Look, LookMove, Route } from "../../types.js" */
/** @import { Arrow } from "../../board/drawing.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */

/**
 * What a new game is like.
 * @typedef {Object} Settings
 * @property {string} game - name of the game
 * @property {string} opponent - `level-3`, a profile or `human`
 * @property {string} colour - the person's side, or `random`
 * @property {number} size - size of the board
 * @property {string} rules - the rules; the usual ones where they are empty
 * @property {Object<string, string>} options - other choices of the game by their keys, as far as they are made
 * @property {string} clock - one of `CLOCKS`
 * @property {boolean} teach - are bad moves asked about?
 */

/**
 * A game of a person.
 * @typedef {Settings & {
 *   human: string, start: string, moves: string[], result: string|null, reason: string|null, text: string|null,
 *   seed: number, date: string, id: number, left: [number, number]|null, increment: number, kept?: number,
 * }} Game
 */

/**
 * @typedef {Object} State
 * @property {Game} game - the game that is played
 * @property {Settings} settings - the next game
 * @property {Game[]} games - finished games
 * @property {(Look & { key: string|null })|null} view - the last position that is known; the key says of which game
 * @property {boolean} flipped - is the second side at the bottom?
 * @property {Arrow[]} arrows - arrows of a hint
 * @property {string} note - a word to the person
 * @property {boolean} thinking - is the engine at work?
 * @property {Question|null} question - teach mode asks whether a move was meant
 * @property {number} since - when the clock of the side to move was started
 * @property {number} now - the time that the clocks show
 */

/** @typedef {{ text: string, best: string|null, route: Route|null }} Question a question, and what was better */

/**
 * @typedef {{ type: "look", key: string, view: Look }
 *   | { type: "move", move: LookMove|string, now: number, sides: Sides }
 *   | { type: "tick", now: number, sides: Sides }
 *   | { type: "start", game: Game, now: number, flipped: boolean }
 *   | { type: "take-back", sides: Sides }
 *   | { type: "finish", result: string, reason: string, text: string }
 *   | { type: "resign", sides: Sides }
 *   | { type: "thinking", thinking: boolean }
 *   | { type: "note", note: string, arrows?: Arrow[] }
 *   | { type: "question", question: Question }
 *   | { type: "show-better" }
 *   | { type: "go-on" }
 *   | { type: "flip" }
 *   | { type: "set", settings: Partial<Settings> }
 *   | { type: "forget", id: number }} Action
 */

/** @type {[string, string][]} */
export const CLOCKS = [
  ["none", "No clock"],
  ["move-1", "1 s a move"],
  ["move-5", "5 s a move"],
  ["game-3", "3 min + 2 s"],
  ["game-10", "10 min + 5 s"],
];
/** Of one game played by two people at the same board. */
export const BOTH = "both";
const MOST_GAMES = 200;

/**
 * @param {string} game
 * @returns {Settings}
 */
export function usualSettings(game) {
  const { SIDES, STANDARD } = boardOf(game);
  const { size, rules = "" } = STANDARD;
  const colour = SIDES[0].toLowerCase();
  return { game, opponent: "level-3", colour, size, rules, options: {}, clock: "none", teach: false };
}

/**
 * A new game. What is random and what time it is comes from outside.
 * @param {Settings} settings
 * @param {Sides} sides
 * @param {{ now: number, random: () => number }} world
 * @returns {Game}
 */
export function newGame(settings, sides, { now, random }) {
  const colour = settings.colour === "random" ? sides.keys[random() < 0.5 ? 0 : 1] : settings.colour;
  const minutes = settings.clock.startsWith("game-") ? Number(settings.clock.slice(5)) : 0;
  return {
    ...settings,
    human: settings.opponent === "human" ? BOTH : colour,
    start: boardOf(settings.game).start({ size: settings.size }),
    moves: [],
    ...{ result: null, reason: null, text: null },
    seed: Math.floor(random() * 1e9),
    date: new Date(now).toISOString().slice(0, 10),
    id: now,
    left: minutes ? [minutes * 60000, minutes * 60000] : null,
    increment: minutes === 3 ? 2000 : 5000,
  };
}

/**
 * What the program has to be asked about a game before it can begin: nothing, unless more was chosen than the board and
 * the name of the rules. Then it knows the first position and the rules as one text.
 * @param {Game} game
 * @returns {GameText|null}
 */
export const openQuestion = ({ game, size, rules, options }) =>
  Object.keys(options).length > 0 ? { game, size, ...(rules && { rules }), options } : null;

/**
 * A game of an earlier visit, perhaps of a time when there was one game only or less to choose.
 * @template {Settings} S
 * @param {S} kept
 * @returns {S}
 */
export const renewed = (kept) => ({
  ...kept,
  ...{ game: kept.game ?? BOARDS[0], size: Number(kept.size), options: kept.options ?? {} },
});

/**
 * @param {{ game: Game, settings: Settings, games: Game[], flipped: boolean, now: number }} from
 * @returns {State}
 */
export const initial = ({ game, settings, games, flipped, now }) => ({
  ...{ game, settings, games, flipped },
  ...{ view: null, arrows: [], note: "", thinking: false, question: null },
  ...{ since: now, now },
});

/**
 * Says which game and which position a view belongs to.
 * @param {Game} game
 */
export const keyOf = (game) => `${game.moves.join(" ")}${game.id}`;

/**
 * The game as questions carry it.
 * @param {Game} game
 */
export const gameText = (game) => gameOf(game, game.moves);

/**
 * The game as a tree, for files and for the analysis.
 * @param {Game} game
 * @param {Sides} sides
 * @returns {Tree}
 */
export function treeOf(game, sides) {
  const engine = "Conjoin " + game.opponent;
  const player = (/** @type {string} */ side) => (side === game.human ? "You" : engine);
  const players = game.human === BOTH ? sides.names : sides.keys.map(player);
  /** @type {[string, string][]} */
  const tags = [...sides.names.map((name, i) => /** @type {[string, string]} */ ([name, players[i]]))];
  return {
    ...newTree(game, game.moves),
    tags: [...tags, ["Date", game.date]],
    result: game.result,
    reason: game.reason,
  };
}

/**
 * Whose turn it is in the position that is shown: until an answer of the engine is on the board, it is still its turn.
 * @param {State} state
 * @param {Sides} sides
 */
export const turnOf = ({ game, view }, sides) => view?.turn ?? sides.keys[game.moves.length % 2];

/**
 * Milliseconds on the clock of a side.
 * @param {State} state
 * @param {number} index
 * @param {boolean} running
 */
export function timeLeft({ game, since, now }, index, running) {
  if (!game.left) return 0;
  const isRunning = running && game.result === null && game.moves.length > 0;
  return game.left[index] - (isRunning ? Math.max(0, now - since) : 0);
}

/**
 * What the state is after something has happened.
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  const { game } = state;
  switch (action.type) {
    case "look":
      return { ...state, view: { ...action.view, key: action.key } };
    case "move":
      return move(state, action);
    case "tick": {
      const next = { ...state, now: action.now };
      const turn = turnOf(state, action.sides);
      if (!game.left || timeLeft(next, action.sides.index(turn), true) > 0) return next;
      return lose(next, turn, "time", "is out of time", action.sides);
    }
    case "start":
      return initial({ ...state, ...action });
    case "take-back":
      return takeBack(state, action.sides);
    case "finish":
      return finish(state, action);
    case "resign": {
      const loser = game.human === BOTH ? turnOf(state, action.sides) : game.human;
      return lose(state, loser, "resignation", "resigned", action.sides);
    }
    case "thinking":
      return { ...state, thinking: action.thinking };
    case "note":
      return { ...state, note: action.note, arrows: action.arrows ?? state.arrows };
    case "question":
      return { ...state, question: action.question };
    case "show-better": {
      const { best, route } = state.question ?? {};
      return { ...state, arrows: arrowOf(route, "better"), note: `Better was ${best}.` };
    }
    case "go-on":
      // A new list of moves lets the engine be asked again.
      return { ...state, question: null, game: { ...game, kept: game.moves.length, moves: [...game.moves] } };
    case "flip":
      return { ...state, flipped: !state.flipped };
    case "set":
      return { ...state, settings: { ...state.settings, ...action.settings } };
    case "forget":
      return { ...state, games: state.games.filter(({ id }) => id !== action.id) };
  }
}

/**
 * Makes a move and charges the clock. A move from the board shows at once.
 * @param {State} state
 * @param {{ move: LookMove|string, now: number, sides: Sides }} action
 * @returns {State}
 */
function move({ game, view, ...state }, { move, now, sides }) {
  const made = typeof move === "string" ? null : move;
  const index = game.moves.length % 2;
  const spent = game.moves.length > 0 ? now - state.since - game.increment : 0;
  const left = game.left;
  const after = view && made && { position: made.after, turn: sides.other(view.turn), last: made };
  return {
    ...state,
    view: after ? { ...view, ...after, moves: [], key: null } : view,
    // That a player passes stays to be read.
    ...{ since: now, now, arrows: [], question: null, note: made?.cells.length === 0 ? state.note : "" },
    game: {
      ...game,
      moves: [...game.moves, made?.move ?? String(move)],
      left: left && [left[0] - (index === 0 ? spent : 0), left[1] - (index === 1 ? spent : 0)],
    },
  };
}

/**
 * One move back; against an engine, back to the person's own turn.
 * @param {State} state
 * @param {Sides} sides
 * @returns {State}
 */
function takeBack(state, sides) {
  const { game } = state;
  const isOwn = (/** @type {number} */ count) => game.human === BOTH || sides.keys[count % 2] === game.human;
  let count = Math.max(0, game.moves.length - 1);
  while (count > 0 && !isOwn(count)) count--;
  const quiet = { ...state, arrows: [], note: "", question: null, thinking: false };
  if (!isOwn(count)) return quiet;
  const moves = game.moves.slice(0, count);
  return { ...quiet, game: { ...game, moves, result: null, reason: null, text: null } };
}

/**
 * The game has ended and is kept.
 * @param {State} state
 * @param {{ result: string, reason: string, text: string }} end
 * @returns {State}
 */
function finish(state, { result, reason, text }) {
  if (state.game.result !== null) return state;
  const game = { ...state.game, result, reason, text };
  const others = state.games.filter(({ id }) => id !== game.id);
  return { ...state, game, games: [game, ...others].slice(0, MOST_GAMES) };
}

/**
 * A side loses by what it did.
 * @param {State} state
 * @param {string} loser
 * @param {string} reason
 * @param {string} deed
 * @param {Sides} sides
 */
function lose(state, loser, reason, deed, sides) {
  const winner = sides.other(loser);
  const text = `${sides.name(winner)} has won: ${sides.name(loser)} ${deed}.`;
  return finish(state, { result: RESULTS[sides.index(winner)], reason, text });
}
