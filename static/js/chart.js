// The chart changes with every hand and is far down the page: it is fetched only when it comes near,
// from where the server does not have it fetched at once (data-src).
import { all } from "./dom.js";

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    /** @type {HTMLImageElement} */ (target).src = /** @type {HTMLImageElement} */ (target).dataset.src;
  }
}, { rootMargin: "300px" });

function watch() {
  for (const image of all("img[data-src]:not([src])")) near.observe(image);
}
watch();
document.addEventListener("htmx:after:swap", watch);

// Without the server the page has none, instead of a broken image.
document.addEventListener("error", ({ target }) => {
  /** @type {HTMLElement} */ (target).closest?.(".chart")?.remove();
}, true);
