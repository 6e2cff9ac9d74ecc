// Registers the service worker (sw.js), where the browser has one: over HTTPS. It keeps pages that are fetched
// while it is active, so the page that registered it is fetched once more.
import { formUnderway } from "./dom.js";

const address = document.querySelector("meta[name=worker]")?.getAttribute("content");

const keepPage = () => { fetch(location.href).catch(() => {}); };

async function register() {
  const { serviceWorker } = navigator;
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  await serviceWorker.register(address, { updateViaCache: "none" });
  if (loaded?.workerStart) return;
  // Loaded without the worker, which may have taken the page over already, or have missed it: then it is asked to.
  if (serviceWorker.controller) return keepPageSoon();
  serviceWorker.addEventListener("controllerchange", keepPageSoon, { once: true });
  (await serviceWorker.ready).active.postMessage("claim");
}

function keepPageSoon() {
  // The answer to a form that was sent before is not seen by the worker, either.
  if (formUnderway()) document.addEventListener("htmx:after:swap", keepPage, { once: true });
  else keepPage();
}

// Without one, as in some private windows, pages are simply not kept.
if (address && "serviceWorker" in navigator) register().catch(() => {});
