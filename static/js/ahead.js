// The hands to come, as the server says that they will be: while hands wait on the phone, the page goes on
// to the one after them. Who deals and who passes where is the server's to know.
import { all, fieldOf, input, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { fill } from "./news.js";

/** What the server said about each hand to come, by the table and the number of the hand.
 * @type {Map<string, HTMLElement>} */
const known = new Map();
const keyOf = (/** @type {string} */ table, /** @type {number} */ number) => `${table} ${number}`;

/** What the page was before it went on: it goes on from there again when something else waits.
 * @type {{ scene: HTMLElement, now: HTMLElement, revision: string, saves: string, entry: string, moons: string } | null} */
let before = null;

/** The number of the hand to come, as the server sees it; 0 on any other page. */
export const numberOnPage = () => Number((before?.scene ?? one(".scene"))?.dataset.hand ?? 0);

/** The game's revision, as the server sees it; 0 where the page has nothing to write with. */
export const revisionOnPage = () => Number(before?.revision ?? input("main [name=revision]")?.value ?? 0);

/** Ask for the hands to come, once the page has nothing better to do. */
export async function lookAhead() {
  const address = one("#follow")?.dataset.ahead;
  const table = newEntry()?.getAttribute("action");
  if (!address || !table) return;
  try {
    const response = await fetch(address);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const hand of all("article", page)) {
      for (const number of hand.dataset.hands.split(" ")) known.set(keyOf(table, Number(number)), hand);
    }
  } catch {
    // What was known before is good as long as nothing was decided since.
  }
}

/** A new page has come: it is as the server sees it. */
export function startAnew() { before = null; }

/** Show the table before the hand of this number, at this revision. Where nothing is known of that hand, it shows
 * neither who deals nor who passes.
 * @param {number} number
 * @param {number} revision */
export function goOnTo(number, revision) {
  const form = newEntry();
  if (!form) return;
  const hand = known.get(keyOf(form.getAttribute("action"), number));
  const says = one(".finish > .go span", form);
  before ??= {
    scene: one(".scene"), now: one(".now"), revision: fieldOf(form, "revision").value,
    saves: says.dataset.saves ?? says.textContent, entry: one("h2", form).textContent,
    moons: form.dataset.moons,
  };
  if (Number(one(".scene").dataset.hand) !== number || fieldOf(form, "revision").value !== String(revision)) {
    fieldOf(form, "entry_id").value = newId();
  }
  put(".scene", sceneOf(hand, number));
  put(".now", hand ? one(".now", hand).cloneNode(true) : emptyNow());
  const { enter, saves } = one("#outbox").dataset;
  name(form, fill(enter, { number }), fill(saves, { number }));
  fieldOf(form, "revision").value = String(revision);
  // The totals on which these are based are those before the hands that wait.
  form.dataset.moons = "{}";
  for (const prospects of all(".prospects")) prospects.hidden = true;
}

/** @param {HTMLElement | undefined} hand
 * @param {number} number */
function sceneOf(hand, number) {
  const scene = /** @type {HTMLElement} */ ((hand ? one(".scene", hand) : before.scene).cloneNode(true));
  if (hand) scene.dataset.hand = String(number);
  else {
    scene.classList.add("unknown");
    one(".picture", scene)?.remove();
  }
  one("h1", scene).firstChild.textContent = fill(one("#outbox").dataset.hand, { number }) + " ";
  return scene;
}

function emptyNow() {
  const now = document.createElement("section");
  now.className = "now";
  return now;
}

/** Show the table as the server sees it. */
export function goBack() {
  const form = newEntry();
  if (!form || !before) return;
  put(".scene", before.scene);
  put(".now", before.now);
  name(form, before.entry, before.saves);
  fieldOf(form, "revision").value = before.revision;
  // The page's own may have been that of a hand which has been sent since.
  fieldOf(form, "entry_id").value = newId();
  form.dataset.moons = before.moons;
  for (const prospects of all(".prospects")) prospects.hidden = false;
  before = null;
}

function put(/** @type {string} */ place, /** @type {Node} */ part) {
  one(`main ${place}`)?.replaceWith(part);
}

/** @param {HTMLFormElement} form
 * @param {string} heading
 * @param {string} saves */
function name(form, heading, saves) {
  one("h2", form).textContent = heading;
  const says = one(".finish > .go span", form);
  if (says.textContent === says.dataset.saves) says.textContent = saves;
  says.dataset.saves = saves;
}

/** An id that nobody has had; plain HTTP has no ``crypto.randomUUID``. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
