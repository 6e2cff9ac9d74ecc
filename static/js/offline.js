// The service worker (sw.js), where the browser has one: over HTTPS. It keeps what is seen from its first
// minute on, so the page that brought it is looked at once more.

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
