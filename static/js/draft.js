// The draft: a half-tapped hand outlives a reload, the way back, and a visit to another page. It is kept
// in this tab's session storage with the number of the hand; after the game went on it is offered, not
// slipped in.
import { numberOnEntry } from "./waiting.js";
import { newEntry, setTaps, tapsOf } from "./entry.js";
import { fromTemplate, one, recall, remember, targetOf } from "./dom.js";

/** ``act``: under which id it was saved, if the page was left before it was known to be kept.
 * @typedef {{ number: number, taps: import("./entry.js").Taps, act?: string }} Draft */

/** @param {Element} element the form, or a link, that has the address of the table */
const storageKey = (element) => `draft ${element.getAttribute("action") ?? element.getAttribute("href")}`;

/** @returns {Draft | null} */
const readDraft = (/** @type {HTMLFormElement} */ form) => JSON.parse(recall("sessionStorage", storageKey(form)));

/** @param {Element} element
 * @param {Draft | null} draft */
const writeDraft = (element, draft) => remember("sessionStorage", storageKey(element), draft && JSON.stringify(draft));

/** Keep what is tapped by now.
 * @param {HTMLFormElement} form
 * @param {string} [act] under which it is being saved */
export function keepDraft(form, act) {
  // A hand that is being changed is kept where it is (outbox.js).
  if ("mends" in form.dataset) return;
  const taps = tapsOf(form);
  writeDraft(form, taps.length ? { number: numberOnEntry(), taps, act } : null);
}

/** @param {HTMLFormElement} form
 * @param {import("./entry.js").Taps} taps */
function bringBack(form, taps) {
  setTaps(form, taps);
  keepDraft(form);
}

/** Restore, offer or drop the stored draft on the page as it now is.
 * @param {Set<string>} kept the ids of the acts that this phone keeps */
export function reviewDraft(kept) {
  // The page asks the writer what to do with it.
  const duplicate = one(".duplicate:not([data-entry]) a");
  if (duplicate) writeDraft(duplicate, null);
  const form = newEntry();
  if (!form || form.matches(".saving, [data-mends]")) return;
  const draft = readDraft(form);
  // The server sent it back: it is on the page.
  if ("kept" in form.dataset) return keepDraft(form);
  if (!Array.isArray(draft?.taps) || !draft.taps.every(Array.isArray) || tapsOf(form).length) return;
  // It was kept, or is on the sheet by now.
  if (kept.has(draft.act) || draft.act && draft.act === one("#follow")?.dataset.last) return writeDraft(form, null);
  if (draft.number === numberOnEntry()) return bringBack(form, draft.taps);
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
