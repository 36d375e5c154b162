import { html, useEffect, useRef } from "../../lib.js";
import { grouped } from "../../notation.js";
import { Button } from "../../parts/Button.js";
import { Select } from "../../parts/Select.js";
import { download } from "../../storage.js";
import * as T from "../../tree.js";
import { ask, stop } from "../../wire.js";
import { ProofWalk } from "./ProofWalk.js";
import { isInProof, keyOf } from "./state.js";
/** @import { Hello, Look } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Action, Solving, State } from "./state.js" */

/** @type {Object<string, (name: string) => string>} */
const WORDS = {
  win: (name) => `Proved: ${name} wins by force.`,
  loss: (name) => `Proved: ${name} wins by force, whatever is played.`,
  "not-win": (name) => `Proved: ${name} cannot force a win.`,
  "not-loss": (name) => `Proved: ${name} cannot force a win.`,
  unknown: () => "Not known yet.",
};
// Proof numbers from here on mean that there is no end.
const INFINITE = 134217727;
// Mebibytes of table at least.
const LEAST_MEMORY = 128;
const proofNumber = (/** @type {number} */ n) => (n >= INFINITE ? "\u221e" : grouped(n));

/**
 * Is this won? With live numbers, and the proof to walk through.
 * @param {{
 *   state: State, dispatch: (action: Action) => void, hello: Hello|null, sides: Sides, view: Look|null, turn: string,
 * }} props
 */
export function Solve({ state, dispatch, hello, sides, view, turn }) {
  const { tree, engine, solving } = state;
  const { winner, running, writing, found, root, file } = solving;
  const set = (/** @type {Partial<Solving>} */ solving) => dispatch({ type: "solving", solving });
  const fail = (/** @type {Error} */ { message }) => dispatch({ type: "message", message });
  // Whoever leaves stops the search: the solver remembers, and "Go on" takes it up.
  const busy = useRef(running);
  busy.current = running;
  const live = useRef(true);
  useEffect(
    () => () => {
      live.current = false;
      if (!busy.current) return;
      stop();
      set({ running: false });
    },
    [],
  );

  const key = keyOf(tree);
  const side = winner === "turn" ? turn : winner;
  const run = async () => {
    set({ running: true, writing: false, step: null, file: null });
    const game = T.game(tree);
    const memory = Math.max(LEAST_MEMORY, engine.memory);
    try {
      const question = { game, winner: side, proof: true, threads: hello?.threads, memory };
      const done = await ask("solve", question, (event) => {
        if (!live.current) return;
        if (event.writing) set({ writing: true });
        else if (event.proof !== undefined) set({ found: event, key });
      });
      if (live.current) {
        const isFound = done.proof !== undefined;
        if (isFound) set({ found: done, key, ...(done.explorable && { root: { at: tree.at, moves: game.moves } }) });
      }
    } catch (error) {
      if (live.current) fail(/** @type {Error} */ (error));
    }
    if (live.current) set({ running: false });
  };

  // Inside the proof: what it says here.
  const inside = isInProof(state);
  useEffect(() => {
    if (!inside || !root) {
      set({ step: null });
      return undefined;
    }
    let isLive = true;
    ask("proof", { moves: T.moves(tree).slice(root.moves.length) }).then(
      (answer) => isLive && set({ step: { ...answer, key } }),
      () => isLive && set({ step: null }),
    );
    return () => {
      isLive = false;
    };
  }, [inside, key]);

  const saveProof = async () => {
    try {
      const got = await ask("proof-file", {});
      set({ file: got });
      download("win.proof", got.text);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  };
  const shown = found && (solving.key === key || inside) ? found : null;
  const looking = writing ? "Proved. Writing the proof down\u2026" : `Looking for a win of ${sides.name(side)}\u2026`;
  const length = shown?.plies ? ` In at most ${Math.ceil(shown.plies / 2)} moves (${shown.plies} plies).` : "";
  const options = [["turn", "the side to move"], ...sides.keys.map((side) => [side, sides.name(side)])];
  return html`<div class="row">
      ${
        running
          ? html`<${Button} onClick=${stop}>Stop<//>`
          : html`<${Button} primary onClick=${run} disabled=${!view || view.outcome !== null}>
            ${shown?.result === "unknown" ? "Go on" : "Is this won?"}<//>`
      }
      <${Select} label="For" value=${winner} options=${options}
        onChange=${(/** @type {string} */ winner) => set({ winner })} /></div>
    ${
      shown
        ? html`<p class="status" role="status" aria-live="polite">
          ${running ? looking : WORDS[shown.result](sides.name(shown.winner)) + length}</p>
        <table><tbody>
          <tr><td>Proof number</td><td class="n">${proofNumber(shown.proof)}</td>
            <td>Disproof number</td><td class="n">${proofNumber(shown.disproof)}</td></tr>
          <tr><td>Positions</td><td class="n">${grouped(shown.nodes)}</td>
            <td>Time</td><td class="n">${shown.seconds.toFixed(1)} s</td></tr>
          <tr><td>Table</td><td class="n">${Math.round(shown.table / 10)} % of ${shown.memory} MiB</td>
            <td>Proof</td><td class="n">${shown.lines ? `${grouped(shown.lines)} lines` : "\u2013"}</td></tr>
        </tbody></table>
        ${
          shown.repeats &&
          html`<p class="warn">In this game a position of the proof has been there twice: a third time would draw.</p>`
        }
        ${shown.unwritten && html`<p class="warn">The proof could not be written down: ${shown.unwritten}.</p>`}`
        : html`<p class="soft">The solver looks for a forced win with all defences. What it finds is a proof, not an
          opinion. Stop it and go on as you like: it remembers.</p>`
    }
    ${
      shown?.explorable &&
      root &&
      html`<${ProofWalk} step=${solving.step} current=${solving.step?.key === key} sides=${sides} file=${file}
      onPlay=${(/** @type {string} */ move) => dispatch({ type: "line", moves: [move] })}
      onBack=${() => dispatch({ type: "go", at: root.at })} onSave=${saveProof} />`
    }`;
}
