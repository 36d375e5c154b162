// Explain: what each feature of an evaluator says here.
import { html, useState, useEffect, name, Choice } from "../lib.js";
import { ask } from "../wire.js";
import * as T from "../tree.js";

const words = (text) => text.replaceAll(/[-_.]/g, " ");

export function Explain({ tree, view, hello, setDrawing, centre }) {
  const [profile, setProfile] = useState("mia-4");
  const [found, setFound] = useState(null);
  const [error, setError] = useState("");
  const key = JSON.stringify(T.game(tree));
  useEffect(() => {
    let live = true;
    ask("explain", { game: T.game(tree), profile }).then((answer) => live && (setFound(answer), setError("")), (e) => live && (setFound(null), setError(e.message)));
    return () => { live = false; };
  }, [key, profile]);
  useEffect(() => {
    if (view) setDrawing({ linked: ["black", "white"], crosses: [centre(view.position, "black"), centre(view.position, "white")], arrows: [] });
  }, [view?.position]);
  useEffect(() => () => setDrawing({}), []);
  const sorted = found ? [...found.features].sort((a, b) => Math.abs(b.points[0] - b.points[1]) - Math.abs(a.points[0] - a.points[1])).slice(0, 24) : [];
  const most = Math.max(1, ...sorted.map((f) => Math.abs(f.points[0] - f.points[1])));
  return html`<div class="fields"><${Choice} label="Evaluator of" value=${profile} options=${(hello?.profiles || []).map((p) => [p.name, p.name])} onChange=${setProfile} /></div>
    ${error && html`<p class="soft">${error}</p>`}
    ${found && html`<p>It gives ${name(found.turn)}, who is to move, <b>${found.value > 0 ? "+" : ""}${found.value}</b> points. The features that differ most:</p>
      <table><thead><tr><th>Feature</th><th class="n">Black</th><th class="n">White</th><th>For</th></tr></thead><tbody>${sorted.map((f) => {
        const lead = f.points[0] - f.points[1];
        return html`<tr><td>${words(f.name)}</td><td class="n">${f.points[0].toFixed(0)}</td><td class="n">${f.points[1].toFixed(0)}</td>
          <td title=${`${Math.abs(lead).toFixed(1)} points for ${lead > 0 ? "Black" : "White"}`}><span class=${"share " + (lead > 0 ? "black" : "white")} style=${`width:${Math.max(0.2, (Math.abs(lead) / most) * 3.6).toFixed(2)}rem`}></span></td></tr>`;
      })}</tbody></table>
      <p class="small soft">On the board: the groups of both sides, and a cross where each side's men are centred.</p>`}`;
}
