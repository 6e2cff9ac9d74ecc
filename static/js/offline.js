// Registers the service worker (sw.js), where the browser has one: over HTTPS. It keeps pages that are fetched
// while it is active, so the page that registered it is fetched once more.

const address = document.querySelector("meta[name=worker]")?.getAttribute("content");

async function register() {
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  await serviceWorker.register(address, { updateViaCache: "none" });
  if (!isFirst) return;
  serviceWorker.addEventListener("controllerchange", () => { fetch(location.href).catch(() => {}); }, { once: true });
}

// Without one, as in some private windows, pages are simply not kept.
if (address && "serviceWorker" in navigator) register().catch(() => {});
