// The outbox: a log of what was done on this phone and has no answer of the server yet. Each tap on Save, each
// correction and each taking-back of a hand that waits is an act. Acts are appended, in the browser's database, which
// plain HTTP has too; each goes with its answer, and none takes the place of another one.
import { recall, remember } from "./dom.js";

/** What a page showed of its game: the revision and the last hand that the server had sent, and the hands of this
 * phone ``after`` that.
 * @typedef {{ revision: number, last: string, after: string[] }} Seen */

/** An act at a table, which is the address of its game. ``id``: made at the tap. ``kind``: what the server is to do with
 * the hand whose record has the id ``hand``, in the ``place`` of that record. ``number``, ``gains`` and ``cards``: how
 * the page shows it. ``tried``: it was sent with these fields, and has no answer. ``refused``: why the server did not do
 * it; somebody must decide. ``shown``: the revision that the page had, where such a decision has been made since.
 * @typedef {Seen & { seq?: number, id: string, table: string, kind: "record" | "correct" | "remove", hand: string,
 *   place?: number, number: number, fields: Fields, gains: string[], cards: string, tried?: Fields,
 *   refused?: Refusal, shown?: number, sender?: string, until?: number }} Act
 * @typedef {[string, string][]} Fields
 * @typedef {{ status: number, reason: string, choice: string, revision: number, last: string }} Refusal */

/** A hand that waits, with the cards of the last act on it. ``isNew``: the server does not have it.
 * @typedef {Act & { isNew: boolean }} Hand */

/** An act, and the fields with which it is to be sent. @typedef {{ act: Act, fields: Fields }} Parcel */

const version = 2;
const patience = 2000;  // milliseconds after which a database that does not answer counts as none
const lease = 12_000;   // and for which no other tab sends an act

/** The name of this tab, the same after a reload. */
const tab = recall("sessionStorage", "tab") ?? String(Math.random());
remember("sessionStorage", "tab", tab);

/** A new id; plain HTTP has no ``crypto.randomUUID``. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** The acts when last read. @type {Act[]} */
let lastRead = [];
/** Transactions that have not ended. @type {Set<IDBTransaction>} */
const unfinished = new Set();

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("scorepad", version);
    request.onupgradeneeded = () => {
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
      const store = request.result.createObjectStore("acts", { keyPath: "seq", autoIncrement: true });
      store.createIndex("id", "id", { unique: true });
      // The browser's data may have been deleted under an open page.
      for (const act of lastRead) store.add(act);
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

/** Use the log in one transaction; resolves once the changes are on the disk, rejects if they will not be.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, give: (value: T) => void) => void} work
 * @returns {Promise<T>} */
function within(mode, work) {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => { late = true; closeDatabase(); reject(); }, patience);
    const begin = async () => (await database()).transaction("acts", mode, { durability: "strict" });
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
      work(transaction.objectStore("acts"), (value) => { result = value; });
    }).catch(() => { clearTimeout(timer); reject(); });
  });
}

/** Read the acts, and go on in the same transaction.
 * @param {IDBObjectStore} store
 * @param {(acts: Act[]) => void} next */
function readThen(store, next) {
  const all = store.getAll();
  all.onsuccess = () => next(inPlace(all.result));
}

/** Acts in the order in which they are sent: those on one hand after each other.
 * @param {Act[]} acts */
const inPlace = (acts) =>
  acts.sort((one, other) => (one.place ?? one.seq) - (other.place ?? other.seq) || one.seq - other.seq);

/** @returns {Promise<Act[]>} */
export const readActs = () => within("readonly", (store, give) => readThen(store, (acts) => {
  lastRead = acts;
  give(acts);
}));

/** Append acts, all or none.
 * @param {Act[]} acts
 * @returns {Promise<void>} */
export const append = (...acts) => within("readwrite", (store) => {
  for (const act of acts) store.add(act);
});

/** The hands that wait, in order: what the acts come to.
 * @param {Act[]} acts
 * @returns {Hand[]} */
export function waitingHands(acts) {
  /** @type {Map<string, Hand>} */
  const hands = new Map();
  for (const act of acts) {
    const before = hands.get(act.hand);
    if (act.kind === "remove" && !act.refused) hands.delete(act.hand);
    else hands.set(act.hand, {
      ...act, place: act.place ?? act.seq, isNew: act.kind === "record" || Boolean(before?.isNew),
      ...before?.refused && { seq: before.seq, kind: before.kind, refused: before.refused },
    });
  }
  return [...hands.values()];
}

/** Take a table's next act in order to send it; undefined if there is none, or if it was refused.
 * @param {string} table
 * @returns {Promise<Parcel | undefined>} */
export const takeNext = (table) => within("readwrite", (store, give) => readThen(store, (all) => {
  const acts = all.filter((act) => act.table === table);
  const onHand = (/** @type {Act} */ { hand }) => acts.filter((act) => act.hand === hand);
  // The server has never heard of it.
  const gone = acts.filter((act) =>
    onHand(act).some(({ kind, tried }) => kind === "record" && !tried) && onHand(act).some(({ kind }) => kind === "remove"));
  const [act] = forget(store, acts, gone);
  if (!act || act.refused) return;
  const rest = act.until - Date.now();
  // Setting the clock back ends a lease, too.
  if (act.sender !== tab && rest > 0 && rest <= lease) return;
  // It gets a hand as it is to be, unless it may have it already.
  const last = act.kind === "record" && onHand(act).findLast(({ kind }) => kind === "correct");
  const fields = act.tried ?? (last || act).fields;
  store.put({ ...act, tried: fields, sender: tab, until: Date.now() + lease });
  give({ act, fields });
}));

/** Have acts of a table go; those that were entered after their hands follow ``as`` instead, or none of them.
 * @param {IDBObjectStore} store
 * @param {Act[]} acts
 * @param {Act[]} gone
 * @param {string} [as]
 * @returns {Act[]} what is left */
function forget(store, acts, gone, as) {
  const isGone = (/** @type {string} */ id) => gone.some(({ hand }) => hand === id);
  for (const { seq } of gone) store.delete(seq);
  return acts.filter(({ seq }) => !gone.some((act) => act.seq === seq)).map((act) => {
    const after = act.after.map((id) => isGone(id) ? as : id).filter((id) => id);
    if (act.after.some(isGone)) store.put({ ...act, after });
    return { ...act, after };
  });
}

/** The server has done an act. ``as``: the hand on the sheet that its hand turned out to be.
 * @param {Parcel} parcel
 * @param {string} as
 * @returns {Promise<void>} */
export const settle = ({ act }, as) => within("readwrite", (store) => readThen(store, (all) => {
  forget(store, all.filter(({ table }) => table === act.table), [act], as);
}));

/** The server has refused an act: it stays until somebody decides.
 * @param {Parcel} parcel
 * @param {Refusal} refused
 * @returns {Promise<void>} */
export const refuse = ({ act }, refused) => within("readwrite", (store) => readThen(store, (all) => {
  const kept = all.find(({ seq }) => seq === act.seq);
  if (kept) store.put({ ...kept, tried: undefined, refused });
}));

/** Decide about a hand: send it again after it was refused, or give it up, or only its change where that was refused.
 * What waits behind it follows the game as the refusal showed it, too.
 * @param {Hand} hand
 * @param {boolean} again
 * @param {Act[]} more what to append with that
 * @returns {Promise<void>} */
export const decide = (hand, again, ...more) => within("readwrite", (store) => readThen(store, (all) => {
  const { seq, isNew: _, tried: __, refused: ___, ...rest } = hand;
  const act = all.find((each) => each.seq === seq);
  const { status, revision, last } = act?.refused ?? {};
  // The server may have it, or another tab has decided.
  if (!again && !status) more.push({ ...rest, id: newId(), kind: "remove" });
  // What is no longer on the sheet is a new hand.
  const id = again && status === 410 ? newId() : rest.hand;
  for (const each of more) store.add({ ...each, hand: each.hand === rest.hand ? id : each.hand });
  if (!status) return;
  const acts = all.filter(({ table }) => table === rest.table).map((each) => ({
    ...each, hand: each.hand === rest.hand ? id : each.hand,
    ...each === act || each.revision < revision ? { shown: each.shown ?? each.revision, revision, last } : {},
    ...each === act && { refused: undefined, ...id !== rest.hand && { id, kind: /** @type {const} */ ("record") } },
  }));
  for (const each of acts) store.put(each);
  if (again) return;
  const isRecord = act.kind === "record";
  // Another phone's hand may have got its cards.
  const instead = isRecord ? more.find(({ hand: other }) => other !== id)?.hand : id;
  forget(store, acts, acts.filter((each) => each.seq === seq || isRecord && each.hand === id), instead);
}));
