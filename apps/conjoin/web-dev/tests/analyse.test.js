// The state of the Analyse page.
import assert from "node:assert/strict";
import test from "node:test";
import { loadBoard } from "../../web/board/index.js";
import * as S from "../../web/pages/analyse/state.js";
import { painted } from "../../web/pages/analyse/paint.js";
import { Sides } from "../../web/sides.js";
import * as T from "../../web/tree.js";
/** @import { Solve } from "../../web/types.js" */

await loadBoard("loa");
const sides = new Sides(["Black", "White"]);
const ENGINE = S.USUAL_ENGINE;

/** @param {...S.Action} actions */
function page(...actions) {
  const tree = T.newTree(S.startTree("loa"), ["a1-a2", "b1-b2", "c1-c2"]);
  const start = {
    tree: T.go(tree, 0),
    tab: /** @type {S.Tab} */ ("engine"),
    engine: ENGINE,
    flipped: false,
    review: null,
  };
  return actions.reduce(S.reduce, S.initial({ ...start, brush: "black" }));
}

/** @type {(...to: ("back"|"forward"|"start"|"end")[]) => S.Action[]} */
const steps = (...to) => to.map((to) => ({ type: "step", to }));
const ROUTE = { cells: ["a1", "a2"], capture: false };
const line = (/** @type {number} */ value, /** @type {string[]} */ ...moves) => ({
  score: { value, chance: 0.75 },
  moves,
  route: ROUTE,
});
/** @type {(state: S.State, extra?: Partial<S.Info>) => S.Action} */
const informed = (state, extra) => ({
  type: "info",
  info: { key: S.keyOf(state.tree), lines: [line(5, "x1-x2", "y1-y2"), line(3, "z1-z2")], depth: 4, ...extra },
});

test("steps stay inside the game, however fast they come", () => {
  assert.equal(page(...steps("back")).tree.at, 0);
  assert.equal(page(...steps("forward", "forward")).tree.at, 2);
  assert.equal(page(...steps("end", "forward", "back")).tree.at, 2);
  assert.equal(page(...steps("end", "start")).tree.at, 0);
});

test("a step ends a preview and takes the message away", () => {
  const state = page({ type: "message", message: "no" }, ...steps("forward"));
  assert.equal(state.message, "");
  assert.equal(state.preview, null);
});

test("what the engine says counts for its own position only, while it is on", () => {
  const on = page({ type: "turn-engine", on: true });
  const state = S.reduce(on, informed(on));
  assert.equal(S.liveInfo(state)?.depth, 4);
  assert.equal(S.liveInfo(S.reduce(state, { type: "step", to: "forward" })), null);
  assert.equal(S.liveInfo(S.reduce(state, { type: "turn-engine", on: false })), null);
});

test("the final answer keeps speed and table of the last event", () => {
  const on = page({ type: "turn-engine", on: true });
  const key = S.keyOf(on.tree);
  const before = S.reduce(on, informed(on, { speed: 7, nodes: 9 }));
  const state = S.reduce(before, { type: "done", info: { key, lines: [line(6, "x1-x2")], depth: 5, done: true } });
  assert.deepEqual([S.liveInfo(state)?.speed, S.liveInfo(state)?.depth], [7, 5]);
});

test("the best line is played with one key and drawn last", () => {
  const on = page({ type: "turn-engine", on: true });
  const state = S.reduce(on, informed(on));
  assert.deepEqual(
    S.arrowsOf(state, null).map(({ kind }) => kind),
    ["next", "best"],
  );
  assert.deepEqual(T.moves(S.reduce(state, { type: "best" }).tree), ["x1-x2"]);
  assert.equal(S.reduce(on, { type: "best" }), on);
});

test("scores are remembered and told from the first side", () => {
  const on = page({ type: "turn-engine", on: true });
  const next = S.reduce(S.reduce(on, informed(on)), { type: "step", to: "forward" });
  const state = S.reduce(next, informed(next));
  assert.deepEqual(S.chancesOf(state, [0, 1, 2], sides), [0.75, 0.25, null]);
});

test("another game forgets what was found out about the last one", () => {
  const on = page({ type: "turn-engine", on: true });
  const state = S.reduce(S.reduce(on, informed(on)), { type: "open", tree: S.startTree("loa"), message: "left out" });
  assert.deepEqual([state.on, state.scores, state.review, state.message], [false, {}, null, "left out"]);
});

test("a review belongs to its moves", () => {
  const state = page();
  const report = { moves: [], positions: [], accuracy: {}, decided: null, seconds: 1 };
  const main = T.mainLine(state.tree);
  const seen = S.reduce(state, { type: "review", review: { key: S.lineKey(state.tree, main), report } });
  assert.equal(S.reportOf(seen, main), report);
  assert.equal(S.reportOf(seen, [0, 1]), null);
});

test("whoever changes the tool stops to learn from mistakes", () => {
  const learning = /** @type {S.Learning} */ ({ list: [], index: 0, phase: "ask", tried: "" });
  assert.equal(page({ type: "learn", learning }, { type: "tab", tab: "solve" }).learning, null);
});

test("a better move is drawn, but not while it is asked for", () => {
  const drop = {
    side: "black",
    kind: "blunder",
    proved: false,
    drop: 0.5,
    better: ["b1-b3"],
    text: "",
    route: ROUTE,
    better_route: ROUTE,
  };
  const moves = [{ ...drop, move: "a1-a2" }];
  const report = { moves, positions: [], accuracy: {}, decided: null, seconds: 1 };
  const kinds = (/** @type {S.State} */ state) => S.arrowsOf(state, report).map(({ kind }) => kind);
  const state = page({ type: "tab", tab: "review" });
  assert.deepEqual(kinds(state), ["played", "better"]);
  const list = [{ ...moves[0], ply: 0 }];
  const asked = S.reduce(state, { type: "learn", learning: { list, index: 0, phase: "ask", tried: "" } });
  assert.deepEqual(kinds(asked), ["played"]);
  assert.deepEqual(kinds(S.reduce(asked, { type: "tried", phase: "right", tried: "x" })), ["played", "better"]);
});

test("a proof is left where other moves are played, and entered again", () => {
  const found = /** @type {Solve} */ ({ explorable: true });
  const state = page(...steps("forward"), { type: "solving", solving: { found, root: { at: 1, moves: ["a1-a2"] } } });
  assert.ok(S.isInProof(state));
  assert.ok(S.isInProof(S.reduce(state, { type: "step", to: "forward" })));
  assert.ok(!S.isInProof(S.reduce(state, { type: "step", to: "back" })));
});

test("the engine rests while the solver or a review works", () => {
  const on = /** @type {S.Action} */ ({ type: "turn-engine", on: true });
  assert.equal(page(on, { type: "solving", solving: { running: true } }).on, false);
  assert.equal(page(on, { type: "reviewing", reviewing: true }).on, false);
  assert.equal(page(on, { type: "reviewing", reviewing: false }).on, true);
});

test("a brush sets men, and removes its own", () => {
  const setup = { variant: { size: 3 }, turn: "black", men: { a1: "black", b2: "white" } };
  assert.deepEqual(painted(setup, "c3", "white").men, { a1: "black", b2: "white", c3: "white" });
  assert.deepEqual(painted(setup, "b2", "black").men, { a1: "black", b2: "black" });
  assert.deepEqual(painted(setup, "a1", "black").men, { b2: "white" });
  assert.deepEqual(painted(setup, "b2", "empty").men, { a1: "black" });
});
