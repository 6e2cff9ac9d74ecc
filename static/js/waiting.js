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
export function row({ entry, number, gains }, totals) {
  const line = fromTemplate("waiting-row");
  line.dataset.entry = entry;
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
export function choices({ entry, number, refused }, mends) {
  const section = fromTemplate("refused-hand");
  const title = one("h2", section);
  title.textContent = fill(refused ? title.textContent : one("#outbox").dataset.correct, { number });
  one(".reason", section).textContent = refused?.reason;
  // HTML of the server: its table of both hands.
  one(".compared", section).innerHTML = refused?.compared ?? "";
  one(".row", section).hidden = !refused;
  one(".mend", section).hidden = mends || !newEntry();
  one(".again", section).hidden = mends || refused.choices.length > 0;
  for (const [choice, text] of refused?.choices ?? []) {
    const button = one(".row", section).appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", textContent: text }).dataset.choice = choice;
  }
  section.dataset.entry = entry;
  return section;
}

/** Say of which other tables hands wait.
 * @param {string[]} tables that of each hand */
export function showElsewhere(tables) {
  one("#outbox").replaceChildren(...[...new Set(tables)].map((href) => {
    const textContent = count("elsewhere", tables.filter((table) => table === href).length);
    return Object.assign(document.createElement("a"), { href, textContent });
  }));
}
