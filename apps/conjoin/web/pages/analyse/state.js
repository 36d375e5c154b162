// The state of the Analyse page, and everything that can happen to it.
import { arrowOf } from "../../board/drawing.js";
import { boardOf } from "../../board/index.js";
import { firstChance } from "../../notation.js";
import * as T from "../../tree.js";
/** @import { GameSummary, Look, LookMove, ProofFile, ProofStep } from "../../types.js" */
/** @import { Review, Score, Solve, ThinkLine } from "../../types.js" */
/** @import { Arrow } from "../../board/drawing.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */
/** @import { Turning } from "../../review.js" */

/**
 * How the engine is asked.
 * @typedef {Object} Engine
 * @property {number} lines - lines wanted
 * @property {string} profile - who thinks
 * @property {number} threads - threads to use
 * @property {number} memory - mebibytes of table
 */

/**
 * What the engine says of the position with this key.
 * @typedef {Object} Info
 * @property {string} key - the position
 * @property {ThinkLine[]} lines - lines, the best first
 * @property {number} depth - last iteration
 * @property {number} [seldepth] - longest line
 * @property {number} [nodes] - positions looked at
 * @property {number} [speed] - positions a second
 * @property {number} [table] - how full the table is, of 1000
 * @property {boolean} [done] - has it ended by itself?
 */

/**
 * Mistakes to learn from, one after the other.
 * @typedef {Object} Learning
 * @property {Turning[]} list - the mistakes
 * @property {number} index - the one on the board; the number of them at the end
 * @property {"ask"|"checking"|"right"|"wrong"} phase - how far the person is
 * @property {string} tried - the move that was tried
 */

/**
 * What the solver has found.
 * @typedef {Object} Solving
 * @property {string} winner - side whose win is asked for, or `turn`
 * @property {boolean} running - is it at work?
 * @property {boolean} writing - is a proof being written down?
 * @property {string|null} key - the position that was asked about
 * @property {Solve|null} found - the answer so far
 * @property {{ at: number, moves: string[] }|null} root - where a proof to explore starts
 * @property {(ProofStep & { key: string })|null} step - what the proof says of the position with this key
 * @property {ProofFile|null} file - the proof that was saved
 */

/** @typedef {{ game: string, games: GameSummary[], file: string, source: string }} Library games of a text */
/** @typedef {"engine"|"review"|"solve"|"explain"|"edit"|"files"} Tab */

/**
 * @typedef {Object} State
 * @property {Tree} tree - the game
 * @property {(Look & { key: string|null })|null} view - the last position that is known; the key says which
 * @property {Look|null} preview - a position to show for a moment
 * @property {Tab} tab - the tool that is open
 * @property {boolean} flipped - is the second side at the bottom?
 * @property {string} message - what went wrong
 * @property {Engine} engine - how the engine is asked
 * @property {boolean} on - does the engine think?
 * @property {Info|"queued"|null} info - what it says
 * @property {Object<string, Score>} scores - what it said of positions before
 * @property {{ key: string, report: Review }|null} review - the last review; the key says of which moves
 * @property {boolean} reviewing - is a review going on?
 * @property {Learning|null} learning - mistakes to learn from
 * @property {Solving} solving - what the solver has found
 * @property {string} brush - what the editor sets: a side, or nothing
 * @property {Library|null} library - games to pick from
 * @property {File|null} dropped - a file that was dropped or pasted
 */

/**
 * @typedef {{ type: "look", key: string, view: Look }
 *   | { type: "preview", view: Look|null }
 *   | { type: "go", at: number }
 *   | { type: "step", to: "back"|"forward"|"start"|"end" }
 *   | { type: "play", move: LookMove, sides: Sides }
 *   | { type: "line", moves: string[] }
 *   | { type: "best" }
 *   | { type: "comment", text: string }
 *   | { type: "promote" }
 *   | { type: "remove" }
 *   | { type: "open", tree: Tree, message?: string, tab?: Tab }
 *   | { type: "tab", tab: Tab }
 *   | { type: "flip" }
 *   | { type: "message", message: string }
 *   | { type: "engine", engine: Partial<Engine> }
 *   | { type: "turn-engine", on: boolean }
 *   | { type: "info", info: Info|"queued"|null }
 *   | { type: "done", info: Info }
 *   | { type: "review", review: { key: string, report: Review } }
 *   | { type: "reviewing", reviewing: boolean }
 *   | { type: "learn", learning: Learning|null }
 *   | { type: "tried", phase: Learning["phase"], tried: string }
 *   | { type: "solving", solving: Partial<Solving> }
 *   | { type: "brush", brush: string }
 *   | { type: "library", library: Library|null }
 *   | { type: "drop", file: File|null }} Action
 */

/** @type {Engine} */
export const USUAL_ENGINE = { lines: 3, profile: "champion", threads: 1, memory: 64 };

/** @type {Solving} */
const UNSOLVED = {
  ...{ winner: "turn", running: false, writing: false, key: null },
  ...{ found: null, root: null, step: null, file: null },
};

/**
 * The start of a game, for an analysis.
 * @param {string} game
 */
export function startTree(game) {
  const { STANDARD, start } = boardOf(game);
  return T.newTree({ game, start: start(STANDARD), size: STANDARD.size, rules: STANDARD.rules ?? "" });
}

/**
 * @param {Pick<State, "tree"|"tab"|"engine"|"flipped"|"review"|"brush">} from
 * @returns {State}
 */
export const initial = (from) => ({
  ...from,
  ...{ view: null, preview: null, message: "", on: false, info: null, scores: {}, reviewing: false },
  ...{ learning: null, solving: UNSOLVED, library: null, dropped: null },
});

/**
 * Says which position something is about.
 * @param {Tree} tree
 */
export const keyOf = (tree, at = tree.at) => JSON.stringify(T.game(tree, at));

/**
 * Says which moves a review is about.
 * @param {Tree} tree
 * @param {number[]} line
 */
export const lineKey = (tree, line) => JSON.stringify(line.map((i) => tree.nodes[i].move));

/**
 * What the engine says of the position that is shown, while it is on.
 * @param {State} state
 */
export function liveInfo({ on, info, tree }) {
  return on && info && info !== "queued" && info.key === keyOf(tree) && info.lines.length > 0 ? info : null;
}

/**
 * The review of the line that is shown.
 * @param {State} state
 * @param {number[]} line
 */
export const reportOf = ({ tree, review }, line) => (review?.key === lineKey(tree, line) ? review.report : null);

/**
 * Is the position that is shown part of the proof that was found?
 * @param {State} state
 */
export function isInProof({ tree, solving: { root, found } }) {
  const moves = T.moves(tree);
  return root !== null && found?.explorable === true && root.moves.every((move, i) => moves[i] === move);
}

/**
 * The side whose turn it is at a ply of the tree.
 * @param {Tree} tree
 * @param {number} ply
 * @param {Sides} sides
 */
export const turnAt = (tree, ply, sides) => sides.keys[(firstIndex(tree, sides) + ply) % 2];

/**
 * 1 when the second side begins.
 * @param {Tree} tree
 * @param {Sides} sides
 */
export const firstIndex = (tree, sides) => sides.index(boardOf(tree.game).parse(tree.start).turn);

/**
 * The first side's chances along a line, as far as the engine has been there.
 * @param {State} state
 * @param {number[]} line
 * @param {Sides} sides
 */
export const chancesOf = ({ tree, scores }, line, sides) =>
  line.map((i, ply) => {
    const score = scores[keyOf(tree, i)];
    return score ? firstChance(score, turnAt(tree, ply, sides), sides) : null;
  });

/**
 * The arrows that belong to the tool that is open.
 * @param {State} state
 * @param {Review|null} report
 * @returns {Arrow[]}
 */
export function arrowsOf(state, report) {
  const { tree, tab, preview, solving, learning } = state;
  if (preview || tab === "explain" || tab === "edit") return [];
  if (tab === "solve" && isInProof(state) && solving.step?.route) return arrowOf(solving.step.route, "best");
  const live = liveInfo(state);
  if (live) {
    const best = live.lines.slice(0, 3).map(({ route }, i) => arrowOf(route, i === 0 ? "best" : "next"));
    return best.reverse().flat();
  }
  const ply = T.path(tree).length - 1;
  const next = tab === "review" ? report?.moves[ply] : null;
  if (!next?.better.length) return [];
  // Whoever is asked for a better move does not see it.
  const isAsked = learning?.list[learning.index]?.ply === ply && learning.phase !== "right";
  return [...arrowOf(next.route, "played"), ...(isAsked ? [] : arrowOf(next.better_route, "better"))];
}

/**
 * What the state is after something has happened.
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  const { tree } = state;
  const show = (/** @type {Tree} */ tree) => ({ ...state, tree, preview: null, message: "" });
  switch (action.type) {
    case "look":
      return { ...state, view: { ...action.view, key: action.key } };
    case "preview":
      return { ...state, preview: action.view };
    case "go":
      return show(T.go(tree, action.at));
    case "step":
      return show(T.go(tree, nodeAfter(tree, action.to)));
    case "play": {
      // The move shows at once; what it leads to is asked for.
      const { move, sides } = action;
      const { view } = state;
      const after = view && { position: move.after, moves: [], turn: sides.other(view.turn), last: move, key: null };
      return { ...show(T.play(tree, move.move)), view: view && { ...view, ...after } };
    }
    case "line":
      return show(T.playAll(tree, action.moves));
    case "best": {
      const best = liveInfo(state)?.lines[0].moves[0];
      return best ? show(T.play(tree, best)) : state;
    }
    case "comment":
      return { ...state, tree: T.comment(tree, tree.at, action.text) };
    case "promote":
      return { ...state, tree: T.promote(tree, tree.at) };
    case "remove":
      return show(T.remove(tree, tree.at));
    case "open": {
      const { tab = state.tab, message = "" } = action;
      const fresh = { review: null, learning: null, on: false, scores: {}, solving: UNSOLVED };
      return { ...show(action.tree), ...fresh, tab, message };
    }
    case "tab":
      return { ...state, tab: action.tab, learning: null };
    case "flip":
      return { ...state, flipped: !state.flipped };
    case "message":
      return { ...state, message: action.message };
    case "engine":
      return { ...state, engine: { ...state.engine, ...action.engine } };
    case "turn-engine":
      return { ...state, on: action.on, info: null };
    case "info":
      return inform(state, action.info);
    case "done": {
      // The answer does not repeat what the last event said of speed and table.
      const before = state.info === "queued" ? null : state.info;
      return inform(state, { ...(before?.key === action.info.key && before), ...action.info });
    }
    case "review":
      return { ...state, review: action.review };
    case "reviewing":
      return { ...state, reviewing: action.reviewing, on: state.on && !action.reviewing };
    case "learn":
      return { ...state, learning: action.learning };
    case "tried":
      return { ...state, learning: state.learning && { ...state.learning, phase: action.phase, tried: action.tried } };
    case "solving":
      return { ...state, solving: { ...state.solving, ...action.solving }, on: state.on && !action.solving.running };
    case "brush":
      return { ...state, brush: action.brush };
    case "library":
      return { ...state, library: action.library };
    case "drop":
      return { ...state, dropped: action.file, tab: action.file ? "files" : state.tab };
  }
}

/**
 * The node that a step leads to.
 * @param {Tree} tree
 * @param {"back"|"forward"|"start"|"end"} to
 */
function nodeAfter(tree, to) {
  if (to === "start") return 0;
  if (to === "back") return tree.nodes[tree.at].parent;
  if (to === "forward") return T.children(tree, tree.at)[0] ?? tree.at;
  return T.mainLine(tree, tree.at).at(-1) ?? tree.at;
}

/**
 * Takes what the engine says, and remembers the score.
 * @param {State} state
 * @param {Info|"queued"|null} info
 * @returns {State}
 */
function inform(state, info) {
  if (info === "queued") return { ...state, info: state.info ?? info };
  const best = info?.lines[0];
  return { ...state, info, scores: info && best ? { ...state.scores, [info.key]: best.score } : state.scores };
}
