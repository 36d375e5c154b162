// The board of Chinese Checkers: stars, the way of the keyboard through them, and routes hole by hole.
import assert from "node:assert/strict";
import test from "node:test";
import * as board from "../../web/board/chinese-checkers.js";
import { drawFrame, drawScene, layoutOf, markup } from "../../web/board/drawing.js";
import { STEPS } from "../../web/lessons/chinese-checkers.js";

const SIZES = [13, 37, 73, 121];
const LARGE = { size: 121 };
const QUIET = { shown: null, moves: [], ending: null };
// The middle of the largest star.
const MIDDLE = "61";

test("four stars have their holes, with full homes at the start", () => {
  for (const size of SIZES) {
    const ids = board.cells({ size }).map(({ id }) => Number(id));
    assert.deepEqual(
      ids,
      [...Array(size).keys()].map((i) => i + 1),
    );
  }
  assert.equal(board.start({ size: 13 }), "b:1 w:13 b");
  assert.equal(board.start({ size: 37 }), "b:1,2,3 w:35,36,37 b");
  assert.equal(board.start({ size: 73 }), "b:1,2,3,4,5,6 w:68,69,70,71,72,73 b");
  assert.equal(board.start(LARGE), "b:1,2,3,4,5,6,7,8,9,10 w:112,113,114,115,116,117,118,119,120,121 b");
});

test("rows are as long as those of the star", () => {
  const lengths = (/** @type {number} */ size) => {
    const rows = board.cells({ size }).map(({ row }) => row);
    return [...new Set(rows)].map((row) => rows.filter((other) => other === row).length);
  };
  assert.deepEqual(lengths(13), [1, 4, 3, 4, 1]);
  assert.deepEqual(lengths(37), [1, 2, 7, 6, 5, 6, 7, 2, 1]);
  assert.deepEqual(lengths(121), [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]);
});

test("Black sits below, and the board turned round is the picture of the program", () => {
  const [straight, turned] = [false, true].map((flipped) => layoutOf(board, LARGE, flipped));
  const [x, y] = straight.at("1") ?? [0, 0];
  assert.ok(x === straight.width / 2 && y > straight.height / 2);
  const [first, second, third] = ["1", "2", "3"].map((id) => turned.at(id) ?? [0, 0]);
  assert.ok(first[1] < second[1] && second[0] < third[0] && second[1] === third[1]);
});

test("neighbours lie equally far, and everything inside the drawing", () => {
  const { at, width, height } = layoutOf(board, LARGE, false);
  const [x, y] = at(MIDDLE) ?? [0, 0];
  const far = ["60", "62", "51", "52", "70", "71"].map((id) => {
    const [ox, oy] = at(id) ?? [0, 0];
    return Math.round(Math.hypot(ox - x, oy - y));
  });
  assert.deepEqual(new Set(far), new Set([88]));
  assert.ok(board.cells(LARGE).every(({ x, y }) => x > 50 && y > 50 && x < width - 50 && y < height - 50));
});

test("the keyboard keeps to a column, comes back, and has all six neighbours near", () => {
  const walk = (/** @type {number} */ size, /** @type {string} */ from, /** @type {number[][]} */ ...steps) =>
    steps.reduce((id, [dx, dy]) => board.step(id, dx, dy, { size }), from);
  const [up, down, left, right] = [
    [0, 1],
    [0, -1],
    [-1, 0],
    [1, 0],
  ];
  assert.deepEqual([walk(121, MIDDLE, left), walk(121, MIDDLE, right)], ["62", "60"]);
  const besides = [[up], [up, left], [down], [down, left], [left], [right]].map((steps) => walk(121, MIDDLE, ...steps));
  assert.deepEqual(new Set(besides), new Set(["70", "71", "51", "52", "60", "62"]));
  assert.equal(walk(121, MIDDLE, up, down), MIDDLE);
  assert.equal(walk(121, MIDDLE, down, up), MIDDLE);
  assert.equal(walk(121, MIDDLE, up, up), "81", "in the same column");
  // Beyond the end of a shorter row: its nearest hole. Beyond the star: nothing.
  assert.equal(walk(121, "11", down), "7");
  assert.equal(walk(121, "1", down), "");
  assert.equal(walk(121, "11", left), "12");
  assert.equal(walk(121, "11", right), "");
});

test("a position is read on the star that it is said to be of", () => {
  const { variant, turn, men } = board.parse("b:1,12 w:13 w 17", 13);
  assert.deepEqual([variant, turn, men], [{ size: 13 }, "white", { 1: "black", 12: "black", 13: "white" }]);
  assert.equal(board.format({ variant, turn, men }), "b:1,12 w:13 w");
  assert.deepEqual(board.parse("b:1 w:13 b").variant, LARGE);
  assert.equal(board.format({ variant, turn, men: {} }), "b: w: w");
  // What is typed may be anything.
  for (const text of ["", "x", "8/8 b"]) assert.equal(board.parse(text, 37).variant.size, 37);
});

test("every hole has its number, homes and neutral corners their own ground", () => {
  const layout = layoutOf(board, LARGE, false);
  assert.deepEqual(
    board.labels(LARGE, layout.place).map(({ text }) => text),
    layout.cells.map(({ id }) => id),
  );
  const ground = markup(drawFrame(board, layout, LARGE));
  for (const [zone, count] of /** @type {[string, number][]} */ ([
    ["first", 1],
    ["second", 1],
    ["neutral", 4],
  ])) {
    assert.equal(ground.match(new RegExp(`zone ${zone}`, "g"))?.length, count);
  }
  assert.equal(layout.cells.filter(({ tone }) => tone === "deep hole").length, 40);
});

test("the ways of a chosen marble share what they have in common", () => {
  const setup = board.parse("b:2,7,31 w:12,19,37 b", 37);
  const moves = [
    ["2", "14"],
    ["2", "14", "24"],
    ["2", "14", "24", "36"],
    ["7", "8"],
  ].map((cells) => ({ move: cells.join("-"), cells, capture: false, after: "" }));
  const { below } = board.overlays(setup, { ...QUIET, shown: "2", moves }, (x, y) => [x, y]);
  assert.equal(markup(below).match(/reach legal/g)?.length, 3);
});

test("the goal of a winner is outlined, and both after a draw by the last turn", () => {
  const setup = board.parse(board.start(LARGE), 121);
  const count = (/** @type {any} */ scene) =>
    markup(board.overlays(setup, { ...QUIET, ...scene }, (x, y) => [x, y]).below).match(/class="goal"/g)?.length ?? 0;
  const ending = { result: "1-0", winner: "black", reason: "goal", text: "" };
  assert.equal(count({ ending }), 1);
  assert.equal(count({ ending: { ...ending, winner: null, reason: "both-goals" } }), 2);
  assert.equal(count({ ending: { ...ending, reason: "resignation" } }), 0);
  assert.equal(count({ sides: ["black"] }), 1);
});

test("the way of a chain is marked hole by hole: of the last move, of the next, and of arrows", () => {
  const layout = layoutOf(board, { size: 37 }, false);
  const setup = board.parse("b:7,31,36 w:12,19,37 w", 37);
  const route = { cells: ["2", "14", "24", "36"], capture: false };
  const draw = (/** @type {any} */ extra) => markup(drawScene(board, layout, setup, QUIET, { arrows: [], ...extra }));
  for (const drawn of [draw({ last: route }), draw({ aim: route }), draw({ arrows: [{ ...route, kind: "best" }] })]) {
    assert.equal(drawn.match(/class="stop"/g)?.length, 2);
  }
  assert.equal(draw({ last: { cells: [], capture: false } }).match(/class="way/g), null, "a pass has no way");
});

test("the lesson is right about its moves", () => {
  const end = (/** @type {string[]} */ ...cells) => ({ move: "", cells, capture: false, after: "" });
  const drawn = { result: "1/2-1/2", winner: null, reason: "both-goals", text: "" };
  const right = [end("19", "20"), end("13", "25"), end("17", "21"), end("2", "14", "24", "36"), end("7", "5", "18")];
  const steps = STEPS.filter(({ accepts }) => accepts);
  [...right, end("30", "35"), end("7", "3")].forEach((move, i) => {
    assert.ok(steps[i].accepts?.(move, i === steps.length - 1 ? drawn : null), steps[i].title);
    assert.ok(i === 0 || !steps[i].accepts?.(end("1", "4"), null));
  });
});
