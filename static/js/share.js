// The picture of a result goes to the phone's other apps, where the browser can give it to them; elsewhere, and
// where there are no scripts, the link saves it as a file.

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest(".share a"));
  if (!link || !navigator.canShare?.({ files: [pictureOf(link)] })) return;
  event.preventDefault();
  share(link);
});

/** @param {HTMLAnchorElement} link
 * @param {BlobPart[]} parts */
const pictureOf = (link, parts = []) => new File(parts, link.download, { type: link.type });

async function share(/** @type {HTMLAnchorElement} */ link) {
  try {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(response.statusText);
    await navigator.share({ files: [pictureOf(link, [await response.blob()])] });
  } catch (error) {
    // Cancelling asks for no file either. A copy is not on the page, so that its click is not ours.
    if (/** @type {Error} */ (error).name !== "AbortError") /** @type {HTMLAnchorElement} */ (link.cloneNode()).click();
  }
}
