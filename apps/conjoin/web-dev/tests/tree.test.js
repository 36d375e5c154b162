// Games with variations.
import assert from "node:assert/strict";
import test from "node:test";
import * as T from "../../web/tree.js";

const START = { game: "loa", start: "8/8 b", rules: "olympiad" };
// A main line of three moves, and another second move.
const branched = () => T.play(T.go(T.newTree(START, ["a", "b", "c"]), 1), "x");

test("a known move is entered, a new one becomes a variation", () => {
  const tree = branched();
  assert.equal(tree.nodes.length, 5);
  assert.deepEqual(T.children(tree, 1), [2, 4]);
  const again = T.play(T.go(tree, 1), "b");
  assert.equal(again.nodes, tree.nodes);
  assert.equal(again.at, 2);
});

test("a tree is never changed", () => {
  const tree = branched();
  const before = structuredClone(tree);
  T.play(tree, "y");
  T.comment(tree, 1, "good");
  T.promote(tree, 4);
  T.remove(tree, 1);
  assert.deepEqual(tree, before);
});

test("a game is the line to its node", () => {
  const tree = branched();
  assert.deepEqual(T.game(tree), { ...START, moves: ["a", "x"] });
  assert.deepEqual(T.game(tree, 3), { ...START, moves: ["a", "b", "c"] });
  assert.deepEqual(T.game(tree, 0), { ...START, moves: [] });
});

test("the main line goes over the node that is shown to the end", () => {
  const tree = branched();
  assert.deepEqual(T.mainLine(tree), [0, 1, 2, 3]);
  assert.deepEqual(T.mainLine(tree, tree.at), [0, 1, 4]);
});

test("a promoted variation comes first, and the board stays where it is", () => {
  const tree = T.promote(branched(), 4);
  assert.deepEqual(T.movesOf(tree, T.mainLine(tree)), ["a", "x"]);
  assert.deepEqual(T.moves(tree), ["a", "x"]);
  assert.ok(tree.nodes.every((node, i) => i === 0 || node.parent < i));
  assert.deepEqual(T.promote(tree, tree.at), tree);
});

test("only the nearest variation is promoted", () => {
  const inner = T.play(T.go(T.playAll(branched(), ["y", "z"]), 5), "w");
  const tree = T.promote(inner, inner.at);
  assert.deepEqual(T.moves(tree), ["a", "x", "y", "w"]);
  assert.deepEqual(T.movesOf(tree, T.mainLine(tree)), ["a", "b", "c"]);
  const twice = T.promote(tree, tree.at);
  assert.deepEqual(T.movesOf(twice, T.mainLine(twice)), ["a", "x", "y", "w"]);
});

test("a removed node takes all after it away and shows its parent", () => {
  const tree = T.remove(T.go(branched(), 3), 2);
  assert.deepEqual(T.moves(tree), ["a"]);
  assert.deepEqual(T.movesOf(tree, T.mainLine(tree)), ["a", "x"]);
  assert.equal(T.remove(tree, 0), tree);
});

test("a file has what the program knows and nothing else", () => {
  const tree = { ...branched(), result: "1-0", tags: [/** @type {[string, string]} */ (["Black", "Ann"])] };
  const file = T.forFile(tree);
  assert.deepEqual(Object.keys(file).sort(), ["nodes", "result", "rules", "start", "tags"]);
  assert.equal(T.tag(tree, "Black"), "Ann");
});
