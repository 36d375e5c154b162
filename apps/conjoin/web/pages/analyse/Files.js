import { BOARDS, loadBoard } from "../../board/index.js";
import { FORMATS, formatsOf, titleOf } from "../../games.js";
import { targetOf } from "../../keys.js";
import { html, useEffect, useState } from "../../lib.js";
import { Button } from "../../parts/Button.js";
import { saveRecord } from "../../records.js";
import { download, saveOf } from "../../storage.js";
import * as T from "../../tree.js";
import { ask, look } from "../../wire.js";
import { startTree } from "./state.js";
/** @import { GameSummary, Hello } from "../../types.js" */
/** @import { Sides } from "../../sides.js" */
/** @import { Tree } from "../../tree.js" */
/** @import { Action, Library, State } from "./state.js" */

// The longest file that fits into a message.
const MOST_BYTES = 1_900_000;

/**
 * Loads and saves games and positions.
 * @param {{ state: State, dispatch: (action: Action) => void, hello: Hello|null, sides: Sides }} props
 */
export function Files({ state: { tree, library, dropped }, dispatch, hello, sides }) {
  const [text, setText] = useState("");
  const fail = (/** @type {Error} */ { message }) => dispatch({ type: "message", message });
  useEffect(() => {
    if (!dropped) return;
    take(dropped);
    dispatch({ type: "drop", file: null });
  }, [dropped]);

  // What is of another game becomes that game's analysis, and the page goes there.
  const open = (/** @type {Tree} */ found, message = "", isOnly = false) => {
    if (found.game === tree.game) dispatch({ type: "open", tree: found, message, ...(isOnly && { tab: "review" }) });
    else {
      saveOf(found.game, "analyse", found);
      location.hash = `analyse/${found.game}`;
    }
  };
  const pick = async (
    /** @type {Pick<Library, "game"|"source">} */ { game, source },
    /** @type {number} */ number,
    isOnly = false,
  ) => {
    const { problems, ...found } = await ask("open", { game, text: source, number });
    open({ ...found, game, at: 0 }, problems.length ? `Some moves are left out: ${problems[0]}` : "", isOnly);
  };
  const read = async (/** @type {string} */ source, file = "") => {
    dispatch({ type: "library", library: null });
    const {
      game,
      position,
      games = [],
    } = await ask("read", {
      ...{ game: tree.game, text: source },
      ...(tree.size && { size: tree.size }),
      ...(tree.rules && { rules: tree.rules }),
    });
    if (!BOARDS.includes(game)) throw new Error(`This is ${titleOf(hello, game)}: these pages have no board for it.`);
    await loadBoard(game);
    dispatch({ type: "message", message: "" });
    // A position says nothing of its rules, and perhaps not of its board: they stay as they are here.
    if (position) {
      const found = T.newTree({ ...(game === tree.game ? tree : startTree(game)), start: position });
      const { size } = await look(T.game(found));
      open({ ...found, size });
    } else if (games.length === 1) await pick({ game, source }, games[0].number, true);
    else dispatch({ type: "library", library: { game, games, file, source } });
  };
  const take = (/** @type {File|undefined} */ file) => {
    if (!file) return;
    if (file.size > MOST_BYTES) fail(new Error("The file is larger than 1.9 MB."));
    else {
      file
        .text()
        .then((content) => read(content, file.name))
        .catch(fail);
    }
  };
  /** @type {Object<string, () => Promise<void>>} */
  const writers = {
    ...Object.fromEntries(
      formatsOf(hello, tree.game).map((format) => [FORMATS[format].title, () => saveRecord(tree, format)]),
    ),
    "Picture (SVG)": async () => {
      const { rules } = await look(T.game(tree));
      const { svg } = await ask("picture", { game: T.game(tree), caption: `Rules: ${rules}` });
      download("position.svg", svg, "image/svg+xml");
    },
    Position: async () => download("position.txt", (await look(T.game(tree))).position + "\n"),
  };

  const players = (/** @type {(string|null|undefined)[]} */ names, fallback = ["?", "?"]) =>
    names.map((name, i) => name || fallback[i]).join(" \u2013 ");
  const summary = (/** @type {GameSummary} */ game) =>
    game.problem && !game.moves
      ? html`<span class="warn">${game.problem}</span>`
      : `${players([game.first, game.second])}, ${game.moves} moves, ${game.result || "?"}`;
  const title = players(
    sides.names.map((name) => T.tag(tree, name)),
    sides.names,
  );
  const occasion = [T.tag(tree, "Event"), T.tag(tree, "Date")].filter(Boolean).join(", ");
  return html`<div>
      <p><b>${title}</b>${tree.result ? `, ${tree.result}` : ""} <span class="soft">${occasion}</span></p>
      <div class="row"><label class="field"><span>Open a file (SGF, text)</span>
        <input type="file" accept=".sgf,.pgn,.txt"
          onChange=${(/** @type {Event} */ e) => take(targetOf(e).files?.[0])} /></label></div>
      <label class="field"><span>or drop it anywhere on this page, or paste a game or a position</span>
        <textarea rows="4" value=${text} onInput=${(/** @type {Event} */ e) => setText(targetOf(e).value)}
          spellcheck=${false}></textarea></label>
      <div class="row"><${Button} primary onClick=${() => read(text).catch(fail)} disabled=${!text.trim()}>Load<//>
        <${Button} onClick=${() => dispatch({ type: "open", tree: startTree(tree.game) })}>New<//></div></div>
    ${
      library &&
      html`<h3>${library.games.length} games${library.game !== tree.game && ` of ${titleOf(hello, library.game)}`}
        ${library.file && ` in ${library.file}`}</h3>
      <ul class="plain picker" aria-label="Games">${library.games.map(
        (game) => html`<li class="row spread" key=${game.number}><span>${game.number}. ${summary(game)}</span>
          <${Button} onClick=${() => pick(library, game.number).catch(fail)}>Open ${game.number}<//></li>`,
      )}</ul>`
    }
    <h3>Save</h3><div class="row">${Object.entries(writers).map(
      ([name, write]) => html`<${Button} onClick=${() => write().catch(fail)}>${name}<//>`,
    )}</div>`;
}
