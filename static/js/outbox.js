// The outbox: hands that were saved on this phone and that the server has not answered yet. They are kept
// in the browser's database, which plain HTTP has too, until the server has them or somebody discards them.
import { recall, remember } from "./dom.js";

/** A hand on its way. ``table``: the address that it is sent to; ``number``: that of the hand, as the page
 * counted; ``revision``: that of the game which it follows; ``shown``: that of the game which the page had from
 * the server; ``gains``: what the entry showed for each seat; ``refused``: why the server did not take it, as text
 * and, beside another phone's hand, as a table, with the hand and the revision that the game was at;
 * ``until``: when the tab that sends it gives up.
 * @typedef {{ entry: string, table: string, number: number, revision: number, shown?: number, at: number,
 *   fields: [string, string][], gains: string[], refused: Refusal | null, tab?: string, until?: number }} Hand
 * @typedef {{ reason: string, compared: string, conflict: boolean,
 *   number?: number, revision?: number, choices: [string, string][] }} Refusal */

const version = 1;
const lease = 12_000;  // milliseconds for which no other tab sends a hand that one is sending
const patience = 2000;  // and after which a database that does not answer counts as none
const maxKnown = 40;

/** The name of this tab, the same after a reload. */
const tab = recall("sessionStorage", "tab") ?? String(Math.random());
remember("sessionStorage", "tab", tab);

/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** Transactions that have not ended. @type {Set<IDBTransaction>} */
const unfinished = new Set();

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("scorepad", version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("hands", { keyPath: "entry" });
      request.result.createObjectStore("senders", { keyPath: "table" });
    };
    request.onsuccess = () => {
      // A newer page in another tab may change the database. Phones close those of pages in the background, and
      // so does clearing the storage.
      request.result.onversionchange = request.result.onclose = closeDatabase;
      resolve(request.result);
    };
    request.onerror = reject;
  });
  return opening;
}

/** End what is not finished, and close the database; the next use opens it again. */
function closeDatabase() {
  for (const transaction of unfinished) try { transaction.abort(); } catch { /* it is being finished */ }
  opening?.then((known) => known.close(), () => {});
  opening = null;
}

// In Safari's engine a page that the way back keeps with an unfinished transaction blocks all later pages.
addEventListener("pagehide", closeDatabase);

/** Use a store in one transaction; resolves once the changes are on the disk, rejects if they will not be.
 * @template T
 * @param {"hands" | ("hands" | "senders")[]} names
 * @param {IDBTransactionMode} mode
 * @param {(give: (value: T) => void, ...stores: IDBObjectStore[]) => void} work
 * @returns {Promise<T>} */
function within(names, mode, work) {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => { late = true; closeDatabase(); reject(); }, patience);
    const begin = async () => (await database()).transaction(names, mode, { durability: "strict" });
    begin().catch(() => { closeDatabase(); return begin(); }).then((transaction) => {
      if (late) return transaction.abort();
      unfinished.add(transaction);
      /** @type {T} */
      let result;
      transaction.oncomplete = transaction.onabort = ({ type }) => {
        unfinished.delete(transaction);
        clearTimeout(timer);
        if (type === "complete") resolve(result);
        else reject();
      };
      work((value) => { result = value; }, ...[names].flat().map((name) => transaction.objectStore(name)));
      // All is asked for: from here on it needs no page to be finished. Others ask for more with each answer.
      if (names === "hands") transaction.commit();
    }).catch(() => { clearTimeout(timer); reject(); });
  });
}

const inOrder = (/** @type {Hand[]} */ all) => all.sort((one, other) => one.at - other.at);
const byNobody = (/** @type {Hand} */ { tab: _, until, ...hand }) => hand;

/** All hands, the earliest first, whoever sends them.
 * @returns {Promise<Hand[]>} */
export const allHands = () => within("hands", "readonly", (give, store) => {
  const request = store.getAll();
  request.onsuccess = () => give(inOrder(request.result).map(byNobody));
});

/** A hand that this tab sends right now. If there is no answer, any tab may send it in a while.
 * @param {Hand} hand
 * @returns {Hand} */
export const beingSent = (hand) => ({ ...hand, tab, until: Date.now() + lease });

/** Whether another tab sends a hand. Setting the clock back ends that, too. */
const isElsewhere = (/** @type {Hand} */ { tab: sender, until }) =>
  sender !== tab && until > Date.now() && until <= Date.now() + lease;

/** Keep new or changed hands, all or none.
 * @param {Hand[]} hands
 * @returns {Promise<void>} */
export const keep = (hands) => within("hands", "readwrite", (_, store) => { for (const hand of hands) store.put(hand); });

/** Put hands in place of one that waits; not done, and not true, if it waits no more, or if another tab sends it.
 * @param {Hand} hand
 * @param {Hand[]} others
 * @returns {Promise<boolean>} */
export const exchange = ({ entry }, others) => within(["hands"], "readwrite", (give, store) => {
  const request = store.get(entry);
  request.onsuccess = () => {
    if (!request.result || isElsewhere(request.result)) return;
    store.delete(entry);
    for (const hand of others) store.put(hand);
    give(true);
  };
});

/** Take a table's first hand in order to send it, with the entries on the table's sheet that are accounted for: sent
 * from here, or the same as one that was. No hand if none waits, if the first was refused, or if another tab sends it.
 * @param {string} table
 * @returns {Promise<{ hand?: Hand, known: string[] }>} */
export const takeFirst = (table) => within(["hands", "senders"], "readwrite", (give, store, senders) => {
  const request = store.getAll();
  request.onsuccess = () => {
    const first = inOrder(request.result).find((/** @type {Hand} */ hand) => hand.table === table);
    if (!first || first.refused || isElsewhere(first)) return give({ known: [] });
    store.put(beingSent(first));
    withKnown(senders, table, (known) => give({ hand: byNobody(first), known }));
  };
});

/** Forget a hand that the server has not taken.
 * @param {{ entry: string }} hand
 * @returns {Promise<void>} */
export const forget = (hand) => within("hands", "readwrite", (_, store) => store.delete(hand.entry));

/** Forget a hand that the server has, and remember that.
 * @param {Hand} hand
 * @param {string} saved the entry on the sheet that it is now
 * @returns {Promise<void>} */
export const forgetSent = ({ entry, table }, saved) => within(["hands", "senders"], "readwrite", (_, store, senders) => {
  store.delete(entry);
  withKnown(senders, table, (known) => senders.put({ table, known: [...known, saved].slice(-maxKnown) }));
});

/** @param {IDBObjectStore} senders
 * @param {string} table
 * @param {(known: string[]) => void} work */
function withKnown(senders, table, work) {
  const request = senders.get(table);
  request.onsuccess = () => work(request.result?.known ?? []);
}
