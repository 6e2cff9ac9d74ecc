// A text for others, the address of a table, an evening's line for the group or its story: its button gives it to the
// phone's other apps, or copies it where it has none that take it.
import { one } from "./dom.js";
import { formatMoment } from "./times.js";
import "./tell_zone.js";

const link = button("send-link");
const line = button("send-line");
const story = button("send-story");

if (link) offer(link, { url: link.dataset.link }, () => getSelection().selectAllChildren(one(".link")));

if (line) {
  const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("group-line"));
  text.value = dated(text);
  offer(line, { text: text.value }, () => text.select());
}

if (story) offer(story, { text: dated(story) }, () => getSelection().selectAllChildren(document.getElementById("story")));

/** The text of an evening with the reader's own day, which the server does not know. */
function dated(/** @type {HTMLElement} */ { dataset }) {
  const day = formatMoment(new Date(dataset.at), { weekday: "long", day: "numeric", month: "long" });
  return dataset.pattern.replace("{day}", () => day);
}

function button(/** @type {string} */ id) {
  return /** @type {HTMLButtonElement | null} */ (document.getElementById(id));
}

/** Show the button that sends it; "mark" selects the text on the page.
 * @param {HTMLButtonElement} button
 * @param {ShareData} data
 * @param {() => void} mark */
function offer(button, data, mark) {
  const label = one("span", button);
  const shares = "share" in navigator;
  if (shares) label.textContent = button.dataset.share;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (shares) {
      // Cancelling there is not an error.
      await navigator.share(data).catch(() => {});
      return;
    }
    mark();
    if (await copyText(data.text ?? data.url)) label.textContent = button.dataset.copied;
  });
}

/** Copy the text; false if that failed. Over plain HTTP there is no clipboard but the selection's.
 * @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
