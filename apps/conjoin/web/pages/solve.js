// Solve: is this won? With live numbers, and the proof to walk through.
import { html, useState, useEffect, useRef, download, grouped, name, other, Choice, Button } from "../lib.js";
import { ask } from "../wire.js";
import { arrowOf } from "../board/index.js";
import * as T from "../tree.js";

const WORDS = {
  win: (s) => `Proved: ${name(s)} wins by force.`,
  loss: (s) => `Proved: ${name(s)} wins by force, whatever is played.`,
  "not-win": (s) => `Proved: ${name(s)} cannot force a win.`,
  "not-loss": (s) => `Proved: ${name(s)} cannot force a win.`,
  unknown: () => "Not known yet.",
};
const number = (n) => (n >= 134217727 ? "\u221e" : grouped(n));

export function Solve({ tree, setTree, view, turn, hello, engine, setOn, setDrawing, setMessage, solved, setSolved }) {
  const [winner, setWinner] = useState("turn");
  const [running, setRunning] = useState(false);
  const { found = null, root = null } = solved;
  const setFound = (next) => setSolved((old) => ({ ...old, found: typeof next === "function" ? next(old.found) : next }));
  const setRoot = (next) => setSolved((old) => ({ ...old, root: next }));
  const [proof, setProof] = useState(null);
  const [file, setFile] = useState(null);
  const live = useRef(true);
  const busy = useRef(false);
  busy.current = running;
  // Whoever leaves stops the search: the solver remembers, and "Go on" takes it up.
  useEffect(() => () => {
    live.current = false;
    setDrawing({});
    if (busy.current) ask("stop").catch(() => {});
  }, []);

  const key = JSON.stringify(T.game(tree));
  const side = winner === "turn" ? turn : winner;
  const run = async () => {
    setOn(false); setRunning(true); setProof(null); setFile(null);
    const at = tree.at;
    try {
      const done = await ask("solve", { game: T.game(tree), winner: side, proof: true, threads: hello?.threads, memory: Math.max(128, Number(engine.memory)) },
        (event) => live.current && (event.writing ? setFound((f) => ({ ...f, writing: true })) : event.proof !== undefined && setFound({ ...event, key })));
      if (!live.current) return;
      setFound({ ...done, key });
      if (done.explorable) setRoot({ at, moves: T.moves(tree, at) });
    } catch (error) { if (live.current) setMessage(error.message); }
    if (live.current) setRunning(false);
  };

  // Inside the proof: what it says here.
  const moves = T.moves(tree);
  const inside = root && found?.explorable && moves.length >= root.moves.length && root.moves.every((m, i) => moves[i] === m);
  useEffect(() => {
    if (!inside) { setProof(null); setDrawing({}); return; }
    let alive = true;
    ask("proof", { moves: moves.slice(root.moves.length) }).then((answer) => {
      if (!alive) return;
      setProof({ ...answer, key });
      setDrawing(answer.move ? { arrows: [arrowOf(answer.move, "best")] } : {});
    }, () => alive && setProof(null));
    return () => { alive = false; };
  }, [inside, key]);

  const fetchFile = async () => {
    try {
      const got = await ask("proof-file");
      setFile(got);
      download("win.proof", got.text);
    } catch (error) { setMessage(error.message); }
  };
  const shown = found && (found.key === key || inside) ? found : null;
  // What is on the screen may still be of the position before: its moves can't be played here.
  const stale = proof?.key !== key;
  const hardest = proof?.replies?.length ? [...proof.replies].sort((a, b) => (b.plies ?? -1) - (a.plies ?? -1)) : [];
  return html`<div class="row">
      ${running ? html`<${Button} onClick=${() => ask("stop")}>Stop<//>` : html`<${Button} primary onClick=${run} disabled=${!view || view.outcome}>${shown?.result === "unknown" ? "Go on" : "Is this won?"}<//>`}
      <${Choice} label="For" value=${winner} options=${[["turn", "the side to move"], ["black", "Black"], ["white", "White"]]} onChange=${setWinner} /></div>
    ${shown ? html`<p class="status" role="status" aria-live="polite">${running && shown.writing ? "Proved. Writing the proof down\u2026" : running ? `Looking for a win of ${name(side)}\u2026` : WORDS[shown.result](shown.winner)}${!running && shown.plies ? ` In at most ${Math.ceil(shown.plies / 2)} moves (${shown.plies} plies).` : ""}</p>
      <table><tbody><tr><td>Proof number</td><td class="n">${number(shown.proof)}</td><td>Disproof number</td><td class="n">${number(shown.disproof)}</td></tr>
        <tr><td>Positions</td><td class="n">${grouped(shown.nodes)}</td><td>Time</td><td class="n">${shown.seconds.toFixed(1)} s</td></tr>
        <tr><td>Table</td><td class="n">${Math.round(shown.table / 10)} % of ${shown.memory} MiB</td><td>Proof</td><td class="n">${shown.lines ? grouped(shown.lines) + " lines" : "\u2013"}</td></tr></tbody></table>
      ${shown.repeats && html`<p class="warn">In this game a position of the proof has been there twice: a third time would draw.</p>`}
      ${shown.unwritten && html`<p class="warn">The proof could not be written down: ${shown.unwritten}.</p>`}`
    : html`<p class="soft">The solver looks for a forced win with all defences. What it finds is a proof, not an opinion. Stop it and go on as you like: it remembers.</p>`}
    ${shown?.explorable && html`<h3>Walk the proof</h3>
      ${proof?.over ? html`<p class="good">${name(proof.winner)} has won.</p>` : proof?.move ? html`<p>${name(proof.winner)} plays <b>${proof.move}</b>; at most ${Math.ceil(proof.plies / 2)} moves left.</p>
        <div class="row"><${Button} primary disabled=${stale} onClick=${() => setTree(T.play(tree, proof.move))}>Play ${proof.move}<//></div>`
      : hardest.length ? html`<p>Any defence of ${name(other(proof.winner))} loses within ${proof.plies} plies. Choose one here or on the board:</p>
        <div class="row">${hardest.slice(0, 12).map((r) => html`<${Button} disabled=${stale} onClick=${() => setTree(T.play(tree, r.move))}>${r.move} (${r.plies})<//>`)}${hardest.length > 12 && html`<span class="soft">and ${hardest.length - 12} more on the board</span>`}</div>`
      : html`<p class="soft">This position is not part of the proof.</p>`}
      <div class="row" style="margin-top:.5rem"><${Button} onClick=${() => setTree(T.go(tree, root.at))}>Back to its start<//><${Button} onClick=${fetchFile}>Save the proof<//></div>
      ${file && html`<p class=${file.verified ? "good" : "warn"}>${file.verified ? `The referee has checked it: ${grouped(file.lines)} lines hold.` : `Refused: ${file.reason}`}</p>`}`}`;
}
