// Entering a hand in few taps. The possible choices, the number of hearts and the points of each card
// come with the page; this script only adds up, and disables what is impossible.
import { all, fromTemplate, input, inputs, one, targetOf, tellSwapped } from "./dom.js";
import { request } from "./request.js";

const chosen = (/** @type {ParentNode} */ group) => input("[type=radio]:checked", group);
/** Seats of a correction whose number was tapped, not brought by the page. @type {WeakSet<Element>} */
const touched = new WeakSet();
const seatsOf = (/** @type {HTMLElement} */ form) => all(".counts", form);

/** The form of a new hand, not that of a correction. @returns {HTMLFormElement | null} */
export const newEntry = () => document.querySelector("form.entry:not(.correction)");

function update(/** @type {HTMLElement} */ form) {
  const hearts = Number(form.dataset.hearts);
  const corrects = form.matches(".correction");
  const seats = seatsOf(form);
  const counts = seats.map((seat) => { const key = chosen(seat); return key && Number(key.value); });
  const placed = counts.reduce((sum, count) => sum + (count ?? 0), 0);
  const open = counts.filter((count) => count === null).length;
  const rest = hearts - placed;
  const meant = counts.map((count) =>
    count ?? (rest === 0 ? 0 : open === 1 && rest > 0 ? rest : null));

  seats.forEach((seat, index) => {
    const others = seats.reduce((sum, other, at) =>
      sum + (at !== index && (!corrects || touched.has(other)) ? counts[at] ?? 0 : 0), 0);
    for (const key of inputs("[type=radio]", seat)) {
      const value = Number(key.value);
      // What is chosen stays chosen until somebody changes it: a disabled input would not be sent.
      key.disabled = !key.checked && value > hearts - others;
      key.parentElement.classList.toggle("meant", counts[index] === null && meant[index] === value);
    }
  });
  for (const key of inputs(":is(.counts, .taker) [type=radio]", form)) key.dataset.on = key.checked ? "yes" : "";
  for (const more of all(".more", form)) showMore(more, seats.indexOf(more.closest(".counts")), meant);
  showPoints(form, seats, counts, meant);
  showMissing(form, hearts, meant);
}

/** The key to larger counts: it looks chosen while one of them is meant, and faint while none is possible.
 * @param {HTMLElement} more
 * @param {number} index
 * @param {(number | null)[]} meant */
function showMore(more, index, meant) {
  const high = inputs(".high input", more.closest(".counts"));
  more.classList.toggle("meant", high.some((key) => Number(key.value) === meant[index]));
  input("input", more).disabled = high.every((key) => key.disabled);
}

/** The points that each seat is about to get, beside its name.
 * @param {HTMLElement} form
 * @param {HTMLElement[]} seats
 * @param {(number | null)[]} counts
 * @param {(number | null)[]} meant */
function showPoints(form, seats, counts, meant) {
  const points = meant.map((count) => count ?? 0);
  const took = seats.map(() => 0);
  const known = meant.map((count, index) => counts[index] !== null || Boolean(count));
  for (const taker of all(".taker[data-worth]", form)) {
    const key = chosen(taker);
    if (!key) continue;
    known[Number(key.value)] = true;
    points[Number(key.value)] += Number(taker.dataset.worth);
    if ("moon" in taker.dataset) took[Number(key.value)] += 1;
  }
  // Then the others have nothing for sure.
  const isPlaced = meant.reduce((sum, count) => sum + count, 0) === Number(form.dataset.hearts)
    && all(".taker[data-worth]", form).every(chosen);
  const shooter = shooterOf(form) || moonOf(form, meant, took);
  const moon = moonPoints(form, shooter);
  seats.forEach((seat, index) => {
    const text = moon ? signed(moon[index])
      : shooter !== "" ? (String(index) === shooter ? "☾" : "?")
        : known[index] || isPlaced ? signed(points[index]) : "0?";
    one(".gain", seat).textContent = text;
    seat.classList.toggle("known", text !== "0?");
    // The moon's panel covers the names, so its keys say it too.
    const key = all(".shooters .key", form)[index];
    if (key && moon) key.dataset.gain = text;
    else if (key) delete key.dataset.gain;
  });
}

/** The points that each seat is about to get, as they are shown, or as this choice of a shooter has them.
 * @param {HTMLElement} form
 * @param {string | null} [choice] */
export const gainsOf = (form, choice) =>
  moonPoints(form, shooterOf(form), choice)?.map(signed)
    ?? seatsOf(form).map((seat) => one(".gain", seat).textContent.replace("0?", "0"));

/** The points of a moon, if the page has them.
 * @param {HTMLElement} form
 * @param {string} shooter
 * @param {string | null} [choice]
 * @returns {number[] | undefined} */
const moonPoints = (form, shooter, choice) =>
  JSON.parse(form.dataset.moons || "{}")[(choice ? `${choice},` : "") + moonKey(form, shooter)];

const signed = (/** @type {number} */ points) => points > 0 ? `+${points}` : String(points).replace("-", "−");
const shooterOf = (/** @type {HTMLElement} */ form) => input("input[name=shooter]:checked", form)?.value || "";

/** The key under which the page has the points of a moon: the shooter, and who took the other cards.
 * @param {HTMLElement} form
 * @param {string} shooter */
function moonKey(form, shooter) {
  if (input("input[name=sun]:checked", form)) return `sun,${shooter}`;
  return ["moon", shooter, ...all(".taker:not([data-moon])", form).map((taker) => chosen(taker)?.value ?? "")].join();
}

/** The seat that has everything that a moon needs according to the page; empty if there is none yet.
 * @param {HTMLElement} form
 * @param {(number | null)[]} meant
 * @param {number[]} took */
function moonOf(form, meant, took) {
  if (!("moon" in form.dataset)) return "";
  const needed = all(".taker[data-moon]", form).length;
  const seat = meant.findIndex((count, index) =>
    count === Number(form.dataset.hearts) && took[index] === needed);
  return seat < 0 ? "" : String(seat);
}

/** Let the button name what is missing; if nothing is, it saves.
 * @param {HTMLElement} form
 * @param {number} hearts
 * @param {(number | null)[]} meant */
function showMissing(form, hearts, meant) {
  const button = one(".finish > .go", form);
  const label = one("span", button);
  label.dataset.saves ??= label.textContent;
  const shooter = shooterOf(form);
  const left = hearts - meant.reduce((sum, count) => sum + (count ?? 0), 0);
  /** @type {string[]} */
  let missing = shooter || left === 0 ? []
    : [(left > 0 ? button.dataset.more : button.dataset.over).replace("{count}", String(Math.abs(left)))];
  for (const taker of all(".taker", form)) {
    const open = !chosen(taker) && !(shooter && "moon" in taker.dataset);
    if (open) missing.push(taker.dataset.question);
    taker.classList.toggle("open", Boolean(open && shooter));
  }
  if (!shooter && missing.length && one(".moon[open]", form)) missing = [button.dataset.who];
  const text = missing.join(" · ");
  button.classList.toggle("missing", Boolean(text));
  if (label.textContent !== (text || label.dataset.saves)) label.textContent = text || label.dataset.saves;
  const status = one("#missing", form);
  if (status.textContent !== text) status.textContent = text;
  askForEnding(form, !text);
}

/** The taps about which the server was asked last, for each part of the entry that it fills in.
 * @type {WeakMap<HTMLElement, string>} */
const asked = new WeakMap();

/** Have the server fill in a part of the entry: what these taps come to, or with none nothing.
 * @param {HTMLElement} part
 * @param {Taps} taps */
async function fillIn(part, taps) {
  const query = String(new URLSearchParams(taps));
  if (!part || asked.get(part) === query) return;
  asked.set(part, query);
  // What it says belongs to other taps, and must not be tapped any more.
  part.replaceChildren();
  if (!query || !part.dataset.asks) return;
  const answer = await request(`${part.dataset.asks}?${query}`);
  if (asked.get(part) !== query) return;
  const filled = answer && one(`#${part.id}`, answer.page);
  if (filled) part.replaceChildren(...filled.childNodes);
  // Without the server the choices are there, but not their effects.
  else if (part.id === "moons") part.replaceChildren(fromTemplate("moon-choices"));
  tellSwapped(part);
}

/** Where somebody is within reach of the end, the server says whether a complete hand ends the game. It knows
 * nothing of hands that wait (waiting.js).
 * @param {HTMLElement} form
 * @param {boolean} complete */
const askForEnding = (form, complete) =>
  fillIn(one("#ending", form), complete && !("ahead" in form.dataset) ? tapsOf(form) : []);

/** Where the shooter chooses, the server works out the effect of either choice. */
const askForMoons = (/** @type {HTMLElement} */ form) =>
  fillIn(one("#moons", form), shooterOf(form) ? tapsOf(form).filter(([name]) => !name.startsWith("hearts")) : []);

// A second tap on a key takes it back.
document.addEventListener("click", (event) => {
  const key = targetOf(event);
  const form = key instanceof HTMLInputElement && /** @type {HTMLElement} */ (key.closest("form.entry"));
  if (!form) return;
  if (key.type === "radio" && key.dataset.on && key.closest(".counts, .taker")) key.checked = false;
  const seat = key.closest(".counts");
  if (seat) touched.add(seat);
  // For a small count, or none, the larger ones fold away again.
  const more = seat && input(".more input", seat);
  if (more && key !== more) more.checked = Boolean(one(".high :checked", seat));
  if (key.name === "shooter" && key.value) {
    // The moon says where the cards are; what was tapped before would only contradict it.
    for (const other of inputs(".counts input, .taker[data-moon] input", form)) other.checked = false;
  }
  if (key.name === "shooter" && !key.value) {
    const moon = key.closest("details");
    moon.open = false;
    one("summary", moon).focus();
  }
  if (key.closest(".moon, .taker")) askForMoons(form);
  update(form);
  // What was refused is said until it is mended.
  key.closest(".at-fault")?.classList.remove("at-fault");
  if (!one(".finish > .go.missing", form)) one(".refusal", form)?.remove();
  // Nor is what was done before, once the next hand is begun.
  one(".scene .notice:not(.wrong)")?.remove();
});

/** The last row, once a digit has chosen its count. @type {HTMLElement | null} */
let finished = null;

// A digit is the count of the focused row, or of the first one if nothing has the focus, and leads on to the next row.
// Tab skips a player who took ten or more, who gets the rest. From the last row Tab leads to Save, not to the moon.
document.addEventListener("keydown", (event) => {
  const focused = targetOf(event);
  const row = /** @type {HTMLElement | null} */ (focused.closest?.("form.entry .counts"))
    ?? (focused.matches?.("body, form.entry") && !one("form.entry .moon[open]") && one("form.entry .counts"));
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const form = /** @type {HTMLElement} */ (row.closest("form"));
  if (event.key === "Tab" && !event.shiftKey && finished === row) {
    event.preventDefault();
    one(".finish > .go", form).focus();
  }
  finished = null;
  const key = /^\d$/.test(event.key) && input(`[value="${event.key}"]:enabled`, row);
  if (!key) return;
  event.preventDefault();
  // A second tap would take it back.
  if (!key.checked) key.click();
  const seats = seatsOf(form);
  const next = seats[seats.indexOf(row) + 1];
  if (!next) finished = row;
  (next ? chosen(next) ?? input("[type=radio]:enabled", next) : key).focus();
});

// Browsers ignore a second press of the space bar on a radio button; here it takes the key back like a second tap.
document.addEventListener("keyup", (event) => {
  const key = targetOf(event);
  if (event.key !== " " || !key.matches?.("form.entry :is(.counts, .taker) input") || !key.dataset.on) return;
  event.preventDefault();
  key.click();
});

// Folding the moon away takes it back.
document.addEventListener("toggle", (event) => {
  const fold = targetOf(event);
  const form = fold.matches?.("details.moon") && /** @type {HTMLElement} */ (fold.closest("form.entry"));
  if (!form) return;
  if (fold.matches(":not([open])")) {
    // No shooter, no choice, no sun.
    for (const key of inputs("input", fold)) key.checked = key.value === "";
    askForMoons(form);
  }
  update(form);
}, true);

/** Show what every entry on the page says by now. */
function updateAll() {
  for (const form of all("form.entry[data-hearts]")) update(form);
}

/** @typedef {[string, string][]} Taps */

/** What each seat got, as a line to read.
 * @param {HTMLElement} form
 * @param {string[]} gains */
export function cardsOf(form, gains) {
  return seatsOf(form).map((row, seat) => {
    const cards = all(".taker", form).filter((taker) => chosen(taker)?.value === String(seat))
      .map((taker) => taker.dataset.question.slice(0, -1));
    return [(one(".full", row) ?? one(".name", row)).textContent, gains[seat], ...cards].join(" ");
  }).join(" · ");
}

/** What is tapped, by field. @returns {Taps} */
export const tapsOf = (/** @type {HTMLElement} */ form) =>
  inputs("input:checked[name]", form).filter((key) => key.value !== "").map((key) => [key.name, key.value]);

/** Have these tapped, and nothing else.
 * @param {HTMLFormElement} form
 * @param {Taps} taps */
export function setTaps(form, taps) {
  for (const key of inputs(":checked", form)) key.checked = key.name === "shooter" && key.value === "";
  for (const fold of form.querySelectorAll("details")) fold.open = false;
  for (const [name, value] of taps) {
    if (value === "") continue;
    const key = inputs("input", form).find((each) => each.name === name && each.value === value);
    if (!key) continue;
    key.checked = true;
    if (key.closest(".high")) input(".more input", key.closest(".counts")).checked = true;
    const fold = key.closest("details");
    if (fold) fold.open = true;
  }
  askForMoons(form);
  updateAll();
}

document.addEventListener("DOMContentLoaded", updateAll);
document.addEventListener("htmx:after:swap", updateAll);
window.addEventListener("pageshow", updateAll);
