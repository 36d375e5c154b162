// The board of Surakarta: points on lines, and loops over the corners that captures go round.
import { html } from "../lib.js";
import { drawMan, fileOf, numbers, positionsOf, rankOf, square } from "./grid.js";
/** @import { VNode } from "../lib.js" */
/** @import { Cell, Place, Point, Scene, Setup, Variant } from "./index.js" */
/** @import { Route } from "../types.js" */

export const SIDES = ["Black", "White"];
export const STANDARD = { size: 6 };
export const EXPLAINED = {
  profile: "champion",
  text:
    "A man counts as material, and more or less by its point: outer where a line of a loop ends at the edge, " +
    "crossing where lines of loops cross, on the small loop, the large one or both (mixed). Targets: enemies that " +
    "can be taken. Loose: men that can be taken and that nobody guards. Evenness: men on the loop that has fewer of " +
    "them. Clutter: men side by side on a line.",
};

const [BLACK, WHITE] = ["black", "white"];
export const { parse, format } = positionsOf([BLACK, WHITE]);
export { about, step } from "./grid.js";

// The small board.
const SMALL = 4;
const GAP = 100;
// Around the outermost arcs, and around a point.
const EDGE = 30;
const RING = 46;
const POINT = `M${-RING} 0a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0z`;
// Pieces of an arc that is drawn as a line.
const PIECES = 72;

/** Loops of a board: each has arcs of another radius, in gaps between points. */
const radiiOf = (/** @type {number} */ size) => numbers(size / 2 - 1).map((i) => i + 1);
const margin = (/** @type {number} */ size) => EDGE + GAP * (size / 2 - 1);

/**
 * @param {number} size
 * @param {string} id
 * @returns {Point}
 */
const middle = (size, id) => [margin(size) + fileOf(id) * GAP, margin(size) + (size - 1 - rankOf(id)) * GAP];

/** @param {Variant} variant */
export function frame({ size }) {
  const side = 2 * margin(size) + (size - 1) * GAP;
  return { width: side, height: side };
}

/**
 * @param {Variant} variant
 * @returns {Cell[]}
 */
export const cells = ({ size }) =>
  numbers(size).flatMap((rank) =>
    numbers(size).map((file) => {
      const id = square(file, rank);
      const [x, y] = middle(size, id);
      return { id, x, y, shape: POINT, tone: "point", row: rank };
    }),
  );

/**
 * Letters below, numbers at the left, on the side of each line that its arc does not bend to.
 * @param {Variant} variant
 * @param {Place} place
 */
export function labels({ size }, place) {
  const [low, high] = [margin(size), margin(size) + (size - 1) * GAP];
  const beside = (/** @type {number} */ at, /** @type {[number, number, number]} */ [left, middle, right]) =>
    at + (at === low || at === high ? middle : at < (low + high) / 2 ? right : left);
  return numbers(size).flatMap((i) => {
    const [x, y] = place(...middle(size, square(i, i)));
    return [
      { x: beside(x, [-12, 8, 28]), y: high + 72, text: square(i, 0)[0], kind: "file large" },
      { x: low - 74, y: beside(y, [-11, 9, 29]), text: String(i + 1), kind: "rank large" },
    ];
  });
}

/**
 * The arc between two ends of lines, the long way round the corner between them; nothing for other points.
 * @param {number} size
 * @param {string} from
 * @param {string} to
 * @returns {Point[]}
 */
function arc(size, from, to) {
  const last = size - 1;
  const isEdge = (/** @type {number} */ part) => part === 0 || part === last;
  // One of them is the end of a rank, the other of a file.
  const [rank, file] = isEdge(fileOf(from)) ? [from, to] : [to, from];
  const corner = square(fileOf(rank), rankOf(file));
  const radius = Math.abs(rankOf(rank) - rankOf(corner));
  const isArc = isEdge(fileOf(rank)) && isEdge(rankOf(file)) && radiiOf(size).includes(radius);
  if (!isArc || Math.abs(fileOf(file) - fileOf(corner)) !== radius) return [];
  const [cx, cy] = middle(size, corner);
  const angle = (/** @type {string} */ id) => {
    const [x, y] = middle(size, id);
    return Math.atan2(y - cy, x - cx);
  };
  const begin = angle(from);
  // A quarter one way is three quarters the other.
  const turn = Math.sin(angle(to) - begin) > 0 ? -1 : 1;
  return numbers(PIECES - 1).map((i) => {
    const at = begin + (turn * 1.5 * Math.PI * (i + 1)) / PIECES;
    return [cx + radius * GAP * Math.cos(at), cy + radius * GAP * Math.sin(at)];
  });
}

/**
 * The points that a man passes: captures go round arcs, steps are straight.
 * @param {Variant} variant
 * @param {Route} route
 * @returns {Point[]}
 */
export const route = ({ size }, { cells, capture }) =>
  cells.flatMap((id, i) => [
    ...(capture && i > 0 ? arc(size, cells[i - 1], id) : []),
    /** @type {Point} */ (middle(size, id)),
  ]);

/**
 * The loop with arcs of a radius, as the ends of its lines.
 * @param {number} size
 * @param {number} radius
 */
export function loop(size, radius) {
  const [last, far] = [size - 1, size - 1 - radius];
  const ends = [
    [0, radius, last, radius],
    [far, 0, far, last],
    [last, far, 0, far],
    [radius, last, radius, 0],
  ].flatMap(([x1, y1, x2, y2]) => [square(x1, y1), square(x2, y2)]);
  return [...ends, ends[0]];
}

/**
 * The lines of the board: the edge, which leads nowhere, and the loops.
 * @param {Variant} variant
 */
export function underlay(variant) {
  const { size } = variant;
  const { width } = frame(variant);
  const [x, y] = middle(size, square(0, size - 1));
  const side = (size - 1) * GAP;
  return [
    html`<rect class="ground" width=${width} height=${width} rx="10" />`,
    html`<rect class="track" x=${x} y=${y} width=${side} height=${side} />`,
    ...radiiOf(size).map((radius) => {
      const points = route(variant, { cells: loop(size, radius), capture: true });
      return html`<polyline class=${`track loop-${radius}`} points=${text(points)} />`;
    }),
  ];
}

/** @param {Point[]} points */
const text = (points) => points.map((point) => point.map((part) => part.toFixed(1)).join(" ")).join(",");

/**
 * Two rows a side; on the small board a corner of two rows.
 * @param {Variant} variant
 * @returns {string}
 */
export function start(variant) {
  const { size } = variant;
  const files = size === SMALL ? 2 : size;
  const isBlack = (/** @type {number} */ file, /** @type {number} */ rank) => rank < 2 && file < files;
  const sideOf = (/** @type {number} */ file, /** @type {number} */ rank) =>
    isBlack(file, rank) ? BLACK : isBlack(size - 1 - file, size - 1 - rank) ? WHITE : null;
  const men = cells(variant).flatMap(({ id }) => {
    const side = sideOf(fileOf(id), rankOf(id));
    return side ? [[id, side]] : [];
  });
  return format({ variant, turn: BLACK, men: Object.fromEntries(men) });
}

/** @param {string} side */
export const man = (side) => drawMan(side === BLACK);

/**
 * The ways on which the man that is chosen or pointed at can capture.
 * @param {Setup} setup
 * @param {Scene} scene
 * @param {Place} place
 * @returns {{ below: VNode[], above: VNode[] }}
 */
export function overlays({ variant }, { shown, moves }, place) {
  const captures = moves.filter(({ cells, capture }) => capture && cells[0] === shown);
  const below = captures.map((move) => {
    const points = route(variant, move).map(([x, y]) => place(x, y));
    return html`<polyline class="reach legal way" points=${text(points)} />`;
  });
  return { below, above: [] };
}
