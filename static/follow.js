// Following a game: ask the server now and then whether the game went on, and show it without
// disturbing anybody. Knows no rule of Hearts. Never replaces what somebody is typing.
"use strict";

const often = 1500;             // milliseconds from one question to the next
const seldom = 10_000;          // after minutes in which nothing happened, here or in the game
const silence = 10 * 60 * 1000;

let lastQuestion = -Infinity;   // when this page asked the server last
let lastEvent = performance.now();  // when something happened last, here or in the game
let waiting = null;             // htmx's context of the question that has no answer yet
let view = null;                // what to restore after the page is replaced: focus, folds, scrolling

const follower = () => document.getElementById("follow");

function ask() {
  const now = performance.now();
  const pace = now - lastEvent < silence ? often : seldom;
  if (!follower() || document.hidden || waiting || now - lastQuestion < pace) return;
  // Something is being saved: the answer brings the latest state of the game.
  if (document.querySelector("form.htmx-request")) return;
  if ("stale" in follower().dataset && isTyped()) return;
  lastQuestion = now;
  follower().dispatchEvent(new Event("follow"));
}

function stir() { lastEvent = performance.now(); }

function isTyped() {
  // An entry that the server refused and sent back counts as typed, too.
  if (document.querySelector("main [data-kept]")) return true;
  return [...document.querySelectorAll("main :is(input:not([type=hidden]), select)")].some((field) =>
    field.matches("[type=radio], [type=checkbox]") ? field.checked !== field.defaultChecked
      : field.matches("select") ? field.value !== (field.querySelector("[selected]") ?? field.options[0]).value
        : field.value !== field.defaultValue);
}

// Identifies an element, to find it again on the page that replaces this one.
const named = (element) =>
  [element.tagName, element.id, element.getAttribute("href"), element.textContent.trim().slice(0, 40)].join();
const folds = () => [...document.querySelectorAll("main details")];
const foldNamed = (fold) => named(fold.querySelector("summary"));
const places = () => [...document.querySelectorAll("main > :not(.beside), .beside > *")];

function keep() {
  const focused = document.activeElement.closest("main") && document.activeElement;
  const place = places().find((each) => each.getBoundingClientRect().bottom > innerHeight / 2);
  view = {
    focused: focused && named(focused),
    open: folds().filter((fold) => fold.open).map(foldNamed),
    sheet: document.querySelector(".scroll")?.scrollLeft ?? 0,
    place: scrollY > 0 && place ? place.className : null,
    top: place?.getBoundingClientRect().top ?? 0,
  };
}

function putBack() {
  for (const fold of folds()) fold.open ||= view.open.includes(foldNamed(fold));
  const sheet = document.querySelector(".scroll");
  if (sheet) sheet.scrollLeft = view.sheet;
  const place = view.place !== null && places().find((each) => each.className === view.place);
  if (place) scrollBy(0, place.getBoundingClientRect().top - view.top);
  const same = view.focused && [...document.querySelectorAll("main :is(a, button, summary, input, select)")]
    .find((element) => named(element) === view.focused);
  if (same) same.focus({ preventScroll: true });
  // For screen readers: the text alternative of the table's picture.
  document.getElementById("heard").textContent =
    document.querySelector("svg.picture")?.getAttribute("aria-label") ?? document.querySelector("h1").textContent;
  view = null;
}

document.addEventListener("htmx:before:request", ({ detail }) => { if (isFollow(detail.ctx)) waiting = detail.ctx; });
document.addEventListener("htmx:finally:request", ({ detail }) => { if (detail.ctx === waiting) waiting = null; });
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  // With any other status no page comes (scorepad.js).
  if (ctx !== waiting || ctx.response.status !== 200) return;
  if (document.querySelector("form.htmx-request")) {
    // A save has started since: its answer must find the page that it belongs to.
    event.preventDefault();
  } else if (isTyped()) {
    event.preventDefault();
    follower().dataset.stale = "";
    tell("overtaken");
  } else {
    if ("stale" in follower().dataset) tell("");
    keep();
  }
});
document.addEventListener("htmx:after:swap", () => {
  if (!view) return;
  stir();
  putBack();
});

for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, stir, { passive: true });
for (const back of ["visibilitychange", "online", "pageshow"]) {
  addEventListener(back, () => { stir(); lastQuestion = -Infinity; ask(); });
}
setInterval(ask, 250);
