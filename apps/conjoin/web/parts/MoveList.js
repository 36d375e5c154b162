import { html, useEffect, useRef, useState } from "../lib.js";
import { targetOf } from "../keys.js";
import { moveNumber } from "../notation.js";
import { FLAGS } from "../review.js";
import * as T from "../tree.js";
import { Button } from "./Button.js";
/** @import { Part, VNode } from "../lib.js" */
/** @import { Review } from "../types.js" */
/** @import { Tree } from "../tree.js" */

// Variations within variations that are shown.
const DEEPEST = 30;

/**
 * The moves of a tree with variations, comments and what a review says; first is 1 when the second side begins.
 * @param {{
 *   tree: Tree, first: number, report: Review|null, line: number[], onGo: (at: number) => void,
 *   onComment: (text: string) => void, onPromote: () => void, onRemove: () => void,
 * }} props
 */
export function MoveList({ tree, first, report, line, onGo, onComment, onPromote, onRemove }) {
  const { at } = tree;
  const [editing, setEditing] = useState(/** @type {number|null} */ (null));
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  // The move of the board stays in sight.
  useEffect(() => {
    const box = /** @type {HTMLElement} */ (list.current);
    const here = /** @type {HTMLElement|null} */ (box.querySelector(".at"));
    const [top, bottom] = here ? [here.offsetTop, here.offsetTop + here.offsetHeight] : [0, 0];
    if (!here) box.scrollTop = 0;
    else if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 8;
  }, [at, tree.nodes.length]);
  const judged = new Map(report?.moves.map((move, i) => [line[i + 1], move]));
  // Whether the move at a ply is the second of its number.
  const isSecond = (/** @type {number} */ ply) => (ply + first) % 2 === 1;

  const said = (/** @type {number} */ i) =>
    tree.nodes[i].comment && html`<span class="comment"> ${tree.nodes[i].comment} </span>`;
  const one = (/** @type {number} */ i) => {
    const move = judged.get(i);
    const flag = move && FLAGS[move.kind];
    return html`<button type="button" class=${i === at ? "one at" : "one"} aria-current=${i === at ? "true" : undefined}
      onClick=${() => onGo(i)}>${tree.nodes[i].move}
      ${flag && html`<span class="flag" title=${move.text}>${flag}</span>`}</button>`;
  };
  const together = (/** @type {number} */ i, /** @type {number} */ ply, /** @type {boolean} */ isLead) => {
    const number = `${moveNumber(ply, first)}.${isSecond(ply) ? "\u2026" : ""}`;
    return html`<span class="together">
      ${(isLead || !isSecond(ply)) && html`<span class="soft">${number}</span>`}${one(i)}</span>`;
  };
  // A variation: straight on in a loop, variations of it in brackets of their own.
  const walk = (/** @type {number} */ from, /** @type {number} */ start, /** @type {number} */ depth) => {
    /** @type {Part[]} */
    const parts = [];
    let isLead = false;
    let [main, ...others] = T.children(tree, from);
    for (let ply = start; main !== undefined; ply++) {
      parts.push(together(main, ply, isLead), said(main));
      for (const i of others) parts.push(branch(i, ply, depth + 1));
      isLead = others.length > 0;
      [main, ...others] = T.children(tree, main);
    }
    return parts;
  };
  /** @type {(i: number, ply: number, depth: number) => VNode} */
  const branch = (i, ply, depth) =>
    html`<span class="variation">${together(i, ply, true)}${said(i)}
      ${depth < DEEPEST ? walk(i, ply + 1, depth) : "\u2026"}</span>`;
  // The main line in two columns; what is said about a move, and other moves, below it.
  const sheet = () => {
    /** @type {Part[]} */
    const cells = [];
    let isOpen = false;
    let [main, ...others] = T.children(tree, 0);
    for (let ply = 0; main !== undefined; ply++) {
      if (!isOpen) cells.push(html`<span class="no">${moveNumber(ply, first)}.</span>`);
      if (!isOpen && isSecond(ply)) cells.push(html`<span class="one">\u2026</span>`);
      cells.push(one(main));
      isOpen = !isSecond(ply);
      if (tree.nodes[main].comment || others.length) {
        if (isOpen) cells.push(html`<span></span>`);
        const variations = others.map((i) => branch(i, ply, 1));
        cells.push(html`<div class="below">${said(main)}${variations}</div>`);
        isOpen = false;
      }
      [main, ...others] = T.children(tree, main);
    }
    return cells;
  };
  const opening = tree.nodes[0].comment;
  return html`<div class="moves" ref=${list}>
      ${opening && html`<span class="comment">${opening}<br /></span>`}
      ${
        tree.nodes.length > 1
          ? html`<div class="sheet">${sheet()}</div>`
          : html`<span class="soft">No moves yet: make one on the board, or load a game under Files.</span>`
      }</div>
    <div class="row above">
      <${Button} onClick=${() => setEditing(editing === at ? null : at)} pressed=${editing === at}>Comment<//>
      <${Button} onClick=${onPromote} disabled=${at === 0}>Make main line<//>
      <${Button} onClick=${onRemove} disabled=${at === 0}>Delete from here<//></div>
    ${
      editing === at &&
      html`<textarea aria-label="Comment" rows="2" value=${tree.nodes[at].comment}
      onInput=${(/** @type {Event} */ e) => onComment(targetOf(e).value)}></textarea>`
    }`;
}
