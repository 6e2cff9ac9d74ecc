// The picture of a result goes to the phone's other apps, where the browser can give it to them; elsewhere, and
// where there are no scripts, the link saves it as a file.

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest(".share a"));
  if (!link || !canShare(new File([], link.download, { type: link.type }))) return;
  event.preventDefault();
  share(link);
});

function canShare(/** @type {File} */ file) {
  return Boolean(navigator.canShare?.({ files: [file] }));
}

async function share(/** @type {HTMLAnchorElement} */ link) {
  try {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(response.statusText);
    await navigator.share({ files: [new File([await response.blob()], link.download, { type: link.type })] });
  } catch (error) {
    // Cancelling asks for no file either. A copy is not on the page, so that its click is not ours.
    if (/** @type {Error} */ (error).name !== "AbortError") /** @type {HTMLAnchorElement} */ (link.cloneNode()).click();
  }
}
