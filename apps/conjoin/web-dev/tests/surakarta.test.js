// The board of Surakarta: points, loops and the ways of captures.
import assert from "node:assert/strict";
import test from "node:test";
import { drawFrame, drawScene, layoutOf, markup } from "../../web/board/drawing.js";
import * as board from "../../web/board/surakarta.js";
/** @import { Point } from "../../web/board/index.js" */

const QUIET = { shown: null, moves: [], ending: null };

/**
 * How far a way goes, in gaps between points.
 * @param {number} size
 * @param {boolean} capture
 * @param {...string} cells
 */
function length(size, capture, ...cells) {
  const points = board.route({ size }, { cells, capture });
  const parts = points.map(([x, y], i) => (i ? Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0));
  return parts.reduce((sum, part) => sum + part, 0) / 100;
}
const isAbout = (/** @type {number} */ found, /** @type {number} */ expected) =>
  assert.ok(Math.abs(found - expected) < 0.001 * expected + 0.001, `${found} is not ${expected}`);
// Three quarters of a circle.
const arc = (/** @type {number} */ radius) => 1.5 * Math.PI * radius;

test("both boards begin with their men on the outer rows", () => {
  assert.equal(board.start({ size: 6 }), "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b");
  assert.equal(board.start({ size: 4 }), "2ww/2ww/bb2/bb2 b");
});

test("what stands after the side to move does not matter to the board", () => {
  assert.equal(board.format(board.parse("5w/6/6/6/6/b5 w 17")), "5w/6/6/6/6/b5 w");
});

test("loops run along their lines and back to where they begin", () => {
  assert.deepEqual(board.loop(6, 1), ["a2", "f2", "e1", "e6", "f5", "a5", "b6", "b1", "a2"]);
  assert.deepEqual(board.loop(6, 2), ["a3", "f3", "d1", "d6", "f4", "a4", "c6", "c1", "a3"]);
  assert.deepEqual(board.loop(4, 1), ["a2", "d2", "c1", "c4", "d3", "a3", "b4", "b1", "a2"]);
  isAbout(length(6, true, ...board.loop(6, 1)), 4 * 5 + 4 * arc(1));
  isAbout(length(6, true, ...board.loop(6, 2)), 4 * 5 + 4 * arc(2));
  isAbout(length(4, true, ...board.loop(4, 1)), 4 * 3 + 4 * arc(1));
});

test("a capture goes round the corner, the same way in both directions, and a step is straight", () => {
  for (const [rank, file, radius] of /** @type {[string, string, number][]} */ ([
    ["a2", "b1", 1],
    ["f2", "e1", 1],
    ["f5", "e6", 1],
    ["a5", "b6", 1],
    ["a3", "c1", 2],
    ["f4", "d6", 2],
  ])) {
    isAbout(length(6, true, rank, file), arc(radius));
    const there = board.route({ size: 6 }, { cells: [rank, file], capture: true });
    const back = board.route({ size: 6 }, { cells: [file, rank], capture: true }).reverse();
    there.forEach(([x, y], i) => assert.ok(Math.hypot(x - back[i][0], y - back[i][1]) < 0.01));
  }
  isAbout(length(6, false, "a2", "b1"), Math.SQRT2);
  isAbout(length(6, true, "d2", "c2", "b2", "a2", "b1", "b2", "b3", "b4"), 6 + arc(1));
  // Where lines cross and at the edge nothing turns.
  isAbout(length(6, true, "b2", "b3", "b4"), 2);
  isAbout(length(6, true, "a1", "a2"), 1);
});

test("everything stays inside the drawing, whichever way the board is turned", () => {
  for (const size of [4, 6]) {
    const { width } = board.frame({ size });
    for (const flipped of [false, true]) {
      const layout = layoutOf(board, { size }, flipped);
      const inside = (/** @type {Point} */ [x, y]) => x > 10 && y > 10 && x < width - 10 && y < width - 10;
      for (let radius = 1; radius < size / 2; radius++) {
        assert.ok(layout.points({ cells: board.loop(size, radius), capture: true }).every(inside));
      }
    }
  }
});

test("the loops are drawn below the points, and the ways of a chosen man over them", () => {
  const layout = layoutOf(board, { size: 6 }, false);
  const frame = markup(drawFrame(board, layout, { size: 6 }));
  assert.equal(frame.match(/<polyline class="track loop-/g)?.length, 2);
  assert.equal(markup(board.underlay({ size: 4 })).match(/<polyline/g)?.length, 1);
  const cells = ["d2", "c2", "b2", "a2", "b1", "b2", "b3", "b4"];
  const moves = [
    { move: "d2xb4", cells, capture: true, after: "" },
    { move: "d2-d3", cells: ["d2", "d3"], capture: false, after: "" },
  ];
  const scene = { ...QUIET, shown: "d2", moves };
  const drawn = markup(drawScene(board, layout, board.parse("5w/6/1w4/6/3b2/b5 b"), scene, { arrows: [] }));
  assert.equal(drawn.match(/reach legal way/g)?.length, 1);
  assert.equal(drawn.match(/data-man/g)?.length, 4);
});

test("an arrow of a capture ends in its head though the arc leads to its cell", () => {
  const layout = layoutOf(board, { size: 6 }, false);
  const arrows = [{ cells: ["b2", "a2", "b1"], capture: true, kind: "best" }];
  const drawn = markup(drawScene(board, layout, board.parse("6/6/6/6/1b4/1w4 b"), QUIET, { arrows }));
  assert.ok((drawn.match(/class="shaft" d="M[^"]*"/)?.[0].split("L").length ?? 0) > 20);
});
