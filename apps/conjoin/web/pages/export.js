// The reviewed game as one page that needs nothing else.
import { parse } from "../board/index.js";

const escape = (text) => String(text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const cap = (side) => (side === "black" ? "Black" : "White");
const FLAGS = { "threw-win": "??", lost: "??", blunder: "??", mistake: "?", inaccuracy: "?!" };

const STYLE = `:root{color-scheme:light dark;--paper:#faf7f1;--panel:#fff;--ink:#221f1a;--soft:#5f584c;--line:#d9d0c0;--accent:#1f5f8b;--on:#fff;--warn:#a3400f}
@media(prefers-color-scheme:dark){:root{--paper:#1b1a18;--panel:#262421;--ink:#efeae0;--soft:#b5ac9c;--line:#454037;--accent:#7db8e0;--on:#10202b;--warn:#f0a070}}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:0 auto;padding:1rem;background:var(--paper);color:var(--ink)}h1{margin:.2rem 0;font-size:1.6rem}h2{font-size:1.1rem;margin:1rem 0 .3rem}.soft{color:var(--soft)}
main{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);gap:1.2rem;margin:1rem 0}@media(max-width:52rem){main{grid-template-columns:minmax(0,1fr)}}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:.7rem;padding:.8rem}svg.b{width:100%;display:block}svg.g{width:100%;height:7rem;background:#23201c;border:1px solid #6b6255;border-radius:.4rem;display:block}
button{font:inherit;color:inherit;border:0;background:none;padding:.05rem .4rem;cursor:pointer;border-radius:.3rem;text-align:left}button:hover{background:var(--line)}button.at{background:var(--accent);color:var(--on)}button.at .flag{color:inherit}
.row button,li button,.note button{border:1px solid var(--line);background:var(--paper);padding:.2rem .7rem}.row{display:flex;gap:.4rem;margin:.6rem 0}.flag{color:var(--warn);font-weight:700;margin-left:.15rem}ul{list-style:none;padding:0;margin:0}li{padding:.4rem 0;border-top:1px solid var(--line)}
.note{border-left:4px solid var(--accent);padding:.4rem .8rem;background:var(--panel);border-radius:.3rem}.sheet{display:grid;grid-template-columns:2.6rem 1fr 1fr;max-height:18rem;overflow:auto}.sheet span.no{color:var(--soft);text-align:right;padding-right:.4rem}
.disc{display:inline-block;width:.8em;height:.8em;border-radius:50%;border:1px solid #7a7062;background:#fdfbf5}.disc.black{background:#23201c}`;

// Runs in the saved page: draws the board, with arrows where a better move was missed, and steps through the game.
const SCRIPT = `const N="http://www.w3.org/2000/svg";let at=DATA.at;const E=(n,a,t)=>{const e=document.createElementNS(N,n);for(const k in a)e.setAttribute(k,a[k]);if(t)e.textContent=t;return e};
function show(i){at=Math.max(0,Math.min(DATA.fens.length-1,i));const rows=DATA.fens[at].split(" ")[0].split("/"),n=rows.length,b=document.querySelector("svg.b");b.replaceChildren();b.setAttribute("viewBox","-2 -2 "+(n*20+4)+" "+(n*20+4));
b.append(E("rect",{x:-2,y:-2,width:n*20+4,height:n*20+4,fill:"#8a6a3d",rx:2}));const last=(DATA.moves[at-1]||"").split(/[-x]/),men=[];
rows.forEach((row,r)=>{let f=0;for(const c of row.replace(/\\d/g,d=>".".repeat(d))){const s=String.fromCharCode(97+f)+(n-r);b.append(E("rect",{x:f*20,y:r*20,width:20,height:20,fill:last.includes(s)?"#f0d35b":(f+r)%2?"#d3b27f":"#e6cfa5"}));
if(c!==".")men.push(E("circle",{cx:f*20+10,cy:r*20+10,r:7.6,fill:c==="b"?"#23201c":"#fdfbf5",stroke:c==="b"?"#000":"#4b4436","stroke-width":.6}),E("circle",c==="b"?{cx:f*20+10,cy:r*20+10,r:1.4,fill:"#6d665c"}:{cx:f*20+10,cy:r*20+10,r:4.4,fill:"none",stroke:"#b9ad97","stroke-width":.6}));f++}});
for(let i=0;i<n;i++)b.append(E("text",{x:i*20+19,y:n*20-1,"font-size":3.5,"font-weight":600,"text-anchor":"end",fill:"#4a3413"},String.fromCharCode(97+i)),E("text",{x:.8,y:(n-1-i)*20+3.5,"font-size":3.5,"font-weight":600,fill:"#4a3413"},String(i+1)));
b.append(...men);const P=s=>[(s.charCodeAt(0)-97)*20+10,(n-s.slice(1))*20+10],arrow=(m,c)=>{if(!m||m==="pass")return;const[[ax,ay],[bx,by]]=m.split(/[-x]/).map(P),l=Math.hypot(bx-ax,by-ay)||1,u=(bx-ax)/l,v=(by-ay)/l,x=bx-u*3,y=by-v*3;
b.append(E("line",{x1:ax+u*4,y1:ay+v*4,x2:x-u*4,y2:y-v*4,stroke:c,"stroke-width":3,"stroke-linecap":"round",opacity:.8}),E("path",{d:"M"+(x+u*2)+" "+(y+v*2)+"L"+(x-u*5-v*4)+" "+(y-v*5+u*4)+"L"+(x-u*5+v*4)+" "+(y-v*5-u*4)+"Z",fill:c,opacity:.85}))};
const bad=DATA.texts[at];if(bad){arrow(DATA.moves[at],"#b3261e");arrow(DATA.better[at],"#1f7a45")}
document.getElementById("text").textContent=bad?"Next, "+bad:at?DATA.moves[at-1]+" was played.":"The start.";
document.querySelectorAll("[data-ply]").forEach(e=>e.classList.toggle("at",+e.dataset.ply===at));const h=document.getElementById("here"),x=at/Math.max(1,DATA.fens.length-1)*300;h.setAttribute("x1",x);h.setAttribute("x2",x)}
document.addEventListener("click",e=>{const t=e.target.closest("[data-ply],[data-go],[data-step]");if(t)show(t.dataset.step?at+ +t.dataset.step:+(t.dataset.ply??t.dataset.go))});
document.addEventListener("keydown",e=>{const d={ArrowLeft:-1,ArrowRight:1}[e.key];if(d){e.preventDefault();show(at+d)}});show(at);`;

export function reviewPage({ tree, line, report, version, positions }) {
  const moves = line.slice(1).map((i) => tree.nodes[i].move);
  const tag = (key) => tree.tags.find(([n]) => n === key)?.[1];
  const title = `${tag("Black") || "Black"} \u2013 ${tag("White") || "White"}`;
  const bad = report.moves.map((m, i) => ({ ...m, i })).filter((m) => m.kind === "decided" || (FLAGS[m.kind] && m.kind !== "inaccuracy"));
  const x = (i) => ((i / Math.max(1, report.positions.length - 1)) * 300).toFixed(1);
  const area = report.positions.map((p, i) => `${x(i)} ${((1 - (p.chance ?? 0.5)) * 100).toFixed(1)}`).join("L");
  const { decided } = report;
  // The move that decided the game, or else the worst that is known.
  const key = bad.find((m) => ["threw-win", "lost", "decided"].includes(m.kind)) || bad[0];
  const better = report.moves.map((m) => m.better[0] || null);
  const data = { fens: positions, moves, better, texts: report.moves.map((m) => m.text), at: key ? key.i : 0 };
  const accuracy = (v) => (v === null ? "\u2013" : Math.round(v) + " %");
  const first = positions[0].endsWith("w") ? 1 : 0;
  const label = (i) => `${Math.floor((i + first) / 2) + 1}${(i + first) % 2 ? "\u2026" : "."}`;
  const size = parse(positions[0]).size;
  const sheet = moves.map((m, i) => `${(i + first) % 2 === 0 || i === 0 ? `<span class="no">${Math.floor((i + first) / 2) + 1}.</span>` : ""}${i === 0 && first ? "<span>\u2026</span>" : ""}<button data-ply="${i + 1}">${escape(m)}${FLAGS[report.moves[i].kind] ? `<span class="flag">${FLAGS[report.moves[i].kind]}</span>` : ""}</button>`).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}: review</title><style>${STYLE}</style></head><body>
<h1><span class="disc black"></span> ${escape(tag("Black") || "Black")} \u2013 <span class="disc"></span> ${escape(tag("White") || "White")}</h1><p class="soft">Lines of Action, ${size}\u00d7${size}, rules ${escape(tree.rules)}${tree.result ? `, result ${escape(tree.result)}` : ""}. Accuracy: Black ${accuracy(report.accuracy.black)}, White ${accuracy(report.accuracy.white)}.</p>
${decided ? `<p class="note">${decided.ply === 0 ? `${cap(decided.winner)} wins by force from the start: that is proved.` : `${cap(decided.winner)}'s win is proved from <button data-go="${decided.ply}">${decided.ply === moves.length ? "the end" : `move ${label(decided.ply)}`}</button> on. ${decided.before_proved ? "Before that it was not won: that is proved too." : "Whether it was won before is not proved."}`}</p>` : ""}
<main><div><svg class="b" role="img" aria-label="Board"></svg><p class="row"><button data-step="-1" aria-label="Back">\u25c0</button><button data-step="1" aria-label="Forward">\u25b6</button></p><p id="text" role="status"></p></div>
<div class="panel"><svg class="g" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label="Winning chances: dark is Black's"><path fill="#f7f2e6" d="M0 0L${area}L300 0Z"/>${bad.map((m) => `<rect x="${x(m.i + 1) - 1}" width="2" height="100" fill="#d4501e" opacity=".7"/>`).join("")}<line id="here" y1="0" y2="100" stroke="#3d93c9" stroke-width="2"/></svg>
<h2>Turning points</h2><ul>${bad.map((m) => `<li><button data-go="${m.i}"><span class="disc ${m.side}"></span> ${label(m.i)} ${escape(m.move)}</button> ${escape(m.text.slice(m.move.length + 1))}</li>`).join("") || "<li>None found.</li>"}</ul>
<h2>Moves</h2><div class="sheet">${sheet}</div></div></main>
<p class="soft"><small>Reviewed by Conjoin ${escape(version)}. \u201cProved\u201d means that a solver found a forced win against every defence. Red arrow: played; green: better.</small></p>
<script>const DATA=${JSON.stringify(data).replaceAll("<", "\\u003c")};${SCRIPT}</script></body></html>`;
}
