// What htmx leaves to the page: report a missing answer, and keep the page if the answer is not a page
// of Scorepad. Knows no rule of Hearts.
"use strict";

// The words are the server's: a sentence comes with the page, and its {gaps} are filled here in one go,
// because a value may itself look like a gap.
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);

// Show one of the sentences that #news has, by its name there; none takes the last one away.
function tell(sentence, values = {}) {
  const news = document.getElementById("news");
  news.textContent = sentence ? fill(news.dataset[sentence], values) : "";
  news.hidden = !sentence;
}

// A page that follows a game asks by itself (follow.js): it only reports when it cannot reach the server.
const isFollow = (ctx) => ctx?.sourceElement?.id === "follow";
let cutOff = false;
let unsaved = false;  // a save failed or had no answer: that message stays
document.addEventListener("htmx:before:request", ({ detail }) => {
  if (isFollow(detail.ctx)) return;
  cutOff = unsaved = false;
  tell("");
});
document.addEventListener("htmx:error", ({ detail }) => {
  if (isFollow(detail.ctx)) return reach(false);
  cutOff = false;
  unsaved = true;
  tell("noAnswer");
});
document.addEventListener("htmx:after:request", ({ detail }) => {
  if (isFollow(detail.ctx)) reach(detail.ctx.response.status < 400);
});

function reach(ok) {
  if (unsaved || ok !== cutOff) return;
  cutOff = !ok;
  tell(cutOff ? "noConnection" : "");
}

// The second tap of a hasty pair must not hit what has just come under the thumb.
let swapped = -Infinity;
document.addEventListener("htmx:after:swap", () => { swapped = performance.now(); });
document.addEventListener("click", (event) => {
  if (event.detail < 2 || performance.now() - swapped > 600) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// An answer without the element to swap in, such as a proxy's error page, would leave an empty page.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // With a withdrawn pen nothing is saved; with a new one the same entry can be.
  if (ctx.response.status === 403 && ctx.sourceElement.matches("form.entry")) {
    event.preventDefault();
    tell("noPen");
    return;
  }
  const task = tasks.find((each) => each.type === "main");
  // The server cannot save just now (web/http/errors.py): the page stays, and says why.
  if ([503, 507].includes(ctx.response.status) && !isFollow(ctx)) {
    event.preventDefault();
    unsaved = true;
    const [title, text] = ["h1", "p"].map((part) => task?.fragment.querySelector(`main .paper ${part}, .paper ${part}`)?.textContent);
    if (text) tell("notSaved", { title, text });
    else tell("noAnswerBut", { status: ctx.response.status });
    return;
  }
  if (!task || task.swapSpec.style !== "none" && task.fragment.querySelector(`#${ctx.target.id}`)) return;
  event.preventDefault();
  // Nothing was to be replaced, and nothing new is under the thumb.
  if (task.swapSpec.style === "none") return;
  tell("noPage", { status: ctx.response.status });
});

// The chart changes with every hand and is far down the page: fetch it when somebody scrolls near.
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    target.src = target.dataset.src;
  }
}, { rootMargin: "300px" });
document.addEventListener("htmx:before:swap", (event) => {
  for (const { fragment } of event.detail.tasks) {
    for (const image of fragment?.querySelectorAll(".chart img[src]") ?? []) {
      image.dataset.src = image.getAttribute("src");
      image.removeAttribute("src");
    }
  }
});
document.addEventListener("htmx:after:swap", () => {
  for (const image of document.querySelectorAll("img[data-src]:not([src])")) near.observe(image);
});

// The server does not know the reader's zone and names its own: times are put into that of the page.
function localize() {
  const { lang } = document.documentElement;
  // Plain English would be American here, months first.
  const locale = lang === "en" ? "en-GB" : lang;
  const day = { day: "numeric", month: "long" };
  for (const element of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(element.dateTime);
    element.textContent = "day" in element.dataset
      ? moment.toLocaleDateString(locale, { ...day, year: "numeric" })
      : moment.toLocaleString(locale, { ...day, hour: "2-digit", minute: "2-digit", hour12: false });
  }
}
// The language may have been chosen in another tab; what comes is in that one.
document.addEventListener("htmx:after:swap", () => {
  document.documentElement.lang = document.getElementById("main").lang;
  localize();
});
localize();
