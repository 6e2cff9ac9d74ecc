// The times on a page, in the reader's zone and in the page's language.
import { day, formatMoment, inFull } from "./times.js";

function localize() {
  for (const element of document.querySelectorAll("time")) {
    if (!element.dateTime) continue;
    const moment = new Date(element.dateTime);
    element.textContent = "day" in element.dataset ? formatMoment(moment, { ...day, year: "numeric" }) : inFull(moment);
  }
}

// The language may have been changed in another tab: the new content is in that one.
document.addEventListener("htmx:after:swap", () => {
  document.documentElement.lang = document.getElementById("main").lang;
  localize();
});
localize();
