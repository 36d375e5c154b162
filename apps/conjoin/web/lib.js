// What every page imports: Preact with htm, and small helpers.
import { h, render, Fragment } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";
export { useState, useEffect, useRef, useMemo, useCallback } from "./vendor/hooks.mjs";
export { render, Fragment };
export const html = htm.bind(h);

// State that survives a reload.
export function load(key, fallback) {
  try {
    const text = localStorage.getItem("conjoin." + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function save(key, value) {
  try {
    localStorage.setItem("conjoin." + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works on without.
  }
}

export function download(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

export const other = (side) => (side === "black" ? "white" : "black");
export const name = (side) => (side === "black" ? "Black" : "White");
export const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
export const percent = (part) => Math.round(part * 100) + " %";

export function speed(number) {
  if (number >= 1e6) return (number / 1e6).toFixed(1) + " M/s";
  return Math.round(number / 1e3) + " k/s";
}

// A score for people, from Black's side: "+35", "Black wins in 4".
export function scoreText(score, turn) {
  const value = score.value;
  if (typeof value === "number") {
    const black = turn === "black" ? value : -value;
    return (black > 0 ? "+" : black < 0 ? "\u2212" : "") + Math.abs(black);
  }
  const winner = "win" in value ? turn : other(turn);
  const plies = "win" in value ? value.win : value.loss;
  return `${name(winner)} wins in ${Math.ceil(plies / 2)}`;
}

// Black's chance from a score of the side to move.
export const blackChance = (score, turn) => (turn === "black" ? score.chance : 1 - score.chance);

// Is the key meant for a field or a dialog, not for the page?
export function isTyping(event) {
  const at = event.target;
  return event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)
    || document.querySelector("dialog[open]");
}

// A row of choices of which one is on.
export function Choice({ label, value, options, onChange }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${String(value)} onChange=${(e) => onChange(e.target.value)}>
      ${options.map(([key, text]) => html`<option value=${String(key)} selected=${String(key) === String(value)}>${text}</option>`)}
    </select></label>`;
}

export function Check({ label, checked, onChange }) {
  return html`<label class="check"><input type="checkbox" checked=${checked}
    onChange=${(e) => onChange(e.target.checked)} /> <span>${label}</span></label>`;
}

export function Button({ onClick, children, title, label, primary, disabled, pressed }) {
  return html`<button type="button" class=${primary ? "primary" : ""} onClick=${onClick} title=${title} aria-label=${label}
    disabled=${disabled} aria-pressed=${pressed === undefined ? undefined : String(pressed)}>${children}</button>`;
}
