// What htmx leaves to the page: say when nothing came back, and keep the page if the answer is no
// page of ours. Knows no rule of Hearts.
"use strict";

function tell(sentence) {
  const news = document.getElementById("news");
  news.textContent = sentence;
  news.hidden = !sentence;
}

// A page that follows a game asks by itself (follow.js): it only says when it cannot.
const isFollow = (ctx) => ctx?.sourceElement?.id === "follow";
let cutOff = false;
document.addEventListener("htmx:before:request", (event) => { if (!isFollow(event.detail.ctx)) tell(""); });
document.addEventListener("htmx:error", (event) => {
  cutOff = isFollow(event.detail.ctx);
  tell(cutOff ? "No connection: this may be out of date."
    : "No answer. What you entered is still here: please try again.");
});
document.addEventListener("htmx:after:request", (event) => {
  if (isFollow(event.detail.ctx) && cutOff) { cutOff = false; tell(""); }
});

// The second tap of a hasty pair must not hit what has just come under the thumb.
let swapped = -Infinity;
document.addEventListener("htmx:after:swap", () => { swapped = performance.now(); });
document.addEventListener("click", (event) => {
  if (event.detail < 2 || performance.now() - swapped > 600) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// An answer without what it is to replace, such as a proxy's, would leave nothing in place of ours.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const task = tasks.find((each) => each.type === "main");
  if (!task || ctx.response.status === 204 || task.fragment.querySelector(`#${ctx.target.id}`)) return;
  event.preventDefault();
  tell(`The answer was no page (${ctx.response.status}). What you entered is still here: please try again.`);
});
