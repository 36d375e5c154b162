// Loading, editing and saving games and positions.
import { html, useState, useEffect, download, name, Choice, Button } from "../lib.js";
import { ask, look } from "../wire.js";
import { parse, format, startPosition } from "../board/index.js";
import * as T from "../tree.js";

export function Editor({ tree, open, view, hello, setDrawing, setMessage }) {
  const [brush, setBrush] = useState("black");
  const [rules, setRules] = useState(tree.rules);
  const [text, setText] = useState(view?.position || tree.start);
  useEffect(() => { if (view) setText(view.position); }, [view?.position]);
  const apply = (position) => look({ start: position, rules, moves: [] }).then(() => { setMessage(""); open(T.newTree(position, rules)); }, (e) => setMessage(e.message));
  const edit = (change) => {
    try { apply(format({ ...parse(text), ...change })); } catch { setMessage("this is not a position"); }
  };
  useEffect(() => {
    setDrawing({ arrows: [], linked: [], onSquare: (at) => {
      const { men } = parse(text);
      const now = { ...men };
      if (brush === "empty" || now[at] === brush) delete now[at];
      else now[at] = brush;
      edit({ men: now });
    } });
    return () => setDrawing({});
  }, [text, brush, rules]);
  const { size, turn } = parse(text);
  return html`<p class="soft small">Click squares to set or remove men. The game then starts from this position.</p>
    <div class="row" role="group" aria-label="What to set">${[["black", "Black man"], ["white", "White man"], ["empty", "Remove"]].map(([key, title]) => html`<${Button} onClick=${() => setBrush(key)} pressed=${brush === key}>${title}<//>`)}</div>
    <div class="fields" style="margin-top:.6rem">
      <${Choice} label="Board" value=${size} options=${[3, 4, 5, 6, 7, 8].map((n) => [n, `${n}\u00d7${n}`])} onChange=${(n) => apply(startPosition(Number(n)))} />
      <${Choice} label="To move" value=${turn} options=${[["black", "Black"], ["white", "White"]]} onChange=${(turn) => edit({ turn })} />
      <${Choice} label="Rules" value=${rules} options=${(hello?.rules || [rules]).map((r) => [r, r])} onChange=${(r) => { setRules(r); open(T.newTree(text, r)); }} />
    </div>
    <form class="row" onSubmit=${(e) => { e.preventDefault(); apply(text.trim()); }}><input class="grow" type="text" aria-label="Position as text" value=${text} onInput=${(e) => setText(e.target.value)} /><button type="submit">Set</button>
      <${Button} onClick=${() => apply(startPosition(size))}>Start position<//></form>`;
}

export function Files({ tree, open, setMessage, dropped, setDropped, setTab, library, setLibrary }) {
  const [text, setText] = useState("");
  const { games = null, file = "", source = "" } = library || {};
  useEffect(() => { if (dropped) { take(dropped); setDropped(null); } }, [dropped]);

  const read = async (content, file = "") => {
    setLibrary(null);
    try {
      const found = await ask("read", { text: content });
      setMessage("");
      if (found.position) open(T.newTree(found.position));
      else if (found.games.length === 1) {
        await pick(content, found.games[0].number);
        setTab("review");
      }
      else setLibrary({ games: found.games, file, source: content });
    } catch (error) { setMessage(error.message); }
  };
  const pick = async (content, number) => {
    try {
      const found = await ask("open", { text: content, number });
      const { problems, ...rest } = found;
      open({ ...rest, at: 0 });
      setMessage(problems.length ? `Some moves are left out: ${problems[0]}` : "");
    } catch (error) { setMessage(error.message); }
  };
  const take = (list) => {
    const first = list?.[0];
    if (!first) return;
    if (first.size > 1_900_000) { setMessage("The file is larger than 1.9 MB."); return; }
    first.text().then((content) => read(content, first.name));
  };
  const write = async (kind) => {
    try {
      if (kind === "svg") download("position.svg", (await ask("picture", { game: T.game(tree), caption: `Rules: ${tree.rules}` })).svg, "image/svg+xml");
      else if (kind === "position") download("position.txt", (await look(T.game(tree))).position + "\n");
      else download(kind === "sgf" ? "game.sgf" : "game.txt", (await ask("write", { tree: T.forFile(tree), format: kind })).text);
    } catch (error) { setMessage(error.message); }
  };
  const tag = (key) => tree.tags.find(([n]) => n === key)?.[1];
  return html`<div>
      <p><b>${tag("Black") || "Black"} \u2013 ${tag("White") || "White"}</b>${tree.result ? `, ${tree.result}` : ""} <span class="soft">${[tag("Event"), tag("Date")].filter(Boolean).join(", ")}</span></p>
      <div class="row"><label class="field"><span>Open a file (SGF, text)</span><input type="file" accept=".sgf,.pgn,.txt" onChange=${(e) => take(e.target.files)} /></label></div>
      <label class="field"><span>or drop it anywhere on this page, or paste a game or a position</span>
        <textarea rows="4" value=${text} onInput=${(e) => setText(e.target.value)} spellcheck=${false}></textarea></label>
      <div class="row"><${Button} primary onClick=${() => read(text)} disabled=${!text.trim()}>Load<//><${Button} onClick=${() => open(T.newTree(startPosition(8)))}>New<//></div></div>
    ${games && html`<h3>${games.length} games${file ? ` in ${file}` : ""}</h3><ul class="plain picker" aria-label="Games">${games.map((g) => html`<li class="row spread">
      <span>${g.number}. ${g.problem && !g.moves ? html`<span class="warn">${g.problem}</span>` : `${g.black || "?"} \u2013 ${g.white || "?"}, ${g.moves} moves, ${g.result || "?"}`}</span>
      <${Button} onClick=${() => pick(source, g.number)}>Open ${g.number}<//></li>`)}</ul>`}
    <h3>Save</h3><div class="row"><${Button} onClick=${() => write("sgf")}>SGF<//><${Button} onClick=${() => write("text")}>Text<//><${Button} onClick=${() => write("svg")}>Picture (SVG)<//><${Button} onClick=${() => write("position")}>Position<//></div>`;
}
