// Puzzles: find the win. Any winning move is right; the solver defends.
import { Board } from "../board/Board.js";
import { arrowOf } from "../board/drawing.js";
import { boardOf } from "../board/index.js";
import { sidesOf } from "../games.js";
import { html, useEffect, useReducer, useRef } from "../lib.js";
import { Button } from "../parts/Button.js";
import { loadOf, saveOf } from "../storage.js";
import { ask, look } from "../wire.js";
import { initial, puzzleOf, reduce } from "./puzzles/state.js";
/** @import { Hello, LookMove } from "../types.js" */

// Seconds for the solver to judge a move and to find one, and milliseconds that a wrong move stays in sight.
const [JUDGE, FIND] = [10, 30];
const WRONG_DELAY = 1500;

/** @param {{ hello: Hello|null, game: string }} props */
export function Puzzles({ hello, game }) {
  const [state, dispatch] = useReducer(reduce, undefined, () =>
    initial({ index: loadOf(game, "puzzle", 0), solved: loadOf(game, "solved", []) }),
  );
  const { list, index, solved, moves, view, phase, note, arrows, flipped } = state;
  const latest = useRef(state);
  latest.current = state;
  const sides = sidesOf(hello, game);
  const puzzle = puzzleOf(state);
  const say = (/** @type {Error} */ { message }) => dispatch({ type: "play", note: message });
  const gameAfter = (/** @type {string[]} */ moves) => ({
    ...{ game, start: puzzle.position, size: puzzle.size },
    moves,
  });

  useEffect(() => {
    ask("puzzles", { game }).then(({ puzzles }) => {
      dispatch({ type: "list", list: puzzles });
      if (puzzles.length === 0) dispatch({ type: "play", note: "There are no puzzles of this game yet." });
    }, say);
  }, []);
  useEffect(() => saveOf(game, "solved", solved), [solved]);
  useEffect(() => saveOf(game, "puzzle", index), [index]);
  useEffect(() => {
    if (!puzzle) return undefined;
    let isLive = true;
    look(gameAfter(moves)).then(
      (view) => isLive && dispatch({ type: "look", view }),
      (error) => isLive && say(error),
    );
    return () => {
      isLive = false;
    };
  }, [puzzle, moves]);

  /**
   * Judges a move; the solver answers a right one.
   * @param {string} move
   * @param {() => boolean} isStill
   */
  const judge = async (move, isStill) => {
    const after = [...moves, move];
    dispatch({ type: "judge", moves: after });
    const finishAt = async (/** @type {string[]} */ moves) => {
      const now = await look(gameAfter(moves));
      const { outcome } = now;
      if (outcome && isStill()) dispatch({ type: "finish", won: outcome.winner === puzzle.turn, note: outcome.text });
      return now;
    };
    const now = await finishAt(after);
    if (now.outcome || !isStill()) return;
    const question = { game: gameAfter(after), winner: puzzle.turn, seconds: JUDGE, proof: true };
    const { result, line, plies } = await ask("solve", question);
    if (!isStill()) return;
    if (result !== "loss") {
      const proved = "After it there is no forced win any more: that is proved.";
      const why = result === "unknown" ? "The solver finds no win after it." : proved;
      dispatch({ type: "wrong", note: `${move} is not it. ${why}` });
      setTimeout(() => isStill() && dispatch({ type: "back", moves }), WRONG_DELAY);
      return;
    }
    const reply = line?.[0] ?? now.moves[0].move;
    const left = plies ? ` At most ${Math.ceil((plies - 1) / 2)} more.` : "";
    const words = `Right! ${sides.name(now.turn)} answers ${reply}.${left}`;
    dispatch({ type: "play", moves: [...after, reply], note: words });
    await finishAt([...after, reply]);
  };
  const play = (/** @type {LookMove} */ { move }) => {
    const { round } = state;
    const isStill = () => latest.current.round === round;
    judge(move, isStill).catch((error) => isStill() && say(error));
  };
  const show = async () => {
    dispatch({ type: "judge", moves });
    try {
      const question = { game: gameAfter(moves), winner: puzzle.turn, seconds: FIND, proof: true };
      const { move, route, result } = await ask("solve", question);
      if (move) dispatch({ type: "play", note: `${move} wins.`, arrows: arrowOf(route, "best") });
      else dispatch({ type: "play", note: result });
    } catch (error) {
      say(/** @type {Error} */ (error));
    }
  };
  if (!puzzle) return html`<main class="text"><p class="soft">${note || "Loading\u2026"}</p></main>`;

  const mine = view?.turn === puzzle.turn && phase === "play";
  const board = boardOf(game);
  const { position, size } = view ?? puzzle;
  const words = {
    play: `${sides.name(puzzle.turn)} to move and win`,
    judging: "The solver is looking\u2026",
    wrong: "Not this one",
    solved: "Solved!",
  };
  const rules = view?.rules ?? board.STANDARD.rules;
  return html`<main><section class="stage" aria-label="Puzzle board">
      <${Board} game=${game} position=${position} size=${size} moves=${mine ? view.moves : []}
        onMove=${play} last=${view?.last} arrows=${arrows} flipped=${flipped} ending=${view?.outcome}
        label="Puzzle board" />
      <p class="soft small">Rules: ${rules}, ${board.about(board.parse(position, size).variant)}</p></section>
    <div class="side"><section class="panel" aria-label="Puzzle"><h1>Win in ${puzzle.moves}</h1>
      <p class="status" role="status" aria-live="polite">${words[phase]}</p>
      ${note && html`<p class="note">${note}</p>`}
      <div class="row">${
        phase === "solved" &&
        html`<${Button} primary onClick=${() => dispatch({ type: "choose", index: (index + 1) % list.length })}>
          Next puzzle<//>`
      }
        <${Button} onClick=${() => dispatch({ type: "again" })} disabled=${moves.length === 0}>Again<//>
        <${Button} onClick=${show} disabled=${phase !== "play"}>Show a move<//>
        <${Button} onClick=${() => dispatch({ type: "flip" })}>Flip<//></div></section>
      <section class="panel" aria-label="All puzzles"><h2>${solved.length} of ${list.length} solved</h2>
        <div class="puzzles">${list.map((one, i) => {
          const isSolved = solved.includes(one.id);
          return html`<button type="button" class=${isSolved ? "solved" : ""}
            aria-current=${i === index ? "true" : undefined} aria-pressed=${String(i === index)}
            aria-label=${`Puzzle ${i + 1}, win in ${one.moves}${isSolved ? ", solved" : ""}`}
            onClick=${() => dispatch({ type: "choose", index: i })}>${i + 1}</button>`;
        })}</div></section></div></main>`;
}
