// The service worker: Scorepad opens without a network, as it was seen last. The network always comes first;
// only what it does not answer is answered from what is kept here. The server puts ``release`` before this.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
// All that is on a host, below whatever path, shares the caches of a phone.
const ours = release.root && `${release.root} `;
const files = `${ours}files ${release.name}`;
const pageTimeout = 5000;  // milliseconds until a page that is kept here is shown instead
const askTimeout = 15_000; // and until a page that is to be kept is done without
const maxPages = 20;       // of a pad

// Pages with forms for the pen are forgotten with it; so each pad has two caches.
const pagesOf = (/** @type {string} */ pad, /** @type {boolean} */ pen) => `${ours}pages ${pen ? "pen" : "look"} ${pad}`;
const isPages = (/** @type {string} */ name) => name.startsWith(`${ours}pages `);

/** The pad of an address, and whether the page is kept: the pad itself, a table, its page More, its log, its QR code,
 * the table in the middle. Pages with a secret are not.
 * @typedef {{ pad: string, isKept: boolean }} Place
 * @param {URL} url
 * @returns {Place | null} */
function placeOf(url) {
  if (url.origin !== location.origin || !url.pathname.startsWith(release.root)) return null;
  const path = url.pathname.slice(release.root.length);
  const [, pad, rest] = /^\/pad\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return pad ? { pad, isKept: /^(table\/\d+(\/(more|log|show|middle))?)?$/.test(rest) } : null;
}

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(files);
    await cache.addAll([...release.files, release.offline]);
    // That is another server, which may be away, or never answer.
    await cache.add(new Request(release.htmx, { mode: "cors", signal: AbortSignal.timeout(askTimeout) })).catch(() => {});
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== files && name.startsWith(`${ours}files `)) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener("message", (event) => { event.waitUntil(worker.clients.claim()); });

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === location.origin && url.pathname.startsWith(`${release.root}/`);
  if (url.href === release.htmx || isOurs && url.pathname.startsWith(`${release.root}/static/`)) event.respondWith(file(event.request, url));
  else if (isOurs) event.respondWith(page(event, url));
});

/** A style sheet, a script, an icon. A page of an earlier release gets what there is now.
 * @param {Request} request
 * @param {URL} url
 * @returns {Promise<Response>} */
async function file(request, url) {
  const kept = await keptFile(request);
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.ok && url.href === release.htmx) await keepFile(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const name = url.pathname.split("/").at(-1);
    const instead = release.files.find((each) => each.endsWith(`/${name}`));
    const response = instead && await keptFile(instead);
    // Without the address of the cached file: relative addresses in it belong to the one that was requested.
    if (response) return new Response(response.body, { headers: response.headers });
    throw error;
  }
}

// A worker whose release is over must not make its cache anew: nobody would throw that away.
const keptFile = (/** @type {RequestInfo} */ request) => caches.match(request, { cacheName: files, ignoreVary: true });

/** @param {Request} request
 * @param {Response} response */
async function keepFile(request, response) {
  if (await caches.has(files)) await (await caches.open(files)).put(request, response);
}

/** A page, or a part of it.
 * @param {FetchEvent} event
 * @param {URL} url
 * @returns {Promise<Response>} */
async function page(event, url) {
  const { request } = event;
  const known = request.mode === "navigate" && request.method === "GET" ? await find(url) : null;
  const answer = fetch(request);
  // A full disk must not keep the page from being shown.
  event.waitUntil(answer.then((response) => {
    const copy = response.clone();
    return inTurn(() => learn(request, copy));
  }).catch(() => {}));
  try {
    const response = await (known ? Promise.race([answer, timeout()]) : answer);
    // Scorepad or a proxy has trouble: the page as it was is more help than that.
    return known && response.status >= 500 ? asKept(known) : response;
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

/** The caches of a pad that there are, that for the pen first. */
async function cachesOf(/** @type {string} */ pad) {
  const names = await caches.keys();
  const both = [pagesOf(pad, true), pagesOf(pad, false)].filter((name) => names.includes(name));
  return Promise.all(both.map((name) => caches.open(name)));
}

/** What is kept of an address. */
async function find(/** @type {URL} */ url) {
  const place = placeOf(url);
  for (const cache of place?.isKept ? await cachesOf(place.pad) : []) {
    const known = await cache.match(url.pathname, { ignoreVary: true });
    if (known) return known;
  }
  return null;
}

const ask = (/** @type {string} */ address) => fetch(address, { signal: AbortSignal.timeout(askTimeout) });

/** Learn from the answer to a request what to keep and what to forget.
 * @param {Request} request
 * @param {Response} response */
async function learn({ method, url }, response) {
  await remember(response);
  // The answer leads elsewhere: only its own address says whether a pad or a game is gone.
  const [, deleted] = method === "POST" && response.status < 400 && /^(.*)\/delete$/.exec(url) || [];
  if (deleted) await remember(await ask(deleted));
}

/** Keep a page under the address that it has in the end, which is seldom the one that a form is sent to.
 * Pages are forgotten only where Scorepad has found that this phone has no pen, or that the pad or the game
 * is gone: then it says what the phone may do there. Trouble of any kind is no such sign.
 * @param {Response} response
 * @returns {Promise<void>} */
async function remember(response) {
  const access = response.headers.get("Scorepad-Access");
  const url = new URL(response.url);
  const place = access && placeOf(url);
  if (!place) return;
  const { pad, isKept } = place;
  if (access !== "write") await caches.delete(pagesOf(pad, true));
  if (access === "none") await caches.delete(pagesOf(pad, false));
  if (response.status === 404) await forgetBelow(url, pad);
  if (!isKept || response.status !== 200) return;
  const cache = await caches.open(pagesOf(pad, access === "write"));
  const text = await response.text();
  const isWhole = text.includes('id="news"');
  // Of a list this is another page; a question for news has the page itself as an answer.
  if (url.search && (isWhole || !url.searchParams.has("seen"))) return;
  const known = isWhole ? null : await cache.match(url.pathname, { ignoreVary: true });
  // Answers to scripts come without the headers of documents: a kept page keeps its own.
  if (!isWhole && !known?.headers.has("Content-Security-Policy")) return remember(await ask(url.pathname));
  const headers = new Headers((known ?? response).headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Scorepad-Seen", new Date().toISOString());
  await cache.put(url.pathname, new Response(known ? withParts(await known.text(), text) : text, { headers }));
  for (const old of (await cache.keys()).slice(0, -maxPages)) await cache.delete(old);
}

/** Forget the page of an address and those below it. */
async function forgetBelow(/** @type {URL} */ { origin, pathname }, /** @type {string} */ pad) {
  for (const cache of await cachesOf(pad)) {
    for (const { url } of await cache.keys()) if (`${url}/`.startsWith(`${origin}${pathname}/`)) await cache.delete(url);
  }
}

/** A whole page after an answer: htmx gets only the parts that change.
 * @param {string} page
 * @param {string} answer */
function withParts(page, answer) {
  for (const part of [/<title[^]*?<\/title>/, /<main[\s>][^]*<\/main>/]) {
    const [now] = part.exec(answer) ?? [];
    if (now) page = page.replace(part, () => now);
  }
  return page;
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
  const offlinePage = await keptFile(release.offline);
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
