// Puzzles: find the win. Any winning move is right; the solver defends.
import { html, useState, useEffect, useRef, load, save, name, Button } from "../lib.js";
import { ask, look } from "../wire.js";
import { Board, arrowOf } from "../board/index.js";

// Seconds for the solver to judge a move.
const JUDGE = 10;

export function Puzzles() {
  const [list, setList] = useState([]);
  const [index, setIndex] = useState(() => load("puzzle", 0));
  const [solved, setSolved] = useState(() => load("solved", []));
  const [moves, setMoves] = useState([]);
  const [view, setView] = useState(null);
  const [state, setState] = useState("play");
  const [note, setNote] = useState("");
  const [arrows, setArrows] = useState([]);
  const [flipped, setFlipped] = useState(false);
  const current = useRef(0);

  useEffect(() => { ask("puzzles").then((answer) => setList(answer.puzzles), (e) => setNote(e.message)); }, []);
  useEffect(() => save("solved", solved), [solved]);
  const puzzle = list[Math.min(index, list.length - 1)];
  useEffect(() => {
    save("puzzle", index);
    current.current++;
    setMoves([]); setState("play"); setNote(""); setArrows([]);
  }, [index]);
  useEffect(() => {
    if (!puzzle) return;
    let live = true;
    look({ start: puzzle.position, moves }).then((answer) => live && setView(answer), (e) => live && setNote(e.message));
    return () => { live = false; };
  }, [puzzle, moves]);

  const play = async (move) => {
    const turn = current.current;
    const still = () => turn === current.current;
    const after = [...moves, move.move];
    setMoves(after); setArrows([]);
    setState("judging"); setNote("");
    try {
      const now = await look({ start: puzzle.position, moves: after });
      if (!still()) return;
      if (now.outcome) return finish(now.outcome.winner === puzzle.turn, now.outcome.text, after);
      const answer = await ask("solve", { game: { start: puzzle.position, moves: after }, winner: puzzle.turn, seconds: JUDGE, proof: true });
      if (!still()) return;
      if (answer.result !== "loss") {
        const why = answer.result === "unknown" ? "The solver finds no win after it." : "After it there is no forced win any more: that is proved.";
        setState("wrong"); setNote(`${move.move} is not it. ${why}`);
        setTimeout(() => still() && (setMoves(moves), setState("play")), 1500);
        return;
      }
      const reply = (answer.line && answer.line[0]) || now.moves[0].move;
      setMoves([...after, reply]);
      setNote(`Right! ${name(now.turn)} answers ${reply}.${answer.plies ? ` At most ${Math.ceil((answer.plies - 1) / 2)} more.` : ""}`);
      setState("play");
      const end = await look({ start: puzzle.position, moves: [...after, reply] });
      if (still() && end.outcome) finish(end.outcome.winner === puzzle.turn, end.outcome.text, after);
    } catch (error) { if (still()) { setNote(error.message); setState("play"); } }
  };
  const finish = (won, text, after) => {
    setState(won ? "solved" : "wrong");
    setNote(text);
    if (won) setSolved((old) => [...new Set([...old, puzzle.id])]);
  };
  const show = async () => {
    setState("judging");
    const answer = await ask("solve", { game: { start: puzzle.position, moves }, winner: puzzle.turn, seconds: 30, proof: true }).catch((e) => ({ result: e.message }));
    setState("play");
    const best = answer.line?.[0] || answer.move;
    if (best) { setArrows([arrowOf(best, "best")]); setNote(`${best} wins.`); } else setNote(answer.result);
  };
  if (!puzzle) return html`<main class="text"><p class="soft">${note || "Loading\u2026"}</p></main>`;
  const mine = view?.turn === puzzle.turn && state === "play";
  return html`<main><section class="stage" aria-label="Puzzle board">
      <${Board} position=${view?.position || puzzle.position} moves=${mine ? view.moves : []} onMove=${play} last=${moves.at(-1)} arrows=${arrows} flipped=${flipped}
        linked=${view?.outcome?.winner ? [view.outcome.winner] : []} label="Puzzle board" /><p class="soft small">Rules: olympiad, ${view?.size || 8}\u00d7${view?.size || 8}</p></section>
    <div class="side"><section class="panel" aria-label="Puzzle"><h1>Win in ${puzzle.moves}</h1>
      <p class="status" role="status" aria-live="polite">${{ play: `${name(puzzle.turn)} to move and win`, judging: "The solver is looking\u2026", wrong: "Not this one", solved: "Solved!" }[state]}</p>
      ${note && html`<p class="note">${note}</p>`}
      <div class="row">${state === "solved" && html`<${Button} primary onClick=${() => setIndex((index + 1) % list.length)}>Next puzzle<//>`}
        <${Button} onClick=${() => { current.current++; setMoves([]); setState("play"); setNote(""); setArrows([]); }} disabled=${moves.length === 0}>Again<//>
        <${Button} onClick=${show} disabled=${state !== "play"}>Show a move<//><${Button} onClick=${() => setFlipped(!flipped)}>Flip<//></div></section>
      <section class="panel" aria-label="All puzzles"><h2>${solved.length} of ${list.length} solved</h2><div class="puzzles">${list.map((p, i) => html`<button type="button"
        class=${solved.includes(p.id) ? "solved" : ""} aria-current=${i === index ? "true" : undefined} aria-pressed=${i === index ? "true" : "false"} aria-label=${`Puzzle ${i + 1}, win in ${p.moves}${solved.includes(p.id) ? ", solved" : ""}`} onClick=${() => setIndex(i)}>${i + 1}</button>`)}</div></section></div></main>`;
}
