// What runs in a saved page. Its text is copied there: it uses nothing from outside.

/**
 * Steps through the game.
 * @param {{ at: number, frames: string[], texts: string[], last: string[][] }} data for every position, what is drawn
 *   on the board, what is said, and the ends of the move before
 */
export function runSaved({ at, frames, texts, last }) {
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
  const all = (/** @type {string} */ selector) =>
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  const show = (/** @type {number} */ ply) => {
    at = Math.max(0, Math.min(frames.length - 1, ply));
    find(".board .drawn").innerHTML = frames[at];
    find("#text").textContent = texts[at];
    all("[data-cell]").forEach((cell) => cell.classList.toggle("last", last[at].includes(cell.dataset.cell ?? "")));
    all("[data-ply]").forEach((move) => move.classList.toggle("at", Number(move.dataset.ply) === at));
    const x = String((at / Math.max(1, frames.length - 1)) * 300);
    all(".graph .here").forEach((line) => ["x1", "x2"].forEach((end) => line.setAttribute(end, x)));
  };
  document.addEventListener("click", (event) => {
    const found = /** @type {HTMLElement} */ (event.target).closest("[data-ply], [data-go], [data-step]");
    const { step, ply, go } = /** @type {HTMLElement|null} */ (found)?.dataset ?? {};
    if (step) show(at + Number(step));
    else if (found) show(Number(ply ?? go));
  });
  document.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    show(at + step);
  });
  show(at);
}
