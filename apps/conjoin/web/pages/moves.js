// The moves of a tree with variations and comments.
import { html, useState, useEffect, useRef, Button } from "../lib.js";
import * as T from "../tree.js";

const FLAGS = { "threw-win": "??", lost: "??", blunder: "??", mistake: "?", inaccuracy: "?!" };

const label = (ply) => `${Math.floor(ply / 2) + 1}.`;

// Moves in two columns; first is 1 when White begins.
export function Sheet({ moves, first = 0 }) {
  const list = useRef(null);
  useEffect(() => { list.current.scrollTop = list.current.scrollHeight; }, [moves.length]);
  return html`<div class="moves" ref=${list} aria-label="Moves"><div class="sheet">${first === 1 && moves.length > 0 && html`<span class="no">1.</span><span class="one">\u2026</span>`}
    ${moves.map((move, i) => html`${(i + first) % 2 === 0 && html`<span class="no">${label(i + first)}</span>`}<span class="one">${move}</span>`)}</div></div>`;
}

export function MoveList({ tree, setTree, report, line }) {
  const [editing, setEditing] = useState(null);
  const list = useRef(null);
  // The move of the board stays in sight.
  useEffect(() => {
    const [box, here] = [list.current, list.current.querySelector(".at")];
    if (!here) box.scrollTop = 0;
    else if (here.offsetTop < box.scrollTop) box.scrollTop = here.offsetTop - 8;
    else if (here.offsetTop + here.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = here.offsetTop + here.offsetHeight - box.clientHeight + 8;
  }, [tree.at, tree.nodes.length]);
  const flags = {};
  report?.moves?.forEach((m, i) => { if (FLAGS[m.kind]) flags[line[i + 1]] = FLAGS[m.kind]; });
  const first = tree.start.endsWith("w") ? 1 : 0;
  const said = (i) => tree.nodes[i].comment && html`<span class="comment"> ${tree.nodes[i].comment} </span>`;
  const one = (i, ply) => html`<button type="button" class=${"one" + (i === tree.at ? " at" : "")} aria-current=${i === tree.at ? "true" : undefined}
      onClick=${() => setTree(T.go(tree, i))}>${tree.nodes[i].move}${flags[i] && html`<span class="flag" title=${report.moves[ply].text}>${flags[i]}</span>`}</button>`;
  // A variation: straight on in a loop, variations of it in brackets of their own.
  const walk = (from, start, depth) => {
    const parts = [];
    let lead = false;
    for (let at = from, ply = start; ;) {
      const next = T.children(tree, at);
      if (next.length === 0) return parts;
      parts.push(numbered(next[0], ply, lead), said(next[0]));
      lead = next.length > 1;
      for (const i of next.slice(1)) parts.push(branch(i, ply, depth + 1));
      at = next[0];
      ply++;
    }
  };
  const numbered = (i, ply, lead) => html`<span class="together">${(lead || (ply + first) % 2 === 0) && html`<span class="soft">${label(ply + first)}${(ply + first) % 2 ? "\u2026" : ""}</span>`}${one(i, ply)}</span>`;
  const branch = (i, ply, depth) => html`<span class="variation">${numbered(i, ply, true)}${said(i)}${depth < 30 ? walk(i, ply + 1, depth) : "\u2026"}</span>`;
  // The main line in two columns; what is said about a move, and other moves, below it.
  const sheet = () => {
    const cells = [];
    let isOpen = false;
    for (let at = 0, ply = 0; ;) {
      const [main, ...others] = T.children(tree, at);
      if (main === undefined) return cells;
      const isSecond = (ply + first) % 2 === 1;
      if (!isOpen) cells.push(html`<span class="no">${label(ply + first)}</span>`);
      if (!isOpen && isSecond) cells.push(html`<span class="one">\u2026</span>`);
      cells.push(one(main, ply));
      isOpen = !isSecond;
      if (tree.nodes[main].comment || others.length) {
        if (isOpen) cells.push(html`<span></span>`);
        cells.push(html`<div class="below">${said(main)}${others.map((i) => branch(i, ply, 1))}</div>`);
        isOpen = false;
      }
      at = main;
      ply++;
    }
  };
  const at = tree.at;
  return html`<div class="moves" ref=${list}>${tree.nodes[0].comment && html`<span class="comment">${tree.nodes[0].comment}<br /></span>`}${tree.nodes.length > 1 ? html`<div class="sheet">${sheet()}</div>` : html`<span class="soft">No moves yet: make one on the board, or load a game under Files.</span>`}</div>
    <div class="row" style="margin-top:.5rem">
      <${Button} onClick=${() => setEditing(editing === at ? null : at)} pressed=${editing === at}>Comment<//>
      <${Button} onClick=${() => setTree(T.promote(tree, at))} disabled=${at === 0}>Make main line<//>
      <${Button} onClick=${() => setTree(T.remove(tree, at))} disabled=${at === 0}>Delete from here<//></div>
    ${editing === at && html`<textarea aria-label="Comment" rows="2" value=${tree.nodes[at].comment} onInput=${(e) => setTree(T.comment(tree, at, e.target.value))}></textarea>`}`;
}
