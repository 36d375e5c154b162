// Preact with htm, with their types.
import * as preact from "./vendor/preact.mjs";
import * as hooks from "./vendor/hooks.mjs";
import htm from "./vendor/htm.mjs";

/** @typedef {import("preact").VNode<any>} VNode */
/** @typedef {VNode|string|number|boolean|null|undefined} Part something that can stand in a template */

const { h } = preact;
export const { render } = preact;
export const { useEffect, useLayoutEffect, useReducer, useRef, useState } =
  /** @type {typeof import("preact/hooks")} */ (/** @type {unknown} */ (hooks));

/** @type {(strings: TemplateStringsArray, ...values: any[]) => VNode} */
export const html = htm.bind(h);
