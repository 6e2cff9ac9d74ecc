// Shows the hands that wait on this phone, on the sheet and in the picture's corner, and those that the
// server refused, with what can be done about them.
import { goBack, goOnTo, numberOnPage, revisionOnPage, startAnew } from "./ahead.js";
import { setCornerNote } from "./corner.js";
import { all, one, targetOf } from "./dom.js";
import { reviewDraft } from "./draft.js";
import { newEntry, tapAgain, tapNothing, tapsOf } from "./entry.js";
import { refresh } from "./follow.js";
import { announce, fill, showNotice } from "./news.js";
import { allHands, forget, keep, onChange } from "./outbox.js";
import { answered, sendAll } from "./sending.js";

/** @typedef {import("./outbox.js").Hand} Hand */

const lookInterval = 5000;     // milliseconds from one look into the outbox to the next
const databaseTimeout = 1000;  // and until a database that does not answer is done without

/** @returns {Hand[]} */
const noHands = () => [];
let hands = noHands();

const tableOf = (/** @type {string} */ address) => /\/pad\/[^/]+\/table\/\d+/.exec(address)?.[0];

/** The hands of this page's table that wait, the earliest first. */
export const handsHere = () => hands.filter(({ table }) => table === tableOf(location.pathname));

/** A template of the page, with the words of the server.
 * @param {string} id
 * @returns {HTMLElement} */
const fromTemplate = (id) => /** @type {HTMLElement} */ (
  /** @type {HTMLTemplateElement} */ (document.getElementById(id)).content.firstElementChild.cloneNode(true));

/** One of the outbox's sentences, about a number of hands.
 * @param {string} name
 * @param {number} count */
const sentence = (name, count) => fill(one("#outbox").dataset[`${name}${count === 1 ? "One" : "Many"}`], { count });

/** The hand that is being mended in the entry, by its id, and what was tapped there before.
 * @type {{ entry: string, aside: import("./entry.js").Taps }} */
let mending = { entry: "", aside: [] };
export const handBeingMended = () => handsHere().find(({ entry, refused }) => refused && entry === mending.entry);

/** Hands that the server has, but not this page yet. @type {Hand[]} */
let sent = [];

/** The last hand that the page of the server may lack. */
export const lastHand = () => handsHere().at(-1) ?? sent.at(-1);

/** Look into the outbox, and show what is there. */
export async function show() {
  await answered;
  hands = await allHands().catch(noHands);
  render();
}

function render() {
  const here = handsHere();
  for (const old of all(".sheet .waiting, .refused")) old.remove();
  one(".sheet tbody")?.append(...[...sent, ...here].map(row));
  for (const hand of here) {
    if (hand.refused) one("form.entry, .beside, main > .paper")?.before(refusal(hand));
  }
  goOn();
  showElsewhere();
  reviewDraft();
}

// The entry is for the hand after the last one that waits, and at least for that of the page.
function goOn() {
  const last = lastHand();
  const form = newEntry();
  if (form) form.toggleAttribute("data-mends", Boolean(handBeingMended()));
  if (handBeingMended() || !last || last.number < numberOnPage()) goBack();
  else goOnTo(last.number + 1, Math.max(revisionOnPage(), last.revision + 1));
  const waiting = handsHere().filter((hand) => !hand.refused).length;
  setCornerNote("waiting", waiting ? sentence("corner", waiting) : "");
}

function row(/** @type {Hand} */ hand) {
  const line = fromTemplate("waiting-row");
  one(".number", line).textContent = String(hand.number);
  line.append(...hand.gains.map((each) => {
    const cell = document.createElement("td");
    cell.textContent = each === "–" ? "0" : each;
    return cell;
  }));
  return line;
}

function refusal(/** @type {Hand} */ hand) {
  const section = fromTemplate("refused-hand");
  const title = one("h2", section);
  title.textContent = fill(title.textContent, { number: hand.number });
  one(".reason", section).textContent = hand.refused.reason;
  // HTML of the server: its table of both hands.
  one(".compared", section).innerHTML = hand.refused.compared;
  // The entry already holds this hand.
  const mends = hand.entry === mending.entry;
  one(".mend", section).hidden = mends || !newEntry();
  one(".again", section).hidden = mends || hand.refused.choices.length > 0;
  one(".row", section).append(...hand.refused.choices.map(([choice, text]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.dataset.choice = choice;
    return button;
  }));
  section.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (button?.matches(".mend")) mend(hand);
    if (button?.matches(".again")) sendAgain(hand);
    if (button?.dataset.choice) choose(hand, button.dataset.choice);
    if (button?.matches(".discard")) forget(hand).catch(() => showNotice("cannotKeep"));
  });
  return section;
}

function mend(/** @type {Hand} */ hand) {
  const form = newEntry();
  mending = { entry: hand.entry, aside: tapsOf(form) };
  render();
  tapNothing(form);
  tapAgain(form, hand.fields);
  one(".finish > .go", form).focus();
}

/** Restore what was tapped before a hand was mended. */
export function endMending() {
  const form = newEntry();
  const { aside } = mending;
  mending = { entry: "", aside: [] };
  if (!form) return;
  delete form.dataset.mends;
  tapNothing(form);
  tapAgain(form, aside);
}

/** The hands to send again: after a conflict the first one follows the game as the refusal or the page
 * shows it, and those behind follow that one.
 * @param {Hand} hand as it is to be
 * @returns {Hand[]} */
export function requeued(hand) {
  const { refused } = hand;
  if (!refused?.conflict) return [{ ...hand, refused: null }];
  const number = Math.max(hand.number, numberOnPage(), refused.number ?? 0);
  const revision = Math.max(hand.revision, revisionOnPage(), refused.revision ?? 0);
  const behind = handsHere().filter(({ at }) => at > hand.at);
  return [
    { ...hand, number, revision, refused: null },
    ...behind.map((each, index) => ({ ...each, number: number + 1 + index, after: true })),
  ];
}

/** @param {Hand} hand */
async function sendAgain(hand) {
  await keep(requeued(hand)).then(sendAll, () => showNotice("cannotKeep"));
}

/** @param {Hand} hand
 * @param {string} choice how its moon counts */
async function choose(hand, choice) {
  const fields = hand.fields.filter(([name]) => name !== "moon_choice");
  await sendAgain({ ...hand, fields: [...fields, ["moon_choice", choice]] });
}

function showElsewhere() {
  const here = tableOf(location.pathname);
  const tables = new Set(hands.map(({ table }) => table).filter((table) => table !== here));
  one("#outbox").replaceChildren(...[...tables].map((address) => {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = sentence("elsewhere", hands.filter(({ table }) => table === address).length);
    return link;
  }));
}

onChange((isSent) => {
  const before = handsHere();
  show().then(() => {
    const remaining = new Set(handsHere().map(({ entry }) => entry));
    const gone = isSent ? before.filter(({ entry, refused }) => !refused && !remaining.has(entry)) : [];
    if (!gone.length) return;
    sent.push(...gone);
    render();
    announce(sentence("sent", gone.length));
    refresh();
  });
});

// A hand that another tab was sending may be waiting by now.
let shown = "";
setInterval(async () => {
  const latest = JSON.stringify(await allHands().catch(noHands));
  if (latest !== shown) await show();
  shown = latest;
}, lookInterval);

document.addEventListener("follow:current", () => {
  sent = [];
  render();
});
document.addEventListener("htmx:after:swap", () => {
  startAnew();
  sent = [];
  render();
});
addEventListener("pageshow", () => { show(); });

/** Resolves once the outbox has been read; a database that never answers is not waited for. */
export const ready = Promise.race([show(), new Promise((resolve) => { setTimeout(resolve, databaseTimeout); })]);
