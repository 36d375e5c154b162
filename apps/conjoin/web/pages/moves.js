// The moves of a tree with variations and comments.
import { html, useState, Button } from "../lib.js";
import * as T from "../tree.js";

const FLAGS = { "threw-win": "??", lost: "??", blunder: "??", mistake: "?", inaccuracy: "?!" };

export function MoveList({ tree, setTree, report, line }) {
  const [editing, setEditing] = useState(null);
  const flags = {};
  report?.moves?.forEach((m, i) => { if (FLAGS[m.kind]) flags[line[i + 1]] = FLAGS[m.kind]; });
  const first = tree.start.endsWith("w") ? 1 : 0;
  const number = (ply) => (ply + first) % 2 === 0 ? `${Math.floor((ply + first) / 2) + 1}.` : "";
  const one = (i, ply, lead) => html`${(number(ply) || lead) && html`<span class="soft">${number(ply) || Math.floor((ply + first) / 2) + 1 + "\u2026"}</span>`}<button type="button"
      class=${i === tree.at ? "at" : ""} aria-current=${i === tree.at ? "true" : undefined} onClick=${() => setTree(T.go(tree, i))}>${tree.nodes[i].move}</button>${flags[i] && html`<span class="flag" title=${report.moves[ply].text}>${flags[i]}</span>`}${tree.nodes[i].comment && html`<span class="comment"> ${tree.nodes[i].comment} </span>`}`;
  // Straight on in a loop; variations below their move.
  const walk = (from, ply, depth) => {
    const parts = [];
    let lead = true;
    for (let at = from; ;) {
      const next = T.children(tree, at);
      if (next.length === 0) return parts;
      parts.push(one(next[0], ply, lead));
      lead = false;
      for (const i of next.slice(1)) {
        parts.push(html`<span class="variation">${one(i, ply, true)}${depth < 30 ? walk(i, ply + 1, depth + 1) : "\u2026"}</span>`);
        lead = true;
      }
      at = next[0];
      ply++;
    }
  };
  const at = tree.at;
  return html`<div class="moves">${tree.nodes[0].comment && html`<span class="comment">${tree.nodes[0].comment}<br /></span>`}${tree.nodes.length > 1 ? walk(0, 0, 0) : html`<span class="soft">No moves yet: make one on the board, or load a game under Files.</span>`}</div>
    <div class="row" style="margin-top:.5rem">
      <${Button} onClick=${() => setEditing(editing === at ? null : at)} pressed=${editing === at}>Comment<//>
      <${Button} onClick=${() => setTree(T.promote(tree, at))} disabled=${at === 0}>Make main line<//>
      <${Button} onClick=${() => setTree(T.remove(tree, at))} disabled=${at === 0}>Delete from here<//></div>
    ${editing === at && html`<textarea aria-label="Comment" rows="2" value=${tree.nodes[at].comment} onInput=${(e) => setTree(T.comment(tree, at, e.target.value))}></textarea>`}`;
}
