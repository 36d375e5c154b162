// Analyse: the board with everything around it.
import { html, useState, useEffect, useRef, load, save, isTyping, other, name, scoreText, blackChance, grouped, speed, Choice, Button } from "../lib.js";
import { ask, look } from "../wire.js";
import { Board, startPosition, arrowOf, centre } from "../board/index.js";
import * as T from "../tree.js";
import { MoveList } from "./moves.js";
import { Review, Graph } from "./review.js";
import { Solve } from "./solve.js";
import { Explain } from "./explain.js";
import { Editor, Files } from "./files.js";

const ENGINE = { lines: 3, profile: "champion", threads: 1, memory: 64 };
const TABS = [["engine", "Engine"], ["review", "Review"], ["solve", "Solve"], ["explain", "Explain"], ["edit", "Edit"], ["files", "Files"]];

export function Analyse({ hello }) {
  const [tree, setTree] = useState(() => load("analyse", null) || T.newTree(startPosition(8)));
  const [view, setView] = useState(null);
  const [tab, showTab] = useState(() => load("analyse-tab", "engine"));
  // What the tabs keep while another one is open.
  const [solved, setSolved] = useState({});
  const [library, setLibrary] = useState(null);
  const [engine, setEngine] = useState(() => load("engine", ENGINE));
  const [on, setOn] = useState(false);
  const [info, setInfo] = useState(null);
  const [flipped, setFlipped] = useState(() => load("flip", false));
  const [preview, setPreview] = useState(null);
  const [review, setReview] = useState(() => load("review", null));
  const [drawing, setDrawing] = useState({});
  const [guess, setGuess] = useState(null);
  const [message, setMessage] = useState("");
  const evals = useRef({});
  const [dropped, setDropped] = useState(null);
  const [over, setOver] = useState(false);

  const setTab = (id) => { setDrawing({}); setGuess(null); showTab(id); };
  useEffect(() => save("analyse", tree), [tree]);
  useEffect(() => save("analyse-tab", tab), [tab]);
  useEffect(() => save("engine", engine), [engine]);
  useEffect(() => { if (!review?.report?.progress) save("review", review); }, [review]);

  const key = JSON.stringify(T.game(tree));
  useEffect(() => {
    let live = true;
    setPreview(null);
    look(T.game(tree)).then((answer) => live && setView({ ...answer, key }), (error) => live && setMessage(error.message));
    return () => { live = false; };
  }, [key]);

  // The engine follows the position.
  useEffect(() => {
    if (!on) return;
    let live = true;
    setInfo(null);
    const listen = (event) => live && (event.queued ? setInfo((old) => old || { queued: true }) : event.info && show(event.info));
    const show = (found) => {
      setInfo({ ...found, key });
      if (found.lines[0]) evals.current[key] = { score: found.lines[0].score };
    };
    ask("think", { game: T.game(tree), ...engine, lines: Number(engine.lines), threads: Number(engine.threads), memory: Number(engine.memory) }, listen)
      .then((done) => live && done.lines && (done.lines.length || done.best === null) && setInfo((old) => ({ ...(old || {}), lines: done.lines, depth: done.depth, done: !done.stopped, key })),
        (error) => live && (setMessage(error.message), setOn(false)));
    return () => { live = false; ask("stop").catch(() => {}); };
  }, [on, key, engine]);

  const current = view && view.key === key ? view : null;
  const turn = (current || view)?.turn || "black";
  const step = (at) => {
    if (at === undefined) return;
    setMessage("");
    setTree((t) => T.go(t, at));
  };
  const forward = () => step(T.children(tree, tree.at)[0]);
  const back = () => tree.at > 0 && step(tree.nodes[tree.at].parent);
  const play = (move) => {
    if (guess) { guess(move); return; }
    setMessage("");
    setView((v) => ({ ...v, position: move.after, moves: [], turn: other(turn), key: null }));
    setTree((t) => T.play(t, move.move));
  };
  const open = (fresh) => { setTree(fresh); setReview(null); setSolved({}); setOn(false); setGuess(null); evals.current = {}; };

  useEffect(() => {
    const press = (event) => {
      if (isTyping(event)) return;
      const act = {
        ArrowLeft: back, ArrowRight: forward, Home: () => step(0), End: () => step(T.mainLine(tree, tree.at).at(-1)),
        f: () => setFlipped(!flipped), e: () => setOn(!on), u: back,
        " ": () => event.target.tagName !== "BUTTON" && info?.key === key && info.lines?.[0] && setTree(T.play(tree, info.lines[0].moves[0])),
      }[event.key];
      if (act && !(event.key === " " && event.target.tagName === "BUTTON")) { event.preventDefault(); act(); }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  const live = on && info?.key === key && info.lines?.length ? info : null;
  const line = T.mainLine(tree, tree.at);
  const reviewed = review?.key === JSON.stringify(line.map((i) => tree.nodes[i].move)) ? review.report : null;
  const ply = T.path(tree).length - 1;
  const here = reviewed?.positions?.[ply];
  const chance = live ? blackChance(live.lines[0].score, turn) : here?.chance ?? null;
  const winner = ["black", "white"].find((side) => here?.known?.[side] === true);
  const caption = live ? scoreText(live.lines[0].score, turn) : winner ? `${name(winner)} wins: proved` : here?.score && here.chance !== null ? scoreText(here.score, "black") : "";
  const error = reviewed?.moves?.[ply]?.better?.length ? reviewed.moves[ply] : null;
  const arrows = preview ? [] : drawing.arrows || [
    ...(live ? live.lines.slice(0, 3).reverse().map((l, i, all) => arrowOf(l.moves[0], i === all.length - 1 ? "best" : "next")) : []),
    ...(!live && error && tab === "review" ? [arrowOf(error.move, "played"), arrowOf(error.better[0], "better")] : []),
  ];
  const board = preview || current || view;
  const end = current?.outcome;
  const linked = drawing.linked || (!end ? [] : end.reason === "both" ? ["black", "white"] : end.reason === "connection" ? [end.winner] : []);
  const shared = { tree, setTree, open, view: current, turn, hello, engine, setOn, setDrawing, setMessage };

  const tag = (key) => tree.tags.find(([n]) => n === key)?.[1];
  // Text that is pasted anywhere but into a field is loaded.
  useEffect(() => {
    const paste = (event) => {
      const text = event.clipboardData?.getData("text");
      if (!text?.trim() || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      event.preventDefault();
      setDropped([new File([text], "pasted text")]);
      setTab("files");
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
  // Plays a line out on the board while it is pointed at.
  const point = (moves) => look({ ...T.game(tree), moves: [...T.moves(tree), ...moves] }).then(setPreview, () => {});

  return html`<main class=${"tall" + (over ? " drop" : "")} onDragOver=${(e) => { e.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)}
      onDrop=${(e) => { e.preventDefault(); setOver(false); setDropped(e.dataTransfer.files); setTab("files"); }}>
    <section class="stage" aria-label="Analysis board">
      ${board ? html`<${Board} position=${board.position} moves=${!preview && current ? current.moves : []} onMove=${play} flipped=${flipped}
          last=${preview ? preview.played.at(-1) : tree.nodes[tree.at].move} arrows=${arrows} linked=${linked} crosses=${drawing.crosses || []} onSquare=${drawing.onSquare}
          label="Analysis board" />` : html`<${Board} position=${tree.start} />`}
      <div class=${"bar" + (chance === null ? " none" : "")} role="img" aria-label=${chance === null ? "No evaluation yet" : `Black's winning chance ${Math.round(chance * 100)} percent`}>
        <div style=${`width:${(chance ?? 0) * 100}%`}></div>${caption && html`<span class=${chance > 0.5 ? "left" : ""}>${caption}</span>`}</div>
      <div class="row spread">
        <span class="row"><${Button} onClick=${() => step(0)} title="Home" label="To the start">|\u25c0<//><${Button} onClick=${back} title="\u2190" label="Back">\u25c0<//>
          <${Button} onClick=${forward} title="\u2192" label="Forward">\u25b6<//><${Button} onClick=${() => step(T.mainLine(tree, tree.at).at(-1))} title="End" label="To the end">\u25b6|<//>
          <${Button} onClick=${() => setFlipped(!flipped)} title="f">Flip<//></span>
        <span class="soft small">Rules: ${tree.rules}${board ? `, ${board.size}\u00d7${board.size}` : ""}</span></div>
      <p role="status" aria-live="polite">${message ? html`<span class="warn">${message}</span>` : end ? end.text : current ? `${name(turn)} to move, ${current.moves.length === 1 && current.moves[0].move === "pass" ? "has to pass" : current.moves.length + " moves"}` : ""}
        ${current?.moves.length === 1 && current.moves[0].move === "pass" && html` <${Button} onClick=${() => play(current.moves[0])}>Pass<//>`}</p>
    </section>
    <div class="side">
      <section class="panel" aria-label="Tools">
        <div class="tabs" role="tablist" aria-label="Tools">${TABS.map(([id, title]) => html`<button type="button" role="tab" aria-selected=${tab === id ? "true" : "false"} onClick=${() => setTab(id)}>${title}</button>`)}</div>
        ${tab === "engine" && html`<${Engine} ...${shared} on=${on} info=${on ? info : null} engine=${engine} setEngine=${setEngine} point=${point} leave=${() => setPreview(null)} live=${live} />
          <${Graph} points=${line.map((i, n) => evals.current[JSON.stringify(T.game(tree, i))] && blackChance(evals.current[JSON.stringify(T.game(tree, i))].score, turnAt(tree, n)))} at=${ply} onPick=${(i) => step(line[i])} />`}
        ${tab === "review" && html`<${Review} ...${shared} line=${line} ply=${ply} report=${reviewed} setReview=${setReview} step=${step} setGuess=${setGuess} setOn=${setOn} />`}
        ${tab === "solve" && html`<${Solve} ...${shared} solved=${solved} setSolved=${setSolved} />`}
        ${tab === "explain" && html`<${Explain} ...${shared} centre=${centre} />`}
        ${tab === "edit" && html`<${Editor} ...${shared} />`}
        ${tab === "files" && html`<${Files} ...${shared} dropped=${dropped} setDropped=${setDropped} setTab=${setTab} library=${library} setLibrary=${setLibrary} />`}
      </section>
      <section class="panel" aria-label="Moves"><h2>${tag("Black") || tag("White") ? html`<span class="disc black" aria-hidden="true"></span> ${tag("Black") || "?"} \u2013 <span class="disc white" aria-hidden="true"></span> ${tag("White") || "?"}` : "Moves"}${tree.result ? html` <span class="soft">${tree.result}</span>` : ""}</h2><${MoveList} tree=${tree} setTree=${setTree} report=${reviewed} line=${line} /></section>
    </div></main>`;
}

const turnAt = (tree, ply) => ((tree.start.endsWith("w") ? 1 : 0) + ply) % 2 === 0 ? "black" : "white";

function Engine({ on, setOn, info, engine, setEngine, hello, turn, tree, setTree, point, leave, live }) {
  const set = (key) => (value) => setEngine({ ...engine, [key]: value });
  const memory = [16, 64, 128, 256, 512, 1024].filter((m) => m <= (hello?.memory.largest || 64));
  return html`<div class="row spread"><${Button} primary onClick=${() => setOn(!on)} pressed=${on} title="e">${on ? "Engine on" : "Engine off"}<//>
      <span class="soft small" aria-live="off">${!on ? "" : info?.queued && !info.lines ? "Waiting for a free engine\u2026" : live ? `depth ${live.depth}${live.seldepth ? "/" + live.seldepth : ""}${live.nodes ? ` \u00b7 ${grouped(live.nodes)} nodes \u00b7 ${speed(live.speed)} \u00b7 table ${Math.round(live.table / 10)} %` : ""}${live.done ? " \u00b7 done" : ""}` : "Thinking\u2026"}</span></div>
    <ol class="lines" onMouseLeave=${leave}>${live && live.lines.map((line) => html`<li><b>${scoreText(line.score, turn)}</b><span class="moves-of-line">${line.moves.slice(0, 12).map((move, i) => html`<button type="button"
        onMouseEnter=${() => point(line.moves.slice(0, i + 1))} onFocus=${() => point(line.moves.slice(0, i + 1))} onBlur=${leave}
        onClick=${() => { leave(); setTree(line.moves.slice(0, i + 1).reduce((t, m) => T.play(t, m), tree)); }}>${move}</button>`)}</span></li>`)}</ol>
    <details><summary>Settings</summary><div class="fields">
      <${Choice} label="Lines" value=${engine.lines} options=${[1, 2, 3, 5, 8].map((n) => [n, n])} onChange=${set("lines")} />
      <${Choice} label="Profile" value=${engine.profile} options=${(hello?.profiles || [{ name: "champion" }]).map((p) => [p.name, p.name])} onChange=${set("profile")} />
      <${Choice} label="Threads" value=${engine.threads} options=${Array.from({ length: hello?.threads || 1 }, (_, i) => [i + 1, i + 1])} onChange=${set("threads")} />
      <${Choice} label="Memory (MiB)" value=${engine.memory} options=${(memory.length ? memory : [16]).map((m) => [m, m])} onChange=${set("memory")} />
    </div></details>`;
}
