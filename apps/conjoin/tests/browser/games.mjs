// Two games in a real browser: node games.mjs PROGRAM SCREENSHOTS
// The program is the example `small_game`, which serves a game without a board beside those that are shipped.
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SIZES, expect, failed, hands, listen, startBrowser, startProgram } from "./harness.mjs";

const [program, folder] = process.argv.slice(2);
const shots = resolve(folder);
mkdirSync(shots, { recursive: true });
const [FIRST, SMALL] = ["loa", "breakthrough"];
const SMALL_START = "wwwww/wwwww/5/bbbbb/bbbbb b";

// A board for the small game, which the pages do not have: what a new game brings, and the line that names it.
const BOARD = `export * from "./loa.js";
export const STANDARD = { size: 5 };
export const EXPLAINED = { profile: "champion", text: "" };
export const start = () => "${SMALL_START}";
export const overlays = () => ({ below: [], above: [] });`;
const registry = readFileSync(new URL("../../web/board/index.js", import.meta.url), "utf8").replace(
  /(const GAMES = \{\n)([^]*?)(\n\};)/,
  `$1$2\n  ${SMALL}: { board: () => import("./${SMALL}.js"), lesson: async () => ({ STEPS: [], END: "" }) },$3`,
);

const { server, address } = await startProgram(program);
const browser = await startBrowser();
const noise = [];

async function visit(withBoard) {
  const context = await browser.newContext({ viewport: SIZES.desktop, acceptDownloads: true, colorScheme: "light" });
  const page = await context.newPage();
  listen(page, noise);
  if (withBoard) {
    const module = (body) => (route) => route.fulfill({ contentType: "text/javascript", body });
    await page.route("**/board/index.js", module(registry));
    await page.route(`**/board/${SMALL}.js`, module(BOARD));
  }
  await page.goto(address);
  await page.waitForSelector("svg.board .man");
  const chooser = page.getByRole("banner").getByLabel("Game");
  await chooser.waitFor();
  return { context, page, chooser, ...hands(page, shots) };
}

try {
  {
    const { context, page, chooser, shot, check } = await visit(false);
    await chooser.selectOption(SMALL);
    await page.getByText("These pages have no board for Breakthrough").waitFor();
    expect((await page.locator("svg.board").count()) === 0, "a game without a board is not drawn on another's");
    expect(page.url().endsWith(`#play/${SMALL}`), "the address names the game");
    await check("no board");
    await shot("games-no-board");
    await chooser.selectOption(FIRST);
    await page.waitForSelector("svg.board .man");
    await context.close();
  }
  const { page, chooser, shot, check, status, until, stored, move, goTo, tab, button, ask, paste } = await visit(true);
  const cells = async (count) => (await page.locator("[data-cell]").count()) === count;

  // A game of each, and back again.
  await until("it is the person's move", async () => (await status()).startsWith("Your move"));
  await move("d1-d3");
  await until("the engine answers", async () => (await stored("play")).moves.length === 2);
  const first = await stored("play");
  await chooser.selectOption(SMALL);
  await until("the other game has its own board", () => cells(25));
  await until("and its own unfinished game", async () => (await status()).startsWith("Your move"));
  await move("b2-b3");
  await until("its engine answers", async () => (await stored("play", SMALL)).moves.length === 2);
  await check("two games");
  await shot("games-play");
  const [download] = await Promise.all([page.waitForEvent("download"), button("Save Text").click()]);
  expect(download.suggestedFilename() === "game.txt", "a game that has text records is saved as text");
  const record = readFileSync(await download.path(), "utf8");
  expect(/\[Game "Breakthrough"\]/i.test(record), "the record names its game");
  await chooser.selectOption(FIRST);
  await until("the first board is back", () => cells(64));
  expect(JSON.stringify(await stored("play")) === JSON.stringify(first), "the first game is as it was left");
  expect((await page.locator(".cell.last").count()) === 2, "its last move is marked");
  await chooser.selectOption(SMALL);
  await until("and so is the other", async () => (await cells(25)) && (await page.locator(".cell.last").count()) === 2);
  await page.waitForLoadState("networkidle");
  await page.reload();
  await page.waitForSelector("svg.board .man");
  await until("the game that was chosen survives a reload", () => cells(25));

  // Analysis: each game keeps its own, and a record of the other game is opened as what it is.
  await chooser.selectOption(FIRST);
  await goTo("Analyse");
  await move("d1-d3");
  await until("an analysis of the first game", async () => (await stored("analyse")).nodes.length === 2);
  await paste(record);
  await until("a record of the other game brings the page there", () => cells(25));
  expect(page.url().endsWith(`#analyse/${SMALL}`), "and the address says so");
  expect((await stored("analyse", SMALL)).nodes.length === 3, "the record is open");
  await tab("Files");
  expect((await button("SGF").count()) === 0 && (await button("Text").count()) === 1, "it offers no SGF");
  await tab("Engine");
  await button(/Engine/).click();
  await until("its engine shows arrows", async () => (await page.locator(".arrow.best").count()) === 1);
  await shot("games-analyse");
  await button("Engine on").click();
  await tab("Explain");
  await until("its features are explained", async () => (await page.locator("table tbody tr").count()) > 0);
  await paste("(;GM[9];B[d1-b3];W[h4-f2])");
  await until("and an SGF leads back", () => cells(64));
  expect((await stored("analyse")).nodes[1].move === "d1-b3", "to its own game");
  await chooser.selectOption(SMALL);
  await until("the other analysis is still there", () => cells(25));
  expect((await stored("analyse", SMALL)).nodes.length === 3, "with its moves");
  await goTo("Puzzles");
  await page.getByText("There are no puzzles of this game yet").waitFor();

  // What an earlier version kept is the first game's.
  const { position } = await ask({ do: "look", game: { game: FIRST, size: 6 } });
  await page.evaluate((start) => {
    localStorage.clear();
    const old = { size: 6, rules: "olympiad", opponent: "human", human: "both", colour: "black", clock: "none" };
    const game = { ...old, teach: false, start, moves: ["b1-b3"], result: null, id: 1, date: "2020-01-01", left: null };
    localStorage.setItem("conjoin.play", JSON.stringify({ ...game, reason: null, text: null, seed: 1, increment: 0 }));
  }, position);
  await page.goto(`${address}?again#play`);
  await until("a game of an earlier version is found", () => cells(36));
  expect((await stored("play")).moves[0] === "b1-b3", "with its moves");
  expect(noise.length === 0, `no console error and no failed request ${noise.slice(0, 5).join(" | ")}`);
} catch (error) {
  expect(false, `the walk goes on: ${error.stack}`);
} finally {
  await browser.close();
  server.kill("SIGTERM");
  console.log(failed() ? `${failed()} FAILED` : "all passed");
  process.exit(failed() ? 1 : 0);
}
