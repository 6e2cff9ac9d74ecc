// The draft: a half-tapped hand outlives a reload, the way back, and a visit to another page. It is kept
// in this tab's session storage with the game's revision; after the game went on it is offered, not
// slipped in.
import { newEntry, setTaps, takeAsTapped, tapsOf } from "./entry.js";
import { fieldOf, fromTemplate, one, recall, remember, targetOf } from "./dom.js";

/** @typedef {{ revision: number, taps: import("./entry.js").Taps, sent?: boolean }} Draft */

const revisionOf = (/** @type {HTMLFormElement} */ form) => Number(fieldOf(form, "revision").value);
/** @param {Element} element the form, or a link, that has the address of the table */
const storageKey = (element) => `draft ${element.getAttribute("action") ?? element.getAttribute("href")}`;

/** @returns {Draft | null} */
const readDraft = (/** @type {HTMLFormElement} */ form) => JSON.parse(recall("sessionStorage", storageKey(form)));

/** @param {Element} element
 * @param {Draft | null} draft */
const writeDraft = (element, draft) => remember("sessionStorage", storageKey(element), draft && JSON.stringify(draft));

/** Keep what is tapped by now. */
export function keepDraft(/** @type {HTMLFormElement} */ form) {
  // A hand that is being changed is kept where it is (outbox.js).
  if ("mends" in form.dataset) return;
  const taps = tapsOf(form);
  // What was just taken off the entry is not in the outbox yet (hands.js).
  if (!taps.length && form.matches(".saving")) return;
  writeDraft(form, taps.length ? { revision: revisionOf(form), taps } : null);
}

/** Note that what is tapped was saved: it does not come back once the game has gone on. */
export function keepSent(/** @type {HTMLFormElement} */ form) {
  const draft = readDraft(form);
  if (draft) writeDraft(form, { ...draft, sent: true });
}

/** @param {HTMLFormElement} form
 * @param {import("./entry.js").Taps} taps */
function bringBack(form, taps) {
  setTaps(form, taps);
  keepDraft(form);
}

/** Restore, offer or drop the stored draft on the page as it now is. */
export function reviewDraft() {
  // The page asks the writer what to do with it.
  const duplicate = one(".duplicate a");
  if (duplicate) writeDraft(duplicate, null);
  const form = newEntry();
  if (!form || form.matches(".saving, [data-mends]")) return;
  const draft = readDraft(form);
  // The server sent it back: it is on the page.
  if ("kept" in form.dataset) {
    takeAsTapped(form);
    return keepDraft(form);
  }
  if (!Array.isArray(draft?.taps) || !draft.taps.every(Array.isArray) || tapsOf(form).length) return;
  if (draft.revision === revisionOf(form)) return bringBack(form, draft.taps);
  // It was sent, and the game has gone on.
  if (draft.sent) return writeDraft(form, null);
  offer(form, draft.taps);
}

/** @param {HTMLFormElement} form
 * @param {import("./entry.js").Taps} taps */
function offer(form, taps) {
  if (one(".draft")) return;
  const bar = fromTemplate("draft-offer");
  form.before(bar);
  bar.addEventListener("click", (event) => {
    const choice = targetOf(event).closest("button");
    if (!choice) return;
    bar.remove();
    if (choice.matches(".bring-back")) bringBack(form, taps);
    else writeDraft(form, null);
  });
}

// Runs after the entry's own script, which handles the tap first.
for (const tap of ["click", "toggle"]) {
  document.addEventListener(tap, (event) => {
    const form = newEntry();
    const part = targetOf(event);
    if (part.matches?.("input, details.moon:not([open])") && form?.contains(part)) keepDraft(form);
  }, tap === "toggle");
}
