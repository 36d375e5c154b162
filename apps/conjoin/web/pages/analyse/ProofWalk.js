import { html } from "../../lib.js";
import { grouped } from "../../notation.js";
import { Button } from "../../parts/Button.js";
/** @import { ProofFile, ProofStep } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */

// Defences that are listed.
const MOST = 12;

/**
 * What a proof says of the position; while it is still of the position before, its moves cannot be played.
 * @param {{
 *   step: ProofStep|null, current: boolean, sides: Sides, file: ProofFile|null, onPlay: (move: string) => void,
 *   onBack: () => void, onSave: () => void,
 * }} props
 */
export function ProofWalk({ step, current, sides, file, onPlay, onBack, onSave }) {
  return html`<h3>Walk the proof</h3>
    ${step ? says(step, current, sides, onPlay) : html`<p class="soft">This position is not part of the proof.</p>`}
    <div class="row above"><${Button} onClick=${onBack}>Back to its start<//>
      <${Button} onClick=${onSave}>Save the proof<//></div>
    ${file && html`<p class=${file.verified ? "good" : "warn"}>${verdict(file)}</p>`}`;
}

/** @param {ProofFile} file */
const verdict = ({ verified, lines, reason }) =>
  verified ? `The referee has checked it: ${grouped(lines)} lines hold.` : `Refused: ${reason}`;

/**
 * @param {ProofStep} step
 * @param {boolean} current
 * @param {Sides} sides
 * @param {(move: string) => void} onPlay
 */
function says({ over, winner, move, plies, replies }, current, sides, onPlay) {
  const name = sides.name(winner);
  if (over) return html`<p class="good">${name} has won.</p>`;
  if (move) {
    return html`<p>${name} plays <b>${move}</b>; at most ${Math.ceil((plies ?? 0) / 2)} moves left.</p>
      <div class="row"><${Button} primary disabled=${!current} onClick=${() => onPlay(move)}>Play ${move}<//></div>`;
  }
  if (replies.length === 0) return html`<p class="soft">This position is not part of the proof.</p>`;
  const hardest = [...replies].sort((a, b) => (b.plies ?? -1) - (a.plies ?? -1));
  const more = hardest.length - MOST;
  return html`<p>Any defence of ${sides.name(sides.other(winner))} loses within ${plies} plies. Choose one here or on
      the board:</p>
    <div class="row">${hardest.slice(0, MOST).map(
      (reply) => html`<${Button} disabled=${!current} onClick=${() => onPlay(reply.move)}>
        ${`${reply.move} (${reply.plies})`}<//>`,
    )}${more > 0 && html`<span class="soft">and ${more} more on the board</span>`}</div>`;
}
