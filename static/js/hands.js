// A hand on its way: it is read and taken off the entry with the tap on Save, kept in the outbox, sent, and taken out
// when the server has answered. Until then it waits: on the sheet, where a tap on its number brings it back to be
// changed, and in the picture's corner, or, where the server refused it, with what can be done about it. So neither a dead network nor a phone that is switched off half-way loses it.
import { reportRefusal, showPage } from "./answers.js";
import { goBack, goOnTo, numberOnPage, revisionOn, revisionOnPage, startAnew } from "./coming.js";
import { all, fieldOf, fill, one, targetOf } from "./dom.js";
import { keepDraft, keepSent, reviewDraft } from "./draft.js";
import { gainsOf, newEntry, setTaps, tapsOf } from "./entry.js";
import { isFollow, refresh } from "./follow.js";
import { fitNames } from "./names.js";
import { announce, setCornerNote, showNotice } from "./news.js";
import { allHands, beingSent, exchange, forget, forgetSent, keep, takeFirst } from "./outbox.js";
import { isNoAnswer, isSaved, post, refusalOn, request } from "./sending.js";
import { totalsAfter } from "./totals.js";
import { choices, count, row, showElsewhere } from "./waiting.js";

/** @typedef {import("./outbox.js").Hand} Hand */
/** @typedef {import("./entry.js").Taps} Taps */

/** What was on the entry when Save was tapped; ``mends``: in place of this hand.
 * @typedef {{ entry: string, table: string, fields: Taps, gains: string[], mends?: Hand }} Tapped */

const lookInterval = 5000;  // milliseconds until the next look into the outbox, and the next try to send

/** Saved and not kept yet; the first of them is being kept. @type {Tapped[]} */
const queue = [];
/** The hand that is being sent for its answer to be shown: nothing waits before it. @type {Hand | null} */
let underway = null;
let sending = false;  // hands that wait are being sent
let sendingAgain = false;  // and are looked for once more afterwards
/** Hands whose answer is shown, until the outbox has forgotten them; with the entry on the sheet that each of them
 * is now, if the server took it. @type {Set<Hand & { saved?: string }>} */
const answered = new Set();
/** The id of the hand that is in the entry to be changed. @type {string | null} */
let mending = null;
/** The id of the hand that waited and is on its way right now. @type {string | null} */
let leaving = null;
/** What was tapped where a hand came back to the entry; it comes back itself after that one. @type {Taps[]} */
const aside = [];
/** What waited when last looked, and the same as text. @type {Hand[]} */
let hands = [];
let looked = "";
/** Hands that the server has, but not this page yet. @type {Hand[]} */
let sent = [];

const tableOf = (/** @type {string} */ address) => /^.*\/pad\/[^/]+\/table\/\d+/.exec(address)?.[0];

const isHere = (/** @type {Hand} */ { table }) => table === tableOf(location.pathname);
/** The hands of this page's table that wait, the earliest first. */
const handsHere = () => hands.filter((hand) =>
  isHere(hand) && ![...sent, ...answered, underway].some((other) => other?.entry === hand.entry));
/** The last hand that the page of the server may lack. */
const lastHand = () => handsHere().at(-1) ?? underway ?? sent.at(-1);
const handBeingMended = () => newEntry() && handsHere().find(({ entry }) => entry === mending);
/** Whether a hand is being changed, or was and is not kept yet: then nothing is sent from here. */
const isMending = () => mending || queue.some(({ mends }) => mends);

// From the tap to the outbox.

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form !== newEntry()) return;
  const fields = new FormData(form, event.submitter);
  const isChosen = !one("#moons .outcome", form) || fields.get("moon_choice");
  const isComplete = isChosen && !one(".finish > .go.missing", form);
  // The server says what is missing. While hands wait, the button does.
  if (!isComplete && !queue.length && !lastHand()) return;
  event.preventDefault();
  event.stopPropagation();
  if (isComplete) take(form, fields);
}, true);

/** Take what is tapped off the entry, which is free for the next hand, and save it.
 * @param {HTMLFormElement} form
 * @param {FormData} fields */
function take(form, fields) {
  const id = fieldOf(form, "entry_id");
  queue.push({
    entry: id.value,
    table: form.getAttribute("action"),
    fields: /** @type {Taps} */ ([...fields].filter(([name]) => !["csrf_token", "entry_id", "revision"].includes(name))),
    gains: gainsOf(form, /** @type {string | null} */ (fields.get("moon_choice"))),
    mends: handBeingMended(),
  });
  id.value = newId();
  keepSent(form);
  form.classList.add("saving");
  // What the server says of it as it was before, incomplete, must not take the place of the page.
  form.dispatchEvent(new Event("htmx:abort"));
  mending = null;
  delete form.dataset.mends;
  delete form.dataset.kept;
  setTaps(form, aside.shift());
  showNotice("");
  keeping = keeping.then(keepNext).catch(() => {});
}

/** A new id; plain HTTP has no ``crypto.randomUUID``. */
const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

async function keepNext() {
  const [tapped] = queue;
  // It is back on the entry, as one before it could not be kept.
  if (!tapped) return;
  // What the server sent back is on its way again, with the same id.
  for (const hand of answered) if (hand.entry === tapped.entry) answered.delete(hand);
  try {
    const { entry, fields, gains, mends } = tapped;
    // The server may have it as it was before: by a new id it is told apart.
    const hand = mends ? { ...mends, entry, fields, gains } : handOf(tapped);
    if (!mends && !lastHand()) {
      underway = hand;
      // If that fails, the answer may still come.
      await keep([beingSent(hand)]).catch(() => {});
      sendUnderway();
    } else {
      if (!mends) await keep([hand]);
      else if (!await exchange(mends, requeued(hand))) return showNotice("tooLate");
      await tellAll();
      announceKept(hand);
      sendAll();
    }
  } catch {
    giveBack(tapped, queue.splice(1));
  } finally {
    queue.shift();
    settle();
  }
}

/** The hand that was tapped, behind those that wait.
 * @param {Tapped} tapped
 * @returns {Hand} */
function handOf({ entry, table, fields, gains }) {
  const last = lastHand();
  return {
    entry, table, fields, gains,
    number: Math.max(numberOnPage(), (last?.number ?? 0) + 1),
    revision: Math.max(revisionOnPage(), (last?.revision ?? -1) + 1),
    shown: revisionOnPage(),
    at: Math.max(Date.now(), (last?.at ?? 0) + 1),
    refused: null,
  };
}

/** Keep hands that wait from now on.
 * @param {Hand[]} waiting */
async function keepWaiting(waiting) {
  await keep(waiting);
  await tellAll();
}

const announceKept = (/** @type {Hand} */ hand) =>
  announce(fill(one("#outbox").dataset.kept, { number: hand.number }));

/** Say that a hand could not be kept, and put it back on the entry.
 * @param {{ entry: string, fields: Taps, mends?: Hand }} tapped
 * @param {Tapped[]} [behind] what was tapped after it */
function giveBack(tapped, behind) {
  putBack(tapped, behind);
  showNotice("cannotKeep");
  // A slow phone keeps a new hand later, after all: then it would wait and be on the entry, if there is one.
  if (newEntry() && !tapped.mends) keeping = keeping.then(() => forget(tapped)).catch(() => {});
}

/** Put a hand back on the entry.
 * @param {{ entry: string, fields: Taps, mends?: Hand }} tapped
 * @param {Tapped[]} [behind] what was tapped after it */
function putBack({ entry, fields, mends }, behind = []) {
  const form = newEntry();
  if (!form) return;
  setAside(form, behind);
  if (mends) return mend({ ...mends, fields });
  setTaps(form, fields);
  fieldOf(form, "entry_id").value = entry;
}

/** Have what is tapped come back after the hand that takes its place.
 * @param {HTMLFormElement} form
 * @param {Tapped[]} [before] what comes back before that */
function setAside(form, before = []) {
  aside.unshift(...[...before.map(({ fields }) => fields), tapsOf(form)].filter((taps) => taps.length));
  setTaps(form);
}

/** Nothing is being kept or answered: what is tapped by now is the draft. */
function settle() {
  const form = newEntry();
  if (queue.length || underway || !form) return;
  form.classList.remove("saving");
  keepDraft(form);
}

// From the outbox to the server.

/** Send the hand under way, and show the page that answers, unless the next one is being tapped already. */
async function sendUnderway() {
  const hand = underway;
  try {
    const answer = await post(hand, hand.revision, document);
    const isAwaited = !queue.length && !handsHere().length && !(newEntry() && tapsOf(newEntry()).length);
    if (isAwaited && [403, 503, 507].includes(answer?.status)) {
      putBack(hand);
      reportRefusal(answer.status, answer.page);
    } else if (isAwaited && !isNoAnswer(answer)) {
      showPage(answer.page);
    } else if (isSaved(answer)) {
      showSent(hand);
    } else {
      await keepWaiting([isNoAnswer(answer) ? hand : { ...hand, refused: refusalOn(answer) }]);
      if (isNoAnswer(answer)) announceKept(hand);
      return;
    }
    answered.add(isSaved(answer) ? { ...hand, saved: answer.same ?? hand.entry } : hand);
  } catch {
    giveBack(hand);
  } finally {
    underway = null;
    render();
    settle();
    sendAll();
  }
}

/** Have the outbox forget the hands whose answer is shown; until it has, nothing is sent from it. */
async function forgetAnswered() {
  for (const hand of answered) {
    await (hand.saved ? forgetSent(hand, hand.saved) : forget(hand));
    // What was seen in the outbox before would make it a hand that waits, and the next one wait behind it.
    await tellAll(hand.saved && hand.entry);
    answered.delete(hand);
  }
}

/** Send what waits at every table, in order and each hand once, as far as possible now: every hand has the id
 * under which the server takes it no second time. A hand that it refuses stays, and those behind it wait. */
async function sendAll() {
  sendingAgain = sending;
  if (sending) return;
  sending = true;
  try {
    await forgetAnswered();
    for (const table of new Set((await allHands()).map((hand) => hand.table))) {
      // What is being sent for its answer to be shown comes before all that waits.
      while (!underway && !answered.size && !isMending() && await sendFirst(table));
    }
  } catch {
    // Without a database there is nothing to send.
  } finally {
    leaving = null;
    sending = false;
    if (sendingAgain) sendAll();
  }
}

/** Send the first hand that waits at a table; whether the server has it now. */
async function sendFirst(/** @type {string} */ table) {
  const { hand } = await takeFirst(table);
  const seen = hand && await request(table);
  if (!seen || seen.status >= 500) return false;
  // It may have been changed or discarded since.
  const { hand: first, known } = await takeFirst(table);
  if (isMending() || first?.entry !== hand.entry) return false;
  leaving = hand.entry;
  // A hand that was discarded before this one has never changed the game.
  const answer = await post(hand, Math.min(hand.revision, revisionOn(seen.page)), seen.page, known);
  if (isNoAnswer(answer)) return false;
  if (isSaved(answer)) {
    await forgetSent(hand, answer.same ?? hand.entry);
    showSent(hand);
  } else {
    await keep([{ ...hand, refused: refusalOn(answer) }]);
  }
  await tellAll(isSaved(answer) && hand.entry);
  return isSaved(answer);
}

// What waits, on the page.

// Tells this phone's other tabs that the outbox has changed; with its entry, of a hand that the server has now.
const tabs = new BroadcastChannel("outbox");
tabs.addEventListener("message", ({ data: gone }) => {
  const hand = handsHere().find(({ entry }) => entry === gone);
  if (hand) showSent(hand);
  look();
});

/** The outbox has changed: show it in every tab.
 * @param {string | false} [gone] */
async function tellAll(gone = false) {
  tabs.postMessage(gone);
  await look();
}

/** Show what is in the outbox. Where it cannot be read, what was seen last still waits: no hand goes before it. */
async function look() {
  const latest = await allHands().catch(() => hands);
  const text = JSON.stringify(latest);
  if (text === looked) return;
  hands = latest;
  looked = text;
  render();
}

/** Show a hand that the server has, but not this page yet. */
function showSent(/** @type {Hand} */ hand) {
  if (!isHere(hand)) return;
  sent.push(hand);
  render();
  announce(one("#outbox").dataset.sent);
  // What is being changed must find its entry.
  if (!mending) refresh();
}

function render() {
  if (mending && !handBeingMended()) {
    endMending();
    showNotice("tooLate");
  }
  const here = handsHere();
  const rows = [...sent, ...here];
  const totals = totalsAfter(rows, numberOnPage());
  for (const old of all("main [data-entry]")) old.remove();
  one(".sheet tbody")?.append(...rows.map((hand, index) => row(hand, totals[index])));
  // The note in the corner leads there.
  one(".waiting")?.setAttribute("id", "waiting");
  for (const hand of here) {
    const mends = hand.entry === mending;
    if (hand.refused) one("form.entry, .beside, main > .paper")?.before(choices(hand, mends));
    else if (mends) one(".beside")?.prepend(choices(hand, mends));
  }
  goOn(rows, totals);
  showElsewhere(hands.filter((hand) => !isHere(hand)).map(({ table }) => table));
  reviewDraft();
  fitNames();
}

/** The entry is for the hand that is being changed, or that after the last one which waits, and at least for that of
 * the page.
 * @param {Hand[]} rows
 * @param {number[][]} totals after each of them */
function goOn(rows, totals) {
  newEntry()?.toggleAttribute("data-mends", Boolean(mending));
  const at = (mending ? rows.indexOf(handBeingMended()) : rows.length) - 1;
  if (at < 0 || rows[at].number < numberOnPage()) goBack();
  else goOnTo(rows[at], totals[at], Math.max(revisionOnPage(), rows[at].revision + 1));
  const waiting = handsHere().filter((hand) => !hand.refused).length;
  setCornerNote("waiting", waiting ? count("corner", waiting) : "");
}

// What can be done about a hand that waits, or was refused.

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest?.("button, .mend"));
  const { entry } = /** @type {HTMLElement | null} */ (button?.closest("[data-entry]"))?.dataset ?? {};
  const hand = entry && handsHere().find((each) => each.entry === entry);
  if (!hand) return;
  if (button.matches(".mend")) {
    event.preventDefault();
    mend(hand);
  }
  if (button.matches(".again")) sendAgain(hand);
  if (button.dataset.choice) {
    const fields = hand.fields.filter(([name]) => name !== "moon_choice");
    sendAgain({ ...hand, fields: [...fields, ["moon_choice", button.dataset.choice]] });
  }
  if (button.matches(".discard")) {
    if (entry === mending) endMending();
    forget(hand).then(() => tellAll(), () => showNotice("cannotKeep")).then(sendAll);
  }
});

/** Put a hand into the entry; what was tapped comes back after it. */
function mend(/** @type {Hand} */ hand) {
  const form = newEntry();
  if (!form) return;
  if (hand.entry === leaving) return showNotice("tooLate");
  // Another one that is being changed stays as it is.
  if (mending) setTaps(form);
  else setAside(form);
  mending = hand.entry;
  render();
  setTaps(form, hand.fields);
  one(".finish > .go", form).focus();
}

/** Nothing is being changed any more: what was tapped before comes back. */
function endMending() {
  mending = null;
  if (newEntry()) setTaps(newEntry(), aside.shift());
  render();
  settle();
  if (sent.length) refresh();
}

const sendAgain = (/** @type {Hand} */ hand) =>
  keepWaiting(requeued(hand)).then(sendAll, () => showNotice("cannotKeep"));

/** The hands to send again: after a conflict the first one follows the game as the refusal or the page
 * shows it, and those behind follow that one.
 * @param {Hand} hand as it is to be
 * @returns {Hand[]} */
function requeued(hand) {
  const { refused } = hand;
  if (!refused?.conflict) return [{ ...hand, refused: null }];
  const number = Math.max(hand.number, numberOnPage(), refused.number ?? 0);
  const revision = Math.max(hand.revision, revisionOnPage(), refused.revision ?? 0);
  const behind = handsHere().filter(({ at }) => at > hand.at);
  return [
    { ...hand, number, revision, refused: null },
    ...behind.map((each, index) => ({ ...each, number: number + 1 + index, revision: revision + 1 + index })),
  ];
}

/** A hand that another tab was sending may be waiting by now. */
function lookAndSend() {
  look();
  sendAll();
}

// Hidden pages too: the phone may be put down at once.
for (const back of ["online", "pageshow", "visibilitychange"]) addEventListener(back, lookAndSend);
setInterval(lookAndSend, lookInterval);
// A poll is the first to notice that the server is back.
document.addEventListener("htmx:after:request", ({ detail }) => {
  if (isFollow(detail.ctx) && detail.ctx.response.status < 500) sendAll();
});
document.addEventListener("follow:current", () => {
  sent = [];
  render();
});
document.addEventListener("htmx:after:swap", () => {
  startAnew();
  sent = [];
  render();
});

/** Hands are kept one after the other, once the outbox has been read, or cannot be. */
let keeping = look().catch(() => {});
sendAll();
