// The hands to come, which the server sends with the page: while hands wait on the phone, the page goes on
// to the one after them. Only the server knows who deals and who passes where.
import { all, fieldOf, input, one } from "./dom.js";
import { newEntry } from "./entry.js";
import { fill } from "./news.js";

/** The server's own version of the parts that goOnTo() replaces; null while they are on the page.
 * @type {{ scene: HTMLElement, now: HTMLElement, revision: string, saves: string, heading: string, moons: string } | null} */
let before = null;

/** The number of the hand to come, as the server sees it; 0 on any other page. */
export const numberOnPage = () => Number((before?.scene ?? one(".scene"))?.dataset.hand ?? 0);

/** The game's revision, as the server sees it; 0 where the page has nothing to write with. */
export const revisionOnPage = () => Number(before?.revision ?? input("main [name=revision]")?.value ?? 0);

/** What the server says about the hand of this number. @returns {HTMLElement | undefined} */
function handAhead(/** @type {number} */ number) {
  const ahead = /** @type {HTMLTemplateElement | null} */ (document.getElementById("ahead"));
  const hands = ahead ? all("article", ahead.content) : [];
  return hands.find((hand) => hand.dataset.hands.split(" ").includes(String(number)));
}

/** Forget that version: there is a new page. */
export function startAnew() { before = null; }

/** Show the table before the hand of this number, at this revision. Where nothing is known of that hand, it shows
 * neither who deals nor who passes.
 * @param {number} number
 * @param {number} revision */
export function goOnTo(number, revision) {
  const form = newEntry();
  if (!form) return;
  const hand = handAhead(number);
  const label = one(".finish > .go span", form);
  before ??= {
    scene: one(".scene"), now: one(".now"), revision: fieldOf(form, "revision").value,
    saves: label.dataset.saves ?? label.textContent, heading: one("h2", form).textContent,
    moons: form.dataset.moons,
  };
  if (Number(one(".scene").dataset.hand) !== number || fieldOf(form, "revision").value !== String(revision)) {
    fieldOf(form, "entry_id").value = newId();
  }
  put(".scene", sceneOf(hand, number));
  put(".now", nowOf(hand));
  const { enter, saves } = one("#outbox").dataset;
  setLabels(form, fill(enter, { number }), fill(saves, { number }));
  fieldOf(form, "revision").value = String(revision);
  // Those on the page are based on the totals before the hands that wait.
  form.dataset.moons = "{}";
  for (const prospects of all(".prospects")) prospects.hidden = true;
}

/** @param {HTMLElement | undefined} hand
 * @param {number} number */
function sceneOf(hand, number) {
  const scene = /** @type {HTMLElement} */ (before.scene.cloneNode(true));
  scene.dataset.hand = String(number);
  scene.classList.toggle("unknown", !hand);
  // Undo is for hands that the server has.
  for (const corner of all(".undo-corner", scene)) corner.remove();
  if (hand) one(".picture", scene)?.replaceWith(one(".picture", hand).cloneNode(true));
  else one(".picture", scene)?.remove();
  one("h1", scene).firstChild.textContent = fill(one("#outbox").dataset.hand, { number }) + " ";
  return scene;
}

function nowOf(/** @type {HTMLElement | undefined} */ hand) {
  const now = /** @type {HTMLElement} */ (hand ? one(".now", hand).cloneNode(true) : document.createElement("section"));
  now.classList.add("now");
  const sit = hand && one(".sit", before.now);
  if (sit) now.append(sit.cloneNode(true));
  return now;
}

/** Show the table as the server sees it. */
export function goBack() {
  const form = newEntry();
  if (!form || !before) return;
  put(".scene", before.scene);
  put(".now", before.now);
  setLabels(form, before.heading, before.saves);
  fieldOf(form, "revision").value = before.revision;
  // The page's own id may belong to a hand that was sent since.
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
function setLabels(form, heading, saves) {
  one("h2", form).textContent = heading;
  const label = one(".finish > .go span", form);
  if (label.textContent === label.dataset.saves) label.textContent = saves;
  label.dataset.saves = saves;
}

/** A new id; plain HTTP has no ``crypto.randomUUID``. */
export const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
