// Moves, numbers and scores as text.
import assert from "node:assert/strict";
import test from "node:test";
import * as N from "../../web/notation.js";
import { Sides } from "../../web/sides.js";

const sides = new Sides(["Black", "White"]);

test("moves are numbered in pairs, also when the second side begins", () => {
  assert.equal(N.numbered(0, 0, "d1-d3"), "1. d1-d3");
  assert.equal(N.numbered(1, 0, "a2-c2"), "1\u2026 a2-c2");
  assert.equal(N.numbered(0, 1, "a2-c2"), "1\u2026 a2-c2");
  assert.equal(N.numbered(1, 1, "d1-d3"), "2. d1-d3");
});

test("points are told from the first side", () => {
  const score = { value: 35, chance: 0.6 };
  assert.equal(N.scoreText(score, "black", sides), "+35");
  assert.equal(N.scoreText(score, "white", sides), "\u221235");
  assert.equal(N.scoreText({ value: 0, chance: 0.5 }, "white", sides), "0");
  assert.equal(N.firstChance(score, "black", sides), 0.6);
  assert.equal(N.firstChance(score, "white", sides), 0.4);
});

test("a known end names its winner and the moves that are left", () => {
  assert.equal(N.scoreText({ value: { win: 7 }, chance: 1 }, "white", sides), "White wins in 4");
  assert.equal(N.scoreText({ value: { loss: 2 }, chance: 0 }, "white", sides), "Black wins in 1");
});

test("numbers are written for people", () => {
  assert.equal(N.grouped(1234567), "1\u202f234\u202f567");
  assert.equal(N.grouped(999), "999");
  assert.equal(N.speed(1_250_000), "1.3 M/s");
  assert.equal(N.speed(90_400), "90 k/s");
  assert.equal(N.percent(71.6), "72 %");
  assert.equal(N.percent(null), "\u2013");
  assert.equal(N.clockText(61_001), "1:02");
  assert.equal(N.clockText(-5), "0:00");
});

test("sides are known by their names in lower case", () => {
  assert.deepEqual(sides.keys, ["black", "white"]);
  assert.equal(sides.other("black"), "white");
  assert.equal(sides.name("white"), "White");
  assert.equal(sides.colour("black"), "first");
});
