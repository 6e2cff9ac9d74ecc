// Hands that wait, as the page shows them: rows of the sheet, what was refused and what can be done about it, where
// those of other tables wait.
import { fill, fromTemplate, one } from "./dom.js";
import { newEntry } from "./entry.js";

/** @typedef {import("./outbox.js").Hand} Hand */

/** One of the outbox's sentences, about a number of hands.
 * @param {string} name
 * @param {number} number */
export const count = (name, number) =>
  fill(one("#outbox").dataset[`${name}${number === 1 ? "One" : "Many"}`], { count: number });

/** A hand's row of the sheet. */
export function row(/** @type {Hand} */ hand) {
  const line = fromTemplate("waiting-row");
  one(".number", line).textContent = String(hand.number);
  for (const each of hand.gains) line.appendChild(document.createElement("td")).textContent = each === "–" ? "0" : each;
  return line;
}

/** What can be done about a hand that was refused.
 * @param {Hand} hand
 * @param {boolean} mends whether the entry already holds it */
export function refusal(hand, mends) {
  const section = fromTemplate("refused-hand");
  const title = one("h2", section);
  title.textContent = fill(title.textContent, { number: hand.number });
  one(".reason", section).textContent = hand.refused.reason;
  // HTML of the server: its table of both hands.
  one(".compared", section).innerHTML = hand.refused.compared;
  one(".mend", section).hidden = mends || !newEntry();
  one(".again", section).hidden = mends || hand.refused.choices.length > 0;
  for (const [choice, text] of hand.refused.choices) {
    const button = one(".row", section).appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", textContent: text }).dataset.choice = choice;
  }
  section.dataset.entry = hand.entry;
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
