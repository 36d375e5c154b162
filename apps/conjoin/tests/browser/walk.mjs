// A new user's path, driven in a real browser: node walk.mjs PROGRAM RECORDS.sgf SCREENSHOTS
// Needs playwright-core (npm install here) and a chromium (CHROMIUM names it, /usr/bin/chromium otherwise).
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { controlsWithoutName, weakContrast } from "./checks.mjs";

const [program, records, shots] = process.argv.slice(2);
if (!program || !records || !shots) {
  console.error("usage: node walk.mjs PROGRAM RECORDS.sgf SCREENSHOTS");
  process.exit(2);
}
mkdirSync(shots, { recursive: true });

let failures = 0;
const expect = (holds, what) => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) failures++;
};

const server = spawn(program, ["serve", "--no-open", "--port", "8170"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve, reject) => {
  let text = "";
  server.stdout.on("data", (data) => {
    text += data;
    const found = text.match(/http:\S+/);
    if (found) resolve(found[0]);
  });
  server.on("exit", () => reject(new Error("the server ended")));
});

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, colorScheme: "light" });
const page = await context.newPage();
const noise = [];
page.on("console", (m) => ["error", "warning"].includes(m.type()) && noise.push(m.text()));
page.on("pageerror", (e) => noise.push(String(e)));
page.on("requestfailed", (r) => noise.push(`failed: ${r.url()}`));
page.on("response", (r) => r.status() >= 400 && noise.push(`${r.status()} ${r.url()}`));

const shot = (name) => page.screenshot({ path: `${shots}/${name}.png`, fullPage: false });
const button = (name) => page.getByRole("button", { name, exact: typeof name === "string" });
const status = () => page.getByRole("status").first().innerText();
const until = async (what, holds, seconds = 30) => {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await holds().catch(() => false)) { expect(true, what); return true; }
    await page.waitForTimeout(60);
  }
  expect(false, what);
  return false;
};
const square = (name) => page.locator(`[data-square=${name}]`);
const move = async (text) => {
  const [from, to] = text.split(/[-x]/);
  await square(from).click();
  await square(to).click();
};
const check = async (where) => {
  const nameless = await page.evaluate(controlsWithoutName);
  expect(nameless.length === 0, `${where}: every control has a name ${nameless.join(" ")}`);
  const weak = await page.evaluate(weakContrast);
  expect(weak.length === 0, `${where}: contrast is enough ${weak.join(" | ")}`);
};
const goTo = async (name) => page.getByRole("navigation").getByRole("link", { name }).click();
const tab = (name) => page.getByRole("tab", { name }).click();
const ask = (body) => page.evaluate((body) => new Promise((resolve) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, ...body }));
  socket.onmessage = ({ data }) => { const m = JSON.parse(data); if (m.answer || m.error) { socket.close(); resolve(m.answer || m); } };
}), body);

try {
  // Start.
  const began = Date.now();
  await page.goto(address);
  await page.waitForSelector("svg.board .man");
  const times = [Date.now() - began];
  for (let i = 0; i < 2; i++) {
    const again = Date.now();
    await page.reload();
    await page.waitForSelector("svg.board .man");
    times.push(Date.now() - again);
  }
  expect(Math.min(...times) < 1000, `the first board is there after ${times.join(", ")} ms`);
  await until("it is the person's move", async () => (await status()).startsWith("Your move"));
  await shot("play-desktop-light");
  await check("play");

  // The lesson.
  await goTo("Learn");
  await page.getByRole("heading", { name: "The goal" }).waitFor();
  await shot("learn-desktop-light");
  await button("Next").click();
  for (const [title, answer] of [["How men move", null], ["Jump your own", "b5-e5"], ["Not over others", null], ["Capture", null], ["Win", null]]) {
    await page.getByRole("heading", { name: title }).waitFor();
    const start = await page.evaluate(async (title) => (await import("/pages/learn.js")).STEPS.find((s) => s.title === title).position, title);
    const view = await ask({ do: "look", game: { start } });
    let chosen = answer;
    for (const m of view.moves) {
      if (chosen) break;
      if (title === "Capture" && !m.capture) continue;
      if (title === "Win" && (await ask({ do: "look", game: { start, moves: [m.move] } })).outcome?.winner !== "black") continue;
      chosen = m.move;
    }
    expect(Boolean(chosen), `lesson "${title}" has a right answer: ${chosen}`);
    if (await button("Next").isDisabled()) await move(chosen);
    await until(`lesson "${title}" accepts it`, async () => !(await button("Next").isDisabled()), 5);
    await check(`lesson ${title}`);
    await button("Next").click();
  }
  await page.getByRole("heading", { name: "That is all" }).waitFor();
  await page.getByRole("link", { name: "Play a game" }).click();

  // A move shows at once, and the answer of level 5 comes soon.
  await page.getByLabel("Opponent").selectOption("level-5");
  await button("Start").click();
  await until("a new game", async () => (await status()).startsWith("Your move"));
  await square("d1").hover();
  await page.waitForTimeout(150);
  await shot("play-hover");
  let before = Date.now();
  await move("d1-d3");
  await page.waitForSelector("[data-square=d3][aria-label*=\"black man\"]");
  const shown = Date.now() - before;
  expect(shown < 400, `a move shows after ${shown} ms`);
  before = Date.now();
  await until("level 5 answers", async () => (await status()).startsWith("Your move"));
  expect(Date.now() - before < 2000, `level 5 answers after ${Date.now() - before} ms`);
  await button("Hint").click();
  await until("a hint", async () => (await page.locator(".note").innerText()).startsWith("Hint:"));
  await button("Threat").click();
  await until("a threat", async () => (await page.locator(".note").innerText()).includes("threatens"));
  await button("Take back").click();
  await page.waitForSelector("[data-square=d1][aria-label*=\"black man\"]");
  expect(true, "take back");
  // By keyboard alone.
  await square("d1").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-square=d3][aria-label*=\"black man\"]");
  expect(true, "a move by keyboard");
  await until("the engine answers again", async () => (await status()).startsWith("Your move"));
  // By dragging.
  const centre = async (name) => { const b = await square(name).boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const drag = async (text) => {
    const [from, to] = text.split(/[-x]/);
    await page.mouse.move(...(await centre(from)));
    await page.mouse.down();
    await page.mouse.move(...(await centre(to)), { steps: 6 });
    await page.mouse.up();
  };
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("conjoin.play")));
  let game = await stored();
  let look = await ask({ do: "look", game: { start: game.start, moves: game.moves } });
  await drag(look.moves[0].move);
  await until("a move by dragging", async () => (await stored()).moves.length > game.moves.length);
  // The state survives a reload.
  await until("the engine answers the drag", async () => (await status()).startsWith("Your move"));
  game = await stored();
  await page.reload();
  await page.waitForSelector("svg.board .man");
  expect((await stored()).moves.length === game.moves.length, "the game survives a reload");

  // A full game against level 1 on a smaller board, played by the engine's own hints.
  await page.getByLabel("Opponent").selectOption("level-1");
  await page.locator("label", { hasText: /^Board/ }).locator("select").selectOption("5");
  await button("Start").click();
  for (let i = 0; i < 80; i++) {
    await until(`move ${i + 1}`, async () => /^(Your move|Black has won|White has won|Drawn)/.test(await status()));
    if (!(await status()).startsWith("Your move")) break;
    const now = await stored();
    const best = await ask({ do: "think", game: { start: now.start, moves: now.moves }, profile: "champion", nodes: 20000 });
    await move(best.best);
    await page.waitForTimeout(80);
  }
  expect(/won|Drawn/.test(await status()), `the game ends: ${await status()}`);
  await shot("play-end");
  await check("end of a game");

  // A real file with many games.
  await goTo("Analyse");
  await page.getByRole("tab", { name: "Files" }).waitFor();
  await tab("Files");
  await page.locator("input[type=file]").setInputFiles(records);
  await page.getByRole("list", { name: "Games" }).waitFor();
  const games = await page.getByRole("button", { name: /^Open \d/ }).count();
  expect(games > 1, `${games} games to pick from`);
  await shot("files-desktop-light");
  const listed = await ask({ do: "read", text: readFileSync(records, "latin1") });
  const decided = listed.games.find((g) => g.ending === "connection" && g.moves > 20) || listed.games.find((g) => g.moves > 20);
  await button(`Open ${decided.number}`).click();
  await page.locator(".moves button").first().waitFor();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  await until("stepping by keyboard", async () => (await page.locator(".moves button.at").count()) === 1);
  await tab("Engine");
  await button(/Engine/).click();
  await until("the engine shows lines", async () => (await page.locator(".lines li").count()) >= 3);
  await page.waitForTimeout(700);
  await shot("analyse-desktop-light");
  await check("analyse");
  await page.locator(".lines button").nth(2).hover();
  await page.waitForTimeout(200);
  await shot("analyse-preview");
  await button("Engine on").click();

  // Review it and save the page.
  await tab("Review");
  await page.getByLabel("Time").selectOption("15");
  await button("Review this game").click();
  await until("the review ends", async () => (await button("Save as a page").count()) === 1, 60);
  await shot("review-desktop-light");
  await check("review");
  const [saved] = await Promise.all([page.waitForEvent("download"), button("Save as a page").click()]);
  await saved.saveAs(`${shots}/review.html`);
  const sent = await context.newPage();
  sent.on("pageerror", (e) => noise.push(`saved page: ${e}`));
  await sent.goto(`file://${process.cwd().startsWith("/") && !shots.startsWith("/") ? process.cwd() + "/" : ""}${shots}/review.html`);
  await sent.keyboard.press("ArrowRight");
  expect((await sent.locator("svg.b circle").count()) > 4, "the saved page shows the game by itself");
  await sent.screenshot({ path: `${shots}/saved-page.png` });
  await sent.close();

  // A won endgame is solved, and the proof walked.
  await tab("Edit");
  await page.getByLabel("Position as text").fill("8/8/2b1b3/8/2b1w3/1w1b4/4w3/6w1 b");
  await button("Set").click();
  await page.waitForTimeout(200);
  await square("a8").click();
  await until("a man is set in the editor", async () => (await page.getByLabel("Position as text").inputValue()).startsWith("b7/"));
  await square("a8").click();
  await shot("edit-desktop-light");
  await tab("Solve");
  await button("Is this won?").click();
  await until("the win is proved", async () => (await page.locator(".panel .status").innerText()).startsWith("Proved"), 60);
  await shot("solve-desktop-light");
  await check("solve");
  for (let i = 0; i < 30 && (await button(/^Play /).count()); i++) {
    await button(/^Play /).first().click();
    await page.waitForTimeout(150);
    const defence = page.getByRole("button", { name: /\(\d+\)$/ });
    if (await defence.count()) await defence.first().click();
    await page.waitForTimeout(150);
  }
  await until("the proof leads to the win", async () => /has won/.test(await page.locator(".panel").first().innerText()), 5);
  await shot("proof-end");
  const [proof] = await Promise.all([page.waitForEvent("download"), button("Save the proof").click()]);
  await proof.saveAs(`${shots}/win.proof`);
  await until("the referee accepts the proof", async () => (await page.getByText("The referee has checked it").count()) === 1, 10);
  await tab("Explain");
  await button("Back").click();
  await until("features are explained", async () => (await page.locator("table tbody tr").count()) > 3, 10);
  await shot("explain-desktop-light");
  await check("explain");

  // A puzzle.
  await goTo("Puzzles");
  await page.getByRole("heading", { name: /^Win in/ }).waitFor();
  await shot("puzzles-desktop-light");
  await check("puzzles");
  for (let i = 0; i < 12 && !/Solved/.test(await status()); i++) {
    await until("a turn in the puzzle", async () => /to move and win|Solved/.test(await status()), 40);
    if (/Solved/.test(await status())) break;
    await button("Show a move").click();
    await until("the solver shows a move", async () => / wins\.$/.test(await page.locator(".note").innerText()), 40);
    const found = (await page.locator(".note").innerText()).split(" ")[0];
    await move(found);
    await page.waitForTimeout(300);
  }
  await until("the puzzle is solved", async () => /Solved/.test(await status()), 40);

  // Dark, and phone width.
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("button", { name: /^Theme/ }).click();
  await until("the dark theme", async () => (await page.evaluate(() => document.documentElement.dataset.theme)) === "dark", 5);
  for (const [width, height, size] of [[1280, 860, "desktop"], [390, 844, "phone"]]) {
    await page.setViewportSize({ width, height });
    for (const name of ["Play", "Analyse", "Puzzles", "Learn"]) {
      await goTo(name);
      await page.waitForTimeout(350);
      await shot(`${name.toLowerCase()}-${size}-dark`);
      await check(`${name} ${size} dark`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${size}: nothing sticks out`);
    }
  }
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("button", { name: /^Theme/ }).click();
  for (const name of ["Play", "Analyse", "Puzzles", "Learn"]) {
    await goTo(name);
    await page.waitForTimeout(250);
    await page.screenshot({ path: `${shots}/${name.toLowerCase()}-phone-light.png`, fullPage: true });
  }
  expect(noise.length === 0, `no console error and no failed request ${noise.slice(0, 5).join(" | ")}`);
} catch (error) {
  expect(false, `the walk goes on: ${error.stack}`);
  await shot("failure").catch(() => {});
} finally {
  await browser.close();
  const ended = Date.now();
  const gone = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGTERM");
  await gone;
  expect(Date.now() - ended < 2000, `SIGTERM ends it after ${Date.now() - ended} ms`);
  writeFileSync(`${shots}/result.txt`, failures ? `${failures} failures\n` : "all passed\n");
  console.log(failures ? `${failures} FAILED` : "all passed");
  process.exit(failures ? 1 : 0);
}
