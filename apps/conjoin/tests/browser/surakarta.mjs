// The second game in a real browser, from its first move to its last puzzle: node surakarta.mjs PROGRAM SCREENSHOTS
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SIZES, expect, failed, hands, listen, startBrowser, startProgram } from "./harness.mjs";

const [program, folder] = process.argv.slice(2);
const shots = resolve(folder);
mkdirSync(shots, { recursive: true });
const [FIRST, GAME] = ["loa", "surakarta"];

const { server, address } = await startProgram(program);
const browser = await startBrowser();
const context = await browser.newContext({ viewport: SIZES.desktop, acceptDownloads: true, colorScheme: "light" });
const page = await context.newPage();
const noise = [];
listen(page, noise);
const asked = new Set();
page.on("request", (request) => asked.add(new URL(request.url()).pathname));
const { button, shot, status, note, goTo, tab, stored, until, move, ask, check, tabThrough, ...more } = hands(
  page,
  shots,
);
const { paste, saveProof, solvePuzzle, walkProof, wear } = more;
const chooser = page.getByRole("banner").getByLabel("Game");
const select = (label) => page.locator("label", { hasText: new RegExp(`^${label}`) }).locator("select");
const mine = () => stored("play", GAME);
const textOf = ({ start, rules, moves }) => ({ game: GAME, start, ...(rules && { rules }), moves });

// Stops the man of the last move on its way, and tells how many points the way has.
const onItsWay = (share) =>
  page.evaluate((share) => {
    const run = document.getAnimations().find(({ effect }) => effect?.target?.matches?.("[data-man]"));
    if (!run) return 0;
    run.pause();
    run.currentTime = share * run.effect.getComputedTiming().duration;
    return run.effect.getKeyframes().length;
  }, share);
const letItRun = () => page.evaluate(() => document.getAnimations().forEach((run) => run.finish()));

// A whole game against level 1, by what a stronger engine says; a capture is looked at on its way.
async function wholeGame() {
  let longest = 0;
  for (let i = 0; i < 150; i++) {
    const deadline = Date.now() + 20000;
    while (!/^(Your move|Black has won|White has won|Drawn)/.test(await status()) && Date.now() < deadline)
      await page.waitForTimeout(30);
    if (!(await status()).startsWith("Your move")) break;
    const now = await mine();
    const { moves } = await ask({ do: "look", game: textOf(now) });
    const { best } = await ask({ do: "think", game: textOf(now), profile: "champion", nodes: 20000 });
    const route = moves.find((one) => one.move === best);
    if (route.capture && longest === 0) {
      await page.locator(`[data-cell=${route.cells[0]}]`).click();
      await page.waitForTimeout(150);
      await shot("surakarta-chosen");
      await page.locator(`[data-cell=${route.cells.at(-1)}]`).click();
      longest = await onItsWay(0.4);
      await shot("surakarta-capture");
      await letItRun();
    } else await move(best);
    await until(`ply ${now.moves.length + 1} is made`, async () => (await mine()).moves.length > now.moves.length, 5);
  }
  const { moves } = await mine();
  expect(/won|Drawn/.test(await status()), `the game of ${moves.length} plies ends: ${await status()}`);
  expect(longest > 60, `a capture runs round its arc, over ${longest} points`);
}

try {
  await page.goto(address);
  await page.waitForSelector("svg.board .man");
  await until("it is the person's move", async () => (await status()).startsWith("Your move"));
  await move("d1-d3");
  await until("a game of the first kind", async () => (await stored("play")).moves.length === 2);
  const first = await stored("play");
  expect(![...asked].some((path) => path.includes(GAME)), "nothing of the other game is loaded before it is chosen");

  // What the pages draw before the program has answered is what it plays.
  for (const { name, choices } of (await ask({ do: "hello" })).games) {
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
      expect(own === position, `${name} starts from ${position} on size ${size}, and from ${own} here`);
    }
  }

  // Another game, by rules that were put together.
  await chooser.selectOption(GAME);
  await until("the board of the other game", async () => (await page.locator("[data-cell]").count()) === 36);
  await until("and its own game", async () => (await status()).startsWith("Your move"));
  await check("the second game");
  await select("Opponent").selectOption("level-1");
  await select("Rules").selectOption("minizero");
  await page.getByText("More rules").click();
  await select("Limit").selectOption("40");
  await select("No move").selectOption("loss");
  await check("more rules");
  await tabThrough("more rules");
  await shot("surakarta-more-rules", true);
  await button("Start").click();
  await until("a game by these rules", async () => /limit=40.*stuck=loss/.test((await mine()).rules), 5);
  await until("begins", async () => (await status()).startsWith("Your move"));
  await wholeGame();
  await shot("surakarta-end");
  await check("end of the game");
  const [download] = await Promise.all([page.waitForEvent("download"), button("Save Text").click()]);
  expect(download.suggestedFilename().endsWith(".txt"), "it is saved as text");
  await download.saveAs(`${shots}/surakarta-game.txt`);
  const record = readFileSync(`${shots}/surakarta-game.txt`, "utf8");
  expect(/\[Rules ".*limit=40/.test(record), "with its rules");

  // Review, then the file again.
  const { moves: played } = await mine();
  await button("Review this game").click();
  await page.getByRole("tab", { name: "Review" }).waitFor();
  await tab("Review");
  await page.getByLabel("Time").selectOption("15");
  await button("Review this game").click();
  await until("the review ends", async () => (await button("Save as a page").count()) === 1, 60);
  await check("review");
  await shot("surakarta-review");
  const [saved] = await Promise.all([page.waitForEvent("download"), button("Save as a page").click()]);
  await saved.saveAs(`${shots}/surakarta-review.html`);
  const sent = await context.newPage();
  listen(sent, noise, "saved page: ");
  await sent.goto(`file://${shots}/surakarta-review.html`);
  expect((await sent.locator("svg.board .track").count()) >= 3, "the saved page draws the loops");
  await sent.keyboard.press("ArrowLeft");
  await sent.screenshot({ path: `${shots}/surakarta-saved-page.png` });
  await sent.close();
  await tab("Files");
  await button("New").click();
  await until("a new analysis", async () => (await stored("analyse", GAME)).nodes.length === 1);
  await page.locator("input[type=file]").setInputFiles(`${shots}/surakarta-game.txt`);
  await until("the file opens", async () => (await stored("analyse", GAME)).nodes.length === played.length + 1);
  const opened = await stored("analyse", GAME);
  expect(
    opened.nodes.slice(1).every((node, i) => node.move === played[i]),
    "with the moves that were played",
  );
  expect(/limit=40/.test(opened.rules), "and the rules");

  // A position with a counter is read by the rules of the page.
  await paste("5w/6/2w3/6/3b2/1b4 b 17");
  await until(
    "the plies without a capture are kept",
    async () => / b 17$/.test((await stored("analyse", GAME)).start),
    5,
  );
  expect(/limit=40/.test((await stored("analyse", GAME)).rules), "by the rules that were there");

  // The engine.
  await tab("Files");
  await button("New").click();
  await move("c2-c3");
  await tab("Engine");
  await button("Engine off").click();
  await until("the engine shows lines", async () => (await page.locator(".lines li").count()) >= 3);
  await until("and arrows", async () => (await page.locator(".arrow.best").count()) === 1);
  await page.waitForTimeout(700);
  await check("analyse");
  await shot("surakarta-engine");
  await button("Engine on").click();
  await tab("Explain");
  await until("features are explained", async () => (await page.locator("table tbody tr").count()) > 5, 10);
  const names = await page.locator("table tbody td:first-child").allInnerTexts();
  expect(
    names.every((name) => /^[a-z ]+$/.test(name)) && new Set(names).size === names.length,
    `in words, each once: ${names.join(", ")}`,
  );
  await check("explain");
  await shot("surakarta-explain");

  // Solve a won position.
  const { puzzles } = await ask({ do: "puzzles", game: GAME });
  expect(puzzles.length === 20, `${puzzles.length} puzzles`);
  await tab("Edit");
  await page.getByLabel("Position as text").fill(puzzles.find(({ plies }) => plies === 7).position);
  await button("Set").click();
  await tab("Solve");
  await walkProof();
  await check("solve");
  await shot("surakarta-proof-end");
  await saveProof(`${shots}/surakarta.proof`);

  // A puzzle.
  await goTo("Puzzles");
  await page.getByRole("heading", { name: /^Win in/ }).waitFor();
  expect((await page.locator(".puzzles button").count()) === 20, "all puzzles are listed");
  await page.locator(".puzzles button").nth(4).click();
  await solvePuzzle();
  await shot("surakarta-puzzle-solved");
  expect((await note()).includes("won"), `the puzzle ends: ${await note()}`);

  // The lesson: each step takes a move that it calls right.
  await goTo("Learn");
  const steps = await page.evaluate(async (game) => {
    const { STEPS } = await import(`/lessons/${game}.js`);
    return STEPS.map(({ title, position, accepts }) => ({ title, position, isOpen: Boolean(accepts) }));
  }, GAME);
  for (const { title, position, isOpen } of steps) {
    await page.getByRole("heading", { name: title }).waitFor();
    if (isOpen) {
      const { moves } = await ask({ do: "look", game: { game: GAME, start: position } });
      const right = await page.evaluate(
        async ([game, title, moves]) => {
          const { STEPS } = await import(`/lessons/${game}.js`);
          const step = STEPS.find((one) => one.title === title);
          return moves.find((one) => step.accepts(one, one.capture ? { winner: "black" } : null))?.move;
        },
        [GAME, title, moves],
      );
      await move(right);
      await until(`lesson "${title}" accepts ${right}`, async () => !(await button("Next").isDisabled()), 5);
    }
    await check(`lesson ${title}`);
    await page.waitForTimeout(isOpen ? 1400 : 100);
    await shot(`surakarta-lesson-${steps.findIndex((one) => one.title === title) + 1}`);
    await button("Next").click();
  }
  await page.getByRole("heading", { name: "That is all" }).waitFor();

  // Back: the other game is as it was left.
  await goTo("Play");
  await chooser.selectOption(FIRST);
  await until("the first board is back", async () => (await page.locator("[data-cell]").count()) === 64);
  expect(JSON.stringify(await stored("play")) === JSON.stringify(first), "its game is as it was left");
  await chooser.selectOption(GAME);
  await until("and so is the other", async () => (await page.locator("[data-cell]").count()) === 36);
  expect((await mine()).moves.length === played.length, "with all its moves");

  // All pages in both themes and both sizes, and the small board.
  await select("Opponent").selectOption("human");
  await button("Start").click();
  await until("a game of two people", async () => (await mine()).moves.length === 0);
  for (const text of ["b2-b3", "e5-e4", "c2-c3"]) {
    await move(text);
    await page.waitForTimeout(300);
  }
  await button("Analyse").click();
  await page.getByRole("tab", { name: "Engine" }).waitFor();
  for (const colours of ["light", "dark"]) {
    await wear(colours);
    for (const size of ["desktop", "phone"]) {
      await page.setViewportSize(SIZES[size]);
      for (const name of ["Play", "Analyse", "Puzzles", "Learn"]) {
        await goTo(name);
        if (name === "Learn" && (await button("Take the lesson again").count()))
          await button("Take the lesson again").click();
        await page.waitForSelector("main svg.board .man");
        if (name === "Analyse") {
          await tab("Engine");
          await button("Engine off").click();
          await page.locator(".lines li").nth(2).waitFor();
        }
        await page.waitForTimeout(400);
        await shot(`surakarta-${name.toLowerCase()}-${size}-${colours}`, size === "phone");
        await check(`${name} ${size} ${colours}`);
        if (name === "Analyse") await button("Engine on").click();
      }
    }
  }
  await page.setViewportSize(SIZES.desktop);
  await goTo("Play");
  await select("Board").selectOption("4");
  await button("Start").click();
  await until("the small board", async () => (await page.locator("[data-cell]").count()) === 16);
  await page.waitForTimeout(300);
  await shot("surakarta-small");
  await chooser.selectOption(FIRST);
  await until("the first board again", async () => (await page.locator("[data-cell]").count()) === 64);
  await page.getByText("More rules").click();
  await select("Start").selectOption("scrambled-eggs");
  await button("Start").click();
  await until("every game has its own choices", async () => (await stored("play")).start.startsWith("1wbwbwb1/"), 5);
  await shot("surakarta-other-start");
  expect(noise.length === 0, `no console error and no failed request ${noise.slice(0, 5).join(" | ")}`);
} catch (error) {
  expect(false, `the walk goes on: ${error.stack}`);
  await shot("surakarta-failure").catch(() => {});
} finally {
  await browser.close();
  server.kill("SIGTERM");
  console.log(failed() ? `${failed()} FAILED` : "all passed");
  process.exit(failed() ? 1 : 0);
}
