// The lesson on Lines of Action.
/** @import { Step } from "../board/index.js" */

/** @type {Step[]} */
export const STEPS = [
  {
    title: "The goal",
    position: "8/8/2b1b3/3b4/2bw4/5w2/8/6w1 b",
    text:
      "Two players, Black and White. Whoever first has all men in one connected group wins. Neighbours connect along " +
      "lines and diagonals: Black's four men here are one group; White's three are not, for one stands apart.",
    sides: ["black"],
  },
  {
    title: "How men move",
    position: "8/8/8/2b2w2/8/8/2w5/5b2 b",
    text:
      "A man moves in a straight line, exactly as many squares as there are men on that line, of both colours, " +
      "itself included. Hover or choose a man: the numbers say how far it goes. Move any man.",
    accepts: () => true,
  },
  {
    title: "Jump your own",
    position: "8/8/8/1bb3w1/8/8/3b4/4w3 b",
    text:
      "Men jump over their own colour. There are three men on this row: move the man on b5 three squares to the " +
      "right, over its friend.",
    accepts: ({ move }) => move === "b5-e5",
  },
  {
    title: "Not over others",
    position: "8/8/8/1bw3b1/8/6w1/8/8 b",
    text: "Men do not jump over the enemy: the man on b5 cannot go right past c5. Find another move with any man.",
    accepts: () => true,
  },
  {
    title: "Capture",
    position: "8/8/8/1b2w1b1/8/6w1/8/8 b",
    text:
      "A man that ends on an enemy captures it. That can hurt: fewer men are easier to connect! " +
      "Capture a white man.",
    accepts: ({ capture }) => capture,
  },
  {
    title: "Win",
    position: "8/3b4/8/2b5/3b4/7w/w7/5w2 b",
    text: "Now bring all three black men together with one move.",
    accepts: (_, ending) => ending?.winner === "black",
  },
];

/** What is said at the end. */
export const END =
  "You know the rules. A draw comes when both sides are connected by one move, or when a position comes back for the " +
  "third time; a player without a move passes.";
