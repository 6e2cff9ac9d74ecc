// The service worker: Scorepad opens without a network, as it was seen last. The network always comes first;
// only what it does not answer is answered from what is kept here. The server puts ``release`` before this.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const files = `files ${release.name}`;
const pageTimeout = 5000;  // milliseconds until a page that is kept here is shown instead
const maxPages = 20;       // of a pad

// Pages with forms for the pen are forgotten with it; so each pad has two caches.
const pagesOf = (/** @type {string} */ pad, /** @type {boolean} */ pen) => `pages ${pen ? "pen" : "look"} ${pad}`;
const isPages = (/** @type {string} */ name) => name.startsWith("pages ");

/** The pad of an address, and whether the page is kept: the pad itself, a table, its log, its QR code. Pages
 * with a secret are not.
 * @typedef {{ pad: string, isKept: boolean }} Place
 * @param {URL} url
 * @returns {Place | null} */
function placeOf(url) {
  if (url.origin !== location.origin || !url.pathname.startsWith(release.root)) return null;
  const path = url.pathname.slice(release.root.length);
  const [, pad, rest] = /^\/pad\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return pad ? { pad, isKept: /^(table\/\d+(\/(log|show))?)?$/.test(rest) } : null;
}

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(files);
    await cache.addAll([...release.files, release.offline]);
    // That is another server, which may be away.
    await cache.add(new Request(release.htmx, { mode: "cors" })).catch(() => {});
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== files && !isPages(name)) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const place = placeOf(url);
  if (place) event.respondWith(page(event, url, place));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => fallbackPage(request, url)));
  else if (url.href === release.htmx || url.origin === location.origin && url.pathname.startsWith(`${release.root}/static/`)) event.respondWith(file(request, url));
});

/** A style sheet, a script, an icon. A page of an earlier release gets what there is now.
 * @param {Request} request
 * @param {URL} url
 * @returns {Promise<Response>} */
async function file(request, url) {
  const cache = await caches.open(files);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.ok && url.href === release.htmx) await cache.put(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const name = url.pathname.split("/").at(-1);
    const instead = release.files.find((each) => each.endsWith(`/${name}`));
    const response = instead && await cache.match(instead, { ignoreVary: true });
    // Without the address of the cached file: relative addresses in it belong to the one that was requested.
    if (response) return new Response(response.body, { headers: response.headers });
    throw error;
  }
}

/** A page of a pad, or a part of it.
 * @param {FetchEvent} event
 * @param {URL} url
 * @param {Place} place
 * @returns {Promise<Response>} */
async function page(event, url, place) {
  const { request } = event;
  const known = request.mode === "navigate" && request.method === "GET" && place.isKept ? await find(url, place) : null;
  const answer = fetch(request);
  if (request.method === "POST" && url.pathname.endsWith("/delete")) await forgetPad(place.pad);
  // A full disk must not keep the page from being shown.
  event.waitUntil(answer.then((response) => {
    const copy = response.clone();
    return inTurn(() => remember(copy, url, place));
  }).catch(() => {}));
  try {
    const response = await (known ? Promise.race([answer, timeout()]) : answer);
    // From a proxy whose server is away: Scorepad sets this header on every page of a pad.
    if (known && response.status >= 500 && !response.headers.has("Scorepad-Pen")) return asKept(known);
    return response;
  } catch (error) {
    if (known) return asKept(known);
    if (request.mode === "navigate") return fallbackPage(request, url);
    throw error;
  }
}

/** Pages are kept in the order of their requests: each is made from the one before.
 * @type {Promise<unknown>} */
let turn = Promise.resolve();
function inTurn(/** @type {() => Promise<void>} */ work) {
  turn = turn.catch(() => {}).then(work);
  return turn;
}

/** @returns {Promise<never>} */
const timeout = () => new Promise((_, reject) => { setTimeout(() => reject(new Error("timeout")), pageTimeout); });

/** @param {URL} url
 * @param {Place} place */
async function find({ pathname }, { pad }) {
  for (const pen of [true, false]) {
    const cacheName = pagesOf(pad, pen);
    const known = await caches.has(cacheName) && await (await caches.open(cacheName)).match(pathname, { ignoreVary: true });
    if (known) return known;
  }
  return null;
}

/** Keep a page; forget those of a deleted pad, and those for the pen once it is withdrawn.
 * @param {Response} response
 * @param {URL} url
 * @param {Place} place */
async function remember(response, url, { pad, isKept }) {
  // Without the header it is not a page of a pad.
  const pen = { yes: true, no: false }[response.headers.get("Scorepad-Pen")];
  if (pen === false) await caches.delete(pagesOf(pad, true));
  if (response.status === 404) await forgetPad(pad);
  if (!isKept || pen === undefined || response.status !== 200) return;
  const cache = await caches.open(pagesOf(pad, pen));
  const whole = await wholePage(await response.text(), url, cache);
  if (!whole) return;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Scorepad-Seen", new Date().toISOString());
  await cache.put(url.pathname, new Response(whole, { headers }));
  for (const old of (await cache.keys()).slice(0, -maxPages)) await cache.delete(old);
}

async function forgetPad(/** @type {string} */ pad) {
  for (const pen of [true, false]) await caches.delete(pagesOf(pad, pen));
}

/** The whole page after an answer: htmx gets only the part that changes.
 * @param {string} text
 * @param {URL} url
 * @param {Cache} cache */
async function wholePage(text, url, cache) {
  if (text.includes('id="news"')) return url.search ? "" : text;
  const [main] = /<main[\s>][^]*<\/main>/.exec(text) ?? [];
  const known = main && await cache.match(url.pathname, { ignoreVary: true });
  return known ? (await known.text()).replace(/<main[\s>][^]*<\/main>/, () => main) : "";
}

/** A page from the cache, marked with the time when it was kept. */
async function asKept(/** @type {Response} */ response) {
  const { headers } = response;
  const text = await response.text();
  return new Response(text.replace("<html ", () => `<html data-kept="${headers.get("Scorepad-Seen")}" `), { headers });
}

/** Where nothing is kept: the icon leads to the table that was seen last, all else says that there is no
 * network.
 * @param {Request} request
 * @param {URL} url */
async function fallbackPage(request, url) {
  const start = [`${release.root}/`, `${release.root}/play`];
  const table = request.method === "GET" && start.includes(url.pathname) && await lastTable();
  if (table) return Response.redirect(table);
  const offlinePage = await (await caches.open(files)).match(release.offline, { ignoreVary: true });
  return offlinePage ? new Response(offlinePage.body, { status: 503, headers: offlinePage.headers }) : Response.error();
}

async function lastTable() {
  let newest = { seen: "", url: "" };
  for (const name of (await caches.keys()).filter(isPages)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const seen = (await cache.match(request, { ignoreVary: true }))?.headers.get("Scorepad-Seen") ?? "";
      if (/\/table\/\d+$/.test(request.url) && seen > newest.seen) newest = { seen, url: request.url };
    }
  }
  return newest.url;
}
