// The frame of all pages: navigation, theme, connection, help.
import { BOARDS, isLoaded, loadBoard } from "./board/index.js";
import { knownGame, titleOf } from "./games.js";
import { isTyping } from "./keys.js";
import { html, render, useEffect, useState } from "./lib.js";
import { Play } from "./pages/Play.js";
import { Button } from "./parts/Button.js";
import { Help } from "./parts/Help.js";
import { Select } from "./parts/Select.js";
import { load, save } from "./storage.js";
import { ask, connection, onConnection } from "./wire.js";
/** @import { Hello } from "./types.js" */

/** @typedef {(props: { hello: Hello|null, game: string }) => import("./lib.js").VNode} Page */

const PAGES = [
  ["play", "Play"],
  ["analyse", "Analyse"],
  ["puzzles", "Puzzles"],
  ["learn", "Learn"],
];
/**
 * Only the first page is loaded at once.
 * @type {Object<string, () => Promise<Page>>}
 */
const LATER = {
  analyse: () => import("./pages/Analyse.js").then(({ Analyse }) => Analyse),
  puzzles: () => import("./pages/Puzzles.js").then(({ Puzzles }) => Puzzles),
  learn: () => import("./pages/Learn.js").then(({ Learn }) => Learn),
};
// The address names a page, and perhaps a game: `#analyse/GAME`.
const [pageOf, gameOf] = [
  () => PAGES.map(([key]) => key).find((key) => location.hash.slice(1).split("/")[0] === key) ?? "play",
  () => location.hash.split("/")[1] || load("game", BOARDS[0]),
];

/** @type {Object<string, { next: string, text: string }>} */
const THEMES = {
  auto: { next: "light", text: "\u25d0 Auto" },
  light: { next: "dark", text: "\u2600 Light" },
  dark: { next: "auto", text: "\u263e Dark" },
};

function App() {
  const [page, setPage] = useState(pageOf());
  const [wanted, setWanted] = useState(gameOf());
  const [pages, setPages] = useState(/** @type {Object<string, Page>} */ ({ play: Play }));
  const [theme, setTheme] = useState(load("theme", "auto"));
  const [link, setLink] = useState(connection());
  const [hello, setHello] = useState(/** @type {Hello|null} */ (null));
  const [help, setHelp] = useState(false);

  useEffect(() => {
    const change = () => {
      setPage(pageOf());
      setWanted(gameOf());
    };
    const greet = () => connection() === "open" && ask("hello", {}).then(setHello, () => {});
    addEventListener("hashchange", change);
    const drop = onConnection((now) => {
      setLink(now);
      greet();
    });
    greet();
    return () => {
      removeEventListener("hashchange", change);
      drop();
    };
  }, []);
  const game = knownGame(hello, wanted);
  const games = hello?.games ?? [];
  const [, setLoaded] = useState("");
  useEffect(() => {
    loadBoard(game).then(() => setLoaded(game));
  }, [game]);
  useEffect(() => save("game", wanted), [wanted]);
  useEffect(() => {
    if (!pages[page]) LATER[page]().then((found) => setPages((all) => ({ ...all, [page]: found })));
    const title = PAGES.find(([key]) => key === page)?.[1];
    document.title = `Conjoin: ${title}${games.length > 1 ? `, ${titleOf(hello, game)}` : ""}`;
  }, [page, hello, game]);
  useEffect(() => {
    save("theme", theme);
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const wanted = PAGES[Number(event.key) - 1];
      if (isTyping(event)) return;
      if (event.key === "?") setHelp(true);
      else if (wanted) location.hash = wanted[0];
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  // Each game has its own page: what belongs to another one stays where it is.
  const Page = isLoaded(game) ? pages[page] : undefined;
  const shown = !BOARDS.includes(game)
    ? html`<main class="text"><p role="status">These pages have no board for ${titleOf(hello, game)}. The program knows
        the game: its commands and the engine protocol play it.</p></main>`
    : Page
      ? html`<${Page} key=${`${page} ${game}`} hello=${hello} game=${game} />`
      : html`<main class="text"><p class="soft">Loading\u2026</p></main>`;
  const { next, text } = THEMES[theme] ?? THEMES.auto;
  return html`<header class="top">
      <a class="name" href="#play"><img src="icon.svg" alt="" />Conjoin</a>
      <nav aria-label="Pages">${PAGES.map(
        ([key, title]) => html`<a href=${`#${key}`} aria-current=${key === page ? "page" : undefined}>${title}</a>`,
      )}</nav>
      ${
        games.length > 1 &&
        html`<${Select} label="Game" value=${game} options=${games.map(({ name, title }) => [name, title])}
          onChange=${(/** @type {string} */ name) => (location.hash = `${page}/${name}`)} />`
      }
      <${Button} quiet onClick=${() => setTheme(next)} label=${`Theme: ${theme}. Switch to ${next}`}>${text}<//>
      <${Button} quiet onClick=${() => setHelp(true)} label="Keys and help">?<//>
    </header>
    ${
      link === "closed" &&
      html`<div class="offline" role="alert">The program does not answer. Is it still running? Trying again\u2026</div>`
    }
    ${shown}
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

// The first picture has the board already.
await loadBoard(knownGame(null, gameOf()));
const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
