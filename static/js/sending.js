// Sending what waits in the outbox, in order, each hand once: every hand has the id under which the
// server takes it no second time. A hand that the server refuses stays, and those behind it wait.
import { one } from "./dom.js";
import { allHands, endTurn, forget, isUnderway, keep, takeTurn, wasSentHere } from "./outbox.js";

/** @typedef {import("./outbox.js").Hand} Hand */

const answerTimeout = 10_000;  // milliseconds until an answer is taken for lost
const retryInterval = 5000;    // and until the next try while something waits

/** Ask the server; null without an answer, or if it is not from Scorepad, such as a hotel's login page.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<{ status: number, page: Document } | null>} */
async function ask(address, options = {}) {
  try {
    const response = await fetch(address, {
      ...options,
      headers: { "HX-Request": "true", Accept: "text/html" },
      signal: AbortSignal.timeout(answerTimeout),
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("main") ? { status: response.status, page } : null;
  } catch {
    return null;
  }
}

const valueOn = (/** @type {Document} */ page, /** @type {string} */ name) =>
  /** @type {HTMLInputElement | null} */ (page.querySelector(`main [name=${name}]`))?.value ?? "";

/** Why the server refused a hand, in its words: a sentence, both hands side by side, the choices.
 * @param {{ status: number, page: Document }} answer
 * @returns {import("./outbox.js").Refusal} */
function refusalOn({ status, page }) {
  const sentences = [".rival [role=alert] h2", "main :is(.alert, .refusal)", ".moons legend", "h1 ~ p:not(:has(a))", "h1"]
    .map((place) => [...page.querySelectorAll(place)].map((each) => each.textContent.trim().replace(/\s+/g, " ")))
    .find((texts) => texts.length);
  return {
    reason: sentences?.join(" ") ?? "",
    compared: page.querySelector(".rival table")?.outerHTML ?? "",
    conflict: status === 409,
    number: Number(one(".scene", page)?.dataset.hand ?? 0),
    revision: Number(valueOn(page, "revision")),
    choices: [...page.querySelectorAll(".outcome")].map((each) =>
      [each.getAttribute("value"), each.querySelector(".choice").textContent.trim()]),
  };
}

/** Send a hand as one that follows a revision of the game.
 * @param {Hand} hand
 * @param {number} revision
 * @param {Document} page with a token that is good now; the one of the entry may be out of date */
const post = (hand, revision, page) => ask(hand.table, {
  method: "POST",
  body: new URLSearchParams([
    ...hand.fields,
    ["csrf_token", valueOn(page, "csrf_token")],
    ["entry_id", hand.entry],
    ["revision", String(revision)],
  ]),
});

/** Send a hand: the server has it then, has refused it, or cannot be asked now.
 * @param {Hand} hand
 * @returns {Promise<"saved" | "refused" | "waits">} */
async function send(hand) {
  const seen = await ask(hand.table);
  if (!seen || seen.status >= 500) return "waits";
  // A hand that was discarded before this one has never changed the game.
  const latest = Number(valueOn(seen.page, "revision"));
  let answer = await post(hand, Math.min(hand.revision, latest), seen.page);
  // The only one in between is this phone's own, which was sent again.
  if (hand.after && answer?.page.querySelector(".rival[data-own]")) {
    answer = await post(hand, Number(valueOn(answer.page, "revision")), answer.page);
  }
  if (!answer || answer.status >= 500 || [400, 429].includes(answer.status)) return "waits";
  if (answer.status < 300) {
    await forget(hand, { sent: true });
    return "saved";
  }
  await keep([{ ...hand, until: undefined, refused: refusalOn(answer) }]);
  return "refused";
}

/** Forgets what this tab sent before it was reloaded, if this page is the answer: it shows the hand
 * as saved, or as the server refused it. */
export const answered = forgetAnswered().catch(() => {});

async function forgetAnswered() {
  const last = one("#follow")?.dataset.lastEntry;
  for (const hand of await allHands()) {
    if (wasSentHere(hand) && (hand.entry === last || one("main [data-kept]"))) await forget(hand);
  }
}

let sending = false;

/** Send the waiting hands of every table, as far as possible now. */
export async function sendAll() {
  if (sending) return;
  sending = true;
  try {
    await answered;
    const tables = new Set((await allHands()).map((hand) => hand.table));
    for (const table of tables) await sendFrom(table);
  } catch {
    // Without a database there is nothing to send.
  } finally {
    sending = false;
  }
}

async function sendFrom(/** @type {string} */ table) {
  while (await takeTurn(table)) {
    const [hand] = (await allHands()).filter((each) => each.table === table);
    const result = hand && !hand.refused && !isUnderway(hand) && await send(hand);
    if (result === "saved") continue;
    await endTurn(table);
    return;
  }
}

// Hidden pages too: the phone may be put down at once.
for (const back of ["online", "pageshow", "visibilitychange"]) addEventListener(back, sendAll);
setInterval(sendAll, retryInterval);
sendAll();

// A poll is the first to notice that the server is back.
document.addEventListener("htmx:after:request", ({ detail }) => {
  if (detail.ctx.sourceElement === one("#follow") && detail.ctx.response.status < 500) sendAll();
});
