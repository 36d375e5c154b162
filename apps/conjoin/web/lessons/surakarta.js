// The lesson on Surakarta.
/** @import { Step } from "../board/index.js" */

/** @type {Step[]} */
export const STEPS = [
  {
    title: "The goal",
    position: "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b",
    text:
      "Two players, Black and White, with twelve men each on the points where lines cross. Black begins. Whoever " +
      "takes all men of the other wins. Look at the loops over the corners: they are what this game is about.",
  },
  {
    title: "Steps",
    position: "5w/6/2w3/6/3b2/1b4 b",
    text:
      "A man steps to any empty point beside it: forwards, backwards, sideways or diagonally, one point at a time. " +
      "Step with any man.",
    accepts: ({ capture }) => !capture,
  },
  {
    title: "Capture round a loop",
    position: "5w/6/1w4/6/3b2/b5 b",
    text:
      "A man captures only round a loop. It runs along its line to the end, round the arc and on along the next " +
      "line, and takes the first man that it meets, if that is an enemy. The man on d2 can run left, round the small " +
      "arc and up the b-line. Choose it, and take the man on b4.",
    accepts: ({ move }) => move === "d2xb4",
  },
  {
    title: "The large loop",
    position: "w5/6/6/3w2/6/2b3 b",
    text:
      "The large arcs join the two middle rows and the c- and d-lines. The man on c1 leaves the board at the bottom, " +
      "comes back on a3 and runs to the right. Take the man on d3.",
    accepts: ({ move }) => move === "c1xd3",
  },
  {
    title: "Over several arcs",
    position: "5w/3w2/6/6/2b3/b5 b",
    text:
      "A capture may go round more arcs, up to all four of a loop, and always straight on where lines cross. " +
      "Take the man on d5: it is two arcs away, in whichever direction you go.",
    accepts: ({ move }) => move === "c2xd5",
  },
  {
    title: "The way must be free",
    position: "w4w/6/6/1w4/6/1b2b1 b",
    text:
      "Any man on the way ends it, and without an arc there is no capture. So the man on b1 cannot take b3 above it; " +
      "the other way round, its friend on e1 is in the way. But that friend can take b3: over two arcs.",
    accepts: ({ move }) => move === "e1xb3",
  },
  {
    title: "Corners are safe",
    position: "5w/6/6/6/1w4/b5 b",
    text:
      "No loop goes through a corner: a man there cannot be taken, and takes nobody. Men beside each other do not " +
      "capture each other on the spot either. Your man can only step: where to?",
    accepts: () => true,
  },
  {
    title: "Win",
    position: "6/6/1w4/6/3b2/b5 b",
    text: "White has one man left. Take it.",
    accepts: (_, ending) => ending?.winner === "black",
  },
];

/** What is said at the end. */
export const END =
  "You know the rules. Nobody has to capture. The rules of a game say what happens when a position comes back, when " +
  "nothing is taken any more, and when a player cannot move.";
