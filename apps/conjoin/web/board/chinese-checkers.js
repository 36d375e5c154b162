// The board of Chinese Checkers: a star of holes, seen from Black's chair. Turned round it is the picture of the
// program, with hole 1 at the top.
import { html } from "../lib.js";
import { drawMan, numbers } from "./grid.js";
/** @import { VNode } from "../lib.js" */
/** @import { Cell, Place, Point, Scene, Setup, Variant } from "./index.js" */

export const SIDES = ["Black", "White"];
export const STANDARD = { size: 121 };
export const EXPLAINED = {
  profile: "champion",
  text:
    "Mobility: the steps and jumps that a side can make. Home, near half, far half, goal: steps that lie before the " +
    "marbles in each part of their way. Middle: half holes beside the middle line. Piece power: steps that were " +
    "made, those of the marbles at the back counted most.",
};
export const hops = true;

const [BLACK, WHITE] = ["black", "white"];

// Between neighbours, between rows, around the outermost holes, and around the middle of one.
const GAP = 88;
const ROW = (GAP * Math.sqrt(3)) / 2;
const EDGE = 72;
const RING = 40;
const HOLE = `M${-RING} 0a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0z`;
// The triangles in turn, from Black's home on.
const ZONES = ["first", "neutral", "neutral", "second", "neutral", "neutral"];
// Rows and half gaps from a hole to the next of each line.
const LINES = [
  [0, 2],
  [1, 1],
  [1, -1],
];

/**
 * Rows of a triangle of the star with so many holes.
 * @param {number} size
 */
const orderOf = (size) => Math.round((Math.sqrt((2 * size + 1) / 3) - 1) / 2);

/**
 * The holes of a star by their numbers, as rows and half gaps from the middle; columns count to the left.
 * @param {number} size
 */
function holes(size) {
  const order = orderOf(size);
  const along = numbers(4 * order + 1).map((i) => i - 2 * order);
  return along
    .flatMap((row) => along.map((right) => [right, row, -right - row]))
    .flatMap((axes) => {
      // A star is two large triangles, one on its tip.
      const [isInOne, isInOther] = [axes.every((axis) => axis <= order), axes.every((axis) => axis >= -order)];
      const [right, row] = axes;
      const zone = row < -order ? BLACK : row > order ? WHITE : isInOne && isInOther ? "" : "neutral";
      return isInOne || isInOther ? [{ row, column: 2 * right + row, zone }] : [];
    })
    .map((hole, i) => ({ id: String(i + 1), ...hole }));
}

/** @param {Variant} variant */
export const frame = ({ size }) => ({
  width: 3 * orderOf(size) * GAP + 2 * EDGE,
  height: 4 * orderOf(size) * ROW + 2 * EDGE,
});

/**
 * @param {number} size
 * @param {{ row: number, column: number }} at
 * @returns {Point}
 */
function middle(size, { row, column }) {
  const { width, height } = frame({ size });
  return [width / 2 - (column * GAP) / 2, height / 2 - row * ROW];
}

/**
 * @param {Variant} variant
 * @returns {Cell[]}
 */
export const cells = ({ size }) =>
  holes(size).map((hole) => {
    const [x, y] = middle(size, hole);
    return { id: hole.id, x, y, shape: HOLE, tone: `${hole.zone === "neutral" ? "deep" : "pale"} hole`, row: hole.row };
  });

/** @param {Variant} variant */
export const about = ({ size }) => `${size} holes`;

/**
 * The numbers of the holes; marbles cover them.
 * @param {Variant} variant
 * @param {Place} place
 */
export const labels = ({ size }, place) =>
  holes(size).map((hole) => {
    const [x, y] = place(...middle(size, hole));
    return { x, y: y + 9, text: hole.id, kind: "middle large" };
  });

/**
 * Left and right go along the row. Up and down go to the next row, half a hole to the one side from an even row and to
 * the other from an odd one: so two of them keep to a column, down leads back from where up led, and with left and
 * right all six neighbours are near. Where the next row ends earlier they go to its nearest hole.
 * @param {string} id
 * @param {number} dx
 * @param {number} dy
 * @param {Variant} variant
 */
export function step(id, dx, dy, { size }) {
  const star = holes(size);
  const from = star[Number(id) - 1];
  const column = from.column - 2 * dx + (dy && (from.row % 2 ? 1 : -1));
  const far = (/** @type {{ column: number }} */ hole) => Math.abs(hole.column - column);
  const [near] = star.filter(({ row }) => row === from.row + dy).sort((a, b) => far(a) - far(b));
  return near && (dy || !far(near)) ? near.id : "";
}

/**
 * The text does not tell the star.
 * @param {string} position
 * @returns {Setup}
 */
export function parse(position, size = STANDARD.size) {
  const [black, white, turn] = position.split(" ");
  const men = [black, white].flatMap((list, i) => (list?.match(/\d+/g) ?? []).map((id) => [id, i ? WHITE : BLACK]));
  return { variant: { size }, turn: turn === "w" ? WHITE : BLACK, men: Object.fromEntries(men) };
}

/** @param {Setup} setup */
export function format({ turn, men }) {
  // Keys that are numbers come in their order.
  const list = (/** @type {string} */ side) => Object.keys(men).filter((id) => men[id] === side);
  return `b:${list(BLACK)} w:${list(WHITE)} ${turn[0]}`;
}

/** @param {Variant} variant */
export function start(variant) {
  const men = holes(variant.size).flatMap(({ id, zone }) => (zone && zone !== "neutral" ? [[id, zone]] : []));
  return format({ variant, turn: BLACK, men: Object.fromEntries(men) });
}

/** @param {string} side */
export const man = (side) => drawMan(side === BLACK);

/** @param {Point[]} points */
const path = (points) => `M${points.map((point) => point.map((part) => part.toFixed(1)).join(" ")).join("L")}Z`;

/**
 * A tip of the star, or the corner after it at half a turn more.
 * @param {number} size
 * @param {number} turn from Black's tip on
 * @returns {Point}
 */
function corner(size, turn) {
  const { width, height } = frame({ size });
  const far = orderOf(size) * (turn % 1 ? GAP : 2 * ROW);
  return [width / 2 + far * Math.sin((turn * Math.PI) / 3), height / 2 + far * Math.cos((turn * Math.PI) / 3)];
}

/**
 * The outermost holes of a triangle: the line from its tip to a corner has one hole more.
 * @param {number} size
 * @param {number} turn
 */
function triangle(size, turn) {
  const [x, y] = corner(size, turn);
  return [0, -0.5, 0.5].map((more) => {
    const [ex, ey] = corner(size, turn + more);
    const share = 1 - 1 / orderOf(size);
    return /** @type {Point} */ ([x + (ex - x) * share, y + (ey - y) * share]);
  });
}

/**
 * The star, its triangles, and its lines.
 * @param {Variant} variant
 */
export function underlay({ size }) {
  const star = holes(size);
  const lines = star.flatMap((hole) =>
    LINES.flatMap(([down, along]) => {
      const next = star.find(({ row, column }) => row === hole.row + down && column === hole.column + along);
      return next ? [path([middle(size, hole), middle(size, next)])] : [];
    }),
  );
  return [
    html`<path class="star" d=${path(numbers(12).map((i) => corner(size, i / 2)))} />`,
    ...ZONES.map((zone, i) => html`<path class=${`zone ${zone}`} d=${path(triangle(size, i))} />`),
    html`<path class="net" d=${lines.join("")} />`,
  ];
}

/**
 * The goals of sides that have won or are pointed out, and the ways of the marble that is chosen or pointed at.
 * @param {Setup} setup
 * @param {Scene} scene
 * @param {Place} place
 * @returns {{ below: VNode[], above: VNode[] }}
 */
export function overlays({ variant: { size } }, { shown, moves, ending, sides }, place) {
  const star = holes(size);
  const winners = ending?.reason === "both-goals" ? [BLACK, WHITE] : ending?.reason === "goal" ? [ending.winner] : [];
  const goals = (sides ?? winners).map((side) => {
    const goal = triangle(size, side === BLACK ? 3 : 0).map(([x, y]) => place(x, y));
    return html`<path class="goal" d=${path(goal)} />`;
  });
  // Ways of several moves begin alike.
  const ways = moves.filter(({ cells }) => cells[0] === shown);
  const legs = new Set(ways.flatMap(({ cells }) => cells.slice(1).map((id, i) => `${cells[i]} ${id}`)));
  const reach = [...legs].map((leg) => {
    const points = leg.split(" ").map((id) => place(...middle(size, star[Number(id) - 1])));
    return html`<path class="reach legal" d=${path(points)} />`;
  });
  return { below: [...goals, ...reach], above: [] };
}
