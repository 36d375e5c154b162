// A new user's path, driven in a real browser: node walk.mjs PROGRAM RECORDS.sgf SCREENSHOTS
// `run` beside this file brings what it needs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { weakContrast } from "./checks.mjs";
import { SIZES, expect, expectSoon, failed, hands, listen, startBrowser, startProgram } from "./harness.mjs";

const [program, records, folder] = process.argv.slice(2);
if (!program || !records || !folder) {
  console.error("usage: node walk.mjs PROGRAM RECORDS.sgf SCREENSHOTS");
  process.exit(2);
}
const shots = resolve(folder);
mkdirSync(shots, { recursive: true });
// All that a browser ever loads.
const MOST_BYTES = 150 * 1024;

const { server, address } = await startProgram(program);
const browser = await startBrowser();
const context = await browser.newContext({ viewport: SIZES.desktop, acceptDownloads: true, colorScheme: "light" });
const page = await context.newPage();
const noise = [];
listen(page, noise);
const { button, cell, shot, status, note, goTo, tab, stored, until, move, drag, ...more } = hands(page, shots);
const { ask, check, paste, saveProof, solvePuzzle, tabThrough, walkProof, wear } = more;

// The same pages for a stranger: how soon the board is there, and how much all of it weighs.
async function firstVisit() {
  const times = [];
  let bytes = 0;
  for (let i = 0; i < 4; i++) {
    const fresh = await browser.newContext({ viewport: SIZES.desktop });
    const visitor = await fresh.newPage();
    listen(visitor, noise, "first visit: ");
    const loads = [];
    visitor.on("requestfinished", (r) => loads.push(r.sizes().catch(() => null)));
    // The page itself tells when the board is there, so that the test's own work does not count.
    await visitor.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector("svg.board .man")) return;
        window.boardAfter = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await visitor.goto(address, { waitUntil: "commit" });
    await visitor.waitForSelector("svg.board .man");
    times.push(Math.round(await visitor.evaluate(() => window.boardAfter)));
    for (const name of ["analyse", "puzzles", "learn"]) {
      await visitor.evaluate((name) => {
        location.hash = name;
      }, name);
      await visitor.waitForSelector("main svg.board .man");
      await visitor.waitForTimeout(200);
    }
    bytes = (await Promise.all(loads))
      .filter(Boolean)
      .reduce((sum, s) => sum + s.responseBodySize + s.responseHeadersSize, 0);
    await fresh.close();
  }
  // The best of them: the others tell how busy the machine is.
  expectSoon(Math.min(...times), 1000, "the first board is there");
  expect(bytes > 50000 && bytes < MOST_BYTES, `all pages together are ${(bytes / 1024).toFixed(0)} KiB on the wire`);
}

// Milliseconds from the press of the pointer to the man on its new square, as the page sees it.
async function moveTimed(text) {
  const to = text.split(/[-x]/)[1];
  await page.evaluate((to) => {
    let pressed = 0;
    addEventListener(
      "pointerdown",
      () => {
        pressed = performance.now();
      },
      true,
    );
    window.shownAfter = new Promise((resolve) => {
      const look = () => {
        if (/black man/.test(document.querySelector(`[data-cell=${to}]`).getAttribute("aria-label")))
          resolve(performance.now() - pressed);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, to);
  await move(text);
  return page.evaluate(() => window.shownAfter);
}

// Opens a game of the file that is loaded, one that was decided by connection.
async function openGame() {
  await tab("Files");
  await page.locator("input[type=file]").setInputFiles(records);
  await page.getByRole("list", { name: "Games" }).waitFor();
  const listed = await ask({ do: "read", text: readFileSync(records, "latin1") });
  const decided =
    listed.games.find((g) => g.ending === "connection" && g.moves > 20) || listed.games.find((g) => g.moves > 20);
  await button(`Open ${decided.number}`).click();
  await page.locator(".moves button").first().waitFor();
}

async function reviewGame() {
  await tab("Review");
  await page.getByLabel("Time").selectOption("15");
  await button("Review this game").click();
  await until("the review ends", async () => (await button("Save as a page").count()) === 1, 60);
}

// A mistake is asked about; the move that was played is no answer to it.
async function learnFromMistakes() {
  const lesson = page.locator(".note[role=status]");
  const students = button(/'s \(\d+\)$/);
  if ((await students.count()) === 0) {
    console.log("time the review found no mistake to learn from: the machine is busy");
    return;
  }
  await students.first().click();
  await until("a mistake is asked about", async () => /Find a better move/.test(await lesson.innerText()), 5);
  const [, played] = (await lesson.innerText()).match(/(\S+) was played/);
  await move(played);
  await until(`${played} is not good enough`, async () => /is not it/.test(await lesson.innerText()), 20);
  await button("Show").click();
  await until("a better move is shown", async () => /is good/.test(await lesson.innerText()), 5);
  await button("End").click();
}

// A remark, another move, which becomes the main line, and a position that is pasted.
async function annotate() {
  await button("Comment").click();
  await page.getByRole("textbox", { name: "Comment" }).fill("a remark");
  const nodes = async () => (await stored("analyse")).nodes;
  await until("a remark is kept", async () => (await nodes()).some(({ comment }) => comment === "a remark"), 5);
  await page.keyboard.press("Tab");
  await button("To the start").click();
  const { start, nodes: before } = await stored("analyse");
  const { moves } = await ask({ do: "look", game: { start } });
  const other = moves.find((one) => one.move !== before[1].move).move;
  await move(other);
  await until("another move is a variation", async () => (await nodes()).length === before.length + 1, 5);
  await button("Make main line").click();
  await until("and becomes the main line", async () => (await nodes())[1].move === other, 5);
  await paste("1bb1/w2w/w2w/1bb1 b");
  await until("a pasted position is loaded", async () => (await page.locator("[data-cell]").count()) === 16, 5);
}

// All pages in both themes and both sizes.
async function gallery() {
  for (const colours of ["light", "dark"]) {
    await wear(colours);
    for (const size of ["desktop", "phone"]) {
      await page.setViewportSize(SIZES[size]);
      const look = async (name) => {
        await page.waitForTimeout(250);
        await shot(`${name}-${size}-${colours}`, size === "phone");
        await check(`${name} ${size} ${colours}`);
      };
      for (const name of ["Play", "Puzzles", "Learn", "Analyse"]) {
        await goTo(name);
        if (name === "Learn" && (await button("Take the lesson again").count()))
          await button("Take the lesson again").click();
        await page.waitForSelector("main svg.board .man");
        await look(name.toLowerCase());
        if (colours === "light" && size === "desktop") await tabThrough(name);
      }
      for (const name of ["Engine", "Review", "Solve", "Explain", "Edit", "Files"]) {
        await tab(name);
        if (name === "Engine") {
          await button("Engine off").click();
          await page.locator(".lines li").nth(2).waitFor();
        }
        await look(`analyse-${name.toLowerCase()}`);
        if (name === "Engine") await button("Engine on").click();
        if (name === "Explain")
          expect((await page.locator(".cross").count()) === 2, "the explanation is drawn on the board");
        if (colours === "light" && size === "desktop") await tabThrough(`Analyse, ${name}`);
      }
      await page.getByRole("button", { name: "Keys and help" }).click();
      await look("help");
      await page.keyboard.press("Escape");
    }
  }
  await page.setViewportSize(SIZES.desktop);
}

try {
  // Start.
  await firstVisit();
  await page.goto(address);
  await page.waitForSelector("svg.board .man");
  await until("it is the person's move", async () => (await status()).startsWith("Your move"));
  await check("play");

  // The lesson.
  await goTo("Learn");
  await page.getByRole("heading", { name: "The goal" }).waitFor();
  await button("Next").click();
  for (const [title, answer] of [
    ["How men move", null],
    ["Jump your own", "b5-e5"],
    ["Not over others", null],
    ["Capture", null],
    ["Win", null],
  ]) {
    await page.getByRole("heading", { name: title }).waitFor();
    const start = await page.evaluate(
      async (title) => (await import("/lessons/loa.js")).STEPS.find((s) => s.title === title).position,
      title,
    );
    const view = await ask({ do: "look", game: { start } });
    let chosen = answer;
    for (const m of view.moves) {
      if (chosen) break;
      if (title === "Capture" && !m.capture) continue;
      if (title === "Win" && (await ask({ do: "look", game: { start, moves: [m.move] } })).outcome?.winner !== "black")
        continue;
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
  await cell("d1").hover();
  await page.waitForTimeout(150);
  await shot("play-hover");
  expectSoon(await moveTimed("d1-d3"), 100, "a move shows");
  const before = Date.now();
  await until("level 5 answers", async () => (await status()).startsWith("Your move"));
  expectSoon(Date.now() - before, 2000, "level 5 answers");
  await button("Hint").click();
  await until("a hint", async () => (await note()).startsWith("Hint:"));
  await button("Threat").click();
  await until("a threat", async () => (await note()).includes("threatens"));
  await button("Take back").click();
  await page.waitForSelector('[data-cell=d1][aria-label*="black man"]');
  expect((await stored("play")).moves.length === 0, "take back gives the person the move again");

  // By keyboard alone: from the top of the page to the board, to d1, and two squares up.
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  const at = () => page.evaluate(() => document.activeElement?.dataset?.cell || "");
  for (let i = 0; i < 40 && !(await at()); i++) await page.keyboard.press("Tab");
  expect(await at(), `the Tab key leads to the board, at ${await at()}`);
  for (let i = 0; i < 16 && (await at()) !== "d1"; i++) {
    const [file, rank] = [...(await at())];
    await page.keyboard.press(rank > "1" ? "ArrowDown" : file > "d" ? "ArrowLeft" : "ArrowRight");
  }
  for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.waitForSelector('[data-cell=d3][aria-label*="black man"]');
  expect(true, "a move by keyboard alone");
  await until("the engine answers again", async () => (await status()).startsWith("Your move"));
  // By dragging.
  let game = await stored("play");
  const look = await ask({ do: "look", game: { start: game.start, moves: game.moves } });
  await drag(look.moves[0].move);
  await until("a move by dragging", async () => (await stored("play")).moves.length > game.moves.length);
  await until("the engine answers the drag", async () => (await status()).startsWith("Your move"));
  // The state survives a reload.
  game = await stored("play");
  await page.reload();
  await page.waitForSelector("svg.board .man");
  expect((await stored("play")).moves.length === game.moves.length, "the game survives a reload");

  // A full game against level 1, played by what a stronger engine says.
  await page.getByLabel("Opponent").selectOption("level-1");
  await button("Start").click();
  await until("a game against level 1", async () => (await stored("play")).moves.length === 0);
  let plies = 0;
  for (let i = 0; i < 150; i++) {
    const deadline = Date.now() + 20000;
    while (!/^(Your move|Black has won|White has won|Drawn)/.test(await status()) && Date.now() < deadline)
      await page.waitForTimeout(40);
    if (!(await status()).startsWith("Your move")) break;
    const now = await stored("play");
    plies = now.moves.length;
    const best = await ask({
      do: "think",
      game: { start: now.start, moves: now.moves },
      profile: "champion",
      nodes: 20000,
    });
    await move(best.best);
    await until(`ply ${plies + 1} is made`, async () => (await stored("play")).moves.length > plies, 5);
  }
  expect(/won|Drawn/.test(await status()), `the game of more than ${plies} plies ends: ${await status()}`);
  await shot("play-end");
  await check("end of a game");
  expect((await stored("games")).length === 1, "the game is kept");
  await button("Take back").click();
  await until("a finished game can be taken back", async () => (await status()).startsWith("Your move"), 5);

  // Teach mode: a move that gives the win away is asked about, and can be made again.
  await page
    .locator("label", { hasText: /^Board/ })
    .locator("select")
    .selectOption("5");
  await page.getByLabel("Teach me").check();
  await button("Start").click();
  await until("a small board", async () => (await status()).startsWith("Your move"));
  await page.waitForTimeout(1500);
  const choices = await ask({ do: "think", game: { size: 5 }, nodes: 400000, lines: 64 });
  const worst = choices.lines.reduce((a, b) => (b.score.chance < a.score.chance ? b : a));
  await move(worst.moves[0]);
  await until(`${worst.moves[0]} is asked about`, async () => /Again\?$/.test(await status()));
  await shot("play-teach");
  await check("teach mode");
  await button("Again").click();
  await until(
    "and taken back",
    async () => (await stored("play")).moves.length === 0 && (await status()).startsWith("Your move"),
  );
  await page.getByLabel("Teach me").uncheck();

  // A real file with many games.
  await goTo("Analyse");
  await page.getByRole("tab", { name: "Files" }).waitFor();
  await tab("Files");
  await page.locator("input[type=file]").setInputFiles(records);
  await page.getByRole("list", { name: "Games" }).waitFor();
  const games = await page.getByRole("button", { name: /^Open \d/ }).count();
  expect(games > 1, `${games} games to pick from`);
  await openGame();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  await until("stepping by keyboard", async () => (await page.locator(".moves button.at").count()) === 1);
  await tab("Engine");
  await button(/Engine/).click();
  await until("the engine shows lines", async () => (await page.locator(".lines li").count()) >= 3);
  await page.waitForTimeout(700);
  await check("analyse");
  await page.locator(".lines button").nth(2).hover();
  await page.waitForTimeout(200);
  await shot("analyse-preview");
  await button("Engine on").click();

  // Review it and save the page.
  await reviewGame();
  await check("review");
  await learnFromMistakes();
  const [saved] = await Promise.all([page.waitForEvent("download"), button("Save as a page").click()]);
  await saved.saveAs(`${shots}/review.html`);
  const sent = await context.newPage();
  listen(sent, noise, "saved page: ");
  sent.on("request", (r) => !r.url().startsWith("file:") && noise.push(`the saved page asks for ${r.url()}`));
  await sent.goto(pathToFileURL(`${shots}/review.html`).href);
  const first = await sent.locator("#text").innerText();
  await sent.keyboard.press("ArrowLeft");
  expect((await sent.locator("#text").innerText()) !== first, "the saved page steps through the game by itself");
  expect((await sent.locator("svg.board .man").count()) > 4, "the saved page draws the board");
  const words = await sent.locator("body").innerText();
  expect(/Turning points/.test(words) && /rules/.test(words), "the saved page tells turning points and rules");
  const weak = await sent.evaluate(weakContrast);
  expect(weak.length === 0, `the saved page: contrast is enough ${weak.join(" | ")}`);
  await sent.screenshot({ path: `${shots}/saved-page-desktop.png` });
  await sent.emulateMedia({ colorScheme: "dark" });
  await sent.setViewportSize(SIZES.phone);
  await sent.screenshot({ path: `${shots}/saved-page-phone-dark.png`, fullPage: true });
  await sent.close();

  await annotate();

  // A won endgame is solved, and the proof walked.
  await tab("Edit");
  await page.getByLabel("Position as text").fill("8/8/2b1b3/8/2b1w3/1w1b4/4w3/6w1 b");
  await button("Set").click();
  await page.waitForSelector('[data-cell=c6][aria-label*="black man"]');
  await cell("a8").click();
  await until("a man is set in the editor", async () =>
    (await page.getByLabel("Position as text").inputValue()).startsWith("b7/"),
  );
  await cell("a8").click();
  await tab("Solve");
  await walkProof();
  await check("solve");
  await shot("proof-end");
  await saveProof(`${shots}/win.proof`);
  await tab("Explain");
  await button("Back").click();
  await until("features are explained", async () => (await page.locator("table tbody tr").count()) > 3, 10);
  await check("explain");

  // A puzzle.
  await goTo("Puzzles");
  await page.getByRole("heading", { name: /^Win in/ }).waitFor();
  await check("puzzles");
  await solvePuzzle();

  // All pages, dark and light, wide and narrow, with a reviewed game and a solved position in it.
  await goTo("Analyse");
  await openGame();
  await reviewGame();
  await page.locator(".panel ul.plain button").last().click();
  await tab("Solve");
  await page
    .getByRole("combobox", { name: "For", exact: true })
    .selectOption((await stored("analyse")).result === "1-0" ? "black" : "white");
  await page.keyboard.press("ArrowRight");
  await page.locator("svg.board").hover();
  await button("Is this won?").click();
  await until(
    "a win of the game is proved",
    async () => (await page.locator(".panel .status").innerText()).startsWith("Proved"),
    60,
  );
  await gallery();
  expect(noise.length === 0, `no console error and no failed request ${noise.slice(0, 5).join(" | ")}`);
} catch (error) {
  expect(false, `the walk goes on: ${error.stack}`);
  await shot("failure").catch(() => {});
} finally {
  await browser.close();
  const ended = Date.now();
  const gone = new Promise((resolve) => {
    server.on("exit", resolve);
    setTimeout(resolve, 10000).unref();
  });
  server.kill("SIGTERM");
  await gone;
  expect(server.exitCode !== null || server.signalCode !== null, `SIGTERM ends it after ${Date.now() - ended} ms`);
  if (server.exitCode === null) server.kill("SIGKILL");
  writeFileSync(`${shots}/result.txt`, failed() ? `${failed()} failures\n` : "all passed\n");
  console.log(failed() ? `${failed()} FAILED` : "all passed");
  process.exit(failed() ? 1 : 0);
}
