// The lesson on Chinese Checkers: first the usual star, then a small one with three marbles a side.
/** @import { Step } from "../board/index.js" */

const SMALL = { size: 37 };

/** @type {Step[]} */
export const STEPS = [
  {
    title: "The goal",
    position: "b:1,2,3,4,5,6,7,8,9,10 w:112,113,114,115,116,117,118,119,120,121 b",
    text:
      "Two players, Black and White, with ten marbles each in opposite corners of a star. Black begins. Whoever " +
      "first has all marbles in the corner opposite wins; nothing is ever captured. Black's goal is marked.",
    sides: ["black"],
  },
  {
    title: "Steps",
    ...SMALL,
    position: "b:19 w:37 b",
    text:
      "This is a small star. In a turn you move one marble. It may step to any empty hole beside it, in six " +
      "directions: forwards, sideways and back. Move the marble.",
    accepts: () => true,
  },
  {
    title: "Jumps",
    ...SMALL,
    position: "b:13 w:19,37 b",
    text:
      "Or it jumps along a line over one marble, of either colour, into the hole behind it. What it jumps over " +
      "stays where it is. Jump over the white marble in hole 19.",
    accepts: ({ cells }) => cells.at(-1) === "25",
  },
  {
    title: "Far jumps",
    ...SMALL,
    position: "b:17 w:19,37 b",
    text:
      "The marble that is jumped over may stand further off. The jump then leads as far behind it, and all other " +
      "holes of the line up to there have to be empty. Jump over the marble that is two holes away.",
    accepts: ({ cells }) => cells.at(-1) === "21",
  },
  {
    title: "Chains",
    ...SMALL,
    position: "b:2,7,31 w:12,19,37 b",
    text:
      "After a jump the same marble may jump on, in any direction and as often as it can, but not step. Choose the " +
      "marble in hole 2: rings show where it can stop, lines how it gets there. Bring it to hole 36, in its goal.",
    accepts: ({ cells }) => cells[0] === "2" && cells.at(-1) === "36",
  },
  {
    title: "Neutral corners",
    ...SMALL,
    position: "b:7 w:6,12,37 b",
    text:
      "The four other corners belong to nobody. No move may end there, but a chain may pass: jump over both white " +
      "marbles, by way of the corner, to hole 18.",
    accepts: ({ cells }) => cells.at(-1) === "18",
  },
  {
    title: "Win",
    ...SMALL,
    position: "b:30,36,37 w:1,2,14 b",
    text:
      "One black marble is not in the goal yet. Bring it there. Black began the game, so White still has one move " +
      "then; but White's last marble is too far away, and Black has won.",
    accepts: ({ cells }) => cells[0] === "30" && cells.at(-1) === "35",
  },
  {
    title: "The last turn",
    ...SMALL,
    position: "b:35,36,37 w:1,2,7 w",
    text:
      "Here Black's goal is full, and you are White. This is your last move: if it fills your own goal, the game is " +
      "drawn. (Had White been the first, White would have won at once.)",
    accepts: (_, ending) => ending?.reason === "both-goals",
  },
];

/** What is said at the end. */
export const END =
  "You know the rules. A marble may leave its goal again, and a player without a move passes. A position for the " +
  "third time draws, and so do 400 moves of both together. By other rules marbles jump over neighbours only, and may " +
  "stop in the neutral corners.";
