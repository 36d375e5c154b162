// Play: against a level, a profile or a second person at the same board.
import { html, useState, useEffect, useRef, load, save, download, isTyping, other, name, scoreText, Choice, Check, Button } from "../lib.js";
import { ask, look } from "../wire.js";
import { Board, startPosition, arrowOf } from "../board/index.js";
import { newTree, forFile } from "../tree.js";
import { Sheet } from "./moves.js";

const SETTINGS = { opponent: "level-3", colour: "black", size: 8, rules: "olympiad", clock: "none", teach: false };
const CLOCKS = [["none", "No clock"], ["move-1", "1 s a move"], ["move-5", "5 s a move"], ["game-3", "3 min + 2 s"], ["game-10", "10 min + 5 s"]];
// Winning chances that a move may lose in teach mode before it is asked about.
const TEACH_DROP = 0.25;

function fresh(settings) {
  const colour = settings.colour === "random" ? (Math.random() < 0.5 ? "black" : "white") : settings.colour;
  const minutes = settings.clock.startsWith("game-") ? Number(settings.clock.slice(5)) : 0;
  return {
    ...settings, human: settings.opponent === "human" ? "both" : colour, start: startPosition(Number(settings.size)), moves: [],
    result: null, reason: null, text: null, seed: Math.floor(Math.random() * 1e9), date: new Date().toISOString().slice(0, 10), id: Date.now(),
    left: minutes ? [minutes * 60000, minutes * 60000] : null, increment: minutes === 3 ? 2000 : 5000,
  };
}

const gameText = (game) => ({ start: game.start, rules: game.rules, moves: game.moves });
const opponentName = (opponent) => (opponent === "human" ? "a person" : opponent.startsWith("level-") ? "level " + opponent.slice(6) : opponent);
const cap = (text) => text[0].toUpperCase() + text.slice(1);
const clockText = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

export function treeOf(game) {
  const tree = newTree(game.start, game.rules, game.moves);
  const engine = "Conjoin " + game.opponent;
  const names = game.human === "both" ? ["Black", "White"] : game.human === "black" ? ["You", engine] : [engine, "You"];
  return { ...tree, tags: [["Black", names[0]], ["White", names[1]], ["Date", game.date]], result: game.result, reason: game.reason };
}

export function Play({ hello }) {
  const [game, setGame] = useState(() => load("play", null) || fresh(SETTINGS));
  const [settings, setSettings] = useState(() => load("play-settings", SETTINGS));
  const [view, setView] = useState(null);
  const [flipped, setFlipped] = useState(() => load("flip", false));
  const [arrows, setArrows] = useState([]);
  const [note, setNote] = useState("");
  const [thinking, setThinking] = useState(false);
  const [question, setQuestion] = useState(null);
  const [games, setGames] = useState(() => load("games", []));
  const [now, setNow] = useState(Date.now());
  const turnStart = useRef(Date.now());
  const latest = useRef(game);
  latest.current = game;

  const update = (change) => setGame((old) => ({ ...old, ...change }));
  useEffect(() => save("play", game), [game]);
  useEffect(() => save("play-settings", settings), [settings]);
  useEffect(() => save("flip", flipped), [flipped]);
  useEffect(() => save("games", games), [games]);

  const shown = view && view.key === game.moves.join(" ") + game.id ? view : null;
  const turn = (shown || view)?.turn || "black";
  const over = game.result !== null;
  const mine = game.human === "both" || game.human === turn;

  // Asks what the position is like, then lets the engine answer or a pass be made.
  useEffect(() => {
    let live = true;
    const key = game.moves.join(" ") + game.id;
    look(gameText(game)).then((answer) => {
      if (!live) return;
      setView({ ...answer, key });
      if (answer.outcome && game.result === null) {
        finish({ result: answer.outcome.result, reason: answer.outcome.reason, text: answer.outcome.text });
      } else if (!answer.outcome && game.result === null) {
        if (answer.moves.length === 1 && answer.moves[0].move === "pass") {
          setNote(`${name(answer.turn)} has no move and passes.`);
          setTimeout(() => live && push("pass"), 900);
        } else if (game.human !== "both" && answer.turn !== game.human) reply(answer, () => live);
        else if (game.teach && game.human !== "both") prepare(() => live);
      }
    }, (error) => live && setNote(error.message));
    return () => { live = false; };
  }, [game.moves, game.id]);

  // The clocks.
  useEffect(() => {
    if (!game.left || over || game.moves.length === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      const index = turn === "black" ? 0 : 1;
      if (game.left[index] - (Date.now() - turnStart.current) <= 0) {
        const winner = other(turn);
        finish({ result: winner === "black" ? "1-0" : "0-1", reason: "time", text: `${name(winner)} has won: ${name(turn)} is out of time.` });
        ask("stop").catch(() => {});
      }
    }, 200);
    return () => clearInterval(timer);
  }, [game, turn, over]);

  const finish = (end) => {
    const done = { ...latest.current, ...end };
    setGame(done);
    setGames((all) => [done, ...all.filter((g) => g.id !== done.id)].slice(0, 200));
  };

  // Makes a move and charges the clock.
  const push = (move) => {
    const old = latest.current;
    let left = old.left;
    if (left && old.moves.length > 0) {
      const index = old.moves.length % 2;
      left = left.map((ms, i) => (i === index ? ms - (Date.now() - turnStart.current) + old.increment : ms));
    }
    turnStart.current = Date.now();
    setArrows([]);
    setQuestion(null);
    if (move !== "pass") setNote("");
    setGame({ ...old, left, moves: [...old.moves, move] });
  };

  const reply = async (answer, live) => {
    setThinking(true);
    try {
      if (latest.current.teach && (await regret(answer, live))) return;
      const think = { game: gameText(latest.current), play: true, seed: latest.current.seed };
      if (game.opponent.startsWith("level-")) think.level = Number(game.opponent.slice(6));
      else think.profile = game.opponent;
      if (game.left) think.clock = { left: game.left.map((ms) => Math.max(1, Math.round(ms))), increment: game.increment };
      else think.time = game.clock === "move-5" ? 5000 : 1000;
      const done = await ask("think", think);
      if (live() && done.best && !done.stopped && latest.current.result === null) push(done.best);
    } catch (error) {
      if (live()) setNote(error.message);
    } finally {
      if (live()) setThinking(false);
    }
  };

  // Teach mode: what the position was worth before the person moved.
  const worth = useRef(null);
  const prepare = async (live) => {
    worth.current = null;
    const key = latest.current.moves.length;
    const done = await ask("think", { game: gameText(latest.current), time: 800 }).catch(() => null);
    if (live() && done?.score && !done.stopped) worth.current = { key, chance: done.score.chance, best: done.best, win: done.score.value.win };
  };
  // Was the last move a pity? Then the person is asked before the engine answers.
  const regret = async (answer, live) => {
    const before = worth.current;
    const { moves } = latest.current;
    if (!before || before.key !== moves.length - 1 || before.best === moves.at(-1) || latest.current.kept === moves.length) return false;
    const done = await ask("think", { game: gameText(latest.current), time: 600 });
    if (!live() || !done.score) return !live();
    const drop = before.chance - (1 - done.score.chance);
    if (drop < TEACH_DROP) return false;
    const won = before.win !== undefined;
    setQuestion({ text: won ? `That loses the win (there was a win in ${Math.ceil(before.win / 2)}). Again?`
      : `That loses ${Math.round(drop * 100)} % of your winning chances. Again?`, best: before.best });
    return true;
  };

  const start = () => {
    ask("stop").catch(() => {});
    turnStart.current = Date.now();
    setArrows([]); setNote(""); setQuestion(null); setThinking(false);
    const game = fresh(settings);
    setFlipped(game.human === "white");
    setGame(game);
    scrollTo(0, 0);
  };
  const takeBack = () => {
    ask("stop").catch(() => {});
    let moves = game.moves.slice(0, -1);
    // Against an engine, back to the person's own turn.
    const isOwn = (count) => (count % 2 === 0 ? "black" : "white") === game.human;
    if (game.human !== "both") while (moves.length && !isOwn(moves.length)) moves = moves.slice(0, -1);
    setArrows([]); setNote(""); setQuestion(null); setThinking(false);
    if (game.human !== "both" && !isOwn(moves.length)) return;
    update({ moves, result: null, reason: null, text: null });
  };
  const advise = async (threat) => {
    if (thinking || over) return;
    setNote(threat ? "Looking for the threat\u2026" : "Looking for a move\u2026");
    try {
      const done = await ask("think", { game: gameText(game), time: 1000, threat });
      if (latest.current.moves !== game.moves || !done.best) return;
      setArrows([arrowOf(done.best, threat ? "threat" : "best")]);
      const side = threat ? other(turn) : turn;
      setNote(`${threat ? name(side) + " threatens" : "Hint:"} ${done.best} (${scoreText(done.score, side)})`);
    } catch (error) { setNote(error.message); }
  };
  const resign = () => {
    const loser = game.human === "both" ? turn : game.human;
    const winner = other(loser);
    ask("stop").catch(() => {});
    finish({ result: winner === "black" ? "1-0" : "0-1", reason: "resignation", text: `${name(winner)} has won: ${name(loser)} resigned.` });
  };
  const analyse = (which = game) => {
    save("analyse", { ...treeOf(which), at: which.moves.length });
    location.hash = "analyse";
  };
  const exportSgf = async () => download("game.sgf", (await ask("write", { tree: forFile(treeOf(game)), format: "sgf" })).text, "application/x-go-sgf");

  useEffect(() => {
    const key = (event) => {
      if (isTyping(event)) return;
      const act = { f: () => setFlipped(!flipped), h: () => advise(false), t: () => advise(true), u: takeBack, n: start }[event.key];
      if (act) { event.preventDefault(); act(); }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  const board = shown || view;
  const end = board?.outcome;
  const linked = !end ? [] : end.reason === "both" ? ["black", "white"] : end.reason === "connection" ? [end.winner] : [];
  const status = over ? game.text : question ? question.text : thinking ? `${opponentName(game.opponent)} is thinking\u2026`
    : mine ? `${game.human === "both" ? name(turn) + "'s" : "Your"} move (${name(turn).toLowerCase()})` : `${name(turn)} to move`;
  const set = (key) => (value) => setSettings({ ...settings, [key]: value });
  const opponents = [...Array.from({ length: hello?.levels || 10 }, (_, i) => [`level-${i + 1}`, `Level ${i + 1}${i === 0 ? " (beginner)" : i === 9 ? " (full strength)" : ""}`]),
    ["human", "Another person here"], ...(hello?.profiles || []).map((p) => [p.name, "Profile " + p.name])];
  const left = (i) => (game.left ? game.left[i] - (!over && game.moves.length && (turn === "black" ? 0 : 1) === i ? Math.max(0, now - turnStart.current) : 0) : 0);

  const who = (side) => html`<div class=${"who" + (!over && turn === side ? " on" : "")}><span class=${"disc " + side} aria-hidden="true"></span>
    <span class="grow">${game.human === "both" ? name(side) : game.human === side ? "You" : cap(opponentName(game.opponent))} <span class="soft">${name(side)}</span></span>
    ${over && game.result === (side === "black" ? "1-0" : "0-1") && html`<b class="good">Won</b>`}
    ${game.left && html`<span class="clock">${clockText(left(side === "black" ? 0 : 1))}</span>`}</div>`;

  return html`<main class="players">
    <section class="stage" aria-label="Game">
      ${who(flipped ? "black" : "white")}
      ${board ? html`<${Board} position=${board.position} moves=${mine && !over && !thinking && shown && !question ? shown.moves : []} flipped=${flipped}
        last=${game.moves.at(-1)} arrows=${arrows} linked=${linked} label=${`Board, ${size(board)} by ${size(board)}`}
        onMove=${(m) => { setView({ ...board, position: m.after, moves: [], turn: other(turn), key: null }); push(m.move); }} />`
      : html`<${Board} position=${game.start} flipped=${flipped} />`}
      ${who(flipped ? "white" : "black")}
    </section>
    <div class="side">
      <section class="panel" aria-label="Status">
        <p class="status" role="status" aria-live="polite">${status}</p>
        <p class="soft small">Rules: ${game.rules}, ${size(board || { position: game.start })}\u00d7${size(board || { position: game.start })}, against ${opponentName(game.opponent)}</p>
        ${note && html`<p class="note">${note}</p>`}
        ${question && html`<div class="row"><${Button} primary onClick=${takeBack}>Again<//><${Button} onClick=${() => { setArrows([arrowOf(question.best, "better")]); setNote(`Better was ${question.best}.`); }}>Show me<//>
          <${Button} onClick=${() => { setQuestion(null); update({ kept: game.moves.length, moves: [...game.moves] }); }}>Go on<//></div>`}
        <div class="row" style="margin-top:.6rem">
          <${Button} onClick=${takeBack} disabled=${game.moves.length === 0} title="u">Take back<//>
          <${Button} onClick=${() => advise(false)} disabled=${over || thinking || !mine} title="h">Hint<//>
          <${Button} onClick=${() => advise(true)} disabled=${over || thinking || !mine} title="t">Threat<//>
          <${Button} onClick=${() => setFlipped(!flipped)} title="f">Flip<//>
          <${Button} onClick=${resign} disabled=${over || game.moves.length === 0}>Resign<//>
        </div>
        <div class="row" style="margin-top:.4rem">
          <${Button} onClick=${() => analyse()} disabled=${game.moves.length === 0}>${over ? "Review this game" : "Analyse"}<//>
          <${Button} onClick=${exportSgf} disabled=${game.moves.length === 0}>Save SGF<//>
        </div>
        ${game.moves.length > 0 && html`<${Sheet} moves=${game.moves} />`}
      </section>
      <section class="panel" aria-label="New game"><h2>New game</h2>
        <div class="fields">
          <${Choice} label="Opponent" value=${settings.opponent} options=${opponents} onChange=${set("opponent")} />
          <${Choice} label="You play" value=${settings.colour} options=${[["black", "Black (begins)"], ["white", "White"], ["random", "By chance"]]} onChange=${set("colour")} />
          <${Choice} label="Clock" value=${settings.clock} options=${CLOCKS} onChange=${set("clock")} />
          <${Choice} label="Board" value=${settings.size} options=${[8, 7, 6, 5, 4, 3].map((n) => [n, `${n}\u00d7${n}`])} onChange=${set("size")} />
          <${Choice} label="Rules" value=${settings.rules} options=${(hello?.rules || ["olympiad"]).map((r) => [r, r])} onChange=${set("rules")} />
        </div>
        <div class="row spread"><${Check} label="Teach me: warn me of bad moves" checked=${settings.teach} onChange=${set("teach")} />
          <${Button} primary onClick=${start} title="n">Start<//></div>
        ${games.length === 0 && html`<p class="small">New to the game? <a href="#learn">Learn it in two minutes.</a></p>`}
      </section>
      ${games.length > 0 && html`<section class="panel" aria-label="Your games"><h2>Your games</h2><ul class="plain picker">${games.map((g) => html`<li class="row spread">
        <span>${g.date} \u00b7 ${opponentName(g.opponent)} \u00b7 ${g.moves.length} moves \u00b7 ${g.result}</span>
        <span class="row"><${Button} onClick=${() => analyse(g)}>Review<//><button type="button" class="quiet" aria-label=${`Delete the game of ${g.date} with ${g.moves.length} moves`} onClick=${() => setGames(games.filter((x) => x !== g))}>\u2715</button></span></li>`)}</ul></section>`}
    </div></main>`;
}

const size = (view) => view.size || view.position.split("/").length;
