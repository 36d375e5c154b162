// Understands programs that know one game only. It goes when no such program answers any more.
import { FIRST_GAME, boardOf } from "./board/index.js";

/**
 * A question without the name of the first game, which needs none.
 * @param {any} body
 */
export function offer({ game, tree, ...rest }) {
  const unnamed = (/** @type {any} */ of) => ({ ...of, game: of.game === FIRST_GAME ? undefined : of.game });
  return { ...rest, ...(game && { game: unnamed(game) }), ...(tree && { tree: unnamed(tree) }) };
}

/**
 * An answer in the form of `types.js`.
 * @param {string} what
 * @param {any} answer
 */
export function accept(what, answer) {
  if (what === "hello" && !answer.games[0].choices) {
    const [{ name, title, sizes }] = answer.games;
    const [least, most] = sizes;
    const values = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
    const choices = [
      { key: "size", title: "Board", help: "", values, default: String(most), part: "board" },
      { key: "rules", title: "Rules", help: "", values: answer.rules, default: answer.rules[0], part: "rules" },
    ];
    const sides = boardOf(name).SIDES;
    return { ...answer, games: [{ name, title, sides, choices, profiles: answer.profiles }] };
  }
  if (what !== "look" || answer.game) return answer;
  const moves = answer.moves.map((/** @type {any} */ { from, to, ...move }) => ({
    ...{ capture: false, ...move },
    cells: from ? [from, to] : [],
  }));
  return { ...answer, game: FIRST_GAME, moves };
}
