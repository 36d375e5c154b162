// Several games: which one is meant, what each has, and what stays in the browser of each.
import assert from "node:assert/strict";
import test from "node:test";
import { BOARDS } from "../../web/board/index.js";
import { FORMATS, choicesOf, formatsOf, knownGame, moreChoicesOf, titleOf } from "../../web/games.js";
import { load, loadOf, save, saveOf } from "../../web/storage.js";

const [first, second] = BOARDS;
const choice = (/** @type {string} */ key) => ({ key, title: "", help: "", values: [], default: "", part: "board" });
const game = (/** @type {string} */ name, /** @type {string[]} */ formats) => ({
  ...{ name, title: `The ${name}`, profiles: [], formats },
  sides: /** @type {[string, string]} */ (["Black", "White"]),
  choices: [choice("size"), choice("stuck")],
});
const hello = {
  ...{ version: "", levels: 10, threads: 1, memory: { total: 1, largest: 1 } },
  games: [game(second, ["text"]), game("toy", ["sgf", "text"])],
};

test("the game that is meant is one that the program has", () => {
  assert.equal(knownGame(null, second), second);
  assert.equal(knownGame(null, "toy"), first, "before the program has answered, only boards are known");
  assert.equal(knownGame(hello, "toy"), "toy");
  assert.equal(knownGame(hello, first), second);
});

test("a game is saved in the forms that it has", () => {
  assert.deepEqual(formatsOf(hello, second), ["text"]);
  assert.deepEqual(formatsOf(hello, "toy"), ["sgf", "text"]);
  assert.deepEqual(formatsOf(null, second), ["text"]);
  assert.deepEqual([FORMATS.sgf.ending, FORMATS.text.ending], ["sgf", "txt"]);
  assert.equal(titleOf(hello, "toy"), "The toy");
});

test("every choice is offered, the board and the rules by name before the others", () => {
  const keys = [choicesOf, moreChoicesOf].map((of) => of(hello, "toy").map(({ key }) => key));
  assert.deepEqual(keys, [["size"], ["stuck"]]);
  assert.deepEqual(moreChoicesOf(null, "toy"), []);
});

test("each game keeps its own, and what was kept before there were several belongs to the first", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  save("play", { moves: ["old"] });
  assert.deepEqual(loadOf(first, "play", null), { moves: ["old"] });
  assert.equal(loadOf(second, "play", null), null);
  saveOf(second, "play", { moves: ["other"] });
  saveOf(first, "play", { moves: ["new"] });
  assert.deepEqual(loadOf(first, "play", null), { moves: ["new"] });
  assert.deepEqual(loadOf(second, "play", null), { moves: ["other"] });
  assert.deepEqual(load("play", null), { moves: ["old"] }, "nothing is taken away");
});
