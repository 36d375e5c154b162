// The program, a real browser, and what the walk does again and again.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { controlsWithoutName, weakContrast, markControls } from "./checks.mjs";

let failures = 0;
export const failed = () => failures;
export const expect = (holds, what) => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) failures++;
};

// A time that the app promises. Another machine or a busy one is not a fault: it counts only with TIMED=1.
export const expectSoon = (milliseconds, most, what) => {
  const text = `${what} after ${milliseconds.toFixed(0)} ms (promised: ${most})`;
  if (process.env.TIMED) expect(milliseconds < most, text);
  else console.log(`time ${text}`);
};

// Starts the program; its process and its address.
export async function startProgram(program) {
  const server = spawn(program, ["serve", "--no-open", "--port", "8170"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error("the program ended")));
    setTimeout(() => reject(new Error("the program prints no address")), 20000).unref();
  });
  return { server, address };
}

export async function startBrowser() {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

// Complaints of a page: console errors, exceptions, requests that fail.
export function listen(page, noise, where = "") {
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && noise.push(`${where}${m.text()}`));
  page.on("pageerror", (e) => noise.push(`${where}${e}`));
  page.on("requestfailed", (r) => noise.push(`${where}failed: ${r.url()}`));
  page.on("response", (r) => r.status() >= 400 && noise.push(`${where}${r.status()} ${r.url()}`));
}

export const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

// What can be done with a page.
export function hands(page, shots) {
  const status = () => page.getByRole("status").first().innerText();
  const note = () => page.locator(".note").first().innerText();
  const until = async (what, holds, seconds = 30) => {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      if (await holds().catch(() => false)) {
        expect(true, what);
        return;
      }
      await page.waitForTimeout(50);
    }
    throw new Error(`${what}: not within ${seconds} s`);
  };
  // The board says where men can go once the program has answered.
  const move = async (text) => {
    const [from, ...way] = text.split(/[-x]/);
    const mine = `[data-cell="${from}"]`;
    await page.locator(`${mine}[aria-label*=" moves"], ${mine}[aria-label*="chosen"]`).click();
    await cell(way.at(-1)).click();
  };
  const button = (name) => page.getByRole("button", { name, exact: typeof name === "string" });
  const cell = (name) => page.locator(`[data-cell="${name}"]`);
  const centre = async (name) => {
    const box = await cell(name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  return {
    button,
    cell,
    shot: (name, fullPage = false) => page.screenshot({ path: `${shots}/${name}.png`, fullPage }),
    status,
    note,
    // Goes to a page and comes back when it is there, not the page before and not its promise.
    goTo: async (name) => {
      await page.getByRole("navigation").getByRole("link", { name }).click();
      await page.waitForFunction(
        (name) =>
          document.querySelector("nav [aria-current=page]").textContent === name &&
          !document.querySelector("main").textContent.startsWith("Loading"),
        name,
      );
    },
    tab: (name) => page.getByRole("tab", { name }).click(),
    // What the page keeps of a game.
    stored: (key, game = "loa") =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `conjoin.${key}.${game}`),
    until,
    move,
    paste: (text) =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text),
    // Switches the theme until it is this one.
    wear: async (colours) => {
      const theme = page.getByRole("button", { name: /^Theme/ });
      for (let name; !(name = await theme.getAttribute("aria-label")).startsWith(`Theme: ${colours}`);) {
        await theme.click();
        await page.waitForFunction((name) => !document.querySelector(`[aria-label="${name}"]`), name);
      }
    },
    // Solves the position on the board, and walks through the proof to its end.
    walkProof: async () => {
      await button("Is this won?").click();
      const found = page.locator(".panel .status");
      await until("the win is proved", async () => (await found.innerText()).startsWith("Proved"), 60);
      const next = page
        .locator(".panel button:enabled")
        .getByText(/^Play |\(\d+\)$/)
        .first();
      const won = page.locator(".panel .good").getByText(/has won/);
      for (let i = 0; i < 60; i++) {
        await next.or(won).first().waitFor();
        if (await won.count()) break;
        await next.click();
      }
      const panel = page.locator(".panel").first();
      await until("the proof leads to the win", async () => /has won/.test(await panel.innerText()), 5);
    },
    saveProof: async (path) => {
      const [proof] = await Promise.all([page.waitForEvent("download"), button("Save the proof").click()]);
      await proof.saveAs(path);
      const checked = page.getByText("The referee has checked it");
      await until("the referee accepts the proof", async () => (await checked.count()) === 1, 10);
    },
    // Solves the puzzle on the board with moves that the solver shows.
    solvePuzzle: async () => {
      for (let i = 0; i < 12 && !/Solved/.test(await status()); i++) {
        await until("a turn in the puzzle", async () => /to move and win|Solved/.test(await status()), 40);
        if (/Solved/.test(await status())) break;
        await button("Show a move").click();
        await until("the solver shows a move", async () => / wins\.$/.test(await note()), 40);
        await move((await note()).split(" ")[0]);
        await page.waitForTimeout(300);
      }
      await until("the puzzle is solved", async () => /Solved/.test(await status()), 40);
    },
    drag: async (text) => {
      const [from, to] = text.split(/[-x]/);
      await page.mouse.move(...(await centre(from)));
      await page.mouse.down();
      await page.mouse.move(...(await centre(to)), { steps: 6 });
      await page.mouse.up();
    },
    // Asks the program beside the page.
    ask: (body) =>
      page.evaluate(
        (body) =>
          new Promise((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/ws`);
            socket.onopen = () => socket.send(JSON.stringify({ id: 1, ...body }));
            socket.onmessage = ({ data }) => {
              const message = JSON.parse(data);
              if (message.answer || message.error) {
                socket.close();
                resolve(message.answer || message);
              }
            };
          }),
        body,
      ),
    // Names, contrast, and whether something sticks out.
    check: async (where) => {
      const nameless = await page.evaluate(controlsWithoutName);
      expect(nameless.length === 0, `${where}: every control has a name ${nameless.join(" ")}`);
      const weak = await page.evaluate(weakContrast);
      expect(weak.length === 0, `${where}: contrast is enough ${weak.join(" | ")}`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${where}: nothing sticks out`,
      );
    },
    // Every control can be reached with the Tab key.
    tabThrough: async (where) => {
      const wanted = new Set(await page.evaluate(markControls));
      const count = wanted.size;
      await page.evaluate(() => {
        document.activeElement?.blur();
        scrollTo(0, 0);
      });
      for (let i = 0; i < count + 10 && wanted.size; i++) {
        await page.keyboard.press("Tab");
        wanted.delete(await page.evaluate(() => document.activeElement?.closest("[data-walk]")?.dataset.walk));
      }
      const missed = await page.evaluate(
        (all) => all.map((id) => document.querySelector(`[data-walk="${id}"]`)?.outerHTML.slice(0, 60)),
        [...wanted],
      );
      expect(missed.length === 0, `${where}: ${count} controls are reached by the Tab key ${missed.join(" ")}`);
    },
  };
}
