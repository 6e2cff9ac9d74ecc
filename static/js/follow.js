// Following a game: ask the server now and then whether the game went on, and show it without
// disturbing anybody. Knows no rule of Hearts. Never replaces what somebody is typing.
import { all, formUnderway, inputs, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { announce, showNotice } from "./news.js";
import { showPage } from "./page.js";
import { request } from "./request.js";

const pollInterval = 1500;    // milliseconds from one question to the next
const idleInterval = 10_000;  // after minutes in which nothing happened, here or in the game
const idleAfter = 10 * 60 * 1000;

let lastQuestion = -Infinity;   // when this page asked the server last
let lastEvent = performance.now();  // when something happened last, here or in the game
let asking = false;
let refreshPending = false;  // the page must be replaced: what was sent from here is not on it yet

const follower = () => one("#follow");

/** Get the current page; a half-filled entry survives as the draft. */
export function refresh() {
  if (!follower()) return;
  refreshPending = true;
  lastQuestion = -Infinity;
  ask();
}

async function ask() {
  const now = performance.now();
  const interval = now - lastEvent < idleAfter ? pollInterval : idleInterval;
  const asked = follower();
  if (!asked || document.hidden || asking || now - lastQuestion < interval) return;
  // Something is being saved: the answer brings the latest state of the game.
  if (formUnderway()) return;
  if ("stale" in asked.dataset && isTyped() && !refreshPending) return;
  lastQuestion = now;
  asking = true;
  const answer = await request(asked.dataset.asks);
  asking = false;
  document.dispatchEvent(new CustomEvent("followed", { detail: answer?.status ?? 0 }));
  if (asked.isConnected) take(answer);
}

/** Show the page of an answer, unless it would disturb.
 * @param {import("./request.js").Answer | null} answer */
function take(answer) {
  // Nothing is new: the page has it already.
  if (answer?.status === 204) refreshPending = false;
  // The game is gone.
  if (answer?.status === 404) return showPage(answer.page);
  // A save that has started since must find the page that it belongs to.
  if (answer?.status !== 200 || formUnderway()) return;
  if (isTyped()) {
    follower().dataset.stale = "";
    // Or the pen is gone.
    return showNotice(newEntry() && answer.access === "look" ? "noPen" : "overtaken");
  }
  if ("stale" in follower().dataset) showNotice("");
  refreshPending = false;
  const restoreView = keepView();
  showPage(answer.page);
  markActivity();
  restoreView();
}

function markActivity() { lastEvent = performance.now(); }

function isTyped() {
  // An entry that the server refused and sent back counts as typed, too.
  if (one("main [data-kept]")) return true;
  const fields = inputs("main input:not([type=hidden])").filter((field) => !refreshPending || field.form !== newEntry());
  return fields.some((field) =>
    field.matches("[type=radio], [type=checkbox]") ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue);
}

// Identifies an element, so that it can be found on the page that replaces this one.
const keyOf = (/** @type {Element} */ element) =>
  [element.tagName, element.id, ...["name", "value", "href"].map((name) => element.getAttribute(name)),
    element.textContent.trim().slice(0, 40)].join();
const folds = () => /** @type {HTMLDetailsElement[]} */ (all("main details"));
const keyOfFold = (/** @type {Element} */ fold) => keyOf(one("summary", fold));
const places = () => all("main > :not(.beside), .beside > *");

/** Note focus, folds and scrolling; the function returned restores them once the page is replaced. */
function keepView() {
  const place = places().find((each) => each.getBoundingClientRect().bottom > innerHeight / 2);
  const top = place?.getBoundingClientRect().top;
  const focused = keyOf(document.activeElement);
  const open = folds().filter((fold) => fold.open).map(keyOfFold);
  const scrolled = one(".scroll")?.scrollLeft ?? 0;
  const hasScrolled = scrollY > 0;
  return () => {
    for (const fold of folds()) fold.open ||= open.includes(keyOfFold(fold));
    const sheet = one(".scroll");
    if (sheet) sheet.scrollLeft = scrolled;
    const now = hasScrolled && places().find((each) => each.className === place?.className);
    if (now) scrollBy(0, now.getBoundingClientRect().top - top);
    // What the new page gave the focus to keeps it.
    if (document.activeElement === document.body) {
      all("main :is(a, button, summary, input, select)")
        .find((element) => keyOf(element) === focused)?.focus({ preventScroll: true });
    }
    // For screen readers: the text alternative of the table's picture.
    announce(one("svg.picture")?.getAttribute("aria-label") ?? one("h1").textContent);
  };
}

for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, markActivity, { passive: true });
for (const back of ["visibilitychange", "online", "pageshow"]) {
  addEventListener(back, () => { markActivity(); lastQuestion = -Infinity; ask(); });
}
setInterval(ask, 250);
