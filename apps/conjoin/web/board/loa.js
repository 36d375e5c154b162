// The board of Lines of Action: geometry and drawing.
import { html } from "../lib.js";
import { drawMan, fileOf, numbers, positionsOf, rankOf, square, step } from "./grid.js";
/** @import { VNode } from "../lib.js" */
/** @import { Cell, Place, Point, Scene, Setup, Variant } from "./index.js" */

export const SIDES = ["Black", "White"];
export const STANDARD = { size: 8, rules: "olympiad" };
export const EXPLAINED = {
  profile: "mia-4",
  text: "On the board: the groups of both sides, and a cross where each side's men are centred.",
};

const [BLACK, WHITE] = ["black", "white"];
export const { parse, format } = positionsOf([BLACK, WHITE]);
export { about, step } from "./grid.js";

const CELL = 100;
const EDGE = 10;
const SQUARE = `M${-CELL / 2} ${-CELL / 2}h${CELL}v${CELL}h${-CELL}z`;

/**
 * Where the middle of a square is, also between squares.
 * @param {number} size
 * @param {number} file
 * @param {number} rank
 * @returns {Point}
 */
const middle = (size, file, rank) => [EDGE + (file + 0.5) * CELL, EDGE + (size - rank - 0.5) * CELL];

/** @param {Variant} variant */
export const frame = ({ size }) => ({ width: size * CELL + 2 * EDGE, height: size * CELL + 2 * EDGE });

/**
 * @param {Variant} variant
 * @returns {Cell[]}
 */
export const cells = ({ size }) =>
  numbers(size).flatMap((rank) =>
    numbers(size).map((file) => {
      const [x, y] = middle(size, file, rank);
      return { id: square(file, rank), x, y, shape: SQUARE, tone: (file + rank) % 2 ? "pale" : "deep", row: rank };
    }),
  );

/**
 * Letters at the bottom, numbers at the left, whichever way the board is turned.
 * @param {Variant} variant
 * @param {Place} place
 */
export const labels = ({ size }, place) =>
  numbers(size).flatMap((i) => {
    const [x] = place(...middle(size, i, 0));
    const [, y] = place(...middle(size, 0, i));
    const bottom = size * CELL + EDGE;
    return [
      { x: x + CELL / 2 - 4, y: bottom - 5, text: square(i, 0)[0], kind: "file" },
      { x: EDGE + 4, y: y - CELL / 2 + 17, text: String(i + 1), kind: "rank" },
    ];
  });

/** @param {Variant} variant */
export function start(variant) {
  const last = variant.size - 1;
  /** @type {Object<string, string>} */
  const men = {};
  for (let i = 1; i < last; i++) {
    men[square(i, 0)] = men[square(i, last)] = BLACK;
    men[square(0, i)] = men[square(last, i)] = WHITE;
  }
  return format({ variant, turn: BLACK, men });
}

/** @param {string} side */
export const man = (side) => drawMan(side === BLACK);

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/**
 * The four lines through a man: how far it goes on each, and the squares it would reach.
 * @param {Setup} setup
 * @param {string} from
 */
export function lines({ variant: { size }, men }, from) {
  const isOn = (/** @type {string} */ at) => [fileOf(at), rankOf(at)].every((part) => part >= 0 && part < size);
  const walk = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    numbers(size).map((i) => step(from, (i + 1) * dx, (i + 1) * dy));
  return DIRECTIONS.map(([dx, dy]) => {
    const ways = [walk(dx, dy), walk(-dx, -dy)];
    const count = 1 + ways.flat().filter((at) => isOn(at) && men[at]).length;
    return { count, ends: ways.map((way) => way[count - 1]).filter((at) => at && isOn(at)) };
  });
}

/**
 * Pairs of men of one side that touch.
 * @param {Setup} setup
 * @param {string} side
 */
export function links({ men }, side) {
  const own = Object.keys(men).filter((at) => men[at] === side);
  const far = (/** @type {string} */ a, /** @type {string} */ b) =>
    Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));
  return own.flatMap((a, i) => own.slice(i + 1).flatMap((b) => (far(a, b) === 1 ? [[a, b]] : [])));
}

/**
 * Groups of a side that has won or is pointed out, the lines of the man that is chosen or pointed at with how far it
 * goes on each, and the centres of both sides where an evaluation is explained.
 * @param {Setup} setup
 * @param {Scene} scene
 * @param {Place} place
 * @returns {{ below: VNode[], above: VNode[] }}
 */
export function overlays(setup, { shown, moves, ending, sides, explained }, place) {
  const { size } = setup.variant;
  const at = (/** @type {string} */ id) => place(...middle(size, fileOf(id), rankOf(id)));
  const linked = explained ? [BLACK, WHITE] : (sides ?? connected(ending));
  const drawLine = (/** @type {string} */ kind, /** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) =>
    html`<line class=${kind} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
  const groups = linked.flatMap((side) =>
    links(setup, side).map(([a, b]) => drawLine(`link ${side === BLACK ? "first" : "second"}`, at(a), at(b))),
  );
  const centres = explained ? [BLACK, WHITE].map((side) => drawCentre(setup, side, place)) : [];
  if (!shown || linked.length) return { below: groups, above: centres };
  const isLegal = (/** @type {string} */ end) => moves.some(({ cells }) => cells[0] === shown && cells.at(-1) === end);
  const isMover = setup.men[shown] === setup.turn && moves.length > 0;
  const reach = lines(setup, shown).flatMap(({ count, ends }) =>
    ends.map((end) => ({ end, count, kind: isLegal(end) ? " legal" : isMover ? " blocked" : "" })),
  );
  return {
    below: [...groups, ...reach.map(({ end, kind }) => drawLine(`reach${kind}`, at(shown), at(end)))],
    above: [...reach.map(({ end, count, kind }) => drawCount(at(end), count, kind)), ...centres],
  };
}

/**
 * The sides whose men are all connected at the end of a game.
 * @param {import("../types.js").Ending|null} ending
 */
function connected(ending) {
  if (ending?.reason === "simultaneous") return [BLACK, WHITE];
  return ending?.reason === "connection" && ending.winner ? [ending.winner] : [];
}

/**
 * @param {Point} point
 * @param {number} count
 * @param {string} kind
 */
const drawCount = ([x, y], count, kind) =>
  html`<g class=${`count${kind}`}><circle cx=${x} cy=${y} r="15" /><text x=${x} y=${y + 7}>${count}</text></g>`;

/**
 * A cross at the mean place of a side's men.
 * @param {Setup} setup
 * @param {string} side
 * @param {Place} place
 */
function drawCentre({ variant: { size }, men }, side, place) {
  const own = Object.keys(men).filter((at) => men[at] === side);
  const mean = (/** @type {(at: string) => number} */ of) => own.reduce((sum, at) => sum + of(at), 0) / own.length;
  const [x, y] = place(...middle(size, mean(fileOf), mean(rankOf)));
  const plus = (/** @type {number} */ r) => `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`;
  return html`<g class=${`cross ${side === BLACK ? "first" : "second"}`}><path class="halo" d=${plus(31)} />
    <circle cx=${x} cy=${y} r="20" /><path d=${plus(28)} /></g>`;
}
