// A man that runs along its way.
/** @import { Setup, Point } from "./index.js" */
/** @import { Route } from "../types.js" */

// Units of the drawing in a millisecond, and the shortest and the longest time in milliseconds.
const SPEED = 1.6;
const [SHORTEST, LONGEST] = [160, 1300];
// How many times longer a man takes that rests on the way.
const REST = 2;
const EASING = "ease-in-out";

/**
 * Does a move lead from one position to the other?
 * @param {Setup} before
 * @param {Setup} after
 * @param {Route} route
 */
export function isStep(before, after, { cells }) {
  const [from, to] = [cells[0], cells[cells.length - 1]];
  const isSame = before.variant.size === after.variant.size && before.turn !== after.turn;
  return isSame && before.men[from] === before.turn && after.men[to] === before.turn && !after.men[from];
}

/**
 * Lets a man run to where it stands already, perhaps with a rest at each point; what ends it comes back.
 * @param {Element} man
 * @param {Point[]} points
 */
export function glide(man, points, rests = false) {
  const lengths = points.map(([x, y], i) => (i ? Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  let gone = 0;
  const frames = points.map(([x, y], i) => {
    gone += lengths[i];
    const easing = rests ? EASING : "linear";
    return { transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, gone / whole), easing };
  });
  const [slower, easing] = rests ? [REST, "linear"] : [1, EASING];
  const duration = slower * Math.min(LONGEST, Math.max(SHORTEST, whole / SPEED));
  const run = man.animate(frames, { duration, easing });
  return () => run.cancel();
}
