// The hands to come, which the server sends with the page: while hands wait on the phone, the page shows the table
// before the one after them, with the totals after them. Only the server knows who deals and who passes where.
import { all, fill, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { roughly, roughlyLeft } from "./totals.js";

/** What the server has sent of the table before its hand to come; null while that is on the page.
 * @type {{ form: HTMLFormElement, scene: HTMLElement, entry: EntryTexts } | null} */
let ofServer = null;

/** The same, unless the server has sent another page since. */
function serversPage() {
  if (ofServer?.form !== newEntry()) ofServer = null;
  return ofServer;
}

/** What the entry says about its hand; ``moons``: the points of each moon; ``notes``: on the seats' keys.
 * @typedef {{ heading: string, saves: string, moons: string, notes: string[] }} EntryTexts */

/** The number of the hand on the entry. */
export const numberOnEntry = () => Number(one(".scene")?.dataset.hand);

/** The number of the hand to come, as the server sees it; 0 on any other page. */
export const numberOnPage = () => Number((serversPage()?.scene ?? one(".scene"))?.dataset.hand ?? 0);

/** Show the table after the last hand that counts. Where nothing is known of the hand to come, it
 * shows neither who deals nor who passes.
 * @param {import("./outbox.js").Hand} last
 * @param {number[]} totals after it */
export function goOnTo(last, totals) {
  const form = newEntry();
  if (!form) return;
  const number = last.number + 1;
  const hand = handToCome(number);
  ofServer = serversPage() ?? { form, scene: one(".scene"), entry: textsOf(form) };
  showScene(sceneOf(hand, number));
  showTotals(totals, last.gains);
  const { enter, saves } = one("#outbox").dataset;
  setTexts(form, {
    heading: fill(enter, { number }), saves: fill(saves, { number }),
    // Safe ones depend on the totals.
    moons: form.dataset.moon === "safe" ? "{}" : ofServer.entry.moons,
    notes: totals.map(roughlyLeft),
  });
}

/** Show the table as the server sees it. */
export function goBack() {
  const form = newEntry();
  if (!form || !serversPage()) return;
  const { scene, entry } = ofServer;
  ofServer = null;
  showScene(scene);
  setTexts(form, entry);
}

/** What the server says about the hand of this number. @returns {HTMLElement | undefined} */
function handToCome(/** @type {number} */ number) {
  const known = /** @type {HTMLTemplateElement | null} */ (document.getElementById("ahead"));
  return known && all("article", known.content).find((hand) => hand.dataset.hands.split(" ").includes(String(number)));
}

/** @param {HTMLElement | undefined} hand
 * @param {number} number */
function sceneOf(hand, number) {
  const scene = /** @type {HTMLElement} */ (ofServer.scene.cloneNode(true));
  scene.dataset.hand = String(number);
  scene.classList.toggle("unknown", !hand);
  // Undo is for hands that the server has.
  for (const corner of all(".undo-corner", scene)) corner.remove();
  const picture = one(".picture", scene);
  if (hand) {
    const next = /** @type {HTMLElement} */ (one(".picture", hand).cloneNode(true));
    // The seats are the same; the deck lies before whoever deals.
    next.setAttribute("class", picture.getAttribute("class"));
    one("g", next).append(...all("[class^=at-]", picture));
    one(`[data-seat="${hand.dataset.dealer}"]`, next).append(one(".deck", next));
    picture.replaceWith(next);
  } else picture.remove();
  one("h1", scene).firstChild.textContent = fill(one("#outbox").dataset.hand, { number }) + " ";
  return scene;
}

/** Fill in the picture, as far as there is one. The lowest total leads, if all are known.
 * @param {number[]} totals
 * @param {string[]} gains what the last hand did to them */
function showTotals(totals, gains) {
  const texts = totals.map(roughly);
  const picture = one(".scene .picture");
  picture?.setAttribute("aria-label", fill(picture.getAttribute("aria-label"), texts));
  all(".scene .seat").forEach((plate, seat) => {
    plate.classList.toggle("leads", totals[seat] === Math.min(...totals));
    one(".total", plate).firstChild.textContent = texts[seat];
    one(".last", plate).textContent = gains[seat];
  });
}

function showScene(/** @type {HTMLElement} */ scene) {
  one("main .scene")?.replaceWith(scene);
}

/** What the key of each seat says below its name. */
const notedKeys = (/** @type {HTMLFormElement} */ form) => all(".taker:not(.taker ~ .taker) .key", form);

const buttonText = (/** @type {HTMLFormElement} */ form) => one(".finish > .go span", form);

/** @returns {EntryTexts} */
const textsOf = (/** @type {HTMLFormElement} */ form) => ({
  heading: one("h2", form).textContent,
  saves: buttonText(form).dataset.saves ?? buttonText(form).textContent,
  moons: form.dataset.moons,
  notes: notedKeys(form).map((key) => one("small", key)?.textContent ?? ""),
});

/** @param {HTMLFormElement} form
 * @param {EntryTexts} texts */
function setTexts(form, { heading, saves, moons, notes }) {
  one("h2", form).textContent = heading;
  const text = buttonText(form);
  // It may be saying what is missing.
  if (text.textContent === text.dataset.saves) text.textContent = saves;
  text.dataset.saves = saves;
  form.dataset.moons = moons;
  notedKeys(form).forEach((key, seat) => {
    const note = one("small", key) ?? key.appendChild(document.createElement("small"));
    note.setAttribute("aria-hidden", "true");
    note.textContent = notes[seat];
  });
  // These are, too, and what the server would say of the end.
  form.toggleAttribute("data-ahead", Boolean(ofServer));
  for (const prospects of all(".prospects")) prospects.hidden = Boolean(ofServer);
}
