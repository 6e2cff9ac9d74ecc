// The times on a page, in the reader's zone and in the page's language.
import { all, one } from "./dom.js";
import { day, formatMoment, inFull } from "./times.js";

function localize() {
  for (const element of /** @type {HTMLTimeElement[]} */ (all("time"))) {
    const moment = new Date(element.dateTime);
    element.textContent = "day" in element.dataset ? formatMoment(moment, { ...day, year: "numeric" }) : inFull(moment);
  }
}

// The language may have been changed in another tab: the new content is in that one.
document.addEventListener("htmx:after:swap", () => {
  document.documentElement.lang = one("#main").lang;
  localize();
});
localize();
