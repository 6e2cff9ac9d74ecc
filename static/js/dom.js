// What every script needs: look-ups on a page, with the types that the type checker needs, what pages bring to be
// filled in, and what the phone remembers.

/** @returns {HTMLElement | null} */
export const one = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  within.querySelector(selector);

/** @returns {HTMLElement[]} */
export const all = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  [...within.querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));

/** @returns {HTMLInputElement | null} */
export const input = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  within.querySelector(selector);

/** @returns {HTMLInputElement[]} */
export const inputs = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  [...within.querySelectorAll(selector)].map((each) => /** @type {HTMLInputElement} */ (each));

/** The element of an event. @returns {HTMLInputElement} */
export const targetOf = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);

/** The field of a form by its name. @returns {HTMLInputElement} */
export const fieldOf = (/** @type {HTMLFormElement} */ form, /** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** The value of a page's field of this name; empty if it has none. */
export const valueOn = (/** @type {ParentNode} */ page, /** @type {string} */ name) =>
  input(`main [name=${name}]`, page)?.value ?? "";

/** A form whose answer is still to come. */
export const formUnderway = () => one("form:is(.htmx-request, .saving)");

/** Tell all scripts that an element has new content, as htmx does.
 * @param {HTMLElement} target */
export const tellSwapped = (target) =>
  document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: { ctx: { target } } }));

/** What a template of the page holds, with the words of the server.
 * @returns {HTMLElement} */
export const fromTemplate = (/** @type {string} */ id) => /** @type {HTMLElement} */ (
  /** @type {HTMLTemplateElement} */ (document.getElementById(id)).content.firstElementChild.cloneNode(true));

/** Fill the {gaps} of a sentence, in one go because a value may itself look like a gap.
 * @param {string} sentence
 * @param {Record<string, string | number> | (string | number)[]} values */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (gap, name) => String(/** @type {Record<string, unknown>} */ (values)[name] ?? gap));

/** @typedef {"localStorage" | "sessionStorage"} Storage of the phone, or of this tab */

/** What is remembered under a name; null for nothing, also where there is no storage, as in some private windows.
 * @param {Storage} storage
 * @param {string} name */
export function recall(storage, name) {
  try { return window[storage].getItem(name); } catch { return null; }
}

/** Remember a text, or with null none.
 * @param {Storage} storage
 * @param {string} name
 * @param {string | null} text */
export function remember(storage, name, text) {
  try {
    if (text === null) window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch { /* see above */ }
}
