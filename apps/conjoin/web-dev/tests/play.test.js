// The state of the Play page.
import assert from "node:assert/strict";
import test from "node:test";
import { loadBoard } from "../../web/board/index.js";
import {
  gameText,
  initial,
  keyOf,
  newGame,
  openQuestion,
  reduce,
  renewed,
  timeLeft,
  treeOf,
  turnOf,
  usualSettings,
} from "../../web/pages/play/state.js";
import { Sides } from "../../web/sides.js";
/** @import { Action, Settings } from "../../web/pages/play/state.js" */

await loadBoard("loa");
const sides = new Sides(["Black", "White"]);
const ROUTE = { cells: ["a", "b"], capture: false };
const world = { now: 1_700_000_000_000, random: () => 0.25 };

/**
 * The page after a new game was started and some things happened.
 * @param {Partial<Settings>} settings
 * @param {...Action} actions
 */
function page(settings, ...actions) {
  const chosen = { ...usualSettings("loa"), ...settings };
  const game = newGame(chosen, sides, world);
  return actions.reduce(reduce, initial({ game, settings: chosen, games: [], flipped: false, now: 0 }));
}

/** @type {(move: string, now?: number) => Action} */
const move = (move, now = 0) => ({ type: "move", move, now, sides });
const moves = (/** @type {string[]} */ ...texts) => texts.map((text) => move(text));

test("the same chance gives the same game", () => {
  const game = newGame({ ...usualSettings("loa"), colour: "random" }, sides, world);
  assert.deepEqual(game, newGame({ ...usualSettings("loa"), colour: "random" }, sides, world));
  assert.equal(game.human, "black");
  assert.equal(game.date, "2023-11-14");
});

test("a move from the board shows at once, until the program has looked at it", () => {
  const before = page({});
  const view = { game: "loa", position: "x", size: 8, rules: "olympiad", turn: "black", moves: [], outcome: null };
  const look = { ...view, groups: {}, occurrences: 1, played: [], last: null };
  const seen = reduce(before, { type: "look", key: keyOf(before.game), view: look });
  const made = { move: "d1-d3", cells: ["d1", "d3"], capture: false, after: "y" };
  const after = reduce(seen, { type: "move", move: made, now: 0, sides });
  assert.equal(after.view?.position, "y");
  assert.equal(after.view?.key, null);
  assert.deepEqual(after.view?.last?.cells, ["d1", "d3"]);
  assert.equal(turnOf(after, sides), "white");
  const answered = reduce(after, move("a2-c2"));
  assert.equal(turnOf(answered, sides), "white", "the answer is not on the board yet");
});

test("a pass says what it is until the next move", () => {
  const note = "White has no move and passes.";
  const pass = { move: "pass", cells: [], capture: false, after: "y" };
  const passed = page({}, { type: "note", note }, { type: "move", move: pass, now: 0, sides });
  assert.deepEqual([passed.note, passed.game.moves], [note, ["pass"]]);
  assert.equal(reduce(passed, move("a2-c2")).note, "");
});

test("rules that nobody has chosen are left to the program", () => {
  const { game } = page({ rules: "" }, move("a"));
  assert.deepEqual(Object.keys(gameText(game)).sort(), ["game", "moves", "size", "start"]);
  assert.equal(gameText(page({}).game).rules, "olympiad");
});

test("only a game with more choices than board and rules has to be asked about", () => {
  const { game } = page({});
  assert.equal(openQuestion(game), null);
  const chosen = { ...game, rules: "", options: { stuck: "loss" } };
  assert.deepEqual(openQuestion(chosen), { game: "loa", size: 8, options: { stuck: "loss" } });
  const { options: _, ...old } = game;
  assert.deepEqual(renewed(/** @type {any} */ (old)).options, {}, "a game of an earlier visit has made none");
});

test("a move charges the clock of its side and adds the increment", () => {
  const state = page({ clock: "game-3" }, move("a", 1000), move("b", 6000), move("c", 16_000));
  assert.deepEqual(state.game.left, [180_000 - 10_000 + 2000, 180_000 - 5000 + 2000]);
  const later = { ...state, now: 20_000 };
  assert.equal(timeLeft(later, 1, true), 177_000 - 4000);
  assert.equal(timeLeft(later, 0, false), 172_000);
});

test("the side whose time is over loses once, and the game is kept", () => {
  const tick = /** @type {Action} */ ({ type: "tick", now: 400_000, sides });
  const state = page({ clock: "game-3" }, move("a", 1000), tick, tick);
  assert.equal(state.game.result, "1-0");
  assert.match(state.game.text ?? "", /Black has won: White is out of time/);
  assert.equal(state.games.length, 1);
});

test("taking back against an engine gives the person the move again", () => {
  const back = /** @type {Action} */ ({ type: "take-back", sides });
  assert.deepEqual(page({}, ...moves("a", "b"), back).game.moves, []);
  assert.deepEqual(page({}, ...moves("a", "b", "c"), back).game.moves, ["a", "b"]);
  assert.deepEqual(page({ colour: "white" }, ...moves("a"), back).game.moves, ["a"]);
  assert.deepEqual(page({ opponent: "human" }, ...moves("a", "b"), back).game.moves, ["a"]);
});

test("a finished game can be taken back and finished again, and is kept once", () => {
  const end = /** @type {Action} */ ({ type: "finish", result: "1-0", reason: "connection", text: "" });
  const state = page({}, ...moves("a", "b", "c"), end, { type: "take-back", sides }, move("d"), end);
  assert.equal(state.games.length, 1);
  assert.deepEqual(state.games[0].moves, ["a", "b", "d"]);
});

test("who resigns is the person, or the side to move where two play", () => {
  const resign = /** @type {Action} */ ({ type: "resign", sides });
  assert.equal(page({}, move("a"), resign).game.result, "0-1");
  assert.equal(page({ opponent: "human" }, move("a"), resign).game.result, "1-0");
});

test("a question of teach mode is answered once", () => {
  const route = { cells: ["d1", "d3"], capture: false };
  const question = { text: "Again?", best: "d1-d3", route };
  const ask = /** @type {Action} */ ({ type: "question", question });
  const shown = page({}, move("a"), ask, { type: "show-better" });
  assert.deepEqual(shown.arrows, [{ ...route, kind: "better" }]);
  const gone = reduce(shown, { type: "go-on" });
  assert.equal(gone.question, null);
  assert.equal(gone.game.kept, 1);
  assert.notEqual(gone.game.moves, shown.game.moves);
});

test("a new game starts with a clean board", () => {
  const state = page({}, move("a"), { type: "note", note: "Hint", arrows: [{ ...ROUTE, kind: "best" }] });
  const game = newGame(state.settings, sides, { ...world, now: 5 });
  const next = reduce(state, { type: "start", game, now: 5, flipped: true });
  assert.deepEqual([next.arrows, next.note, next.view, next.flipped, next.since], [[], "", null, true, 5]);
});

test("a game becomes a record with the names of its players", () => {
  const tree = treeOf(page({ colour: "white", opponent: "level-2" }, move("a")).game, sides);
  assert.deepEqual(tree.tags.slice(0, 2), [
    ["Black", "Conjoin level-2"],
    ["White", "You"],
  ]);
});
