// A two-minute lesson on the board.
import { html, useState, useEffect, load, save, Button } from "../lib.js";
import { look } from "../wire.js";
import { Board } from "../board/index.js";

// Each step: a position, what to read, and which moves are right.
export const STEPS = [
  { title: "The goal", position: "8/8/2b1b3/3b4/2bw4/5w2/8/6w1 b", right: "read",
    text: "Two players, Black and White. Whoever first has all men in one connected group wins. Neighbours connect along lines and diagonals: Black's four men here are one group; White's three are not, for one stands apart.", linked: ["black"] },
  { title: "How men move", position: "8/8/8/2b2w2/8/8/2w5/5b2 b", right: "any",
    text: "A man moves in a straight line, exactly as many squares as there are men on that line, of both colours, itself included. Hover or choose a man: the numbers say how far it goes. Move any man." },
  { title: "Jump your own", position: "8/8/8/1bb3w1/8/8/3b4/4w3 b", right: ["b5-e5"],
    text: "Men jump over their own colour. There are three men on this row: move the man on b5 three squares to the right, over its friend." },
  { title: "Not over others", position: "8/8/8/1bw3b1/8/6w1/8/8 b", right: "not-b5-e5",
    text: "Men do not jump over the enemy: the man on b5 cannot go right past c5. Find another move with any man." },
  { title: "Capture", position: "8/8/8/1b2w1b1/8/6w1/8/8 b", right: "capture",
    text: "A man that ends on an enemy captures it. That can hurt: fewer men are easier to connect! Capture a white man." },
  { title: "Win", position: "8/3b4/8/2b5/3b4/7w/w7/5w2 b", right: "win",
    text: "Now bring all three black men together with one move." },
];

const accepts = (step, move, outcome) => {
  if (step.right === "any") return true;
  if (step.right === "capture") return move.capture;
  if (step.right === "win") return outcome?.winner === "black";
  if (step.right === "not-b5-e5") return true;
  return Array.isArray(step.right) && step.right.includes(move.move);
};

export function Learn() {
  const [index, setIndex] = useState(() => Math.min(load("lesson", 0), STEPS.length));
  const [view, setView] = useState(null);
  const [state, setState] = useState("open");
  const step = STEPS[index];
  useEffect(() => {
    save("lesson", index);
    setState("open");
    if (STEPS[index]) look({ start: STEPS[index].position, moves: [] }).then(setView, () => {});
  }, [index]);

  const play = async (move) => {
    const after = await look({ start: step.position, moves: [move.move] });
    setView(after);
    if (accepts(step, move, after.outcome)) setState("right");
    else {
      setState("wrong");
      setTimeout(() => look({ start: step.position, moves: [] }).then((v) => { setView(v); }), 900);
    }
  };
  if (!step) {
    return html`<main class="text"><h1>That is all</h1><p>You know the rules. A draw comes when both sides are connected by one move, or when a position comes back for the third time; a player without a move passes.</p>
      <div class="row"><a href="#play">Play a game</a><${Button} onClick=${() => setIndex(0)}>Take the lesson again<//></div></main>`;
  }
  const position = view?.position || step.position;
  const done = state === "right" || step.right === "read";
  return html`<main><section class="stage" aria-label="Lesson board">
      <${Board} position=${position} moves=${view && state === "open" || state === "wrong" ? view.moves : []} onMove=${step.right === "read" ? undefined : play}
        last=${view?.played?.at(-1)} linked=${step.linked || (view?.outcome?.winner ? [view.outcome.winner] : [])} label="Lesson board" /></section>
    <section class="side panel" aria-label="Lesson"><p class="soft small">Step ${index + 1} of ${STEPS.length}</p><h1>${step.title}</h1><p>${step.text}</p>
      <p role="status" aria-live="polite" class=${state === "wrong" ? "warn" : "good"}>${state === "right" ? "Right!" : state === "wrong" ? "Not this one: try again." : ""}</p>
      <div class="row"><${Button} onClick=${() => setIndex(index - 1)} disabled=${index === 0}>Back<//>
        <${Button} primary onClick=${() => setIndex(index + 1)} disabled=${!done}>Next<//>
        <${Button} onClick=${() => setIndex(index + 1)} disabled=${done}>Skip<//></div></section></main>`;
}
