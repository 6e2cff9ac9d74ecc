// Hands on their way to the server. The tap on Save puts what is on the entry into the outbox, which sends it; until
// then it waits: on the sheet, where a tap on its number brings it back to be changed, and in the picture's corner.
// What the server refused is shown with its cards until somebody decides. So neither a dead network nor a phone that
// is switched off half-way loses it.
import { guardTaps, reportRefusal } from "./answers.js";
import { fill, one, targetOf } from "./dom.js";
import { keepDraft, reviewDraft } from "./draft.js";
import { cardsOf, gainsOf, newEntry, setTaps, tapsOf } from "./entry.js";
import { refresh } from "./follow.js";
import { fitNames } from "./names.js";
import { announce, showNotice } from "./news.js";
import {
  append, decide, deliver, isNoAnswer, isSaved, newId, readActs, seenOn, sendAll, waitingHands
} from "./outbox.js";
import { showPage } from "./page.js";
import { numberOnPage, showWaiting } from "./waiting.js";

/** @typedef {import("./outbox.js").Hand} Hand */
/** @typedef {import("./outbox.js").Act} Act */
/** @typedef {Hand & { revision: number, as: string }} Sent */
/** @typedef {import("./entry.js").Taps} Taps */

const lookInterval = 5000;  // milliseconds until the next look into the outbox, and the next try to send

/** The outbox when last looked, and the hands that wait in it. @type {Act[]} */
let acts;
/** @type {Hand[]} */
let hands = [];
/** Hands that the server has, but not this page yet: with the revision from which on it has them, and as which hand
 * of the sheet. @type {Sent[]} */
let sent = [];
/** The hand that is in the entry to be changed. @type {Hand & { as?: string } | null} */
let mending = null;
/** What was tapped where a hand came back to the entry. @type {Taps} */
let aside = [];
/** The hand that was saved last and is on its way. Nobody needs to see it wait. @type {string | null} */
let underway = null;
/** What this phone could not keep: the same taps are the same hand. @type {{ id: string, taps: string } | null} */
let unkept = null;

const tableOf = (/** @type {string} */ address) => /^.*\/pad\/[^/]+\/table\/\d+/.exec(address)?.[0];
const isHere = (/** @type {{ table: string }} */ { table }) => table === tableOf(location.pathname);
const handsHere = () => hands.filter(isHere);
/** All that the page of the server lacks, the earliest first. */
const rowsHere = () => [...sent, ...handsHere()];

/** What this page has shown, for an act.
 * @returns {import("./outbox.js").Seen} */
const seenHere = () => ({
  ...seenOn(document),
  after: [...sent.map(({ as }) => as), ...handsHere().filter(({ isNew }) => isNew).map(({ hand }) => hand)],
});

// From the tap to the outbox.

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form !== newEntry()) return;
  const fields = new FormData(form, event.submitter);
  const isChosen = !one("#moons .outcome", form) || fields.get("moon_choice");
  const isComplete = isChosen && !one(".finish > .go.missing", form);
  // The server says what is missing. While hands wait, the button does.
  if (!isComplete && !mending && !rowsHere().length) return;
  event.preventDefault();
  event.stopPropagation();
  if (isComplete && !form.matches(".saving")) save(form, actOf(form, fields));
}, true);

// While it is being kept, what is on the entry is no longer to be changed.
document.addEventListener("click", (event) => {
  if (targetOf(event).closest?.("form.entry.saving")) event.preventDefault();
}, true);

const tappedText = (/** @type {HTMLFormElement} */ form) => JSON.stringify(tapsOf(form));

/** What the tap on Save does: a new hand, or a change of one that waits.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 * @returns {Act} */
function actOf(form, data) {
  const fields = /** @type {Taps} */ ([...data].filter(([name]) => !["csrf_token", "entry_id", "revision"].includes(name)));
  const id = unkept?.taps === tappedText(form) ? unkept.id : newId();
  const gains = gainsOf(form, /** @type {string | null} */ (data.get("moon_choice")));
  return {
    id, fields, gains,
    table: form.getAttribute("action"),
    cards: cardsOf(form, gains),
    ...mending ? { kind: "correct", hand: mending.as ?? mending.hand, place: mending.place, number: mending.number }
      : { kind: "record", hand: id, number: Math.max(numberOnPage(), (rowsHere().at(-1)?.number ?? 0) + 1) },
    ...seenHere(),
  };
}

/** Keep an act, and only then take it off the entry, which is free for the next hand.
 * @param {HTMLFormElement} form
 * @param {Act} act */
async function save(form, act) {
  form.classList.add("saving");
  keepDraft(form, act.id);
  // What the server says of it as it was before, incomplete, must not take the place of the page.
  form.dispatchEvent(new Event("htmx:abort"));
  const isFirst = !rowsHere().length;
  try {
    await (mending?.refused ? decide(mending, true, act) : append(act));
  } catch {
    unkept = { id: act.id, taps: tappedText(form) };
    await sendUnkept(act);
    form.classList.remove("saving");
    return look();
  }
  if (isFirst) underway = act.hand;
  else sayKept(act);
  takeOff(form);
  await tellAll();
  await send();
}

/** Send a hand that this phone cannot keep: it stays on the entry until the server has it.
 * @param {Act} act */
async function sendUnkept(act) {
  const answer = mending || rowsHere().length ? null : await deliver({ act, fields: act.fields });
  if (isSaved(answer) || [409, 422].includes(answer?.status)) showPage(answer.page);
  else if (answer) reportRefusal(answer.status, answer.page);
  else showNotice("cannotKeep");
}

const sayKept = (/** @type {Act} */ { number }) => announce(fill(one("#outbox").dataset.kept, { number }));

/** What is saved is no longer on the entry; what was tapped before it was changed comes back.
 * @param {HTMLFormElement} form */
function takeOff(form) {
  form.classList.remove("saving");
  delete form.dataset.kept;
  unkept = null;
  showNotice("");
  endMending();
  // The second tap of a double tap is not meant for that.
  guardTaps();
}

// From the outbox to the server.

/** Send what waits, and show what becomes of it. */
async function send() {
  if (!await sendAll(showOutcome)) return;
  land(underway);
  if (sent.length && !mending) refresh();
}

/** A hand is no longer on its way: saved, or seen to wait.
 * @param {string | null} hand */
function land(hand) {
  if (!hand || underway !== hand) return;
  underway = null;
  render();
}

/** @param {import("./outbox.js").Outcome} outcome */
async function showOutcome({ parcel: { act }, answer, as }) {
  const isAwaited = underway === act.hand;
  if (isSaved(answer)) {
    const hand = { ...handsHere().find(({ hand: id }) => id === act.hand), ...seenOn(answer.page), as };
    const form = newEntry();
    const isQuiet = !mending && !(form && (form.matches(".saving") || tapsOf(form).length));
    const shows = isQuiet && location.pathname === act.table && handsHere().length < 2;
    await tellAll(hand, shows);
    if (shows) showPage(answer.page);
  } else {
    await tellAll();
    if (isAwaited && isNoAnswer(answer)) {
      sayKept(act);
      // What does not pass by itself.
      if (answer && ![429, 503].includes(answer.status)) reportRefusal(answer.status, answer.page);
    } else if (!isNoAnswer(answer) && isHere(act) && !mending) {
      const hand = handsHere().find(({ hand: id }) => id === act.hand);
      // What the rules refuse is back on the entry; else the page shows the game as it is now.
      if (isAwaited && answer.status === 422) mend(hand);
      else refresh();
    }
  }
  land(act.hand);
}

// What waits, on the page.

// Tells this phone's other tabs that the outbox has changed, and of a hand that the server has now.
const tabs = new BroadcastChannel("outbox");
tabs.addEventListener("message", ({ data: hand }) => {
  if (hand) noteSent(hand);
  look();
});

/** The outbox has changed: show it in every tab.
 * @param {Sent} [hand] that the server has now
 * @param {boolean} [shows] whether this page shows the answer */
async function tellAll(hand, shows) {
  tabs.postMessage(hand ?? null);
  if (hand) noteSent(hand, shows);
  await look();
}

/** Show what is in the outbox. Where it cannot be read, what was seen last still waits.
 * @returns {Promise<void>} */
async function look() {
  const latest = await readActs().catch(() => acts ?? []);
  const text = (/** @type {Act[]} */ all) => JSON.stringify(all, (key, value) => key === "until" ? 0 : value);
  const isSame = text(latest) === text(acts);
  acts = latest;
  if (isSame) return;
  hands = waitingHands(acts);
  const form = newEntry();
  // A slow phone has kept it after all.
  if (form && keptIds().has(unkept?.id) && unkept.taps === tappedText(form)) takeOff(form);
  render();
}

const keptIds = () => new Set(acts?.map(({ id }) => id));

/** Note a hand that the server has, and this page perhaps not yet.
 * @param {Sent} hand
 * @param {boolean} [shows] */
function noteSent(hand, shows) {
  if (!hand.table || !isHere(hand) || hand.revision <= seenOn(document).revision) return;
  sent = [...sent.filter((each) => each.hand !== hand.hand), hand];
  if (shows) return;
  announce(one("#outbox").dataset.sent);
  // What is being changed must find its entry.
  if (!mending) refresh();
}

function render() {
  const { revision } = seenOn(document);
  sent = sent.filter((hand) => hand.revision > revision && !hands.some((each) => each.hand === hand.hand));
  showWaiting(rowsHere().filter(({ hand }) => hand !== underway), hands, mending, tableOf(location.pathname));
  reviewDraft(keptIds());
  fitNames();
}

// What can be done about a hand that waits, or was refused.

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest?.("[data-entry] :is(button, a)"));
  const { entry } = /** @type {HTMLElement | null} */ (button?.closest("[data-entry]"))?.dataset ?? {};
  const hand = entry && rowsHere().find((each) => each.hand === entry);
  if (!hand) return;
  event.preventDefault();
  if (button.matches(".mend")) return mend(hand);
  const { revision, last } = hand.refused ?? {};
  if (button.matches(".outcome")) decideOn(hand, true, changed(hand, [...hand.fields, ["moon_choice", button.getAttribute("value")]]));
  // The hand that another phone saved gets the cards of this one.
  else if (button.matches("#correct-to-mine")) decideOn(hand, false, { ...changed(hand, hand.fields), hand: one(".duplicate").dataset.hand, revision, last });
  else if (button.matches(".again, #save-next")) decideOn(hand, true);
  else if (button.matches(".discard, .duplicate .go")) decideOn(hand, false);
});

/** Keep what somebody decided about a hand, and do it.
 * @param {Hand} hand
 * @param {boolean} again
 * @param {Act[]} more */
async function decideOn(hand, again, ...more) {
  try {
    await decide(hand, again, ...more);
  } catch {
    return showNotice("cannotKeep");
  }
  // Its row goes first, so that no tap on the rows below is left to the next one.
  await tellAll();
  if (!again && hand.hand === mending?.hand) endMending();
  guardTaps();
  await send();
  if (hand.refused) refresh();
}

/** A hand with other cards.
 * @param {Hand} hand
 * @param {Taps} fields
 * @returns {Act} */
const changed = ({ hand, table, place, number, gains, cards }, fields) =>
  ({ id: newId(), table, kind: "correct", hand, place, number, fields, gains, cards, ...seenHere() });

/** Put a hand into the entry; what was tapped comes back after it. */
function mend(/** @type {Hand} */ hand) {
  const form = newEntry();
  if (!form || form.matches(".saving")) return;
  // Another one that is being changed stays as it is.
  if (!mending) aside = tapsOf(form);
  mending = hand;
  render();
  setTaps(form, hand.fields);
  one(".finish > .go", form).focus();
  if (!hand.refused?.choice.includes("moons")) return;
  // How its moon counts.
  one("#moons", form).innerHTML = hand.refused.choice;
  one(".moon", form).setAttribute("open", "");
}

/** Nothing is being changed any more: what was tapped before comes back. */
function endMending() {
  const before = mending ? aside : [];
  mending = null;
  aside = [];
  render();
  const form = newEntry();
  if (form) {
    setTaps(form, before);
    keepDraft(form);
  }
  if (sent.length) refresh();
}

/** A hand that another tab was sending may be waiting by now. */
function lookAndSend() {
  look();
  send();
}

// Hidden pages too: the phone may be put down at once.
for (const back of ["online", "pageshow", "visibilitychange"]) addEventListener(back, lookAndSend);
setInterval(lookAndSend, lookInterval);
// A poll is the first to notice that the server is back.
document.addEventListener("followed", ({ detail: status }) => {
  if (status > 0 && status < 500) send();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // Parts of the entry are none of its business.
  if (ctx.target.id === "main") render();
});
lookAndSend();
