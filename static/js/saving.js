// Saving a hand: it is put into the outbox before it is sent, and taken out when the server has answered.
// So neither a dead network nor a phone that is switched off half-way loses it.
import { newId, numberOnPage, revisionOnPage } from "./ahead.js";
import { fieldOf, one } from "./dom.js";
import { keepDraft } from "./draft.js";
import { gainsOf, newEntry, tapNothing, tapsOf } from "./entry.js";
import { announce, showNotice } from "./news.js";
import { forget, keep, keepUnderway } from "./outbox.js";
import { sendAll } from "./sending.js";
import { endMending, handBeingMended, handsHere, lastHand, ready, requeued, show } from "./waiting.js";

/** @typedef {import("./outbox.js").Hand} Hand */

const hiddenNames = ["csrf_token", "entry_id", "revision"];

/** The hand in a form, behind those that wait.
 * @param {HTMLFormElement} form
 * @param {Iterable<[string, FormDataEntryValue]>} fields
 * @returns {Hand} */
function handOf(form, fields) {
  const last = lastHand();
  return {
    entry: handsHere().length ? newId() : fieldOf(form, "entry_id").value,
    table: form.getAttribute("action"),
    number: Math.max(numberOnPage(), (last?.number ?? 0) + 1),
    revision: Math.max(revisionOnPage(), last ? last.revision + 1 : 0),
    at: Math.max(Date.now(), (last?.at ?? 0) + 1),
    fields: fieldsOf(fields),
    gains: gainsOf(form),
    refused: null,
  };
}

/** @param {Iterable<[string, FormDataEntryValue]>} fields
 * @returns {[string, string][]} */
const fieldsOf = (fields) => [...fields].map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]))
  .filter(([name]) => !hiddenNames.includes(name));

const isComplete = (/** @type {HTMLFormElement} */ form) => !one(".finish > .go.missing", form);

// As long as nothing waits, htmx sends it and shows the answer.

const keepTimeout = 1000;  // milliseconds for which a hand is not sent because it is not kept yet
// With these the page has the hand, saved or refused. Any other status is no answer to it.
const answerStatuses = [200, 403, 409, 422, 503, 507];

/** The hand that htmx is sending, and whether it is on the disk by now.
 * @type {{ form: HTMLFormElement, hand: Hand, taps: string, kept: Promise<boolean> } | null} */
let underway = null;

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const form = newEntry();
  if (ctx.sourceElement !== form || !isComplete(form)) return;
  const hand = handOf(form, /** @type {URLSearchParams} */ (ctx.request.body));
  const kept = Promise.race([keepUnderway(hand).then(() => true, () => false), after(keepTimeout)]);
  underway = { form, hand, kept, taps: String(tapsOf(form)) };
  const { fetch } = ctx;
  ctx.fetch = async (address, options) => { await kept; return fetch(address, options); };
});

/** @returns {Promise<false>} */
const after = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => { setTimeout(() => resolve(false), milliseconds); });

const isAnswer = (/** @type {HtmxContext} */ { response, text }) =>
  answerStatuses.includes(response?.status) && Boolean(text?.includes('id="main"'));

// A proxy's error or a hotel's login page is no answer, nor is a page that asks to be reloaded.
document.addEventListener("htmx:after:request", async ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== underway?.form || !isAnswer(ctx)) return;
  const { hand, kept } = underway;
  underway = null;
  await kept;
  await forget(hand).catch(() => {});
});

document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.sourceElement === underway?.form) event.preventDefault();
});

document.addEventListener("htmx:finally:request", async ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== underway?.form) return;
  const { form, hand, taps } = underway;
  underway = null;
  // It was changed while the answer did not come.
  if (taps !== String(tapsOf(form)) && isComplete(form)) {
    Object.assign(hand, { fields: fieldsOf(new FormData(form)), gains: gainsOf(form) });
  }
  try {
    await keep([hand]);
    await goOnAfter(hand);
  } catch {
    showNotice("cannotKeep");
  }
});

/** Go on to the next hand, after one that is kept. */
async function goOnAfter(/** @type {Hand} */ hand) {
  showNotice("");
  const form = newEntry();
  if (form) {
    tapNothing(form);
    keepDraft(form);
  }
  await show();
  announce(one("#outbox").dataset.kept.replace("{number}", String(hand.number)));
  sendAll();
}

// Behind a hand that waits, the next one waits, too; and so it is without htmx while the server is away.

let submittingNatively = false;  // the server is there: the browser sends the form itself

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form !== newEntry() || submittingNatively) return;
  if (isReady && !handsHere().length && window.htmx) return;
  event.preventDefault();
  event.stopPropagation();
  // The first tap is being handled.
  if (busy) return;
  busy = true;
  const { submitter } = event;
  await ready;
  const fields = new FormData(form, submitter);
  if (handsHere().length) await queue(form, fields);
  else if (window.htmx) form.requestSubmit(submitter);
  else await sendWithoutHtmx(form, fields, submitter);
  busy = false;
}, true);

let busy = false;
let isReady = false;
ready.then(() => { isReady = true; });

/** @param {HTMLFormElement} form
 * @param {FormData} fields */
async function queue(form, fields) {
  // The button names what is missing, or two buttons offer the moon choices.
  if (!isComplete(form) || one("#moons .outcome", form) && !fields.get("moon_choice")) return;
  const hand = handOf(form, fields);
  const before = handBeingMended();
  try {
    if (before) {
      await keep(requeued({ ...before, fields: hand.fields, gains: hand.gains }));
      endMending();
      await show();
      if (newEntry()) keepDraft(newEntry());
      sendAll();
    } else {
      await keep([hand]);
      await goOnAfter(hand);
    }
  } catch {
    showNotice("cannotKeep");
  }
}

const reachTimeout = 5000;  // milliseconds until a server that does not answer counts as away

/** @param {HTMLFormElement} form
 * @param {FormData} fields
 * @param {HTMLElement} submitter */
async function sendWithoutHtmx(form, fields, submitter) {
  if (!isComplete(form)) return submitNatively(form, submitter);
  const hand = handOf(form, fields);
  const address = one("#follow").getAttribute("hx-get");
  const there = await fetch(address, { signal: AbortSignal.timeout(reachTimeout) }).then((answer) => answer.ok, () => false);
  if (!there) return queue(form, fields);
  await Promise.race([keepUnderway(hand).catch(() => {}), after(keepTimeout)]);
  submitNatively(form, submitter);
}

/** @param {HTMLFormElement} form
 * @param {HTMLElement} submitter */
function submitNatively(form, submitter) {
  submittingNatively = true;
  form.requestSubmit(submitter);
  submittingNatively = false;
}
