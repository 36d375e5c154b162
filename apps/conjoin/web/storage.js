// What stays in the browser, and what is saved as a file.
import { BOARDS } from "./board/index.js";

/**
 * What was kept under a key.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function load(key, fallback) {
  try {
    const text = localStorage.getItem("conjoin." + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Keeps a value over a reload.
 * @param {string} key
 * @param {unknown} value
 */
export function save(key, value) {
  try {
    localStorage.setItem("conjoin." + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works on without.
  }
}

/**
 * What was kept of a game. When there was one game only, keys did not name it.
 * @template T
 * @param {string} game
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export const loadOf = (game, key, fallback) =>
  load(`${key}.${game}`, game === BOARDS[0] ? load(key, fallback) : fallback);

/**
 * Keeps a value of a game over a reload.
 * @param {string} game
 * @param {string} key
 * @param {unknown} value
 */
export const saveOf = (game, key, value) => save(`${key}.${game}`, value);

/**
 * Saves a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}
