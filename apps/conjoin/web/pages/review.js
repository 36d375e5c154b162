// Review: every move of a game judged, and a page to send.
import { html, useState, useEffect, useRef, download, name, other, percent, Choice, Button } from "../lib.js";
import { ask } from "../wire.js";
import * as T from "../tree.js";
import { reviewPage } from "./export.js";

const TURNING = ["threw-win", "lost", "decided", "blunder", "mistake"];

// Black's chances over the game; the parts that are proved have a line below.
export function Graph({ points, at, onPick, proved = [], bad = [] }) {
  if (points.filter((p) => typeof p === "number").length < 2) return null;
  const count = Math.max(1, points.length - 1);
  const x = (i) => (i / count) * 300;
  let known = 0.5;
  const level = points.map((p) => (known = typeof p === "number" ? p : known));
  const area = `M0 0L${level.map((p, i) => `${x(i)} ${(1 - p) * 100}`).join("L")}L300 0Z`;
  return html`<svg class="graph" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label="Winning chances over the game: black area is Black's"
      onClick=${(e) => { const box = e.currentTarget.getBoundingClientRect(); onPick(Math.round(((e.clientX - box.left) / box.width) * count)); }}>
    <path class="white" d=${area} /><line class="middle" x1="0" y1="50" x2="300" y2="50" />
    ${proved.map((yes, i) => yes && html`<rect class="proved" x=${x(i) - 150 / count} y="96" width=${300 / count} height="4" />`)}
    ${bad.map((i) => html`<rect class="bad" x=${x(i) - 1} y="0" width="2" height="100" opacity=".7" />`)}
    <line class="here" x1=${x(at)} y1="0" x2=${x(at)} y2="100" vector-effect="non-scaling-stroke" /></svg>`;
}

export function Review({ tree, line, ply, report, setReview, step, setMessage, hello, setOn, setGuess, view }) {
  const [seconds, setSeconds] = useState(30);
  const [running, setRunning] = useState(false);
  const [learning, setLearning] = useState(null);
  const live = useRef(true);
  const busy = useRef(false);
  busy.current = running;
  useEffect(() => () => {
    live.current = false;
    if (busy.current) ask("stop").catch(() => {});
  }, []);
  const moves = line.slice(1).map((i) => tree.nodes[i].move);

  const run = async () => {
    setOn(false);
    setRunning(true);
    const key = JSON.stringify(line.map((i) => tree.nodes[i].move));
    const game = { start: tree.start, rules: tree.rules, moves };
    try {
      const done = await ask("review", { game, seconds: Number(seconds), threads: hello?.threads }, (event) => {
        if (live.current && event.moves) setReview({ key, report: event });
      });
      if (live.current && done.moves) setReview({ key, report: { ...done, progress: null } });
    } catch (error) { if (live.current) setMessage(error.message); }
    if (live.current) setRunning(false);
  };
  const decided = report?.decided;
  const turning = report ? report.moves.map((m, i) => ({ ...m, i })).filter((m) => TURNING.includes(m.kind)) : [];
  const lessons = (side) => turning.filter((m) => m.side === side && m.kind !== "decided" && m.better.length);
  const first = tree.start.endsWith("w") ? 1 : 0;
  const label = (m) => `${Math.floor((m.i + first) / 2) + 1}${(m.i + first) % 2 ? "\u2026" : "."} ${m.move}`;

  // Learn from mistakes: the position before each, until a good answer is found.
  const begin = (side) => {
    const list = lessons(side);
    if (list.length) next(list, 0);
  };
  const next = (list, index) => {
    if (index >= list.length) { setLearning({ done: true }); setGuess(null); return; }
    step(line[list[index].i]);
    setLearning({ list, index, state: "ask" });
  };
  useEffect(() => {
    if (!learning?.list) { setGuess(null); return; }
    const mistake = learning.list[learning.index];
    setGuess(() => async (move) => {
      setLearning((l) => ({ ...l, state: "checking" }));
      const before = report.positions[mistake.i];
      const own = (p) => (mistake.side === "black" ? p : 1 - p);
      const game = { start: tree.start, rules: tree.rules, moves: [...moves.slice(0, mistake.i), move.move] };
      let right = move.move === mistake.better[0];
      if (!right && before.known[mistake.side] === true) {
        const solved = await ask("solve", { game, winner: mistake.side, seconds: 8 }).catch(() => ({}));
        right = solved.result === "win" || solved.result === "loss";
      } else if (!right) {
        const done = await ask("think", { game, time: 1000 }).catch(() => null);
        right = done?.score ? own(before.chance) - (1 - done.score.chance) < 0.1 : false;
      }
      setLearning((l) => ({ ...l, state: right ? "right" : "wrong", tried: move.move }));
    });
    return () => setGuess(null);
  }, [learning?.list, learning?.index]);

  const send = async () => download("review.html", reviewPage({ tree, line, report, version: hello?.version, positions: await fens() }), "text/html");
  const fens = async () => {
    const looks = [];
    for (let i = 0; i <= moves.length; i++) looks.push((await ask("look", { game: { start: tree.start, rules: tree.rules, moves: moves.slice(0, i) } })).position);
    return looks;
  };

  return html`<div class="row">
      ${running ? html`<${Button} onClick=${() => ask("stop")}>Stop<//>` : html`<${Button} primary onClick=${run} disabled=${moves.length === 0}>Review this game<//>`}
      <${Choice} label="Time" value=${seconds} options=${[[15, "15 seconds"], [30, "30 seconds"], [60, "1 minute"], [300, "5 minutes"]]} onChange=${setSeconds} />
      ${report && !running && html`<${Button} onClick=${send}>Save as a page<//>`}</div>
    ${running && html`<progress max="1" value=${report?.progress || 0} aria-label="Progress of the review"></progress>`}
    ${moves.length === 0 && html`<p class="soft">Play or load a game first.</p>`}
    ${report && html`
      <${Graph} points=${report.positions.map((p) => p.chance)} at=${ply} onPick=${(i) => step(line[i])}
        proved=${report.positions.map((p) => p.known.black === true || p.known.white === true)} bad=${turning.map((m) => m.i + 1)} />
      <p class="small soft">Dark is Black's chance. The blue line below: a win is proved there.</p>
      <p>Accuracy: Black ${accuracy(report.accuracy.black)}, White ${accuracy(report.accuracy.white)}</p>
      ${decided && html`<p class="note">${decided.ply === 0 ? `${name(decided.winner)} wins by force from the start.` : html`${name(decided.winner)}'s win is proved from${" "}<button type="button" onClick=${() => step(line[decided.ply])}>${decided.ply === moves.length ? "the end" : `move ${Math.floor((decided.ply + first) / 2) + 1}`}</button> on.
        ${decided.before_proved ? " Before that it was not won: that is proved too." : " Whether it was won before is not proved."}`}</p>`}
      <h3>Turning points</h3>
      ${turning.length === 0 && html`<p class="soft">${running ? "None so far." : "None found."}</p>`}
      <ul class="plain">${turning.map((m) => html`<li><button type="button" onClick=${() => step(line[m.i])}><span class=${"disc " + m.side} aria-label=${name(m.side)} role="img"></span> ${label(m)}</button> ${m.text.slice(m.move.length + 1)}</li>`)}</ul>
      ${!running && ["black", "white"].some((s) => lessons(s).length) && html`<h3>Learn from mistakes</h3><div class="row">${["black", "white"].map((s) => lessons(s).length > 0 && html`<${Button} onClick=${() => begin(s)}>${name(s)}'s (${lessons(s).length})<//>`)}</div>`}
      ${learning && html`<div class="note" role="status">${learning.done ? "That was all." : html`
        <p>${{ ask: `${label(learning.list[learning.index])} was played. Find a better move for ${name(learning.list[learning.index].side)} on the board.`, checking: "Checking\u2026", right: `${learning.tried} is good.`, wrong: `${learning.tried} is not it: try another.` }[learning.state]}</p>
        <div class="row">${learning.state === "right" ? html`<${Button} primary onClick=${() => next(learning.list, learning.index + 1)}>Next<//>`
        : html`<${Button} onClick=${() => setLearning({ ...learning, state: "right", tried: learning.list[learning.index].better[0] || "The engine's move" })}>Show<//>`}
        <${Button} onClick=${() => { setLearning(null); setGuess(null); }}>End<//></div>`}</div>`}`}`;
}

const accuracy = (value) => (value === null || value === undefined ? "\u2013" : Math.round(value) + " %");
