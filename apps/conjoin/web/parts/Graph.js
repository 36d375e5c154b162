import { html } from "../lib.js";

/**
 * The first side's chances over a game; the parts that are proved have a line below.
 * @param {{
 *   points: (number|null|undefined)[], at: number, label: string, onPick?: (ply: number) => void, proved?: boolean[],
 *   bad?: number[],
 * }} props
 */
export function Graph({ points, at, label, onPick, proved = [], bad = [] }) {
  if (points.filter((point) => typeof point === "number").length < 2) return null;
  const count = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ i) => Math.round((i / count) * 3000) / 10;
  let known = 0.5;
  const levels = points.map((point) => (known = point ?? known));
  const area = levels.map((level, i) => `${x(i)} ${Math.round((1 - level) * 1000) / 10}`).join("L");
  const pick = (/** @type {MouseEvent & { currentTarget: SVGElement }} */ { currentTarget, clientX }) => {
    const box = currentTarget.getBoundingClientRect();
    onPick?.(Math.round(((clientX - box.left) / box.width) * count));
  };
  return html`<svg class="graph" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label=${label}
      onClick=${pick}>
    <path class="second" d=${`M0 0L${area}L300 0Z`} /><line class="middle" x1="0" y1="50" x2="300" y2="50" />
    ${proved.map(
      (yes, i) => yes && html`<rect class="proved" x=${x(i) - 150 / count} y="96" width=${300 / count} height="4" />`,
    )}
    ${bad.map((i) => html`<rect class="bad" x=${x(i) - 1} y="0" width="2" height="100" opacity=".7" />`)}
    <line class="here" x1=${x(at)} y1="0" x2=${x(at)} y2="100" vector-effect="non-scaling-stroke" /></svg>`;
}
