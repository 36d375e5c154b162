// The frame of all pages: navigation, theme, connection, help.
import { isTyping } from "./keys.js";
import { html, render, useEffect, useState } from "./lib.js";
import { Play } from "./pages/Play.js";
import { Button } from "./parts/Button.js";
import { Help } from "./parts/Help.js";
import { load, save } from "./storage.js";
import { ask, connection, onConnection } from "./wire.js";
/** @import { Hello } from "./types.js" */

/** @typedef {(props: { hello: Hello|null }) => import("./lib.js").VNode} Page */

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
const pageOf = () => PAGES.map(([key]) => key).find((key) => location.hash === `#${key}`) ?? "play";

/** @type {Object<string, { next: string, text: string }>} */
const THEMES = {
  auto: { next: "light", text: "\u25d0 Auto" },
  light: { next: "dark", text: "\u2600 Light" },
  dark: { next: "auto", text: "\u263e Dark" },
};

function App() {
  const [page, setPage] = useState(pageOf());
  const [pages, setPages] = useState(/** @type {Object<string, Page>} */ ({ play: Play }));
  const [theme, setTheme] = useState(load("theme", "auto"));
  const [link, setLink] = useState(connection());
  const [hello, setHello] = useState(/** @type {Hello|null} */ (null));
  const [help, setHelp] = useState(false);

  useEffect(() => {
    const change = () => setPage(pageOf());
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
  useEffect(() => {
    if (!pages[page]) LATER[page]().then((found) => setPages((all) => ({ ...all, [page]: found })));
    document.title = `Conjoin: ${PAGES.find(([key]) => key === page)?.[1]}`;
  }, [page]);
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

  const Page = pages[page];
  const { next, text } = THEMES[theme] ?? THEMES.auto;
  return html`<header class="top">
      <a class="name" href="#play"><img src="icon.svg" alt="" />Conjoin</a>
      <nav aria-label="Pages">${PAGES.map(
        ([key, title]) => html`<a href=${`#${key}`} aria-current=${key === page ? "page" : undefined}>${title}</a>`,
      )}</nav>
      <${Button} quiet onClick=${() => setTheme(next)} label=${`Theme: ${theme}. Switch to ${next}`}>${text}<//>
      <${Button} quiet onClick=${() => setHelp(true)} label="Keys and help">?<//>
    </header>
    ${
      link === "closed" &&
      html`<div class="offline" role="alert">The program does not answer. Is it still running? Trying again\u2026</div>`
    }
    ${Page ? html`<${Page} hello=${hello} />` : html`<main class="text"><p class="soft">Loading\u2026</p></main>`}
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
