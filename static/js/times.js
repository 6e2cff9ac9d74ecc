// How times are written: in the reader’s zone, which the server does not know, and in the page’s language.

/** A moment as the page's language writes it.
 * @param {Date} moment
 * @param {Intl.DateTimeFormatOptions} parts */
export function formatMoment(moment, parts) {
  const { lang } = document.documentElement;
  // Plain English would be American here, months first.
  return moment.toLocaleString(lang === "en" ? "en-GB" : lang, { ...parts, hour12: false });
}

/** @type {Intl.DateTimeFormatOptions} */
export const day = { day: "numeric", month: "long" };
/** @type {Intl.DateTimeFormatOptions} */
const time = { hour: "2-digit", minute: "2-digit" };

/** The day and the time of a moment. */
export const inFull = (/** @type {Date} */ moment) => formatMoment(moment, { ...day, ...time });

/** The same, or the time alone if that is today. */
export function timeOf(/** @type {Date} */ moment) {
  const today = moment.toDateString() === new Date().toDateString();
  return today ? formatMoment(moment, time) : inFull(moment);
}
