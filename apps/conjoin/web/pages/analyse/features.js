// The features of an evaluator as people read them.
/** @import { Feature } from "../../types.js" */

/**
 * What a feature gives either side.
 * @typedef {Object} Share
 * @property {string} name - its name in words
 * @property {[number, number]} points - points of the first and the second side
 * @property {string} parts - the same by phases, where an evaluator has some
 */

const words = (/** @type {string} */ text) => text.replaceAll(/[-_.]/g, " ");
const whole = (/** @type {number} */ points) => points.toFixed(0);

/**
 * What each feature says, the largest difference first. Evaluators with phases have a feature once for each
 * (`late.steps`): together they are what it says.
 * @param {Feature[]} features
 * @returns {Share[]}
 */
export function sharesOf(features) {
  /** @type {Map<string, { phase: string, points: number[] }[]>} */
  const byName = new Map();
  for (const { name, weight, values } of features) {
    const dot = name.lastIndexOf(".") + 1;
    const part = { phase: words(name.slice(0, dot)).trim(), points: values.map((value) => weight * value) };
    byName.set(name.slice(dot), [...(byName.get(name.slice(dot)) ?? []), part]);
  }
  const shares = [...byName].map(([name, parts]) => ({
    name: words(name),
    points: /** @type {[number, number]} */ ([0, 1].map((i) => parts.reduce((sum, { points }) => sum + points[i], 0))),
    parts: parts
      .filter(({ phase }) => phase)
      .map(({ phase, points }) => `${phase} ${points.map(whole).join(" to ")}`)
      .join(", "),
  }));
  return shares.sort((a, b) => differenceOf(b) - differenceOf(a));
}

/** @param {Share} share */
export const differenceOf = ({ points: [first, second] }) => Math.abs(first - second);
