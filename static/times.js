// The server does not know the reader's zone and names its own: times are put into that of the page.

/** A moment as the page's language writes it.
 * @param {Date} moment
 * @param {Intl.DateTimeFormatOptions} parts */
export function written(moment, parts) {
  const { lang } = document.documentElement;
  // Plain English would be American here, months first.
  return moment.toLocaleString(lang === "en" ? "en-GB" : lang, { ...parts, hour12: false });
}

/** @type {Intl.DateTimeFormatOptions} */
const day = { day: "numeric", month: "long" };
/** @type {Intl.DateTimeFormatOptions} */
const time = { hour: "2-digit", minute: "2-digit" };

/** The day and the time of a moment, or the time alone if that is today. */
export function timeOf(/** @type {Date} */ moment) {
  const today = moment.toDateString() === new Date().toDateString();
  return written(moment, today ? time : { ...day, ...time });
}

function localize() {
  for (const element of document.querySelectorAll("time")) {
    if (!element.dateTime) continue;
    const moment = new Date(element.dateTime);
    element.textContent = written(moment, "day" in element.dataset ? { ...day, year: "numeric" } : { ...day, ...time });
  }
}

// The language may have been chosen in another tab; what comes is in that one.
document.addEventListener("htmx:after:swap", () => {
  document.documentElement.lang = document.getElementById("main").lang;
  localize();
});
localize();
