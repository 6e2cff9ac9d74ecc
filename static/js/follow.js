// Following a game: ask the server now and then whether the game went on, and show it without
// disturbing anybody. Knows no rule of Hearts. Never replaces what somebody is typing.
import { all, formUnderway, inputs, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { announce, showNotice } from "./news.js";
import { showPage } from "./page.js";
import { request } from "./outbox.js";

const pollInterval = 1500;    // milliseconds from one question to the next
const idleInterval = 10_000;  // after minutes in which nothing happened, here or in the game
const idleAfter = 10 * 60 * 1000;

let lastQuestion = -Infinity;   // when this page asked the server last
let lastEvent = performance.now();  // when something happened last, here or in the game
/** htmx's context of the question that has no answer yet. @type {HtmxContext | null} */
let waiting = null;
/** What to restore after the page is replaced: focus, folds, scrolling.
 * @type {{ focused: string, open: string[], sheet: number, place: string | null, top: number } | null} */
let view = null;

const follower = () => document.getElementById("follow");

/** Whether a request is such a question, not the effect of a tap. */
export const isFollow = (/** @type {HtmxContext} */ ctx) => ctx?.sourceElement?.id === "follow";

let refreshPending = false;  // the page must be replaced: what was sent from here is not on it yet

/** Get the current page; a half-filled entry survives as the draft. */
export async function refresh() {
  if (!follower()) return;
  refreshPending = true;
  lastQuestion = -Infinity;
  if (window.htmx) return ask();
  const answer = await request(location.href);
  if (!(answer?.status < 500) || isTyped()) return;
  refreshPending = false;
  keepView();
  showPage(answer.page);
}

function ask() {
  const now = performance.now();
  const interval = now - lastEvent < idleAfter ? pollInterval : idleInterval;
  if (!follower() || document.hidden || waiting || now - lastQuestion < interval) return;
  // Something is being saved: the answer brings the latest state of the game.
  if (formUnderway()) return;
  if ("stale" in follower().dataset && isTyped() && !refreshPending) return;
  lastQuestion = now;
  follower().dispatchEvent(new Event("follow"));
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
const folds = () => [...document.querySelectorAll("details")].filter((fold) => fold.closest("main"));
const keyOfFold = (/** @type {Element} */ fold) => keyOf(fold.querySelector("summary"));
const places = () => all("main > :not(.beside), .beside > *");

function keepView() {
  const place = places().find((each) => each.getBoundingClientRect().bottom > innerHeight / 2);
  view = {
    focused: keyOf(document.activeElement),
    open: folds().filter((fold) => fold.open).map(keyOfFold),
    sheet: one(".scroll")?.scrollLeft ?? 0,
    place: scrollY > 0 && place ? place.className : null,
    top: place?.getBoundingClientRect().top ?? 0,
  };
}

function restoreView() {
  for (const fold of folds()) fold.open ||= view.open.includes(keyOfFold(fold));
  const sheet = one(".scroll");
  if (sheet) sheet.scrollLeft = view.sheet;
  const place = places().find((each) => each.className === view.place);
  if (place) scrollBy(0, place.getBoundingClientRect().top - view.top);
  all("main :is(a, button, summary, input, select)")
    .find((element) => keyOf(element) === view.focused)?.focus({ preventScroll: true });
  // For screen readers: the text alternative of the table's picture.
  announce(one("svg.picture")?.getAttribute("aria-label") ?? one("h1").textContent);
  view = null;
}

document.addEventListener("htmx:before:request", ({ detail }) => { if (isFollow(detail.ctx)) waiting = detail.ctx; });
document.addEventListener("htmx:finally:request", ({ detail }) => {
  if (detail.ctx !== waiting) return;
  waiting = null;
  // Nothing is new: the page has it already.
  if (detail.ctx.response?.status === 204) refreshPending = false;
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  // Any other status brings no page (answers.js).
  if (ctx !== waiting || ctx.response.status !== 200) return;
  if (formUnderway()) {
    // A save has started since: its answer must find the page that it belongs to.
    event.preventDefault();
  } else if (isTyped()) {
    event.preventDefault();
    follower().dataset.stale = "";
    // Or the pen is gone.
    const looks = newEntry() && ctx.response.raw.headers.get("Scorepad-Access") === "look";
    showNotice(looks ? "noPen" : "overtaken");
  } else {
    if ("stale" in follower().dataset) showNotice("");
    refreshPending = false;
    keepView();
  }
});
document.addEventListener("htmx:after:swap", () => {
  if (!view) return;
  markActivity();
  restoreView();
});

for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, markActivity, { passive: true });
for (const back of ["visibilitychange", "online", "pageshow"]) {
  addEventListener(back, () => { markActivity(); lastQuestion = -Infinity; ask(); });
}
setInterval(ask, 250);
