// The service worker: Scorepad opens without a network, as it was seen last. The network always comes first;
// only what it does not answer is answered from what is kept here. The server puts ``release`` before this.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
// All that is on a host, below whatever path, shares the caches of a phone.
const ours = release.root && `${release.root} `;
const files = `${ours}files ${release.name}`;
const pageTimeout = 5000;  // milliseconds until a page that is kept here is shown instead
const askTimeout = 15_000; // and until a page that is to be kept is done without
const maxPages = 20;       // of a pad

const pages = `${ours}pages`;

/** The path of an address's pad, and whether the page is kept: the pad itself, a table, its page More, its log, its QR
 * code, the table in the middle. Pages with a secret are not.
 * @typedef {{ pad: string, isKept: boolean }} Place
 * @param {URL} url
 * @returns {Place | null} */
function placeOf(url) {
  if (url.origin !== location.origin || !url.pathname.startsWith(release.root)) return null;
  const path = url.pathname.slice(release.root.length);
  const [, pad, rest] = /^(\/pad\/[^/]+)\/(.*)$/.exec(path) ?? [];
  return pad ? { pad: release.root + pad, isKept: /^(table\/\d+(\/(more|log|show|middle))?)?$/.test(rest) } : null;
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

// A page that was fetched without the worker asks it to keep it, and to take it over (offline.js).
worker.addEventListener("message", (event) => {
  event.waitUntil(worker.clients.claim());
  event.waitUntil(ask(event.data).then((response) => inTurn(() => remember(response))).catch(() => {}));
});

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

/** What is kept of an address. */
const find = async (/** @type {URL} */ url) => placeOf(url)?.isKept ? match(url.pathname) : undefined;

const match = (/** @type {RequestInfo} */ request) => caches.match(request, { cacheName: pages, ignoreVary: true });

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
  if (access !== "write") await forget(pad, access === "look");
  if (response.status === 404) await forget(url.pathname);
  if (!isKept || response.status !== 200) return;
  const text = await response.text();
  const isWhole = text.includes('id="news"');
  // Of a list this is another page; a question for news has the page itself as an answer.
  if (url.search && (isWhole || !url.searchParams.has("seen"))) return;
  const known = isWhole ? null : await match(url.pathname);
  // Answers to scripts come without the headers of documents: a kept page keeps its own.
  if (!isWhole && !known?.headers.has("Content-Security-Policy")) return remember(await ask(url.pathname));
  const headers = new Headers((known ?? response).headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Scorepad-Access", access);
  headers.set("Scorepad-Seen", new Date().toISOString());
  const cache = await caches.open(pages);
  await cache.put(url.pathname, new Response(known ? withParts(await known.text(), text) : text, { headers }));
  for (const old of (await keysBelow(pad)).slice(0, -maxPages)) await cache.delete(old);
}

/** The addresses of pages that are kept, at this path and below. */
async function keysBelow(/** @type {string} */ path) {
  const keys = await (await caches.open(pages)).keys();
  return keys.filter(({ url }) => `${new URL(url).pathname}/`.startsWith(`${path}/`));
}

/** Forget the pages at a path and below; ``onlyPen``: those with forms for the pen.
 * @param {string} path
 * @param {boolean} [onlyPen] */
async function forget(path, onlyPen) {
  const cache = await caches.open(pages);
  for (const key of await keysBelow(path)) {
    if (!onlyPen || (await match(key)).headers.get("Scorepad-Access") === "write") await cache.delete(key);
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
  for (const key of await keysBelow(release.root)) {
    const seen = (await match(key))?.headers.get("Scorepad-Seen");
    if (/\/table\/\d+$/.test(key.url) && seen > newest.seen) newest = { seen, url: key.url };
  }
  return newest.url;
}
