// Boards: what every game's module has to keep, and what is drawn.
import assert from "node:assert/strict";
import test from "node:test";
import { isStep } from "../../web/board/glide.js";
import { drawScene, layoutOf, markup } from "../../web/board/drawing.js";
import { BOARDS, boardOf, isLoaded, lessonOf, loadBoard } from "../../web/board/index.js";
import * as loa from "../../web/board/loa.js";
import { html } from "../../web/lib.js";

const loadedAtFirst = BOARDS.filter(isLoaded);
await Promise.all(BOARDS.map(loadBoard));
const START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
const QUIET = { shown: null, moves: [], ending: null };

test("positions survive reading and writing", () => {
  for (const text of [START, "8/8/2b1b3/3b4/2bw4/5w2/8/6w1 w", "b1w/3/1b1 b"]) {
    assert.equal(loa.format(loa.parse(text)), text);
  }
  assert.equal(loa.start({ size: 8 }), START);
  assert.equal(loa.start({ size: 3 }), "1b1/w1w/1b1 b");
});

/**
 * Boards beside the usual ones.
 * @type {Object<string, number[]>}
 */
const SIZES = { loa: [3, 4, 5, 6, 7], surakarta: [4], "chinese-checkers": [13, 37, 73] };

test("every board keeps what pages rely on", () => {
  for (const game of BOARDS) {
    const board = boardOf(game);
    for (const size of [board.STANDARD.size, ...(SIZES[game] ?? [])]) {
      const cells = board.cells({ size });
      const ids = new Set(cells.map(({ id }) => id));
      assert.equal(ids.size, cells.length);
      const { width, height } = board.frame({ size });
      assert.ok(cells.every(({ x, y }) => x > 0 && y > 0 && x < width && y < height));
      const reached = new Set([cells[0].id]);
      for (const id of reached) {
        for (const [dx, dy] of [
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ]) {
          const next = board.step(id, dx, dy, { size });
          if (ids.has(next)) reached.add(next);
        }
      }
      assert.deepEqual(reached, ids, "within reach of the keyboard");
      const start = board.start({ size });
      const setup = board.parse(start, size);
      assert.equal(setup.variant.size, size);
      assert.equal(board.format(setup), start);
      assert.ok(Object.keys(setup.men).every((id) => ids.has(id)));
      const place = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {[number, number]} */ ([x, y]);
      const labels = board.labels({ size }, place);
      assert.ok(labels.every(({ x, y }) => x > 0 && y > 0 && x < width && y < height));
    }
    assert.equal(board.parse(board.start(board.STANDARD)).variant.size, board.STANDARD.size);
  }
});

test("boards are loaded when they are wanted", () => {
  assert.deepEqual(loadedAtFirst, []);
  assert.ok(BOARDS.every(isLoaded));
});

test("a game without a board is not drawn on another's", async () => {
  await loadBoard("chess");
  assert.ok(!isLoaded("chess"));
  assert.throws(() => boardOf("chess"), /no board for chess/);
});

test("the corner that is at the bottom left goes to the top right when the board is turned", () => {
  const [straight, turned] = [false, true].map((flipped) => layoutOf(loa, { size: 8 }, flipped));
  assert.deepEqual(straight.at("a1"), turned.at("h8"));
  assert.deepEqual(straight.at("d3"), turned.at("e6"));
  assert.equal(straight.at("i9"), null);
});

test("a man goes as far as there are men on the line", () => {
  const counts = loa.lines(loa.parse(START), "d1").map(({ count, ends }) => [count, ends]);
  assert.deepEqual(counts, [
    [6, []],
    [2, ["d3"]],
    [2, ["f3"]],
    [2, ["b3"]],
  ]);
});

test("men that touch are linked, along lines and diagonals", () => {
  assert.deepEqual(loa.links(loa.parse("b1w/1b1/b2 b"), "black"), [
    ["a3", "b2"],
    ["b2", "a1"],
  ]);
});

test("the groups of a winner are drawn, and those of both after a common connection", () => {
  const setup = loa.parse("bb1/3/1ww b");
  const draw = (/** @type {any} */ scene) =>
    markup(loa.overlays(setup, { ...QUIET, ...scene }, (x, y) => [x, y]).below);
  const ending = { result: "1-0", winner: "black", reason: "connection", text: "" };
  assert.match(draw({ ending }), /link first/);
  assert.doesNotMatch(draw({ ending }), /link second/);
  assert.match(draw({ ending: { ...ending, winner: null, reason: "simultaneous" } }), /link second/);
  assert.equal(draw({ ending: { ...ending, reason: "stuck" } }), "");
});

test("the numbers of a man tell legal ends from blocked ones", () => {
  const setup = loa.parse(START);
  const moves = [{ move: "d1-d3", cells: ["d1", "d3"], capture: false, after: "" }];
  const { above } = loa.overlays(setup, { ...QUIET, shown: "d1", moves }, (x, y) => [x, y]);
  const text = markup(above);
  assert.equal(text.match(/count legal/g)?.length, 1);
  assert.equal(text.match(/count blocked/g)?.length, 2);
});

test("arrows follow the whole route and leave out what is not on the board", () => {
  const layout = layoutOf(loa, { size: 8 }, false);
  const draw = (/** @type {string[]} */ cells) =>
    markup(
      drawScene(loa, layout, loa.parse("8/8/8/8/8/8/8/8 b"), QUIET, {
        arrows: [{ cells, capture: false, kind: "best" }],
      }),
    );
  assert.equal(
    draw(["a1", "a3", "c3"])
      .match(/class="shaft" d="M[^"]*"/)?.[0]
      .split("L").length,
    3,
  );
  for (const none of [[], ["a1"], ["a1", "i9"]]) assert.equal(draw(none), "");
});

test("a drawing becomes markup with nothing to run in it", () => {
  const Part = (/** @type {{ name: string }} */ { name }) => html`<b>${name}</b>`;
  const text = markup(html`<p title=${'"<'} onClick=${() => {}} hidden=${false}>${1}<${Part} name="<i>" />${null}</p>`);
  assert.equal(text, '<p title="&quot;&lt;">1<b>&lt;i&gt;</b></p>');
});

test("the steps of a lesson are positions of its game", async () => {
  for (const game of BOARDS) {
    const { STEPS, END } = await lessonOf(game);
    const board = boardOf(game);
    for (const { position, size } of STEPS) {
      const setup = board.parse(position, size);
      assert.equal(board.format(setup), position);
      const ids = board.cells(setup.variant).map(({ id }) => id);
      assert.ok(Object.keys(setup.men).every((id) => ids.includes(id)));
    }
    assert.ok(STEPS.length >= 6 && END);
  }
});

test("a man runs when a move leads from one position to the next, and never backwards", () => {
  const [before, after] = ["1b1/w1w/1b1 b", "3/w1w/1bb w"].map(loa.parse);
  const route = { cells: ["b3", "c1"], capture: true };
  assert.ok(isStep(before, after, route));
  assert.ok(!isStep(after, before, route));
  assert.ok(!isStep(before, before, route));
  assert.ok(!isStep(before, after, { cells: [], capture: false }));
});
