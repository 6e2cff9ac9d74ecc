// The outbox: a log of what was done on this phone and has no answer of the server yet. Each tap on Save, each
// correction and each taking-back of a hand that waits is an act. Acts are appended, in the browser's database, which
// plain HTTP has too; they are sent in order, each goes with its answer, and none takes the place of another one.
import { one, recall, remember, valueOn } from "./dom.js";
import { request } from "./request.js";

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

/** @typedef {import("./request.js").Answer} Answer */

/** What became of an act; ``answer``: null if there was none.
 * @typedef {{ parcel: Parcel, answer: Answer | null, as: string }} Outcome */

const version = 2;
const patience = 2000;  // milliseconds after which a database that does not answer counts as none
const lease = 12_000;   // and for which no other tab sends an act

/** The name of this tab, the same after a reload. */
const tab = recall("sessionStorage", "tab") ?? String(Math.random());
remember("sessionStorage", "tab", tab);

/** A new id; plain HTTP has no ``crypto.randomUUID``. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** The acts when last read. @type {Act[]} */
let lastRead = [];
/** How to give up what is being done with the database. @type {Set<() => void>} */
const unfinished = new Set();

// In Safari's engine a page that the way back keeps with an unfinished transaction blocks all later pages.
addEventListener("pagehide", () => { for (const giveUp of unfinished) giveUp(); });

/** A connection for one transaction: phones close those that stay open, and so does clearing the storage.
 * @returns {Promise<IDBDatabase>} */
const connect = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("scorepad", version);
  request.onupgradeneeded = () => {
    for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
    const store = request.result.createObjectStore("acts", { keyPath: "seq", autoIncrement: true });
    store.createIndex("id", "id", { unique: true });
    // The browser's data may have been deleted under an open page.
    for (const act of lastRead) store.add(act);
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = reject;
});

/** Use the log in one transaction; resolves once the changes are on the disk, rejects if they will not be.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, give: (value: T) => void) => void} work
 * @returns {Promise<T>} */
async function within(mode, work) {
  let isOver = false;
  /** @type {IDBTransaction | undefined} */
  let transaction;
  const giveUp = () => {
    isOver = true;
    try { transaction?.abort(); } catch { /* it is being finished */ }
  };
  unfinished.add(giveUp);
  /** @type {number} */
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => { giveUp(); reject(); }, patience); });
  try {
    return await Promise.race([late, connect().then((database) => new Promise((resolve, reject) => {
      try {
        if (isOver) return reject();
        transaction = database.transaction("acts", mode, { durability: "strict" });
      } finally {
        // Once the transaction has ended.
        database.close();
      }
      /** @type {T} */
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = reject;
      work(transaction.objectStore("acts"), (value) => { result = value; });
    }))]);
  } finally {
    clearTimeout(timer);
    unfinished.delete(giveUp);
  }
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
const takeNext = (table) => within("readwrite", (store, give) => readThen(store, (all) => {
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
const settle = ({ act }, as) => within("readwrite", (store) => readThen(store, (all) => {
  forget(store, all.filter(({ table }) => table === act.table), [act], as);
}));

/** The server has refused an act: it stays until somebody decides.
 * @param {Parcel} parcel
 * @param {Refusal} refused
 * @returns {Promise<void>} */
const refuse = ({ act }, refused) => within("readwrite", (store) => readThen(store, (all) => {
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

// On the way to the server.

/** Post a form with the token of this page. If that is out of date, or it has none, a new one is fetched.
 * @param {string} address
 * @param {Fields} fields
 * @param {string} table where there is a token
 * @returns {Promise<Answer | null>} */
async function post(address, fields, table) {
  const send = (/** @type {string} */ token) =>
    request(address, { method: "POST", body: new URLSearchParams([...fields, ["csrf_token", token]]) });
  const token = valueOn(document, "csrf_token");
  const answer = token ? await send(token) : null;
  if (token && answer?.status !== 400) return answer;
  const fresh = await request(table);
  if (!isSaved(fresh)) return fresh;
  // A page for looking on has none: then the answer is that the pen is gone.
  return send(valueOn(fresh.page, "csrf_token"));
}

export const isSaved = (/** @type {Answer | null} */ answer) => answer?.status < 300;

/** Whether nothing is said about what was sent: the server is no good just now.
 * @param {Answer | null} answer */
export const isNoAnswer = (answer) => !answer || answer.status >= 500 || answer.status === 429;

/** Send an act once.
 * @param {Parcel} parcel */
export function deliver({ act, fields }) {
  const ending = { record: "", correct: `/entry/${act.hand}`, remove: `/entry/${act.hand}/remove` }[act.kind];
  return post(act.table + ending, [
    ...fields,
    ["entry_id", act.id],
    ["revision", String(act.revision)],
    ["shown", String(act.shown ?? act.revision)],
    ["last", act.last],
    ...act.after.map((id) => /** @type {[string, string]} */ (["after", id])),
  ], act.table);
}

/** Send a table's next act; whether there may be another one to send.
 * @param {string} table
 * @param {(outcome: Outcome) => Promise<void>} tell */
async function sendNext(table, tell) {
  const parcel = await takeNext(table);
  if (!parcel) return false;
  const answer = await deliver(parcel);
  const as = answer?.same ?? parcel.act.hand;
  if (isSaved(answer)) await settle(parcel, as);
  else if (!isNoAnswer(answer)) await refuse(parcel, refusalOn(answer, parcel));
  await tell({ parcel, answer, as });
  return isSaved(answer);
}

let sending = false;
let sendingAgain = false;  // what was appended meanwhile is looked for once more

/** Send what waits at every table, as far as possible now; false if that is being done.
 * @param {(outcome: Outcome) => Promise<void>} tell called after each act that was sent
 * @returns {Promise<boolean>} */
export async function sendAll(tell) {
  sendingAgain = sending;
  if (sending) return false;
  sending = true;
  try {
    for (const table of new Set((await readActs()).map((act) => act.table))) {
      while (await sendNext(table, tell));
    }
  } catch {
    // Without a database there is nothing to send.
  } finally {
    sending = false;
  }
  return sendingAgain ? sendAll(tell) : true;
}

/** Why the server refused an act, in its words, with the choice that it leaves: of two hands, or of how a moon counts.
 * @param {Answer} answer
 * @param {Parcel} parcel
 * @returns {Refusal} */
function refusalOn({ status, page }, parcel) {
  const sentence = ["main :is(.alert, .refusal)", "h1 ~ p", "h1"].map((place) => one(place, page)).find((each) => each);
  const { revision, last } = [seenOn(page), parcel.act].find((seen) => seen.revision);
  return {
    status, revision, last,
    reason: sentence?.textContent ?? "",
    choice: one(".duplicate, fieldset.moons", page)?.outerHTML ?? "",
  };
}

/** The revision of the game on a page of the server's, and to the pen its last hand; 0 on any other page.
 * @param {ParentNode} page */
export function seenOn(page) {
  const follow = one("#follow", page);
  const [, revision = "0"] = /\bseen=(\d+)/.exec(follow?.dataset.asks) ?? [];
  return { revision: Number(revision), last: follow?.dataset.last ?? "" };
}
