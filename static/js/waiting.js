// Hands that wait, as the page shows them: rows of the sheet with the totals after them, what can be done about one
// that was refused or is being changed, and at which other tables some wait.
import { fill, fromTemplate, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { roughly } from "./totals.js";

/** @typedef {import("./outbox.js").Hand} Hand */

/** One of the outbox's sentences, about a number of hands.
 * @param {string} name
 * @param {number} number */
export const count = (name, number) =>
  fill(one("#outbox").dataset[`${name}${number === 1 ? "One" : "Many"}`], { count: number });

/** A hand's row of the sheet.
 * @param {Hand} hand
 * @param {number[]} totals after it */
export function row({ hand, number, gains }, totals) {
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

/** What can be done about a hand that was refused, or is being changed.
 * @param {Hand} hand
 * @param {boolean} mends whether the entry already holds it */
export function panel({ hand, number, cards, refused }, mends) {
  const { choice: html = "", reason = "" } = refused ?? {};
  const choice = mends ? "" : html;
  // HTML of the server.
  const chooser = /** @type {HTMLElement | null} */ (document.createRange().createContextualFragment(choice).firstChild);
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

/** Say of which tables hands wait that this page does not show; ``here``: the table that the page is about.
 * @param {string[]} tables that of each hand
 * @param {string} here */
export function showElsewhere(tables, here) {
  one("#outbox").replaceChildren(...[...new Set(tables)].map((href) => {
    const isHere = href === here;
    const textContent = count(isHere ? "corner" : "elsewhere", tables.filter((table) => table === href).length);
    return Object.assign(document.createElement("a"), { href, textContent, className: isHere ? "here" : "" });
  }));
}
