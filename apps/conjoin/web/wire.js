// The connection to the program: questions, answers, and events on the way (docs/app.md).
/**
 * @import {
 *   Explain, GameText, Hello, Look, Picture, ProofFile, ProofStep, Puzzles, ReadAnswer, Review, ReviewText, Solve,
 *   SolveText, Stopped, Think, ThinkText, TreeAnswer, TreeText, Written,
 * } from "./types.js"
 */

/**
 * What is asked for: the body of the question and the answer.
 * @typedef {{
 *   "hello": [{}, Hello],
 *   "look": [{ game: GameText }, Look],
 *   "read": [{ game: string, text: string, size?: number, rules?: string }, ReadAnswer],
 *   "open": [{ game: string, text: string, number: number }, TreeAnswer],
 *   "write": [{ game: string, tree: TreeText, format: string }, Written],
 *   "picture": [{ game: GameText, caption?: string }, Picture],
 *   "explain": [{ game: GameText, profile: string }, Explain],
 *   "puzzles": [{ game: string }, Puzzles],
 *   "proof": [{ moves: string[] }, ProofStep],
 *   "proof-file": [{}, ProofFile],
 *   "stop": [{}, Stopped],
 *   "think": [ThinkText, Think],
 *   "review": [ReviewText, Review],
 *   "solve": [SolveText, Solve],
 * }} Messages
 */

/** @typedef {"connecting"|"open"|"closed"} Connection */

/** @type {Map<number, { resolve: Function, reject: Function, onEvent?: (event: any) => void }>} */
const pending = new Map();
/** @type {Set<(now: Connection) => void>} */
const listeners = new Set();
/** @type {WebSocket|null} */
let socket = null;
let next = 1;
/** @type {Connection} */
let state = "connecting";
/** @type {string[]} */
let queue = [];
let delay = 250;

/** @param {Connection} now */
function setState(now) {
  state = now;
  listeners.forEach((listener) => listener(now));
}

function connect() {
  const fresh = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = fresh;
  fresh.onopen = () => {
    delay = 250;
    queue.forEach((text) => fresh.send(text));
    queue = [];
    setState("open");
  };
  fresh.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    const waiting = pending.get(message.id);
    if (!waiting) return;
    if ("event" in message) {
      waiting.onEvent?.(message.event);
      return;
    }
    pending.delete(message.id);
    if ("error" in message) waiting.reject(new Error(message.error));
    else waiting.resolve(message.answer);
  };
  fresh.onclose = () => {
    setState("closed");
    const lost = [...pending.values()];
    pending.clear();
    queue = [];
    lost.forEach(({ reject }) => reject(new Error("the program does not answer")));
    setTimeout(connect, delay);
    delay = Math.min(delay * 2, 5000);
  };
}

/**
 * Asks; events on the way go to onEvent.
 * @template {keyof Messages} K
 * @param {K} what
 * @param {Messages[K][0]} body
 * @param {(event: any) => void} [onEvent]
 * @returns {Promise<Messages[K][1]>}
 */
export function ask(what, body, onEvent) {
  return new Promise((resolve, reject) => {
    const id = next++;
    pending.set(id, { resolve, reject, onEvent });
    const text = JSON.stringify({ id, do: what, ...body });
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    else queue.push(text);
  });
}

/** Ends the work that is going on; whether there was any does not matter. */
export const stop = () => void ask("stop", {}).catch(() => {});

export const connection = () => state;

/**
 * Tells when the connection changes; what ends listening comes back.
 * @param {(now: Connection) => void} listener
 */
export function onConnection(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Positions that were looked at, so that stepping through a game asks once.
 * @type {Map<string, Promise<Look>>}
 */
const looked = new Map();

/**
 * The last position of a game.
 * @param {GameText} game
 * @returns {Promise<Look>}
 */
export function look(game) {
  const key = JSON.stringify(game);
  const known = looked.get(key);
  if (known) return known;
  if (looked.size > 2000) looked.clear();
  const answer = ask("look", { game });
  looked.set(key, answer);
  answer.catch(() => looked.delete(key));
  return answer;
}

connect();
