// The reviewed game as one page that needs nothing else.
import { parse } from "../board/loa.js";

const escape = (text) => String(text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const cap = (side) => (side === "black" ? "Black" : "White");
const FLAGS = { "threw-win": "??", lost: "??", blunder: "??", mistake: "?", inaccuracy: "?!" };

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}
main{display:grid;grid-template-columns:minmax(0,26rem) minmax(0,1fr);gap:1.5rem}@media(max-width:45rem){main{grid-template-columns:1fr}}
svg.b{width:100%}svg.g{width:100%;height:7rem;background:#23201c;border-radius:.4rem}button{font:inherit;border:0;background:none;color:inherit;padding:0 .25rem;cursor:pointer;border-radius:.3rem}
button.at{background:#1f5f8b;color:#fff}.flag{color:#c2410c;font-weight:700}.row button{border:1px solid #888;padding:.3rem .8rem}li{margin:.3rem 0}.note{border-left:4px solid #1f5f8b;padding-left:.7rem}`;

// Runs in the saved page: draws the board and steps through the game.
const SCRIPT = `const N="http://www.w3.org/2000/svg";let at=DATA.at;const E=(n,a)=>{const e=document.createElementNS(N,n);for(const k in a)e.setAttribute(k,a[k]);return e};
function show(i){at=Math.max(0,Math.min(DATA.fens.length-1,i));const rows=DATA.fens[at].split(" ")[0].split("/"),n=rows.length,b=document.querySelector("svg.b");b.replaceChildren();b.setAttribute("viewBox","-6 -6 "+(n*20+12)+" "+(n*20+12));
b.append(E("rect",{x:-6,y:-6,width:n*20+12,height:n*20+12,fill:"#8a6a3d",rx:3}));const last=(DATA.moves[at-1]||"").split(/[-x]/);
rows.forEach((row,r)=>{let f=0;for(const c of row.replace(/\\d/g,d=>".".repeat(d))){const s=String.fromCharCode(97+f)+(n-r);b.append(E("rect",{x:f*20,y:r*20,width:20,height:20,fill:last.includes(s)?"#f0d35b":(f+r)%2?"#d3b27f":"#e6cfa5"}));
if(c!==".")b.append(E("circle",{cx:f*20+10,cy:r*20+10,r:7.6,fill:c==="b"?"#23201c":"#fdfbf5",stroke:"#4b4436","stroke-width":.6}));f++}});
for(let i=0;i<n;i++){const t=E("text",{x:i*20+8.6,y:n*20+4.6,"font-size":4.5,fill:"#fff"});t.textContent=String.fromCharCode(97+i);const u=E("text",{x:-4.4,y:(n-1-i)*20+11.5,"font-size":4.5,fill:"#fff"});u.textContent=i+1;b.append(t,u)}
const move=DATA.moves[at-1];document.getElementById("text").textContent=at?move+". "+(DATA.texts[at-1]||""):"The start";
document.querySelectorAll("[data-ply]").forEach(e=>e.classList.toggle("at",+e.dataset.ply===at));const h=document.getElementById("here"),x=at/Math.max(1,DATA.fens.length-1)*300;h.setAttribute("x1",x);h.setAttribute("x2",x)}
document.addEventListener("click",e=>{const t=e.target.closest("[data-ply],[data-step]");if(t)show(t.dataset.ply!==undefined?+t.dataset.ply:at+ +t.dataset.step)});
document.addEventListener("keydown",e=>{const d={ArrowLeft:-1,ArrowRight:1}[e.key];if(d)show(at+d)});show(at);`;

export function reviewPage({ tree, line, report, version, positions }) {
  const moves = line.slice(1).map((i) => tree.nodes[i].move);
  const tag = (key) => tree.tags.find(([n]) => n === key)?.[1];
  const title = `${tag("Black") || "Black"} \u2013 ${tag("White") || "White"}`;
  const bad = report.moves.map((m, i) => ({ ...m, i })).filter((m) => m.kind === "decided" || (FLAGS[m.kind] && m.kind !== "inaccuracy"));
  const x = (i) => ((i / Math.max(1, report.positions.length - 1)) * 300).toFixed(1);
  const area = report.positions.map((p, i) => `${x(i)} ${((1 - (p.chance ?? 0.5)) * 100).toFixed(1)}`).join("L");
  const number = (i) => (i % 2 ? "" : `${i / 2 + 1}.\u00a0`);
  const { decided } = report;
  const data = { fens: positions, moves, texts: report.moves.map((m) => m.text), at: bad[0] ? bad[0].i + 1 : 0 };
  const accuracy = (v) => (v === null ? "\u2013" : Math.round(v) + " %");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}: review</title><style>${STYLE}</style></head><body>
<h1>${escape(title)}</h1><p>Lines of Action, ${parse(positions[0]).size}\u00d7${parse(positions[0]).size}, rules ${escape(tree.rules)}${tree.result ? `, result ${escape(tree.result)}` : ""}. Accuracy: Black ${accuracy(report.accuracy.black)}, White ${accuracy(report.accuracy.white)}.</p>
${decided ? `<p class="note">${cap(decided.winner)}'s win is proved from <button data-ply="${decided.ply}">move ${Math.floor(decided.ply / 2) + 1}</button> on. ${decided.before_proved ? "Before that it was not won: that is proved too." : "Whether it was won before is not proved."}</p>` : ""}
<main><div><svg class="b" role="img" aria-label="Board"></svg><p class="row"><button data-step="-1" aria-label="Back">\u25c0</button> <button data-step="1" aria-label="Forward">\u25b6</button></p><p id="text" role="status"></p></div>
<div><svg class="g" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label="Winning chances: dark is Black's"><path fill="#f7f2e6" d="M0 0L${area}L300 0Z"/>${bad.map((m) => `<rect x="${x(m.i + 1) - 1}" width="2" height="100" fill="#d4501e" opacity=".7"/>`).join("")}<line id="here" y1="0" y2="100" stroke="#3d93c9" stroke-width="2"/></svg>
<h2>Turning points</h2><ul>${bad.map((m) => `<li><button data-ply="${m.i + 1}">${number(m.i) || Math.floor(m.i / 2) + 1 + "\u2026 "}${escape(m.move)}</button> ${cap(m.side)}: ${escape(m.text)}</li>`).join("") || "<li>None found.</li>"}</ul>
<h2>Moves</h2><p>${moves.map((m, i) => `${number(i)}<button data-ply="${i + 1}">${escape(m)}</button>${FLAGS[report.moves[i].kind] ? `<span class="flag">${FLAGS[report.moves[i].kind]}</span>` : ""}`).join(" ")}</p></div></main>
<p><small>Reviewed by Conjoin ${escape(version)}. "Proved" means that a solver found a forced win against every defence.</small></p>
<script>const DATA=${JSON.stringify(data).replaceAll("<", "\\u003c")};${SCRIPT}</script></body></html>`;
}
