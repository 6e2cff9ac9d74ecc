// Hands that wait, as the page shows them: rows of the sheet, the totals after them, the table before the next hand,
// what can be done about one that was refused or is being changed, and at which other tables some wait.
// The script adds up and compares; where more than that decides, a total is NaN, and no wrong one is shown
// (decision 55). Only the server knows who deals and who passes where: it sends the hands to come with the page.
import { all, fill, fromTemplate, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { setCornerNote } from "./news.js";

/** @typedef {import("./outbox.js").Hand} Hand */

/** What the entry says about its hand; ``moons``: the points of each moon; ``notes``: on the seats' keys.
 * @typedef {{ heading: string, saves: string, moons: string, notes: string[] }} EntryTexts */

/** What the server has sent of the table before its hand to come; null while that is on the page.
 * @type {{ form: HTMLFormElement, scene: HTMLElement, entry: EntryTexts } | null} */
let ofServer = null;

/** The same, unless the server has sent another page since. */
function serversPage() {
  if (ofServer?.form !== newEntry()) ofServer = null;
  return ofServer;
}

/** The number of the hand on the entry. */
export const numberOnEntry = () => Number(one(".scene")?.dataset.hand);

/** The number of the hand to come, as the server sees it; 0 on any other page. */
export const numberOnPage = () => Number((serversPage()?.scene ?? one(".scene"))?.dataset.hand ?? 0);

/** The hands to come, and with what waiting hands are counted. @returns {HTMLTemplateElement | null} */
const ahead = () => document.querySelector("#ahead");
const known = () => /** @type {DOMStringMap} */ (ahead()?.dataset ?? {});

/** Show what waits on this phone.
 * @param {Hand[]} rows hands of this table that the page of the server lacks, in order
 * @param {Hand[]} hands all that wait
 * @param {Hand | null} mending the one that is in the entry to be changed
 * @param {string} here the table that the page is about */
export function showWaiting(rows, hands, mending, here) {
  for (const old of all("main [data-entry]")) old.remove();
  const totals = totalsAfter(rows);
  let next = numberOnPage();
  one(".sheet tbody")?.append(...rows.map((hand, index) => {
    // Others may have saved hands since.
    const number = hand.isNew ? Math.max(hand.number, next) : hand.number;
    next = Math.max(next, number + 1);
    return row({ ...hand, number }, totals[index]);
  }));
  // The note in the corner leads there.
  one(".waiting")?.setAttribute("id", "waiting");
  showPanels(hands.filter(({ table }) => table === here), mending);
  // The entry is for the hand that is being changed, or that after the last one which waits, and at least for that of
  // the page.
  newEntry()?.toggleAttribute("data-mends", Boolean(mending));
  const at = (mending ? rows.findIndex(({ hand }) => hand === mending.hand) : rows.length) - 1;
  if (at < 0 || rows[at].number < numberOnPage()) goBack();
  else goOnTo(rows[at], totals[at]);
  const waiting = rows.filter(({ refused }) => !refused).length;
  setCornerNote("waiting", waiting ? count("corner", waiting) : "");
  // Hands that this page does not show.
  const tables = hands.filter(({ table, refused }) => table !== here || !one(".sheet") && !refused).map(({ table }) => table);
  one("#outbox").replaceChildren(...[...new Set(tables)].map((href) => {
    const isHere = href === here;
    const textContent = count(isHere ? "corner" : "elsewhere", tables.filter((table) => table === href).length);
    return Object.assign(document.createElement("a"), { href, textContent, className: isHere ? "here" : "" });
  }));
}

/** One of the outbox's sentences, about a number of hands.
 * @param {string} name
 * @param {number} number */
const count = (name, number) =>
  fill(one("#outbox").dataset[`${name}${number === 1 ? "One" : "Many"}`], { count: number });

/** The totals after each of these hands, by seat: what the entry showed for each is added to those of the page.
 * @param {Hand[]} hands
 * @returns {number[][]} */
function totalsAfter(hands) {
  const { totals = "[]", end, exact } = known();
  /** @type {number[]} */
  let before = JSON.parse(totals);
  return hands.map(({ gains, number, refused }, index) => {
    // The server may not take it, or have it already; or the one before it may have ended the game.
    const counts = !refused && number >= numberOnPage() && (!index || before.every((total) => total < Number(end)));
    before = gains.map((gain, seat) => {
      const total = before[seat] + Number(gain.replace("−", "-"));
      return counts && total !== Number(exact) ? total : NaN;
    });
    return before;
  });
}

/** A total that is no final one. */
const roughly = (/** @type {number} */ total) =>
  Number.isNaN(total) ? "?" : `~${total}`.replace("-", "−");

/** How far such a total is from the end, where that is near and known. */
function roughlyLeft(/** @type {number} */ total) {
  const { end, near, left } = known();
  const points = Number(end) - total;
  return points > 0 && points <= Number(near) ? fill(left, { points }) : "";
}

/** A hand's row of the sheet.
 * @param {Hand} hand
 * @param {number[]} totals after it */
function row({ hand, number, gains }, totals) {
  const line = fromTemplate("waiting-row");
  line.dataset.entry = hand;
  const link = one("a", line);
  link.textContent = String(number);
  link.setAttribute("aria-label", fill(one("#outbox").dataset.correct, { number }));
  const cell = one("td", line);
  cell.remove();
  gains.forEach((gain, seat) => {
    one(".points", cell).textContent = gain.replace("+", "");
    one("b", cell).textContent = roughly(totals[seat]);
    line.append(cell.cloneNode(true));
  });
  return line;
}

/** Show what can be done about hands that were refused, and about the one that is being changed.
 * @param {Hand[]} hands
 * @param {Hand | null} mending */
function showPanels(hands, mending) {
  const place = one("form.entry, .beside, main > .paper");
  let choice = false;
  for (const hand of hands) {
    const mends = hand.hand === mending?.hand;
    if (hand.refused) place?.before(panel(hand, mends));
    else if (mends) one(".beside")?.prepend(panel(hand, true));
    choice ||= Boolean(hand.refused?.choice) && !mends;
  }
  // There is one thing to decide.
  newEntry()?.toggleAttribute("hidden", choice);
  if (choice && !document.activeElement.closest("[data-entry]")) one("[data-entry] #alert")?.focus();
}

/** What can be done about a hand.
 * @param {Hand} hand
 * @param {boolean} mends whether the entry already holds it */
function panel({ hand, number, cards, refused }, mends) {
  const { choice: html = "", reason = "" } = refused ?? {};
  // HTML of the server.
  const chooser = /** @type {HTMLElement | null} */ (
    document.createRange().createContextualFragment(mends ? "" : html).firstChild);
  const section = chooser?.matches(".duplicate") ? chooser : fromTemplate("refused-hand");
  section.dataset.entry = hand;
  // It stays in the outbox, whatever page is shown.
  delete section.dataset.kept;
  if (section === chooser) return section;
  const title = one("h2", section);
  title.textContent = fill(refused ? title.textContent : one("#outbox").dataset.correct, { number });
  one(".reason", section).textContent = reason;
  one(".cards", section).textContent = cards;
  if (chooser) one(".cards", section).after(chooser);
  one(".row", section).hidden = !refused;
  one(".mend", section).hidden = mends || !newEntry();
  one(".again", section).hidden = mends || Boolean(chooser);
  return section;
}

/** Show the table after the last hand that counts. Where nothing is known of the hand to come, it
 * shows neither who deals nor who passes.
 * @param {Hand} last
 * @param {number[]} totals after it */
function goOnTo(last, totals) {
  const form = newEntry();
  if (!form) return;
  const number = last.number + 1;
  ofServer = serversPage() ?? { form, scene: one(".scene"), entry: textsOf(form) };
  one("main .scene").replaceWith(sceneBefore(number));
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
function goBack() {
  const form = newEntry();
  if (!form || !serversPage()) return;
  const { scene, entry } = ofServer;
  ofServer = null;
  one("main .scene").replaceWith(scene);
  setTexts(form, entry);
}

/** The table before the hand of this number. */
function sceneBefore(/** @type {number} */ number) {
  const coming = ahead();
  const hand = coming && all("article", coming.content).find((each) => each.dataset.hands.split(" ").includes(String(number)));
  const scene = /** @type {HTMLElement} */ (ofServer.scene.cloneNode(true));
  scene.dataset.hand = String(number);
  scene.classList.toggle("unknown", !hand);
  // Undo is for hands that the server has.
  for (const corner of all(".undo-corner", scene)) corner.remove();
  const picture = one(".picture", scene);
  if (hand) {
    const next = /** @type {HTMLElement} */ (one(".picture", hand).cloneNode(true));
    // The seats are the same; the deck lies before the dealer.
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
