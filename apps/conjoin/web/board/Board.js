import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { drawCell, drawFrame, drawLabels, drawScene, endsOf, layoutOf } from "./drawing.js";
import { glide, isStep } from "./glide.js";
import { boardOf } from "./index.js";
/** @import { Ending, LookMove, Route } from "../types.js" */
/** @import { Arrow } from "./drawing.js" */
/** @import { Point } from "./index.js" */

/** @type {Object<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
// A pointer that moves less than this has not dragged.
const DRAG_PIXELS = 6;

/**
 * A board of any game, for pointer, touch and keyboard. Legal moves come from the program.
 * @param {{
 *   game: string, position: string, size?: number, label: string, flipped?: boolean, moves?: LookMove[],
 *   onMove?: (move: LookMove) => void, onCell?: (cell: string) => void, last?: Route|null, arrows?: Arrow[],
 *   ending?: Ending|null, sides?: string[], explained?: boolean,
 * }} props
 */
export function Board({ game, position, size, label, flipped = false, moves = [], onMove, onCell, ...props }) {
  const { last, arrows = [], ending = null, sides, explained } = props;
  const board = boardOf(game);
  const setup = board.parse(position, size);
  const layout = layoutOf(board, setup.variant, flipped);
  const [chosen, setChosen] = useState(/** @type {string|null} */ (null));
  const [hovered, setHovered] = useState(/** @type {string|null} */ (null));
  const [focus, setFocus] = useState(layout.cells[0].id);
  const [drag, setDrag] = useState(/** @type {Drag|null} */ (null));
  const svg = useRef(/** @type {SVGSVGElement|null} */ (null));
  useEffect(() => {
    setChosen(null);
    setDrag(null);
  }, [position]);
  // The man of the last move runs along its way, unless the person has dragged it there.
  const before = useRef(setup);
  const dragged = useRef(false);
  useLayoutEffect(() => {
    const [was, isDragged] = [before.current, dragged.current];
    [before.current, dragged.current] = [setup, false];
    const man =
      last && !isDragged && isStep(was, setup, last) && svg.current?.querySelector(`[data-man="${last.cells.at(-1)}"]`);
    return man ? glide(man, layout.points(last), board.hops) : undefined;
  }, [position]);

  const movesFrom = (/** @type {string|null} */ at) => moves.filter(({ cells }) => cells.length > 0 && cells[0] === at);
  const moveTo = (/** @type {string|null} */ from, /** @type {string|null} */ to) =>
    movesFrom(from).find(({ cells }) => cells.at(-1) === to);
  const targets = movesFrom(chosen).map(({ cells, capture }) => ({ at: cells[cells.length - 1], capture }));
  const lastCells = endsOf(last);

  const finish = (/** @type {string|null} */ from, /** @type {string|null} */ to) => {
    const found = moveTo(from, to);
    if (found) {
      setChosen(null);
      onMove?.(found);
    }
    return found !== undefined;
  };
  const press = (/** @type {string} */ at) => {
    if (onCell) onCell(at);
    else if (!finish(chosen, at)) setChosen(movesFrom(at).length > 0 && at !== chosen ? at : null);
  };
  // The cell under a pointer, and the place in units of the drawing.
  const cellUnder = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return found && svg.current?.contains(found) ? found.getAttribute("data-cell") : null;
  };
  const pointOf = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    const scale = layout.width / box.width;
    return /** @type {Point} */ ([(clientX - box.left) * scale, (clientY - box.top) * scale]);
  };
  const down = (/** @type {PointerEvent} */ event) => {
    const at = event.button ? null : cellUnder(event);
    if (!at) return;
    setFocus(at);
    if (onCell || movesFrom(at).length === 0 || moveTo(chosen, at)) {
      press(at);
      return;
    }
    event.preventDefault();
    svg.current?.setPointerCapture(event.pointerId);
    setDrag({ from: at, was: chosen, start: [event.clientX, event.clientY], to: null });
    setChosen(at);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") setHovered(cellUnder(event));
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]) > DRAG_PIXELS;
    if (far || drag.to) setDrag({ ...drag, to: pointOf(event) });
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const at = cellUnder(event);
    if (drag.to && at !== drag.from) {
      dragged.current = finish(drag.from, at);
      if (!dragged.current) setChosen(null);
    } else if (drag.was === drag.from) setChosen(null);
    setDrag(null);
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const arrow = STEPS[event.key];
    if (arrow) {
      const sign = flipped ? -1 : 1;
      const to = board.step(focused, sign * arrow[0], sign * arrow[1], setup.variant);
      if (layout.at(to)) {
        setFocus(to);
        /** @type {SVGElement|null|undefined} */ (svg.current?.querySelector(`[data-cell="${to}"]`))?.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") press(focused);
    else if (event.key === "Escape") setChosen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const describe = (/** @type {string} */ at) => {
    const target = moveTo(chosen, at);
    const count = movesFrom(at).length;
    return [
      at,
      setup.men[at] ? `${setup.men[at]} man` : "empty",
      at === chosen && "chosen",
      target ? (target.capture ? "can be captured" : "can be reached") : count > 0 && `${count} moves`,
      at === lastCells.at(-1) && "last move",
    ]
      .filter(Boolean)
      .join(", ");
  };

  const focused = layout.at(focus) ? focus : layout.cells[0].id;
  const pointed = chosen ?? (hovered && setup.men[hovered] ? hovered : null);
  const scene = { shown: drag?.to ? null : pointed, moves, ending, sides, explained };
  // The move that would be made.
  const aim = moveTo(chosen, hovered) ?? moveTo(chosen, focused);
  const held = drag?.to ? { from: drag.from, to: drag.to } : null;
  const rows = [...new Set(layout.cells.map(({ row }) => row))];
  return html`<svg ref=${svg} class=${onMove || onCell ? "board live" : "board"}
      viewBox=${`0 0 ${layout.width} ${layout.height}`} role="grid" aria-label=${label}
      style=${{ "--lean": Math.min(1, layout.width / layout.height) }}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${() => setDrag(null)}
      onPointerLeave=${() => setHovered(null)} onKeyDown=${keys}>
    ${drawFrame(board, layout, setup.variant)}
    ${rows.map(
      (row) =>
        html`<g role="row" key=${row}>${layout.cells
          .filter((cell) => cell.row === row)
          .map(
            (cell) => html`<g role="gridcell" key=${cell.id} data-cell=${cell.id}
            tabindex=${cell.id === focused ? 0 : -1} aria-label=${describe(cell.id)}
            aria-selected=${String(cell.id === chosen)} onFocus=${() => setFocus(cell.id)}
            class=${["cell", cell.tone, lastCells.includes(cell.id) && "last", cell.id === chosen && "chosen"]
              .filter(Boolean)
              .join(" ")}>${drawCell(layout, cell)}</g>`,
          )}</g>`,
    )}
    ${drawLabels(board, layout, setup.variant)}
    <g aria-hidden="true" class="drawn">
      ${drawScene(board, layout, setup, scene, { arrows, targets, drag: held, last, aim })}</g></svg>`;
}

/**
 * A man that is held by the pointer.
 * @typedef {Object} Drag
 * @property {string} from - its cell
 * @property {string|null} was - the cell that was chosen before
 * @property {Point} start - where the pointer went down, in pixels
 * @property {Point|null} to - where it is now in the drawing, once it has moved
 */
