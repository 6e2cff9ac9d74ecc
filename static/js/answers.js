// What htmx does not do: report a missing answer, keep the page if the answer is not a page of Scorepad, and ignore
// the second tap of a double tap after the page was replaced.
import { fill, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { announce, cornerNote, noticeShown, setCornerNote, showNotice } from "./news.js";
import { timeOf } from "./times.js";

// A page that follows a game asks by itself: it only reports when it cannot reach the server.
let cutOff = false;
// Set by the service worker (sw.js).
const { kept } = document.documentElement.dataset;
/** When the page was last known to be up to date. */
let upToDate = new Date(kept ?? Date.now());

document.addEventListener("htmx:before:request", () => showNotice(""));
document.addEventListener("htmx:error", ({ detail }) => {
  const isEntry = detail.ctx.sourceElement === newEntry();
  // What is missing stands on its button.
  if (!isEntry || !one(".entry .go.missing")) showNotice(isEntry ? "cannotKeep" : "noAnswer");
});
document.addEventListener("followed", ({ detail: status }) => {
  // That the game is gone is an answer, too: its page takes the place of the table.
  setReachable(status > 0 && status < 400 || status === 404);
});

function setReachable(/** @type {boolean} */ ok) {
  if (ok) upToDate = new Date();
  if (ok !== cutOff) return;
  cutOff = !ok;
  const { noConnection } = one("#news").dataset;
  const text = cutOff ? fill(noConnection, { time: timeOf(upToDate) }) : "";
  if (setCornerNote("cutOff", text)) {
    // While hands wait, that is said instead.
    if (cornerNote() === text) announce(text);
  // What became of a save stays until the next one.
  } else if (["", "noConnection"].includes(noticeShown())) {
    showNotice(cutOff ? "noConnection" : "", { time: timeOf(upToDate) });
  }
}

if (kept) setReachable(false);
// A page that follows a game asks again by itself.
addEventListener("online", () => { if (kept && !one("#follow")) location.reload(); });

/** Say why the server has not saved what is still on the page.
 * @param {number} status
 * @param {ParentNode} [page] the answer */
export function reportRefusal(status, page) {
  if (status === 403) return showNotice("noPen");
  const [title, text] = ["h1", "p"].map((part) => page && one(`.paper ${part}`, page)?.textContent);
  if (text) showNotice("notSaved", { title, text });
  else showNotice("noPage", { status });
}

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const { status } = ctx.response;
  const task = tasks.find((each) => each.type === "main");
  // With a withdrawn pen nothing is saved; with a new one the same entry can be. Or the server cannot save just
  // now (web/http/errors.py): the page stays, and says why.
  if (status === 403 && ctx.sourceElement.matches("form.entry") || [503, 507].includes(status)) {
    event.preventDefault();
    reportRefusal(status, task?.fragment);
  } else if (task && !one(`#${ctx.target.id}`, task.fragment)) {
    // Such as a proxy's error page: it would leave an empty page.
    event.preventDefault();
    showNotice("noPage", { status });
  }
});

const tooSoon = 600;  // milliseconds from the new page to the second tap: something else is under the thumb by then

let swapped = -Infinity;
/** Something else is under the thumb now. */
export function guardTaps() { swapped = performance.now(); }
document.addEventListener("htmx:after:swap", guardTaps);
let tapped = 0;  // the first of several taps in quick succession
document.addEventListener("click", (event) => {
  const now = performance.now();
  if (event.detail < 2) tapped = now;
  // All of them were meant for the page that is there, or it has been there for long.
  if (tapped > swapped || now - swapped > tooSoon) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
