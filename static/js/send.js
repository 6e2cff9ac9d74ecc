// A text for others: given to the phone's other apps, or copied where it has none that take it.
import { one } from "./dom.js";

/** Show the button that sends it; "mark" selects the text on the page.
 * @param {HTMLButtonElement} button
 * @param {() => ShareData} data
 * @param {() => void} mark */
export function offer(button, data, mark) {
  const label = one("span", button);
  const shares = "share" in navigator;
  if (shares) label.textContent = button.dataset.share;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (shares) {
      // Cancelling there is not an error.
      await navigator.share(data()).catch(() => {});
      return;
    }
    mark();
    if (await copyText(data().text ?? data().url)) label.textContent = button.dataset.copied;
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
