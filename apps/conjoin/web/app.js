// The frame of all pages: navigation, theme, connection, help.
import { html, render, useState, useEffect, useRef, load, save, isTyping } from "./lib.js";
import { ask, connection, onConnection } from "./wire.js";
import { Play } from "./pages/play.js";

const PAGES = [["play", "Play"], ["analyse", "Analyse"], ["puzzles", "Puzzles"], ["learn", "Learn"]];
// Only the first page is loaded at once.
const LATER = {
  analyse: () => import("./pages/analyse.js").then((m) => m.Analyse),
  puzzles: () => import("./pages/puzzles.js").then((m) => m.Puzzles),
  learn: () => import("./pages/learn.js").then((m) => m.Learn),
};
const pageOf = () => PAGES.map(([key]) => key).find((key) => location.hash === "#" + key) || "play";

const KEYS = [
  ["1 2 3 4", "Play, Analyse, Puzzles, Learn"],
  ["Tab, arrows, Enter", "on the board: choose a square, take and put a man"],
  ["\u2190 \u2192 Home End", "step through the game"],
  ["f", "flip the board"], ["h", "hint"], ["t", "show the threat"], ["u", "take back"], ["n", "new game"],
  ["e", "engine on and off (Analyse)"], ["Space", "play the engine's best move (Analyse)"], ["?", "this help"],
];

function Help({ onClose }) {
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
    <table><tbody>${KEYS.map(([key, what]) => html`<tr><td><kbd>${key}</kbd></td><td>${what}</td></tr>`)}</tbody></table>
    <div class="row" style="margin-top:.8rem"><button type="button" class="primary" onClick=${() => dialog.current.close()}>Close</button></div></dialog>`;
}

function App() {
  const [page, setPage] = useState(pageOf());
  const [pages, setPages] = useState({ play: Play });
  const [theme, setTheme] = useState(load("theme", "auto"));
  const [link, setLink] = useState(connection());
  const [hello, setHello] = useState(null);
  const [help, setHelp] = useState(false);

  useEffect(() => {
    const change = () => setPage(pageOf());
    addEventListener("hashchange", change);
    const drop = onConnection((now) => {
      setLink(now);
      if (now === "open") ask("hello").then(setHello, () => {});
    });
    if (connection() === "open") ask("hello").then(setHello, () => {});
    return () => { removeEventListener("hashchange", change); drop(); };
  }, []);
  useEffect(() => {
    if (!pages[page]) LATER[page]().then((found) => setPages((all) => ({ ...all, [page]: found })));
    document.title = `Conjoin: ${PAGES.find(([key]) => key === page)[1]}`;
  }, [page]);
  useEffect(() => {
    save("theme", theme);
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const key = (event) => {
      if (isTyping(event)) return;
      if (event.key === "?") setHelp(true);
      else if (PAGES[event.key - 1]) location.hash = PAGES[event.key - 1][0];
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  const Page = pages[page];
  const next = { auto: "light", light: "dark", dark: "auto" }[theme];
  return html`<header class="top">
      <a class="name" href="#play"><img src="icon.svg" alt="" />Conjoin</a>
      <nav aria-label="Pages">${PAGES.map(([key, title]) => html`<a href=${"#" + key} aria-current=${key === page ? "page" : undefined}>${title}</a>`)}</nav>
      <button type="button" class="quiet" onClick=${() => setTheme(next)} aria-label=${`Theme: ${theme}. Switch to ${next}`}>${{ auto: "\u25d0 Auto", light: "\u2600 Light", dark: "\u263e Dark" }[theme]}</button>
      <button type="button" class="quiet" onClick=${() => setHelp(true)} aria-label="Keys and help">?</button>
    </header>
    ${link === "closed" && html`<div class="offline" role="alert">The program does not answer. Is it still running? Trying again\u2026</div>`}
    ${Page ? html`<${Page} hello=${hello} />` : html`<main class="text"><p class="soft">Loading\u2026</p></main>`}
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

render(html`<${App} />`, document.getElementById("app"));
