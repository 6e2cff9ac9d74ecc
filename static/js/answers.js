// What htmx does not do: report a missing answer, and keep the page if the answer is not a page of
// Scorepad. Knows no rule of Hearts.
import { setCornerNote } from "./corner.js";
import { one } from "./dom.js";
import { newEntry } from "./entry.js";
import { isFollow } from "./follow.js";
import { announce, fill, showNotice } from "./news.js";
import { timeOf } from "./times.js";

// A page that follows a game asks by itself: it only reports when it cannot reach the server.
let cutOff = false;
/** When the page was last known to be up to date. */
let upToDate = new Date(document.documentElement.dataset.kept ?? Date.now());
let unsaved = false;  // a save failed or had no answer: that message stays

document.addEventListener("htmx:before:request", ({ detail }) => {
  if (isFollow(detail.ctx)) return;
  unsaved = false;
  showNotice("");
});
document.addEventListener("htmx:error", ({ detail }) => {
  if (isFollow(detail.ctx) || detail.ctx.sourceElement.id === "moons") return setReachable(false);
  // The hand is in the outbox (saving.js).
  if (detail.ctx.sourceElement === newEntry()) return;
  unsaved = true;
  showNotice("noAnswer");
});
document.addEventListener("htmx:after:request", ({ detail }) => {
  if (isFollow(detail.ctx)) setReachable(detail.ctx.response.status < 400);
});

function setReachable(/** @type {boolean} */ ok) {
  if (ok) upToDate = new Date();
  if (ok !== cutOff) return;
  cutOff = !ok;
  const { noConnection } = one("#news").dataset;
  const text = cutOff ? fill(noConnection, { time: timeOf(upToDate) }) : "";
  if (setCornerNote("cutOff", text)) announce(text);
  else if (!unsaved) showNotice(cutOff ? "noConnection" : "", { time: timeOf(upToDate) });
}

// An answer without the element to swap in, such as a proxy's error page, would leave an empty page.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // With a withdrawn pen nothing is saved; with a new one the same entry can be.
  if (ctx.response.status === 403 && ctx.sourceElement.matches("form.entry")) {
    event.preventDefault();
    showNotice("noPen");
    return;
  }
  const task = tasks.find((each) => each.type === "main");
  // The server cannot save just now (web/http/errors.py): the page stays, and says why.
  if ([503, 507].includes(ctx.response.status) && !isFollow(ctx)) {
    event.preventDefault();
    unsaved = true;
    const [title, text] = ["h1", "p"].map((part) =>
      task && one(`main .paper ${part}, .paper ${part}`, task.fragment)?.textContent);
    if (text) showNotice("notSaved", { title, text });
    else showNotice("noAnswerBut", { status: ctx.response.status });
    return;
  }
  if (!task || task.swapSpec.style !== "none" && one(`#${ctx.target.id}`, task.fragment)) return;
  event.preventDefault();
  // Nothing was to be replaced.
  if (task.swapSpec.style === "none") return;
  showNotice("noPage", { status: ctx.response.status });
});
