// Analyse: the board with everything around it.
import { Board } from "../board/Board.js";
import { BOARDS, boardOf } from "../board/index.js";
import { sidesOf } from "../games.js";
import { onKeys, targetOf } from "../keys.js";
import { html, useEffect, useReducer, useRef, useState } from "../lib.js";
import { firstChance, scoreText } from "../notation.js";
import { Button } from "../parts/Button.js";
import { ChanceBar } from "../parts/ChanceBar.js";
import { Disc } from "../parts/Disc.js";
import { Graph } from "../parts/Graph.js";
import { MoveList } from "../parts/MoveList.js";
import { load, loadOf, save, saveOf } from "../storage.js";
import * as T from "../tree.js";
import { ask, look, stop } from "../wire.js";
import { Editor } from "./analyse/Editor.js";
import { Engine } from "./analyse/Engine.js";
import { Explain } from "./analyse/Explain.js";
import { Files } from "./analyse/Files.js";
import { Review } from "./analyse/Review.js";
import { Solve } from "./analyse/Solve.js";
import { Steps } from "./analyse/Steps.js";
import { isGood } from "./analyse/learning.js";
import { painted } from "./analyse/paint.js";
import * as S from "./analyse/state.js";
/** @import { Hello, LookMove, Review as Report } from "../types.js" */
/** @import { Sides } from "../sides.js" */
/** @import { Tree } from "../tree.js" */

/** @type {[S.Tab, string][]} */
const TABS = [
  ["engine", "Engine"],
  ["review", "Review"],
  ["solve", "Solve"],
  ["explain", "Explain"],
  ["edit", "Edit"],
  ["files", "Files"],
];

/** @param {string} game */
function loadState(game) {
  const kept = loadOf(game, "analyse", /** @type {Tree|null} */ (null));
  const engine = loadOf(game, "engine", S.USUAL_ENGINE);
  const number = (/** @type {"lines"|"threads"|"memory"} */ key) => ({ [key]: Number(engine[key]) });
  return S.initial({
    tree: kept ? { ...kept, game: kept.game ?? BOARDS[0] } : S.startTree(game),
    tab: load("analyse-tab", /** @type {S.Tab} */ ("engine")),
    engine: { ...engine, ...number("lines"), ...number("threads"), ...number("memory") },
    flipped: load("flip", false),
    review: loadOf(game, "review", /** @type {S.State["review"]} */ (null)),
    brush: sidesOf(null, game).keys[0],
  });
}

/** @param {{ hello: Hello|null, game: string }} props */
export function Analyse({ hello, game }) {
  const [state, dispatch] = useReducer(S.reduce, game, loadState);
  const [over, setOver] = useState(false);
  const { tree, view, preview, tab, engine, on, review, learning, message, flipped } = state;
  useEffect(() => saveOf(game, "analyse", tree), [tree]);
  useEffect(() => save("analyse-tab", tab), [tab]);
  useEffect(() => saveOf(game, "engine", engine), [engine]);
  useEffect(() => {
    if (!review?.report.progress) saveOf(game, "review", review);
  }, [review]);

  const sides = sidesOf(hello, game);
  const key = S.keyOf(tree);
  const fail = (/** @type {Error} */ { message }) => dispatch({ type: "message", message });
  useEffect(() => {
    let isLive = true;
    look(T.game(tree)).then(
      (view) => isLive && dispatch({ type: "look", key, view }),
      (error) => isLive && fail(error),
    );
    return () => {
      isLive = false;
    };
  }, [key]);

  // The engine follows the position.
  useEffect(() => {
    if (!on) return undefined;
    let isLive = true;
    dispatch({ type: "info", info: null });
    const listen = (/** @type {any} */ { queued, info }) => {
      if (isLive && queued) dispatch({ type: "info", info: "queued" });
      else if (isLive && info) dispatch({ type: "info", info: { ...info, key } });
    };
    ask("think", { game: T.game(tree), ...engine }, listen).then(
      ({ lines, depth, best, stopped }) => {
        const isUseful = lines && (lines.length > 0 || best === null);
        if (isLive && isUseful) dispatch({ type: "done", info: { lines, depth, done: !stopped, key } });
      },
      (error) => {
        if (!isLive) return;
        fail(error);
        dispatch({ type: "turn-engine", on: false });
      },
    );
    return () => {
      isLive = false;
      stop();
    };
  }, [on, key, engine]);

  // Text that is pasted anywhere but into a field is loaded.
  useEffect(() => {
    const paste = (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text");
      if (!text?.trim() || /^(INPUT|TEXTAREA)$/.test(targetOf(event).tagName)) return;
      event.preventDefault();
      dispatch({ type: "drop", file: new File([text], "pasted text") });
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);

  /** @type {Object<string, S.Action>} */
  const keys = {
    ArrowLeft: { type: "step", to: "back" },
    ArrowRight: { type: "step", to: "forward" },
    Home: { type: "step", to: "start" },
    End: { type: "step", to: "end" },
    f: { type: "flip" },
    e: { type: "turn-engine", on: !on },
    u: { type: "step", to: "back" },
    " ": { type: "best" },
  };
  const actions = useRef(keys);
  actions.current = keys;
  useEffect(
    () =>
      onKeys((event) => {
        const action = actions.current[event.key];
        // Space on a button presses it.
        const isPress = event.key === " " && targetOf(event).tagName === "BUTTON";
        return action && !isPress ? () => dispatch(action) : undefined;
      }),
    [],
  );

  const current = view?.key === key ? view : null;
  const turn = (current ?? view)?.turn ?? sides.keys[0];
  const line = T.mainLine(tree, tree.at);
  const report = S.reportOf(state, line);
  const ply = T.path(tree).length - 1;
  const live = S.liveInfo(state);
  const { position, size } = preview ?? view ?? { ...tree, position: tree.start };
  const rules = view?.rules ?? tree.rules;
  const board = boardOf(game);
  const { chance, caption } = live
    ? { chance: firstChance(live.lines[0].score, turn, sides), caption: scoreText(live.lines[0].score, turn, sides) }
    : reviewed(report, ply, sides);

  // While mistakes are learned from, a move on the board is an answer.
  const tryMove = async (/** @type {LookMove} */ { move }) => {
    const mistake = learning?.list[learning.index];
    if (!mistake || !report) return;
    dispatch({ type: "tried", phase: "checking", tried: move });
    const good = await isGood(tree, T.movesOf(tree, line), report, mistake, move, sides);
    dispatch({ type: "tried", phase: good ? "right" : "wrong", tried: move });
  };
  const play = (/** @type {LookMove} */ move) => {
    if (learning?.list[learning.index]) tryMove(move);
    else dispatch({ type: "play", move, sides });
  };
  // An edited position is taken once the program accepts it.
  const setUp = (/** @type {string} */ start, { size = tree.size, rules = tree.rules } = {}) => {
    const fresh = T.newTree({ game, start, size, rules });
    look(T.game(fresh)).then(({ size }) => dispatch({ type: "open", tree: { ...fresh, size } }), fail);
  };
  const paint = (/** @type {string} */ cell) =>
    setUp(board.format(painted(board.parse(position, size), cell, state.brush)), { size });
  // Plays a line out on the board while it is pointed at.
  const point = (/** @type {string[]} */ moves) =>
    look(T.gameOf(tree, [...T.moves(tree), ...moves])).then(
      (view) => dispatch({ type: "preview", view }),
      () => {},
    );
  const leave = () => dispatch({ type: "preview", view: null });

  const pass = current?.moves.length === 1 && current.moves[0].cells.length === 0 ? current.moves[0] : null;
  const count = pass ? "has to pass" : `${current?.moves.length} moves`;
  const status = current?.outcome?.text ?? (current ? `${sides.name(turn)} to move, ${count}` : "");
  const names = sides.names.map((name) => T.tag(tree, name));
  const shared = { state, dispatch, hello, sides };
  return html`<main class=${over ? "tall drop" : "tall"}
      onDragOver=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave=${() => setOver(false)}
      onDrop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(false);
        dispatch({ type: "drop", file: event.dataTransfer?.files[0] ?? null });
      }}>
    <section class="stage" aria-label="Analysis board">
      <${Board} game=${game} position=${position} size=${size} flipped=${flipped} label="Analysis board"
        moves=${preview ? [] : current?.moves} onMove=${play} onCell=${tab === "edit" ? paint : undefined}
        last=${(preview ?? view)?.last} arrows=${S.arrowsOf(state, report)}
        ending=${tab === "edit" ? null : current?.outcome} explained=${tab === "explain"} />
      <${ChanceBar} chance=${chance} caption=${caption} name=${sides.names[0]} />
      <div class="row spread"><${Steps} dispatch=${dispatch} />
        <span class="soft small">Rules: ${rules}, ${board.about(board.parse(position, size).variant)}</span></div>
      <p role="status" aria-live="polite">${message ? html`<span class="warn">${message}</span>` : status}
        ${pass && html`${" "}<${Button} onClick=${() => play(pass)}>Pass<//>`}</p>
    </section>
    <div class="side">
      <section class="panel" aria-label="Tools">
        <div class="tabs" role="tablist" aria-label="Tools">${TABS.map(
          ([id, title]) =>
            html`<button type="button" role="tab" aria-selected=${String(tab === id)}
              onClick=${() => dispatch({ type: "tab", tab: id })}>${title}</button>`,
        )}</div>
        ${
          tab === "engine" &&
          html`<${Engine} ...${shared} turn=${turn} onPoint=${point} onLeave=${leave} />
          <${Graph} points=${S.chancesOf(state, line, sides)} at=${ply}
            label=${`Winning chances over the game: dark is ${sides.names[0]}'s`}
            onPick=${(/** @type {number} */ i) => dispatch({ type: "go", at: line[i] })} />`
        }
        ${tab === "review" && html`<${Review} ...${shared} line=${line} ply=${ply} report=${report} />`}
        ${tab === "solve" && html`<${Solve} ...${shared} view=${current} turn=${turn} />`}
        ${tab === "explain" && html`<${Explain} tree=${tree} hello=${hello} sides=${sides} />`}
        ${
          tab === "edit" &&
          html`<${Editor} state=${state} hello=${hello} sides=${sides} position=${view?.position ?? tree.start}
          size=${(view ?? tree).size} onApply=${setUp}
          onBrush=${(/** @type {string} */ brush) => dispatch({ type: "brush", brush })} />`
        }
        ${tab === "files" && html`<${Files} ...${shared} />`}
      </section>
      <section class="panel" aria-label="Moves"><h2>
        ${
          names.some(Boolean)
            ? sides.keys.map(
                (side, i) => html`${i > 0 && " \u2013 "}<${Disc} sides=${sides} side=${side} /> ${names[i] || "?"}`,
              )
            : "Moves"
        }
        ${tree.result && html`${" "}<span class="soft">${tree.result}</span>`}</h2>
        <${MoveList} tree=${tree} first=${S.firstIndex(tree, sides)} report=${report} line=${line}
          onGo=${(/** @type {number} */ at) => dispatch({ type: "go", at })}
          onComment=${(/** @type {string} */ text) => dispatch({ type: "comment", text })}
          onPromote=${() => dispatch({ type: "promote" })} onRemove=${() => dispatch({ type: "remove" })} /></section>
    </div></main>`;
}

/**
 * What a review says of a position.
 * @param {Report|null} report
 * @param {number} ply
 * @param {Sides} sides
 */
function reviewed(report, ply, sides) {
  const here = report?.positions[ply];
  const chance = here?.chance ?? null;
  const winner = sides.keys.find((side) => here?.known[side] === true);
  const score = here?.score && chance !== null ? scoreText(here.score, sides.keys[0], sides) : "";
  return { chance, caption: winner ? `${sides.name(winner)} wins: proved` : score };
}
