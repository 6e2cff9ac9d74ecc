// The outbox: hands that were saved on this phone and that the server has not answered yet. They are kept
// in the browser's database, which plain HTTP has too, until the server has them or somebody discards them.

/** A hand on its way. ``table``: the address that it is sent to; ``number``: that of the hand, as the page
 * counted; ``revision``: that of the game which it follows; ``after``: whether the hand before it was sent
 * again or mended, so that the game went on with it later than was thought;
 * ``gains``: what the entry showed for each seat; ``refused``: why the server did not take it, as text
 * and, beside another phone's hand, as a table, with the hand and the revision that the game was at;
 * ``until``: when the tab that has just sent it gives up.
 * @typedef {{ entry: string, table: string, number: number, revision: number, after?: boolean, at: number,
 *   fields: [string, string][], gains: string[], refused: Refusal | null, tab?: string, until?: number }} Hand
 * @typedef {{ reason: string, compared: string, conflict: boolean,
 *   number?: number, revision?: number, choices: [string, string][] }} Refusal */

const version = 1;
const lease = 12_000;  // milliseconds for which one tab sends a table's hands, unless it ends its turn before

const tab = tabName();

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("scorepad", version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("hands", { keyPath: "entry" });
      request.result.createObjectStore("senders", { keyPath: "table" });
    };
    request.onsuccess = () => {
      // A newer page in another tab may change the database.
      request.result.onversionchange = () => { request.result.close(); opening = null; };
      // Phones do that to pages in the background, and so does clearing the storage.
      request.result.onclose = () => { opening = null; };
      resolve(request.result);
    };
    request.onerror = () => { opening = null; reject(request.error); };
  });
  return opening;
}

/** Use a store in one transaction; resolves once the changes are on the disk.
 * @template T
 * @param {"hands" | "senders"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, give: (value: T) => void) => void} work
 * @returns {Promise<T>} */
async function within(name, mode, work) {
  const transaction = await beginTransaction(name, mode);
  return new Promise((resolve, reject) => {
    /** @type {T} */
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    work(transaction.objectStore(name), (value) => { result = value; });
  });
}

/** @param {"hands" | "senders"} name
 * @param {IDBTransactionMode} mode */
async function beginTransaction(name, mode) {
  const begin = async () => (await database()).transaction(name, mode, { durability: "strict" });
  try {
    return await begin();
  } catch {
    opening = null;
    return begin();
  }
}

const channel = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
/** @type {((sent: boolean) => void)[]} */
const listeners = [];

/** Notify every tab of this phone of a change; ``sent``: the server has more hands. */
function changed(sent = false) {
  channel?.postMessage({ sent });
  for (const listener of listeners) listener(sent);
}
channel?.addEventListener("message", ({ data }) => { for (const listener of listeners) listener(data.sent); });

/** Call a listener after every change, in this tab or another. */
export function onChange(/** @type {(sent: boolean) => void} */ listener) { listeners.push(listener); }

/** Hands that this page is sending right now; allHands() leaves them out. @type {Set<string>} */
const underway = new Set();

/** All hands that wait, the earliest first.
 * @returns {Promise<Hand[]>} */
export async function allHands() {
  /** @type {Hand[]} */
  const all = await within("hands", "readonly", (store, give) => {
    const request = store.getAll();
    request.onsuccess = () => give(request.result);
  });
  return all.filter(({ entry }) => !underway.has(entry)).sort((one, other) => one.at - other.at);
}

/** Whether another tab has just sent a hand and may get the answer. Setting the clock back ends that, too. */
export const isUnderway = (/** @type {Hand} */ { tab: sender, until }) => sender !== tab && isAhead(until);
const isAhead = (/** @type {number | undefined} */ until) => until > Date.now() && until <= Date.now() + lease;

/** Whether this tab sent a hand before it was reloaded: the page may be the answer. */
export const wasSentHere = (/** @type {Hand} */ { tab: sender, until }) => sender === tab && until !== undefined;

/** Keep a hand that is sent at the same time.
 * @param {Hand} hand */
export async function keepUnderway(hand) {
  underway.add(hand.entry);
  await within("hands", "readwrite", (store) => store.put({ ...hand, tab, until: Date.now() + lease }));
}

/** Keep new or changed hands, all or none.
 * @param {Hand[]} hands */
export async function keep(hands) {
  await within("hands", "readwrite", (store) => { for (const hand of hands) store.put(hand); });
  for (const { entry } of hands) underway.delete(entry);
  changed();
}

/** Forget a hand: the server has it, or somebody has discarded it.
 * @param {Hand} hand
 * @param {{ sent?: boolean }} [how] */
export async function forget(hand, { sent = false } = {}) {
  await within("hands", "readwrite", (store) => store.delete(hand.entry));
  underway.delete(hand.entry);
  changed(sent);
}

/** The name of this tab, the same after a reload. */
function tabName() {
  const name = String(Math.random());
  try {
    const stored = sessionStorage.getItem("tab") ?? name;
    sessionStorage.setItem("tab", stored);
    return stored;
  } catch {
    return name;
  }
}

/** Become the tab that sends a table's hands, or go on being it; false while another one is.
 * @param {string} table
 * @returns {Promise<boolean>} */
export const takeTurn = (table) => within("senders", "readwrite", (store, give) => {
  const request = store.get(table);
  request.onsuccess = () => {
    const mine = !request.result || request.result.tab === tab || !isAhead(request.result.until);
    if (mine) store.put({ table, tab, until: Date.now() + lease });
    give(mine);
  };
});

/** Let others send a table's hands. */
export const endTurn = (/** @type {string} */ table) => within("senders", "readwrite", (store) => {
  const request = store.get(table);
  request.onsuccess = () => { if (request.result?.tab === tab) store.delete(table); };
});
