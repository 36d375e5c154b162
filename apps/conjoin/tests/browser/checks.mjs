// Checks that run inside the page.

// Controls that a screen reader could not name.
export function controlsWithoutName() {
  const name = (e) =>
    e.getAttribute("aria-label") ||
    e.getAttribute("title") ||
    e.labels?.[0]?.textContent ||
    e.innerText ||
    e.textContent ||
    e.getAttribute("alt") ||
    "";
  return [...document.querySelectorAll("button, a, input, select, textarea, [role=gridcell], [role=img]")]
    .filter((e) => e.offsetParent !== null || e instanceof SVGElement)
    .filter((e) => !name(e).trim())
    .map((e) => e.outerHTML.slice(0, 80));
}

// Marks all controls that the keyboard has to reach, and gives the marks; the board counts once.
export function markControls() {
  const isSeen = (e) => e.checkVisibility() && !e.disabled;
  const all = [
    ...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=gridcell][tabindex='0']"),
  ].filter(isSeen);
  return all.map((e, i) => (e.dataset.walk = String(i)));
}

// Text whose contrast with what is behind it is below 4.5 to 1 (3 to 1 when large).
export function weakContrast() {
  const colour = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const text = getComputedStyle(at).backgroundColor;
      const c = colour(text);
      if (text.startsWith("rgb") && (c.length < 4 || c[3] > 0.9)) return c;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const e of document.querySelectorAll("body *")) {
    if (e instanceof SVGElement || e.offsetParent === null || e.closest(":disabled, .bar, option")) continue;
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own) continue;
    const style = getComputedStyle(e);
    const [a, b] = [light(colour(style.color)), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) found.add(`${e.tagName} "${e.textContent.trim().slice(0, 30)}" ${ratio.toFixed(1)}`);
  }
  // The letters and numbers of the board, on the squares that they stand on.
  for (const e of document.querySelectorAll(".coordinates text")) {
    const box = e.getBoundingClientRect();
    const under = document
      .elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      .find((at) => at.matches(".cell path"));
    if (!under) continue;
    const [a, b] = [light(colour(getComputedStyle(e).fill)), light(colour(getComputedStyle(under).fill))].sort(
      (x, y) => y - x,
    );
    if ((a + 0.05) / (b + 0.05) < 4.5) found.add(`coordinate ${e.textContent} ${((a + 0.05) / (b + 0.05)).toFixed(1)}`);
  }
  return [...found].slice(0, 8);
}
