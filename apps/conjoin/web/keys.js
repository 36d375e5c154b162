// Keys that belong to the page.

/**
 * The element that an event was meant for.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * Is the key meant for a field or a dialog, not for the page?
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(targetOf(event).tagName);
  return isCommand || isField || document.querySelector("dialog[open]") !== null;
}

/**
 * Listens to keys; what ends listening comes back, as effects want it.
 * @param {(event: KeyboardEvent) => (() => void)|undefined} actionOf
 */
export function onKeys(actionOf) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const act = isTyping(event) ? undefined : actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
