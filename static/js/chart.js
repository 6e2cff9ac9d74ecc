// The chart changes with every hand and is far down the page: it is fetched only when it comes near.
import { all } from "./dom.js";

const images = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
  all(selector, within).map((each) => /** @type {HTMLImageElement} */ (/** @type {unknown} */ (each)));

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    const image = /** @type {HTMLImageElement} */ (target);
    image.src = image.dataset.src;
  }
}, { rootMargin: "300px" });

document.addEventListener("htmx:before:swap", (event) => {
  for (const { fragment } of event.detail.tasks) {
    for (const image of fragment ? images(".chart img[src]", fragment) : []) {
      image.dataset.src = image.getAttribute("src");
      image.removeAttribute("src");
    }
  }
});
document.addEventListener("htmx:after:swap", () => {
  for (const image of images("img[data-src]:not([src])")) near.observe(image);
});
