// Pages as files: what the browser is told to load, what is saved, and what stays generic.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { BOARDS, loadBoard } from "../../web/board/index.js";
import * as loa from "../../web/board/loa.js";
import { reviewPage } from "../../web/pages/export.js";
import { Sides } from "../../web/sides.js";
import { newTree } from "../../web/tree.js";

await loadBoard("loa");
const WEB = fileURLToPath(new URL("../../web", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(WEB, path), "utf8");

test("the first page preloads exactly the modules that it needs", () => {
  const needed = new Set(["app.js"]);
  for (const path of needed) {
    for (const [, target] of read(path).matchAll(/^(?:import|export)\b[^;]*?from\s*"([^"]+)"/gm)) {
      needed.add(normalize(join(dirname(path), target)));
    }
  }
  const preloaded = [...read("index.html").matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(preloaded.sort(), [...needed].sort());
});

test("only the registry, a game's own board and its lessons name a game or its sides", () => {
  const own = new RegExp(`^(board/(${BOARDS.join("|")})\\.js|lessons/|vendor/|types\\.js)`);
  const paths = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((path) => /\.(js|css|html)$/.test(path));
  assert.ok(paths.length > 30);
  for (const path of paths.filter((path) => !own.test(path))) {
    // Comments may give examples, and modules are preloaded.
    const text = read(path).replace(/\/\*[^]*?\*\/|\/\/.*|href="board.*"/g, "");
    assert.doesNotMatch(text, /\b(black|white(?!-space)|lines of action|olympiad|mia)\b/i, path);
    if (path !== join("board", "index.js"))
      assert.doesNotMatch(text, new RegExp(`\\b(${BOARDS.join("|")})\\b`, "i"), path);
  }
});

test("a saved page has the app's drawing of every position and nothing that could run from a record", () => {
  const [before, after] = ["1b1/w1w/1b1 b", "3/w1w/1bb w"];
  const move = "b3xc1";
  const route = { cells: ["b3", "c1"], capture: true };
  const better_route = { cells: ["b1", "b2"], capture: false };
  const look = { game: "loa", size: 3, rules: "olympiad", moves: [], outcome: null, groups: {}, occurrences: 1 };
  const looks = [
    { ...look, position: before, turn: "black", played: [], last: null },
    { ...look, position: after, turn: "white", played: [move], last: route },
  ];
  const known = { black: null, white: null };
  const mistake = {
    move,
    side: "black",
    kind: "blunder",
    proved: false,
    drop: 0.5,
    better: ["b1-b2"],
    route,
    better_route,
  };
  const report = {
    moves: [{ ...mistake, text: `${move} loses </script> much` }],
    positions: [0.5, 0.1].map((chance) => ({ chance, score: null, known })),
    accuracy: { black: 10, white: null },
    decided: null,
    seconds: 1,
  };
  const tree = newTree({ game: "loa", start: before, rules: "olympiad" }, [move]);
  const tags = /** @type {[string, string][]} */ ([["Black", "<img src=x>"]]);
  const page = reviewPage({
    ...{ tree: { ...tree, tags }, moves: [move], report, sides: new Sides(loa.SIDES) },
    ...{ title: "Lines of Action", style: ".board {}", looks, version: "1" },
  });
  assert.equal(page.match(/<\/script>/g)?.length, 1);
  assert.ok(!page.includes("<img"));
  assert.match(page, /Lines of Action, 3\u00d73, rules olympiad\. Accuracy: Black 10 %, White \u2013/);
  const data = JSON.parse(page.match(/\}\)\((\{.*\})\)<\/script>/)?.[1] ?? "null");
  assert.deepEqual(
    data.frames.map((/** @type {string} */ frame) => frame.match(/class="man"/g)?.length),
    [4, 4],
  );
  assert.match(data.frames[0], /arrow played.*arrow better/);
  assert.deepEqual(data.last, [[], ["b3", "c1"]]);
});
