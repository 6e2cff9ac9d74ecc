// The chart changes with every hand and is far down the page: it is fetched only when it comes near.
import { all } from "./dom.js";

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    /** @type {HTMLImageElement} */ (target).src = /** @type {HTMLImageElement} */ (target).dataset.src;
  }
}, { rootMargin: "300px" });

/** Have a page that is not shown yet fetch its chart later. */
export function putOff(/** @type {ParentNode} */ page) {
  for (const image of all(".chart img[src]", page)) {
    image.dataset.src = image.getAttribute("src");
    image.removeAttribute("src");
  }
}

document.addEventListener("htmx:before:swap", (event) => {
  for (const { fragment } of event.detail.tasks) if (fragment) putOff(fragment);
});
function watch() {
  for (const image of all("img[data-src]:not([src])")) near.observe(image);
}
watch();
document.addEventListener("htmx:after:swap", watch);

// Without the server the page has none, instead of a broken image.
document.addEventListener("error", ({ target }) => {
  /** @type {HTMLElement} */ (target).closest?.(".chart")?.remove();
}, true);
