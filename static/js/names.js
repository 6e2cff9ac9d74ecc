// Names in full wherever they fit, elsewhere in the short form that the page brings with them.
import { all } from "./dom.js";

const isCutOff = (/** @type {Element} */ { scrollWidth, clientWidth }) => scrollWidth > clientWidth;
/** A name in more lines than its key has. */
const isTooHigh = (/** @type {Element} */ key) => key.matches(".taker span") && key.scrollHeight > key.clientHeight + 3;
const widthOf = (/** @type {Element} */ element) => element.getBoundingClientRect().width;

/** Keys and columns so narrow that short forms take two lines. */
const narrow = ".many .chosen .shooters, .duplicate";

/** In the picture a name stands on the plate before it. */
const isTooLong = (/** @type {Element} */ name) => name instanceof SVGElement
  ? widthOf(name) > widthOf(name.previousElementSibling) - 6
  : Boolean(name.closest(narrow)) || isCutOff(name) || isCutOff(name.parentElement) || isTooHigh(name.parentElement);

/** Choose for each name on the page as it is now. */
export function fitNames() {
  const names = all(".short").map((short) => short.parentElement);
  // A key's name gets bold with the tap.
  document.body.classList.add("measured");
  for (const name of names) name.classList.remove("cut");
  const long = names.filter(isTooLong);
  document.body.classList.remove("measured");
  for (const name of long) name.classList.add("cut");
}

fitNames();
addEventListener("resize", fitNames);
document.addEventListener("htmx:after:swap", fitNames);
// In a fold that is closed nothing has its width yet.
document.addEventListener("toggle", fitNames, true);
