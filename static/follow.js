// Following a game: ask now and then whether it went on, and show it without disturbing anybody.
// Knows no rule of Hearts. What somebody is typing is never replaced.
"use strict";

const often = 1500;             // milliseconds from one question to the next
const seldom = 10_000;          // after minutes in which nothing happened, here or in the game
const silence = 10 * 60 * 1000;

let asked = -Infinity;          // when this page asked last
let stirred = performance.now();  // when something happened last
let waiting = null;             // htmx's context of the question that is not answered yet
let kept = null;                // what is to be put back once the page was replaced

const follower = () => document.getElementById("follow");

function ask() {
  const now = performance.now();
  const pace = now - stirred < silence ? often : seldom;
  if (!follower() || document.hidden || waiting || now - asked < pace) return;
  // Something is being saved: its answer brings the game as it then is.
  if (document.querySelector("form.htmx-request")) return;
  if ("stale" in follower().dataset && isTyped()) return;
  asked = now;
  follower().dispatchEvent(new Event("follow"));
}

function stir() { stirred = performance.now(); }

function isTyped() {
  // What came back with a page that was refused is no less somebody's own.
  if (document.querySelector("main [data-kept]")) return true;
  return [...document.querySelectorAll("main :is(input:not([type=hidden]), select)")].some((field) =>
    field.matches("[type=radio], [type=checkbox]") ? field.checked !== field.defaultChecked
      : field.matches("select") ? field.value !== (field.querySelector("[selected]") ?? field.options[0]).value
        : field.value !== field.defaultValue);
}

// What an element is called, so that it can be found again on the page that takes its place.
const named = (element) =>
  [element.tagName, element.id, element.getAttribute("href"), element.textContent.trim().slice(0, 40)].join();
const folds = () => [...document.querySelectorAll("main details")];
const foldNamed = (fold) => named(fold.querySelector("summary"));
const places = () => [...document.querySelectorAll("main > :not(.beside), .beside > *")];

function keep() {
  const focused = document.activeElement.closest("main") && document.activeElement;
  const place = places().find((each) => each.getBoundingClientRect().bottom > innerHeight / 2);
  kept = {
    focused: focused && named(focused),
    open: folds().filter((fold) => fold.open).map(foldNamed),
    sheet: document.querySelector(".scroll")?.scrollLeft ?? 0,
    place: scrollY > 0 && place ? place.className : null,
    top: place?.getBoundingClientRect().top ?? 0,
  };
}

function putBack() {
  for (const fold of folds()) fold.open ||= kept.open.includes(foldNamed(fold));
  const sheet = document.querySelector(".scroll");
  if (sheet) sheet.scrollLeft = kept.sheet;
  const place = kept.place !== null && places().find((each) => each.className === kept.place);
  if (place) scrollBy(0, place.getBoundingClientRect().top - kept.top);
  const same = kept.focused && [...document.querySelectorAll("main :is(a, button, summary, input, select)")]
    .find((element) => named(element) === kept.focused);
  if (same) same.focus({ preventScroll: true });
  // For those who hear the page: what can be seen of the table.
  document.getElementById("heard").textContent =
    document.querySelector("svg.picture")?.getAttribute("aria-label") ?? document.querySelector("h1").textContent;
  kept = null;
}

document.addEventListener("htmx:before:request", ({ detail }) => { if (isFollow(detail.ctx)) waiting = detail.ctx; });
document.addEventListener("htmx:finally:request", ({ detail }) => { if (detail.ctx === waiting) waiting = null; });
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  // With any other status no page comes (scorepad.js).
  if (ctx !== waiting || ctx.response.status !== 200) return;
  if (document.querySelector("form.htmx-request")) {
    // Something is being saved since: its answer must find the page that it belongs to.
    event.preventDefault();
  } else if (isTyped()) {
    event.preventDefault();
    follower().dataset.stale = "";
    tell("Somebody else wrote in this game meanwhile. What you entered is still here.");
  } else {
    if ("stale" in follower().dataset) tell("");
    keep();
  }
});
document.addEventListener("htmx:after:swap", () => {
  if (!kept) return;
  stir();
  putBack();
});

for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, stir, { passive: true });
for (const back of ["visibilitychange", "online", "pageshow"]) {
  addEventListener(back, () => { stir(); asked = -Infinity; ask(); });
}
setInterval(ask, 250);
