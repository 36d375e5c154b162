// A short lesson on the board.
import { Board } from "../board/Board.js";
import { lessonOf } from "../board/index.js";
import { html, useEffect, useState } from "../lib.js";
import { Button } from "../parts/Button.js";
import { loadOf, saveOf } from "../storage.js";
import { look } from "../wire.js";
/** @import { Look, LookMove } from "../types.js" */
/** @import { Lesson, Step } from "../board/index.js" */

// Milliseconds that a wrong move stays in sight.
const WRONG_DELAY = 900;

/** @param {{ game: string }} props */
export function Learn({ game }) {
  const [{ STEPS: steps, END: end }, setLesson] = useState(/** @type {Lesson} */ ({ STEPS: [], END: "" }));
  const [index, setIndex] = useState(() => loadOf(game, "lesson", 0));
  const [view, setView] = useState(/** @type {Look|null} */ (null));
  const [phase, setPhase] = useState(/** @type {"open"|"right"|"wrong"} */ ("open"));
  const step = steps[index];
  const textOf = (/** @type {Step} */ { position, size }) => ({ game, start: position, ...(size && { size }) });
  useEffect(() => {
    lessonOf(game).then(setLesson);
  }, []);
  useEffect(() => {
    saveOf(game, "lesson", index);
    setPhase("open");
    if (step) look({ ...textOf(step), moves: [] }).then(setView, () => {});
  }, [index, step]);

  const play = async (/** @type {LookMove} */ move) => {
    const start = textOf(step);
    const after = await look({ ...start, moves: [move.move] });
    setView(after);
    const isRight = step.accepts?.(move, after.outcome) ?? false;
    setPhase(isRight ? "right" : "wrong");
    if (!isRight) setTimeout(() => look({ ...start, moves: [] }).then(setView, () => {}), WRONG_DELAY);
  };
  if (steps.length === 0) return html`<main class="text"><p class="soft">Loading\u2026</p></main>`;
  if (!step) {
    return html`<main class="text"><h1>That is all</h1><p>${end}</p>
      <div class="row"><a href="#play">Play a game</a>
        <${Button} onClick=${() => setIndex(0)}>Take the lesson again<//></div></main>`;
  }
  const done = phase === "right" || !step.accepts;
  const words = { open: "", right: "Right!", wrong: "Not this one: try again." };
  return html`<main><section class="stage" aria-label="Lesson board">
      <${Board} game=${game} position=${view?.position ?? step.position} size=${view?.size ?? step.size}
        moves=${phase === "right" ? [] : view?.moves} onMove=${step.accepts && play} last=${view?.last}
        sides=${step.sides} ending=${view?.outcome} label="Lesson board" /></section>
    <section class="side panel" aria-label="Lesson"><p class="soft small">Step ${index + 1} of ${steps.length}</p>
      <h1>${step.title}</h1><p>${step.text}</p>
      <p role="status" aria-live="polite" class=${phase === "wrong" ? "warn" : "good"}>${words[phase]}</p>
      <div class="row"><${Button} onClick=${() => setIndex(index - 1)} disabled=${index === 0}>Back<//>
        <${Button} primary onClick=${() => setIndex(index + 1)} disabled=${!done}>Next<//>
        <${Button} onClick=${() => setIndex(index + 1)} disabled=${done}>Skip<//></div></section></main>`;
}
