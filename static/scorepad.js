// What htmx leaves to the page: say when nothing came back, and keep the page if the answer is no
// page of ours. Knows no rule of Hearts.
"use strict";

function tell(sentence) {
  const news = document.getElementById("news");
  news.textContent = sentence;
  news.hidden = !sentence;
}

document.addEventListener("htmx:before:request", () => tell(""));
document.addEventListener("htmx:error", () =>
  tell("No answer. What you entered is still here: please try again."));

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
  if (!task || task.fragment.querySelector(`#${ctx.target.id}`)) return;
  event.preventDefault();
  tell(`The answer was no page (${ctx.response.status}). What you entered is still here: please try again.`);
});
