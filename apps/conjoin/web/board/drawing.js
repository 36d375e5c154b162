// The drawing of a position, for the board of the app and for pages that are saved.
import { html } from "../lib.js";
/** @import { Part, VNode } from "../lib.js" */
/** @import { Route } from "../types.js" */
/** @import { BoardModule, Cell, Place, Point, Scene, Setup, Variant } from "./index.js" */

/** @typedef {Route & { kind: string }} Arrow an arrow along the way of a move, with the class of its colour */

/**
 * Where everything is on a board.
 * @typedef {Object} Layout
 * @property {number} width - of the whole drawing
 * @property {number} height - of the whole drawing
 * @property {Cell[]} cells - the cells
 * @property {Place} place - where a point is drawn
 * @property {(id: string) => Point|null} at - where the middle of a cell is drawn
 * @property {(route: Route) => Point[]} points - what a man passes; nothing where a cell is not on the board
 * @property {string} turned - what turns a drawing like the board
 */

/**
 * @param {BoardModule} board
 * @param {Variant} variant
 * @param {boolean} flipped
 * @returns {Layout}
 */
export function layoutOf(board, variant, flipped) {
  const { width, height } = board.frame(variant);
  const cells = board.cells(variant);
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  /** @type {Place} */
  const place = (x, y) => (flipped ? [width - x, height - y] : [x, y]);
  const at = (/** @type {string} */ id) => {
    const cell = byId.get(id);
    return cell ? place(cell.x, cell.y) : null;
  };
  const points = (/** @type {Route} */ route) => {
    if (!route.cells.every((id) => byId.has(id))) return [];
    return (
      board.route?.(variant, route).map(([x, y]) => place(x, y)) ?? route.cells.flatMap((id) => [at(id) ?? [0, 0]])
    );
  };
  return { width, height, cells, place, at, points, turned: flipped ? `rotate(180 ${width / 2} ${height / 2})` : "" };
}

/**
 * The arrow of a move, if there is one.
 * @param {Route|null|undefined} route
 * @param {string} kind
 * @returns {Arrow[]}
 */
export const arrowOf = (route, kind) => (route ? [{ cells: route.cells, capture: route.capture, kind }] : []);

/**
 * The cells that a move leaves and reaches.
 * @param {Route|null|undefined} route
 */
export const endsOf = (route) => (route?.cells.length ? [route.cells[0], route.cells[route.cells.length - 1]] : []);

/**
 * The wood around the cells, and what the game draws below them.
 * @param {BoardModule} board
 * @param {Layout} layout
 * @param {Variant} variant
 */
export const drawFrame = (board, { width, height, turned }, variant) =>
  html`<rect class="frame" width=${width} height=${height} rx="10" />
    <g aria-hidden="true" class="under" transform=${turned}>${board.underlay?.(variant)}</g>`;

/**
 * One cell.
 * @param {Layout} layout
 * @param {Cell} cell
 */
export const drawCell = ({ place }, { x, y, shape }) =>
  html`<path d=${shape} transform=${`translate(${place(x, y).join(" ")})`} />`;

/**
 * The names at the edge.
 * @param {BoardModule} board
 * @param {Layout} layout
 * @param {Variant} variant
 */
export function drawLabels(board, { place }, variant) {
  const labels = board.labels(variant, place);
  return html`<g class="coordinates" aria-hidden="true">
    ${labels.map(({ x, y, text, kind }) => html`<text class=${kind} x=${x} y=${y}>${text}</text>`)}</g>`;
}

/**
 * The men, what the game draws around them, the legal targets and the arrows.
 * @param {BoardModule} board
 * @param {Layout} layout
 * @param {Setup} setup
 * @param {Scene} scene
 * @param {{
 *   arrows: Arrow[], targets?: { at: string, capture: boolean }[], drag?: { from: string, to: Point }|null,
 *   last?: Route|null, aim?: Route|null,
 * }} extra the last move and the one that would be made are drawn where men rest on their way
 * @returns {Part[]}
 */
export function drawScene(board, layout, setup, scene, { arrows, targets = [], drag = null, last, aim }) {
  const { below, above } = board.overlays(setup, scene, layout.place);
  const men = layout.cells.filter(({ id }) => setup.men[id]);
  return [
    ...below,
    board.hops && drawWay(layout, last, "past"),
    board.hops && drawWay(layout, aim, "aim"),
    ...men.map(({ id }) => {
      const isDragged = drag?.from === id;
      const [x, y] = (isDragged && drag?.to) || layout.at(id) || [0, 0];
      return html`<g key=${id + setup.men[id]} class=${isDragged ? "man dragged" : "man"} data-man=${id}
        transform=${`translate(${x} ${y})`}>${board.man(setup.men[id])}</g>`;
    }),
    ...above,
    ...targets.map(({ at, capture }) => drawTarget(layout.at(at), capture)),
    ...arrows.map((arrow) => drawArrow(layout, arrow, board.hops)),
  ];
}

/**
 * The way of a move, and the cells between its ends.
 * @param {Layout} layout
 * @param {Route|null|undefined} route
 * @param {string} kind
 */
function drawWay(layout, route, kind) {
  const points = route ? layout.points(route) : [];
  if (points.length < 2) return null;
  return html`<g class=${`way ${kind}`}><path d=${`M${path(points)}`} />${drawStops(layout, route)}</g>`;
}

/**
 * The cells between the ends of a move.
 * @param {Layout} layout
 * @param {Route|null|undefined} route
 */
const drawStops = (layout, route) =>
  route?.cells.slice(1, -1).map((id) => {
    const [cx, cy] = layout.at(id) ?? [0, 0];
    return html`<circle class="stop" cx=${cx} cy=${cy} r="13" />`;
  });

/**
 * @param {Point|null} middle
 * @param {boolean} capture
 */
function drawTarget(middle, capture) {
  if (!middle) return null;
  const [cx, cy] = middle;
  return html`<circle class=${capture ? "target capture" : "target"} cx=${cx} cy=${cy} r=${capture ? 44 : 22} />`;
}

/**
 * @param {Layout} layout
 * @param {Arrow} arrow
 */
function drawArrow(layout, { kind, ...route }, hops = false) {
  const points = layout.points(route);
  if (points.length < 2) return null;
  // It begins and ends a little away from the middles of its cells.
  const towards = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [(bx - ax) / length, (by - ay) / length];
  };
  const [first, tip] = [points[0], points[points.length - 1]];
  const isClear = (/** @type {Point} */ [x, y]) =>
    Math.hypot(x - first[0], y - first[1]) > 20 && Math.hypot(x - tip[0], y - tip[1]) > 40;
  const between = points.slice(1, -1).filter(isClear);
  const [sx, sy] = towards(first, between[0] ?? tip);
  const [ux, uy] = towards(between.at(-1) ?? first, tip);
  const [ex, ey] = [tip[0] - ux * 22, tip[1] - uy * 22];
  const line = [[first[0] + sx * 20, first[1] + sy * 20], ...between, [ex - ux * 18, ey - uy * 18]];
  const head = [
    [ex + ux * 8, ey + uy * 8],
    [ex - ux * 24 - uy * 20, ey - uy * 24 + ux * 20],
    [ex - ux * 24 + uy * 20, ey - uy * 24 - ux * 20],
  ];
  return html`<g class=${`arrow ${kind}`}>
    <path class="shaft" d=${`M${path(line)}`} /><path d=${`M${path(head)}Z`} />
    ${hops && drawStops(layout, route)}</g>`;
}

/** @param {number[][]} way */
const path = (way) => way.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/**
 * What was drawn, as text: elements and functions that use no hooks.
 * @param {Part|Part[]} part
 * @returns {string}
 */
export function markup(part) {
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (Array.isArray(part)) return part.map(markup).join("");
  if (typeof part !== "object") return escape(String(part));
  const { type, props } = /** @type {VNode & { props: Object<string, any> }} */ (part);
  if (typeof type === "function") return markup(/** @type {Function} */ (type)(props));
  const { children, ...attributes } = props;
  const isText = (/** @type {any} */ value) =>
    ["string", "number", "boolean"].includes(typeof value) && value !== false;
  const text = Object.entries(attributes)
    .filter(([, value]) => isText(value))
    .map(([name, value]) => ` ${name}="${value === true ? "" : escape(String(value))}"`);
  return `<${type}${text.join("")}>${markup(children)}</${type}>`;
}

/** @param {string} text */
const escape = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
