// The draft: a half-tapped hand outlives a reload, the way back, and a visit to another page. It is kept
// in this tab's session storage with the game's revision; after the game went on it is offered, not
// slipped in.
import { newEntry, takeAsTapped, tapAgain, tapsOf } from "./entry.js";
import { fieldOf, one, targetOf } from "./dom.js";

/** @typedef {{ revision: number, taps: import("./entry.js").Taps, sent?: boolean }} Draft */

const revisionOf = (/** @type {HTMLFormElement} */ form) => Number(fieldOf(form, "revision").value);
const keyOf = (/** @type {HTMLFormElement} */ form) => `draft ${form.getAttribute("action")}`;

function forget(/** @type {string} */ table) {
  try { sessionStorage.removeItem(`draft ${table}`); } catch { /* there is none */ }
}

/** @returns {Draft | null} */
function read(/** @type {HTMLFormElement} */ form) {
  try { return JSON.parse(sessionStorage.getItem(keyOf(form))); } catch { return null; }
}

/** @param {HTMLFormElement} form
 * @param {Draft | null} draft */
function write(form, draft) {
  // Without storage, as in some private windows, there is simply no draft.
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else forget(form.getAttribute("action"));
  } catch { /* see above */ }
}

/** Keep what is tapped by now. */
export function keepDraft(/** @type {HTMLFormElement} */ form) {
  // A refused hand that is mended is kept where it is (outbox.js).
  if ("mends" in form.dataset) return;
  const taps = tapsOf(form);
  write(form, taps.length ? { revision: revisionOf(form), taps } : null);
}

/** @param {HTMLFormElement} form
 * @param {import("./entry.js").Taps} taps */
function bringBack(form, taps) {
  tapAgain(form, taps);
  keepDraft(form);
}

/** Restore, offer or drop the stored draft on the page as it now is. */
export function reviewDraft() {
  // The page asks the writer what to do with it.
  const rival = one(".rival a");
  if (rival) forget(rival.getAttribute("href"));
  const form = newEntry();
  if (!form) return;
  const draft = read(form);
  // The server sent it back: it is on the page.
  if ("kept" in form.dataset) {
    takeAsTapped(form);
    return keepDraft(form);
  }
  if (!Array.isArray(draft?.taps) || !draft.taps.every(Array.isArray) || tapsOf(form).length) return;
  if (draft.revision === revisionOf(form)) return bringBack(form, draft.taps);
  // It was sent, and the game has gone on.
  if (draft.sent) return write(form, null);
  offer(form, draft.taps);
}

/** @param {HTMLFormElement} form
 * @param {import("./entry.js").Taps} taps */
function offer(form, taps) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("draft-offer"));
  if (!template || one(".draft")) return;
  const bar = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
  form.before(bar);
  bar.addEventListener("click", (event) => {
    const choice = targetOf(event).closest("button");
    if (!choice) return;
    bar.remove();
    if (choice.matches(".bring-back")) bringBack(form, taps);
    else write(form, null);
  });
}

// Runs after the entry's own script, which handles the tap first.
document.addEventListener("click", (event) => {
  const key = targetOf(event);
  const form = key instanceof HTMLInputElement && key.form;
  if (form && form === newEntry()) keepDraft(form);
});
document.addEventListener("toggle", (event) => {
  const fold = targetOf(event);
  const form = fold.matches?.("details.moon:not([open])") && fold.closest("form");
  if (form && form === newEntry()) keepDraft(form);
}, true);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const draft = form.matches("form.entry") && read(form);
  if (draft) write(form, { ...draft, sent: true });
});
// An entry that is still there after an answer was not saved. Without an answer it may have been.
document.addEventListener("htmx:finally:request", ({ detail }) => {
  const { sourceElement, response } = detail.ctx;
  const form = newEntry();
  if (response && form && sourceElement === form) keepDraft(form);
});
