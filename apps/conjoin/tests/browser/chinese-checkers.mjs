// Chinese Checkers in a real browser: node chinese-checkers.mjs PROGRAM SCREENSHOTS
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SIZES, expect, failed, hands, listen, startBrowser, startProgram } from "./harness.mjs";

const [program, folder] = process.argv.slice(2);
const shots = resolve(folder);
mkdirSync(shots, { recursive: true });
const GAME = "chinese-checkers";

const { server, address } = await startProgram(program);
const browser = await startBrowser();
const context = await browser.newContext({ viewport: SIZES.desktop, acceptDownloads: true, colorScheme: "light" });
const page = await context.newPage();
const noise = [];
listen(page, noise);
const { button, cell, shot, status, goTo, tab, stored, until, move, ask, check, paste, wear, tabThrough } = hands(
  page,
  shots,
);
const select = (label) => page.locator("label", { hasText: new RegExp(`^${label}`) }).locator("select");
const mine = () => stored("play", GAME);
const analysis = () => stored("analyse", GAME);
const holes = (count) => async () => (await page.locator("[data-cell]").count()) === count;
const textOf = ({ start, size, rules, moves }) => ({ game: GAME, start, size, ...(rules && { rules }), moves });
const myTurn = async () => (await status()).startsWith("Your move");
const glides = (deed) =>
  page.evaluate((deed) => {
    const runs = document.getAnimations().filter(({ effect }) => effect?.target?.matches?.("[data-man]"));
    if (deed === "finish") runs.forEach((run) => run.finish());
    for (const run of deed === "stop" ? runs : []) {
      run.pause();
      run.currentTime = 0.4 * run.effect.getComputedTiming().duration;
    }
    return runs[0]?.effect.getKeyframes().length ?? 0;
  }, deed);

// Plays by what the engine says until a chain of jumps has been made by clicks.
async function untilChain() {
  for (let i = 0; i < 20; i++) {
    await until("it is the person's turn", myTurn);
    const now = await mine();
    const { moves } = await ask({ do: "look", game: textOf(now) });
    const { best } = await ask({ do: "think", game: textOf(now), profile: "champion", nodes: 2000 });
    const { cells } = moves.find((one) => one.move === best);
    if (cells.length < 3) await move(best);
    else {
      const end = cells.at(-1);
      await page.locator(`[data-cell="${cells[0]}"][aria-label*=" moves"]`).click();
      const targets = moves.filter((one) => one.cells[0] === cells[0]).length;
      await until(
        "rings show where the marble can go",
        async () => (await page.locator(".target").count()) === targets,
        5,
      );
      await cell(end).hover();
      await until("the way of the chain is drawn", async () => (await page.locator(".way.aim .stop").count()) > 0, 5);
      await shot("chinese-checkers-chosen");
      await cell(end).click();
      expect((await glides("stop")) === cells.length, `the marble rests on each of ${cells.length} holes`);
      await shot("chinese-checkers-chain");
      await glides("finish");
      return best;
    }
  }
  throw new Error("no chain of jumps");
}

try {
  await page.goto(`${address}#play/${GAME}`);
  await until("the star", holes(121));
  await until("it is the person's move", myTurn);
  await check("the star");
  await tabThrough("the star");
  await shot("chinese-checkers-start");
  for (const { name, choices } of (await ask({ do: "hello" })).games.filter(({ name }) => name === GAME)) {
    for (const size of choices.find(({ key }) => key === "size").values.map(Number)) {
      const own = await page.evaluate(
        async ([name, size]) => {
          const boards = await import("/board/index.js");
          await boards.loadBoard(name);
          return boards.boardOf(name).start({ size });
        },
        [name, size],
      );
      const { position } = await ask({ do: "look", game: { game: name, size } });
      expect(own === position, `a game on ${size} holes starts from ${position}, and from ${own} here`);
    }
  }

  // A game against the engine, with a chain of jumps.
  await select("Opponent").selectOption("level-1");
  await button("Start").click();
  await until("a new game", async () => (await mine()).opponent === "level-1" && (await myTurn()));
  const chain = await untilChain();
  expect((await mine()).moves.includes(chain), `${chain} is in the game`);
  await until("the engine answers", myTurn);
  await page.waitForTimeout(1500);
  expect((await page.locator(".way.past").count()) === 1, "the way of its move is marked");
  await shot("chinese-checkers-play");
  await button("Take back").click();
  await until("take back", async () => !(await mine()).moves.includes(chain), 5);

  // By keyboard: two rows up in the same column, and back.
  await cell("61").focus();
  const at = () => page.evaluate(() => document.activeElement?.dataset?.cell);
  for (const key of ["ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  expect((await at()) === "81", `the arrow keys lead up in the column, to hole ${await at()}`);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  expect((await at()) === "60", `back, and to the right, to hole ${await at()}`);

  // The record, opened again.
  const played = await mine();
  await button("Analyse").click();
  await page.getByRole("tab", { name: "Engine" }).waitFor();
  await tab("Engine");
  await button("Engine off").click();
  await until("the engine shows lines", async () => (await page.locator(".lines li").count()) >= 3);
  await until("and arrows", async () => (await page.locator(".arrow.best").count()) === 1);
  await page.waitForTimeout(500);
  await shot("chinese-checkers-engine");
  await button("Engine on").click();
  await tab("Explain");
  await until("features are explained", async () => (await page.locator("table tbody tr").count()) > 3, 10);
  await shot("chinese-checkers-explain");
  await tab("Files");
  const [download] = await Promise.all([page.waitForEvent("download"), button("Text").click()]);
  const text = readFileSync(await download.path(), "utf8");
  await button("New").click();
  await until("a new analysis", async () => (await analysis()).nodes.length === 1);
  await paste(text);
  await until("the record opens", async () => (await analysis()).nodes.length === played.moves.length + 1, 10);

  // A small star: its positions do not tell it, the page does.
  await goTo("Play");
  await select("Board").selectOption("37");
  await select("Opponent").selectOption("human");
  await button("Start").click();
  await until("a small star", holes(37));
  await move("2-7");
  await until("Black's move", async () => (await mine()).moves.length === 1);
  await move("36-31");
  await until("White's move", async () => (await mine()).moves.length === 2);
  await page.reload();
  await until("the small star survives a reload", holes(37));
  await until("with its moves", async () => (await page.locator('[data-cell="7"][aria-label*="man"]').count()) === 1);
  await shot("chinese-checkers-small");
  await button("Analyse").click();
  await page.getByRole("tab", { name: "Edit" }).waitFor();
  await until("analysed on the small star", holes(37));
  await tab("Edit");
  await paste("b:17 w:19,37 b");
  await until("a position is read on it", async () => /^b:17 w:19,37 b/.test((await analysis()).start), 5);
  await tab("Edit");
  await cell("20").click();
  await until("a marble is set", async () => /^b:17,20 w:19,37 b/.test((await analysis()).start), 5);
  expect((await analysis()).size === 37, "and it is still on the small star");
  await check("edit");
  await select("Board").selectOption("73");
  await until("another star", holes(73));
  await tab("Files");
  await button("New").click();
  await until("the usual star again", holes(121));

  await goTo("Puzzles");
  await page.locator("main h1, main p").first().waitFor();

  // The lesson: each step takes a move that it calls right.
  await goTo("Learn");
  const steps = await page.evaluate(async (game) => {
    const { STEPS } = await import(`/lessons/${game}.js`);
    return STEPS.map(({ title, position, size, accepts }) => ({ title, position, size, isOpen: Boolean(accepts) }));
  }, GAME);
  for (const { title, position, size, isOpen } of steps) {
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    if (isOpen) {
      const game = { game: GAME, start: position, ...(size && { size }) };
      const { moves } = await ask({ do: "look", game });
      const right = [];
      for (const one of moves) {
        const { outcome } = await ask({ do: "look", game: { ...game, moves: [one.move] } });
        const accepts = await page.evaluate(
          async ([game, title, one, outcome]) => {
            const { STEPS } = await import(`/lessons/${game}.js`);
            return STEPS.find((step) => step.title === title).accepts(one, outcome);
          },
          [GAME, title, one, outcome],
        );
        if (accepts) right.push(one.move);
      }
      expect(right.length > 0, `lesson "${title}" takes ${right.join(", ")} of ${moves.length} moves`);
      await move(right[0]);
      await until(`and accepts ${right[0]}`, async () => !(await button("Next").isDisabled()), 5);
    }
    await check(`lesson ${title}`);
    await page.waitForTimeout(isOpen ? 1400 : 100);
    await shot(`chinese-checkers-lesson-${steps.findIndex((one) => one.title === title) + 1}`);
    await button("Next").click();
  }
  await page.getByRole("heading", { name: "That is all" }).waitFor();

  // Both themes and both sizes.
  await goTo("Play");
  await select("Board").selectOption("121");
  await button("Start").click();
  await until("a game of two people", async () => (await mine()).moves.length === 0 && (await mine()).size === 121);
  for (const text of ["4-17", "119-108"]) {
    await until("a turn", async () => /move/.test(await status()));
    const { moves } = await ask({ do: "look", game: textOf(await mine()) });
    await move((moves.find((one) => one.move === text) ?? moves[0]).move);
    await page.waitForTimeout(700);
  }
  for (const colours of ["light", "dark"]) {
    await wear(colours);
    for (const size of ["desktop", "phone"]) {
      await page.setViewportSize(SIZES[size]);
      for (const name of ["Play", "Analyse", "Learn"]) {
        await goTo(name);
        if (name === "Learn" && (await button("Take the lesson again").count()))
          await button("Take the lesson again").click();
        await page.waitForSelector("main svg.board .man");
        await page.waitForTimeout(300);
        await shot(`chinese-checkers-${name.toLowerCase()}-${size}-${colours}`, size === "phone");
        await check(`${name} ${size} ${colours}`);
      }
    }
  }
  expect(noise.length === 0, `no console error and no failed request ${noise.slice(0, 5).join(" | ")}`);
} catch (error) {
  expect(false, `the walk goes on: ${error.stack}`);
  await shot("chinese-checkers-failure").catch(() => {});
} finally {
  await browser.close();
  server.kill("SIGTERM");
  console.log(failed() ? `${failed()} FAILED` : "all passed");
  process.exit(failed() ? 1 : 0);
}
