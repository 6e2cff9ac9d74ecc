// Registers the service worker (sw.js), where the browser has one: over HTTPS. It keeps pages that are fetched
// while it is active; the page that registered it asks to be kept.
import { formUnderway } from "./dom.js";

const address = document.querySelector("meta[name=worker]")?.getAttribute("content");

async function register() {
  const { serviceWorker } = navigator;
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  await serviceWorker.register(address, { updateViaCache: "none" });
  if (loaded?.workerStart) return;
  const { active } = await serviceWorker.ready;
  const keepPage = () => active.postMessage(location.href);
  // The answer to a form that was sent before is not seen by the worker, either.
  if (formUnderway()) document.addEventListener("htmx:after:swap", keepPage, { once: true });
  else keepPage();
}

// Without one, as in some private windows, pages are simply not kept.
if (address && "serviceWorker" in navigator) register().catch(() => {});
