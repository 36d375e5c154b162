// Features of evaluators as people read them.
import assert from "node:assert/strict";
import test from "node:test";
import { differenceOf, sharesOf } from "../../web/pages/analyse/features.js";

const feature = (/** @type {string} */ name, /** @type {number} */ weight, /** @type {[number, number]} */ values) => ({
  name,
  weight,
  values,
  points: weight * (values[0] - values[1]),
});

test("the phases of a feature are told together, the largest difference first", () => {
  const shares = sharesOf([
    feature("early.outer_small", 10, [1, 2]),
    feature("early.steps", 2, [30, 10]),
    feature("late.outer_small", 100, [1, 3]),
    feature("to-move", 5, [1, 0]),
  ]);
  assert.deepEqual(
    shares.map(({ name, points }) => [name, ...points]),
    [
      ["outer small", 110, 320],
      ["steps", 60, 20],
      ["to move", 5, 0],
    ],
  );
  assert.deepEqual(
    shares.map(({ parts }) => parts),
    ["early 10 to 20, late 100 to 300", "early 60 to 20", ""],
  );
  assert.equal(differenceOf(shares[0]), 210);
});
