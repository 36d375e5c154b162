// The connection to the program: questions, answers, and events on the way (docs/app.md).
const pending = new Map();
const listeners = new Set();
let socket = null;
let next = 1;
let state = "connecting";
let queue = [];
let delay = 250;

function setState(now) {
  state = now;
  listeners.forEach((listener) => listener(now));
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.onopen = () => {
    delay = 250;
    queue.forEach((text) => socket.send(text));
    queue = [];
    setState("open");
  };
  socket.onmessage = ({ data }) => {
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
  socket.onclose = () => {
    setState("closed");
    const lost = [...pending.values()];
    pending.clear();
    queue = [];
    lost.forEach(({ reject }) => reject(new Error("the program does not answer")));
    setTimeout(connect, delay);
    delay = Math.min(delay * 2, 5000);
  };
}

// Asks; events on the way go to onEvent.
export function ask(what, body = {}, onEvent) {
  return new Promise((resolve, reject) => {
    const id = next++;
    pending.set(id, { resolve, reject, onEvent });
    const text = JSON.stringify({ id, do: what, ...body });
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(text);
    else queue.push(text);
  });
}

export const connection = () => state;
export function onConnection(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Positions that were looked at, so that stepping through a game asks once.
const looked = new Map();
export function look(game) {
  const key = JSON.stringify(game);
  if (!looked.has(key)) {
    if (looked.size > 2000) looked.clear();
    const answer = ask("look", { game });
    looked.set(key, answer);
    answer.catch(() => looked.delete(key));
  }
  return looked.get(key);
}

connect();
