// The picture of a result goes to the phone's other apps, where the browser can give it to them, else it is saved as
// a file. Chats show no SVG: where the server makes no PNG, the browser draws it. Without scripts the link saves the
// server's file.
import "./tell_zone.js";

const png = "image/png";
const zoom = 2;  // as sharp as the server's

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest(".share a"));
  if (!link || link.type === png && !canShare(fileOf(link))) return;
  event.preventDefault();
  share(link);
});

/** @param {HTMLAnchorElement} link
 * @param {BlobPart[]} parts */
const fileOf = (link, parts = []) => new File(parts, link.download.replace(/svg$/, "png"), { type: png });
const canShare = (/** @type {File} */ file) => navigator.canShare?.({ files: [file] });

async function share(/** @type {HTMLAnchorElement} */ link) {
  // A copy is not on the page, so that its click is not ours.
  const save = /** @type {HTMLAnchorElement} */ (link.cloneNode());
  try {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(response.statusText);
    const file = fileOf(link, [await (link.type === png ? response.blob() : drawn(await response.text()))]);
    save.href = URL.createObjectURL(file);
    save.download = file.name;
    if (canShare(file)) await navigator.share({ files: [file] });
    else save.click();
  } catch (error) {
    // Cancelling asks for no file either.
    if (/** @type {Error} */ (error).name !== "AbortError") save.click();
  }
}

/** An SVG as a PNG.
 * @param {string} svg
 * @returns {Promise<Blob>} */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = zoom * image.naturalWidth;
  canvas.height = zoom * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error()), png));
}
