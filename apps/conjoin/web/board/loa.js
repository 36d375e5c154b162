// The board of Lines of Action: geometry and drawing. Another game needs another file like this.
import { html, useState, useEffect, useRef } from "../lib.js";

export const square = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
const fileOf = (name) => name.charCodeAt(0) - 97;
const rankOf = (name) => Number(name.slice(1)) - 1;

// The men of a position: { size, turn, men: { a1: "black", ... } }.
export function parse(position) {
  const [rows, turn] = position.split(" ");
  const ranks = rows.split("/");
  const size = ranks.length;
  const men = {};
  ranks.forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else men[square(file++, size - 1 - i)] = c === "b" ? "black" : "white";
    }
  });
  return { size, turn: turn === "w" ? "white" : "black", men };
}

export function format({ size, turn, men }) {
  const rows = [];
  for (let rank = size - 1; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < size; file++) {
      const man = men[square(file, rank)];
      if (!man) { empty++; continue; }
      row += (empty || "") + man[0];
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")} ${turn[0]}`;
}

export function startPosition(size) {
  const men = {};
  for (let i = 1; i < size - 1; i++) {
    men[square(i, 0)] = men[square(i, size - 1)] = "black";
    men[square(0, i)] = men[square(size - 1, i)] = "white";
  }
  return format({ size, turn: "black", men });
}

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// The four lines through a man: how far it goes on each, and the two squares it would reach.
function lines({ size, men }, from) {
  const on = (file, rank) => file >= 0 && rank >= 0 && file < size && rank < size;
  return DIRECTIONS.map(([dx, dy]) => {
    let count = 1;
    for (const sign of [1, -1]) {
      let [file, rank] = [fileOf(from) + sign * dx, rankOf(from) + sign * dy];
      for (; on(file, rank); file += sign * dx, rank += sign * dy) count += men[square(file, rank)] ? 1 : 0;
    }
    const ends = [1, -1].map((sign) => [fileOf(from) + sign * dx * count, rankOf(from) + sign * dy * count]);
    return { count, ends: ends.filter(([file, rank]) => on(file, rank)).map(([file, rank]) => square(file, rank)) };
  });
}

// Pairs of men of one side that touch.
function links({ men }, side) {
  const own = Object.keys(men).filter((at) => men[at] === side);
  return own.flatMap((a, i) => own.slice(i + 1)
    .filter((b) => Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b))) === 1)
    .map((b) => [a, b]));
}

const CELL = 100;
const EDGE = 10;

// Props: position, moves (legal ones, as the program gives them), onMove, last (a move), arrows
// [{ from, to, kind }], linked (sides whose groups are drawn), flipped, onSquare (for editing),
// marks ({ square: kind }), label.
export function Board(props) {
  const { position, moves = [], onMove, last, arrows = [], linked = [], flipped, onSquare, marks = {}, label, crosses = [] } = props;
  const board = parse(position);
  const { size, men } = board;
  const [chosen, setChosen] = useState(null);
  const [hovered, setHovered] = useState(null);
  const [focus, setFocus] = useState("a1");
  const [drag, setDrag] = useState(null);
  const svg = useRef(null);
  useEffect(() => { setChosen(null); setDrag(null); }, [position]);

  const side = size * CELL;
  const x = (at) => EDGE + (flipped ? size - 1 - fileOf(at) : fileOf(at)) * CELL + CELL / 2;
  const y = (at) => EDGE + (flipped ? rankOf(at) : size - 1 - rankOf(at)) * CELL + CELL / 2;
  const canMove = (at) => moves.some((m) => m.from === at);
  const targets = chosen ? moves.filter((m) => m.from === chosen) : [];
  const shown = chosen || (hovered && men[hovered] ? hovered : null);
  const [lastFrom, lastTo] = last && last !== "pass" ? last.split(/[-x]/) : [];

  const finish = (from, to) => {
    const found = moves.find((m) => m.from === from && m.to === to);
    if (!found) return false;
    setChosen(null);
    onMove?.(found);
    return true;
  };
  const press = (at) => {
    if (onSquare) { onSquare(at); return; }
    if (chosen && finish(chosen, at)) return;
    setChosen(canMove(at) && at !== chosen ? at : null);
  };
  // The square under a pointer.
  const under = (event) => {
    const box = svg.current.getBoundingClientRect();
    const scale = (side + 2 * EDGE) / box.width;
    const [px, py] = [(event.clientX - box.left) * scale - EDGE, (event.clientY - box.top) * scale - EDGE];
    const [column, row] = [Math.floor(px / CELL), Math.floor(py / CELL)];
    if (column < 0 || row < 0 || column >= size || row >= size) return null;
    return square(flipped ? size - 1 - column : column, flipped ? row : size - 1 - row);
  };
  const down = (event) => {
    if (event.button) return;
    const at = under(event);
    if (!at) return;
    setFocus(at);
    if (!onSquare && canMove(at) && !(chosen && moves.some((m) => m.from === chosen && m.to === at))) {
      event.preventDefault();
      svg.current.setPointerCapture(event.pointerId);
      setDrag({ from: at, was: chosen, moved: false, at: event });
      setChosen(at);
    } else press(at);
  };
  const move = (event) => {
    const at = under(event);
    if (event.pointerType === "mouse") setHovered(at);
    if (!drag) return;
    const box = svg.current.getBoundingClientRect();
    const scale = (side + 2 * EDGE) / box.width;
    const far = Math.hypot(event.clientX - drag.at.clientX, event.clientY - drag.at.clientY) > 6;
    setDrag({ ...drag, moved: drag.moved || far, x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale });
  };
  const up = (event) => {
    if (!drag) return;
    const at = under(event);
    if (drag.moved && at !== drag.from) {
      if (!finish(drag.from, at)) setChosen(null);
    } else if (drag.was === drag.from) setChosen(null);
    setDrag(null);
  };
  const keys = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const sign = flipped ? -1 : 1;
      const file = Math.min(size - 1, Math.max(0, fileOf(focus) + sign * step[0]));
      const rank = Math.min(size - 1, Math.max(0, rankOf(focus) + sign * step[1]));
      const to = square(file, rank);
      setFocus(to);
      svg.current.querySelector(`[data-square=${to}]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") press(focus);
    else if (event.key === "Escape") setChosen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const describe = (at) => {
    const parts = [at, men[at] ? `${men[at]} man` : "empty"];
    if (at === chosen) parts.push("chosen");
    const target = targets.find((m) => m.to === at);
    if (target) parts.push(target.capture ? "can be captured" : "can be reached");
    else if (canMove(at)) parts.push(`${moves.filter((m) => m.from === at).length} moves`);
    if (at === lastTo) parts.push("last move");
    return parts.join(", ");
  };

  // The lines of the man that is chosen or pointed at, with how far it goes on each.
  const canBe = shown && men[shown] === board.turn && moves.length > 0;
  const reach = !shown || drag?.moved || linked.length ? [] : lines(board, shown).flatMap(({ count, ends }) => ends.map((end) => {
    const legal = moves.some((m) => m.from === shown && m.to === end);
    return { end, count, kind: legal ? " legal" : canBe ? " blocked" : "" };
  }));
  const names = [];
  for (let rank = size - 1; rank >= 0; rank--) for (let file = 0; file < size; file++) names.push(square(file, rank));
  const focused = names.includes(focus) ? focus : "a1";
  return html`<svg ref=${svg} class=${"board" + (onMove || onSquare ? " live" : "")} viewBox="0 0 ${side + 2 * EDGE} ${side + 2 * EDGE}"
      role="grid" aria-label=${label || "Board"} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up}
      onPointerCancel=${() => setDrag(null)} onPointerLeave=${() => setHovered(null)} onKeyDown=${keys}>
    <rect class="frame" width=${side + 2 * EDGE} height=${side + 2 * EDGE} rx="10" />
    ${Array.from({ length: size }, (_, rank) => html`<g role="row" key=${rank}>${names.filter((at) => rankOf(at) === rank).map((at) => html`
      <g role="gridcell" key=${at} data-square=${at} tabindex=${at === focused ? 0 : -1} aria-label=${describe(at)}
          aria-selected=${at === chosen ? "true" : "false"} onFocus=${() => setFocus(at)}
          class=${["square", (fileOf(at) + rankOf(at)) % 2 ? "pale" : "deep", at === lastFrom || at === lastTo ? "last" : "", at === chosen ? "chosen" : "", marks[at] || ""].join(" ")}>
        <rect x=${x(at) - CELL / 2} y=${y(at) - CELL / 2} width=${CELL} height=${CELL} />
      </g>`)}</g>`)}
    <g class="coordinates" aria-hidden="true">${Array.from({ length: size }, (_, i) => html`
      <text class="file" x=${x(square(i, 0)) + CELL / 2 - 4} y=${side + EDGE - 5}>${String.fromCharCode(97 + i)}</text>
      <text x=${EDGE + 4} y=${y(square(0, i)) - CELL / 2 + 17}>${i + 1}</text>`)}</g>
    <g aria-hidden="true" class="drawn">
      ${linked.flatMap((s) => links(board, s).map(([a, b]) => html`<line class=${"link " + s} x1=${x(a)} y1=${y(a)} x2=${x(b)} y2=${y(b)} />`))}
      ${reach.map(({ end, kind }) => html`<line class=${"reach" + kind} x1=${x(shown)} y1=${y(shown)} x2=${x(end)} y2=${y(end)} />`)}
      ${names.filter((at) => men[at]).map((at) => {
        const dragged = drag?.moved && drag.from === at;
        return html`<g key=${at + men[at]} class=${"man " + men[at] + (dragged ? " dragged" : "")}
            transform="translate(${dragged ? drag.x : x(at)} ${dragged ? drag.y : y(at)})">
          <circle r="38" />${men[at] === "white" ? html`<circle class="ring" r="22" />` : html`<circle class="dot" r="7" />`}</g>`;
      })}
      ${reach.map(({ end, count, kind }) => html`<g class=${"count" + kind}><circle cx=${x(end)} cy=${y(end)} r="15" /><text x=${x(end)} y=${y(end) + 7}>${count}</text></g>`)}
      ${targets.map((m) => html`<circle class=${"target" + (m.capture ? " capture" : "")} cx=${x(m.to)} cy=${y(m.to)} r=${m.capture ? 44 : 22} />`)}
      ${crosses.map(({ file, rank, side: s }) => {
        const cx = EDGE + (flipped ? size - 1 - file : file) * CELL + CELL / 2;
        const cy = EDGE + (flipped ? rank : size - 1 - rank) * CELL + CELL / 2;
        return html`<g class=${"cross " + s}><path class="halo" d="M${cx - 31} ${cy}H${cx + 31}M${cx} ${cy - 31}V${cy + 31}" /><circle cx=${cx} cy=${cy} r="20" /><path d="M${cx - 28} ${cy}H${cx + 28}M${cx} ${cy - 28}V${cy + 28}" /></g>`;
      })}
      ${arrows.filter((a) => a.from && a.to).map(({ from, to, kind }) => {
        const [dx, dy] = [x(to) - x(from), y(to) - y(from)];
        const length = Math.hypot(dx, dy) || 1;
        const [ux, uy] = [dx / length, dy / length];
        const [ex, ey] = [x(to) - ux * 22, y(to) - uy * 22];
        return html`<g class=${"arrow " + kind}><line x1=${x(from) + ux * 20} y1=${y(from) + uy * 20} x2=${ex - ux * 18} y2=${ey - uy * 18} />
          <path d="M${ex + ux * 8} ${ey + uy * 8}L${ex - ux * 24 - uy * 20} ${ey - uy * 24 + ux * 20}L${ex - ux * 24 + uy * 20} ${ey - uy * 24 - ux * 20}Z" /></g>`;
      })}
    </g></svg>`;
}

// The mean place of the men of a side, for drawing where it gathers.
export function centre(position, side) {
  const { men } = parse(position);
  const own = Object.keys(men).filter((at) => men[at] === side);
  const mean = (f) => own.reduce((sum, at) => sum + f(at), 0) / own.length;
  return { file: mean(fileOf), rank: mean(rankOf), side };
}

export const arrowOf = (move, kind) => {
  if (!move || move === "pass") return {};
  const [from, to] = move.split(/[-x]/);
  return { from, to, kind };
};
