// The reviewed game as one page that needs nothing else: the drawing and the style of the app, and a small script.
import { drawCell, drawFrame, drawLabels, drawScene, endsOf, layoutOf, arrowOf, markup } from "../board/drawing.js";
import { boardOf } from "../board/index.js";
import { html } from "../lib.js";
import { moveNumber, numbered, percent } from "../notation.js";
import { Disc } from "../parts/Disc.js";
import { Graph } from "../parts/Graph.js";
import { FLAGS, beforeThat, keyPly, remark, since, turningPoints } from "../review.js";
import * as T from "../tree.js";
import { runSaved } from "./saved.js";
/** @import { Look, Review } from "../types.js" */
/** @import { Sides } from "../sides.js" */
/** @import { Tree } from "../tree.js" */

const STYLE = `body { max-width: 68rem; margin: 0 auto; padding: 1rem; }
main, main.tall { grid-template-columns: minmax(0, 30rem) minmax(0, 1fr); padding: 0; margin: 1rem 0; }
@media (max-width: 52rem) { main, main.tall { grid-template-columns: minmax(0, 1fr); } }
.moves { max-height: 18rem; }
.graph { margin: 0 0 1rem; }`;

/**
 * @param {{
 *   tree: Tree, moves: string[], report: Review, sides: Sides, title: string, style: string, looks: Look[],
 *   version: string,
 * }} from the tree and its line, what was found out about it, the app's own style, and every position of the line
 */
export function reviewPage({ tree, moves, report, sides, title, style, looks, version }) {
  const board = boardOf(tree.game);
  const setups = looks.map(({ position, size }) => board.parse(position, size));
  const { variant, turn } = setups[0];
  const layout = layoutOf(board, variant, false);
  const first = sides.index(turn);
  const turning = turningPoints(report);
  const at = keyPly(turning);
  const next = (/** @type {number} */ ply) => report.moves[ply];
  // The men of each position, with arrows where a better move was missed.
  const frames = looks.map(({ outcome, last }, ply) => {
    const bad = next(ply)?.text ? next(ply) : null;
    const arrows = [...arrowOf(bad?.route, "played"), ...arrowOf(bad?.better_route, "better")];
    const scene = { shown: null, moves: [], ending: outcome };
    return markup(drawScene(board, layout, setups[ply], scene, { arrows, last }));
  });
  const texts = looks.map((_, ply) => {
    const text = next(ply)?.text;
    return text ? `Next, ${text}` : ply > 0 ? `${moves[ply - 1]} was played.` : "The start.";
  });
  const data = { at, frames, texts, last: looks.map(({ last }) => endsOf(last)) };

  const names = sides.names.map((name) => T.tag(tree, name) || name);
  const { decided } = report;
  const svg = html`<svg class="board" viewBox=${`0 0 ${layout.width} ${layout.height}`} role="img" aria-label="Board">
    ${drawFrame(board, layout, variant)}
    ${layout.cells.map(
      (cell) => html`<g class=${`cell ${cell.tone}`} data-cell=${cell.id}>${drawCell(layout, cell)}</g>`,
    )}
    ${drawLabels(board, layout, variant)}<g class="drawn"></g></svg>`;
  const facts = [title, board.about(variant), `rules ${looks[0].rules}`, tree.result && `result ${tree.result}`];
  const accuracy = sides.keys.map((side) => `${sides.name(side)} ${percent(report.accuracy[side])}`);
  const sheet = moves.map((move, ply) => {
    const isSecond = (ply + first) % 2 === 1;
    const flag = FLAGS[next(ply)?.kind];
    return [
      (!isSecond || ply === 0) && html`<span class="no">${moveNumber(ply, first)}.</span>`,
      isSecond && ply === 0 && html`<span class="one">\u2026</span>`,
      html`<button type="button" class="one" data-ply=${ply + 1}>${move}
        ${flag && html`<span class="flag">${flag}</span>`}</button>`,
    ];
  });
  const note =
    decided &&
    html`<p class="note">${
      decided.ply === 0
        ? `${sides.name(decided.winner)} wins by force from the start: that is proved.`
        : html`<span>${sides.name(decided.winner)}'s win is proved from${" "}
          <button type="button" data-go=${decided.ply}>${since(decided.ply, moves.length, first)}</button>${" "}
          on. ${beforeThat(decided.before_proved)}</span>`
    }</p>`;
  const body = html`<div>
    <h1>${sides.keys.map(
      (side, i) => html`<span>${i > 0 && " \u2013 "}<${Disc} sides=${sides} side=${side} /> ${names[i]}</span>`,
    )}</h1>
    <p class="soft">${facts.filter(Boolean).join(", ")}. Accuracy: ${accuracy.join(", ")}.</p>
    ${note}
    <main><div>${svg}
      <p class="row"><button type="button" data-step="-1" aria-label="Back">\u25c0</button>
        <button type="button" data-step="1" aria-label="Forward">\u25b6</button></p>
      <p id="text" role="status"></p></div>
    <div class="panel">
      <${Graph} points=${report.positions.map(({ chance }) => chance)} at=${at} bad=${turning.map(({ ply }) => ply + 1)}
        label=${`Winning chances: dark is ${sides.names[0]}'s`} />
      <h2>Turning points</h2><ul class="plain">${turning.map(
        (move) => html`<li><button type="button" data-go=${move.ply}><${Disc} sides=${sides} side=${move.side} />${" "}
          ${numbered(move.ply, first, move.move)}</button>${" "}${remark(move)}</li>`,
      )}${turning.length === 0 && html`<li>None found.</li>`}</ul>
      <h2>Moves</h2><div class="moves"><div class="sheet">${sheet}</div></div></div></main>
    <p class="soft small">Reviewed by Conjoin ${version}. \u201cProved\u201d means that a solver found a forced win
      against every defence. Red arrow: played; green: better.</p></div>`;
  const script = `(${runSaved})(${JSON.stringify(data).replaceAll("<", "\\u003c")})`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${markup(names.join(" \u2013 "))}: review</title>
<style>${style}\n${STYLE}</style></head><body>${markup(body)}<script>${script}</script></body></html>`;
}
