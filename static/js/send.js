// A text for others, the address of a table, an evening's line for the group or its story: the page's button gives it
// to the phone's other apps, or copies it where it has none that take it.
import { one } from "./dom.js";
import { formatMoment } from "./times.js";
import "./tell_zone.js";

const shares = "share" in navigator;
const button = one("[data-marks]");
const label = one("span", button);
/** What is selected while it is copied. */
const marked = one(button.dataset.marks);
const { link, pattern, at } = button.dataset;
const text = link ?? dated();

if (marked instanceof HTMLTextAreaElement) marked.value = text;
if (shares) label.textContent = button.dataset.share;
button.hidden = false;
button.addEventListener("click", async () => {
  // Cancelling there is not an error.
  if (shares) return navigator.share(link ? { url: link } : { text }).catch(() => {});
  if (marked instanceof HTMLTextAreaElement) marked.select();
  else getSelection().selectAllChildren(marked);
  if (await copyText()) label.textContent = button.dataset.copied;
});

/** The text of an evening with the reader's own day, which the server does not know. */
function dated() {
  const day = formatMoment(new Date(at), { weekday: "long", day: "numeric", month: "long" });
  return pattern.replace("{day}", () => day);
}

/** Copy the text; false if that failed. Over plain HTTP there is no clipboard but the selection's. */
async function copyText() {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
