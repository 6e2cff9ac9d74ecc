// What the server is asked about a hand, and what its answers say.
import { revisionOn } from "./coming.js";
import { all, one, valueOn } from "./dom.js";

/** @typedef {import("./outbox.js").Hand} Hand */

/** An answer of Scorepad, with its page; ``same``: the entry on the sheet that the hand turned out to be.
 * @typedef {{ status: number, page: Document, same: string | null }} Answer */

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

/** Send a hand as one that follows a revision of the game.
 * @param {Hand} hand
 * @param {number} revision
 * @param {Document} page with a token that is good now; the one of the entry may be out of date
 * @param {string[]} known the entries on the sheet that it is not */
export const post = (hand, revision, page, known = []) => request(hand.table, {
  method: "POST",
  body: new URLSearchParams([
    ...hand.fields,
    ["csrf_token", valueOn(page, "csrf_token")],
    ["entry_id", hand.entry],
    ["revision", String(revision)],
    ["shown", String(hand.shown ?? revision)],
    ...known.map((entry) => ["known", entry]),
  ]),
});

export const isSaved = (/** @type {Answer | null} */ answer) => answer?.status < 300;

/** Whether nothing is said about the hand: the server, or this page's token, is no good just now. */
export const isNoAnswer = (/** @type {Answer | null} */ answer) =>
  !answer || answer.status >= 500 || [400, 429].includes(answer.status);

/** Why the server refused a hand, in its words: a sentence, both hands side by side, the choices.
 * @param {Answer} answer
 * @returns {import("./outbox.js").Refusal} */
export function refusalOn({ status, page }) {
  const sentences = [".duplicate [role=alert] h2", "main :is(.alert, .refusal)", ".moons legend", "h1 ~ p", "h1"]
    .map((place) => all(place, page).filter((each) => place !== "h1 ~ p" || !one("a", each)))
    .find((found) => found.length)?.map((each) => each.textContent.trim().replace(/\s+/g, " "));
  return {
    reason: sentences?.join(" ") ?? "",
    compared: one(".duplicate table", page)?.outerHTML ?? "",
    conflict: status === 409,
    number: Number(one(".scene", page)?.dataset.hand ?? 0),
    revision: revisionOn(page),
    choices: all(".outcome", page).map((each) => [each.getAttribute("value"), one(".choice", each).textContent.trim()]),
  };
}
