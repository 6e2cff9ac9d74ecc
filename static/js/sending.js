// Sends what the outbox holds, in order, and tells the page what became of it.
import { one, valueOn } from "./dom.js";
import { readActs, refuse, settle, takeNext } from "./outbox.js";

/** @typedef {import("./outbox.js").Parcel} Parcel */
/** @typedef {import("./outbox.js").Fields} Fields */

/** An answer of Scorepad, with its page; ``same``: the hand on the sheet that a new hand turned out to be.
 * @typedef {{ status: number, page: Document, same: string | null }} Answer */

/** What became of an act; ``answer``: null if there was none.
 * @typedef {{ parcel: Parcel, answer: Answer | null, as: string }} Outcome */

const answerTimeout = 10_000;  // milliseconds until an answer is taken for lost

/** Ask the server; null without an answer, or if it is not from Scorepad, such as a hotel's login page.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Answer | null>} */
export async function request(address, options = {}) {
  try {
    const response = await fetch(address, {
      ...options,
      headers: { "HX-Request": "true", Accept: "text/html" },
      signal: AbortSignal.timeout(answerTimeout),
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("main")) return null;
    return { status: response.status, page, same: response.headers.get("Scorepad-Same") };
  } catch {
    return null;
  }
}

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
 * @returns {import("./outbox.js").Refusal} */
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
  const [, revision = "0"] = /\bseen=(\d+)/.exec(follow?.getAttribute("hx-get")) ?? [];
  return { revision: Number(revision), last: follow?.dataset.last ?? "" };
}
