// Look-ups on a page, with the types that the type checker needs.

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
