// The line for the group: with the reader's own day, and a button that shares or copies it.
import { one } from "./dom.js";
import { formatMoment } from "./times.js";

const line = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("group-line"));
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("send-line"));

if (line && button) {
  const day = formatMoment(new Date(line.dataset.at), { weekday: "long", day: "numeric", month: "long" });
  line.value = line.dataset.pattern.replace("{day}", () => day);
  const label = one("span", button);
  const shares = "share" in navigator;
  if (shares) label.textContent = button.dataset.share;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (shares) {
      // Cancelling there is not an error.
      await navigator.share({ text: line.value }).catch(() => {});
      return;
    }
    line.select();
    if (await copyText(line.value)) label.textContent = button.dataset.copied;
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
