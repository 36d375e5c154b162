// The drawing of a position, for the board of the app and for pages that are saved.
import { html } from "../lib.js";
import { route } from "../notation.js";
/** @import { Part, VNode } from "../lib.js" */
/** @import { BoardModule, Cell, Place, Point, Scene, Setup, Variant } from "./index.js" */

/**
 * An arrow along the cells of a move.
 * @typedef {Object} Arrow
 * @property {string[]} cells - the cells
 * @property {string} kind - class of its colour
 */

/**
 * Where everything is on a board.
 * @typedef {Object} Layout
 * @property {number} width - of the whole drawing
 * @property {number} height - of the whole drawing
 * @property {Cell[]} cells - the cells
 * @property {Place} place - where a point is drawn
 * @property {(id: string) => Point|null} at - where the middle of a cell is drawn
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
  return { width, height, cells, place, at };
}

/**
 * An arrow of a move that is given as text.
 * @param {string|null|undefined} move
 * @param {string} kind
 * @returns {Arrow}
 */
export const arrowOf = (move, kind) => ({ cells: route(move), kind });

/**
 * The wood around the cells.
 * @param {Layout} layout
 */
export const drawFrame = ({ width, height }) => html`<rect class="frame" width=${width} height=${height} rx="10" />`;

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
 * }} extra
 * @returns {Part[]}
 */
export function drawScene(board, layout, setup, scene, { arrows, targets = [], drag = null }) {
  const { below, above } = board.overlays(setup, scene, layout.place);
  const men = layout.cells.filter(({ id }) => setup.men[id]);
  return [
    ...below,
    ...men.map(({ id }) => {
      const isDragged = drag?.from === id;
      const [x, y] = (isDragged && drag?.to) || layout.at(id) || [0, 0];
      return html`<g key=${id + setup.men[id]} class=${isDragged ? "man dragged" : "man"}
        transform=${`translate(${x} ${y})`}>${board.man(setup.men[id])}</g>`;
    }),
    ...above,
    ...targets.map(({ at, capture }) => drawTarget(layout.at(at), capture)),
    ...arrows.map((arrow) => drawArrow(layout, arrow)),
  ];
}

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
function drawArrow(layout, { cells, kind }) {
  const points = cells.map(layout.at).filter((point) => point !== null);
  if (points.length < 2) return null;
  // It begins and ends a little away from the middles of its cells.
  const towards = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [(bx - ax) / length, (by - ay) / length];
  };
  const [first, tip] = [points[0], points[points.length - 1]];
  const [sx, sy] = towards(first, points[1]);
  const [ux, uy] = towards(points[points.length - 2], tip);
  const [ex, ey] = [tip[0] - ux * 22, tip[1] - uy * 22];
  const line = [[first[0] + sx * 20, first[1] + sy * 20], ...points.slice(1, -1), [ex - ux * 18, ey - uy * 18]];
  const head = [
    [ex + ux * 8, ey + uy * 8],
    [ex - ux * 24 - uy * 20, ey - uy * 24 + ux * 20],
    [ex - ux * 24 + uy * 20, ey - uy * 24 - ux * 20],
  ];
  const path = (/** @type {number[][]} */ way) => way.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  return html`<g class=${`arrow ${kind}`}>
    <path class="shaft" d=${`M${path(line)}`} /><path d=${`M${path(head)}Z`} /></g>`;
}

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
