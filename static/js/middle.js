// The table in the middle: brings the plates to the edges of the screen where people sit, and draws the pass between
// them. Who sits where, and whether the screen lies or stands, this device remembers. Knows no rule of Hearts: the page
// says who passes to whom, and follow.js brings the page as it is now.
import { all, one, recall, remember } from "./dom.js";

const momentFor = 8000;     // milliseconds for which the middle says what the last hand brought
const fadeAfter = 4000;     // and until the controls fade
const moveAfter = 60_000;   // and until all moves a little, so that nothing burns into the screen

/** The places round the screen, clockwise from the bottom, as edges: 0 is the bottom, 1 the left. There are more on the
 * long edges, and with an odd number of players one stays free. */
const places = {
  wide: { 4: "0123", 6: "001223", 8: "00012223" },
  high: { 4: "0123", 6: "011233", 8: "00112233" },
};
const usual = { 3: [0, 1, 3], 5: [0, 2, 3, 4, 5], 7: [0, 1, 3, 4, 5, 6, 7] };

const stage = () => one(".stage");
const plates = () => all(".plate").sort((a, b) => Number(a.dataset.seat) - Number(b.dataset.seat));
const isUpright = () => document.body.classList.contains("upright");
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The edge of each place. */
function edges(/** @type {number} */ players) {
  const count = /** @type {4 | 6 | 8} */ (players + players % 2);
  return [...places[innerWidth > innerHeight ? "wide" : "high"][count]].map(Number);
}

const key = (/** @type {number} */ players) => `middle-${players}`;

/** The place of each seat.
 * @param {number} players
 * @returns {number[]} */
const placesOf = (players) => recall("localStorage", key(players))?.split(" ").map(Number)
  ?? usual[/** @type {3 | 5 | 7} */ (players)] ?? [...Array(players).keys()];

/** Whether seats at these places sit in their order round the table. */
const isRound = (/** @type {number[]} */ at) =>
  at.filter((place, seat) => place >= at[(seat + 1) % at.length]).length === 1;

function turn(by = 1) {
  const players = plates().length;
  const count = players + players % 2;
  sit(placesOf(players).map((place) => (place + by + count) % count));
}

function sit(/** @type {number[]} */ at) {
  remember("localStorage", key(at.length), at.join(" "));
  arrange();
}

/** Bring a seat to a place: alone if that is free, else all turn. */
function bring(/** @type {number} */ seat, /** @type {number} */ place) {
  const at = placesOf(plates().length);
  const alone = at.with(seat, place);
  if (isRound(alone)) sit(alone);
  else turn(place - at[seat]);
}

function arrange() {
  if (!stage()) return;
  const every = plates();
  const at = placesOf(every.length);
  const where = edges(every.length);
  const rows = all(".edge");
  const inTurn = every.map((plate, seat) => ({ plate, place: at[seat] })).sort((a, b) => a.place - b.place);
  for (const { plate, place } of inTurn) rows[where[place]].append(plate);
  stage().classList.add("set");
  fit();
  draw(inTurn.map(({ plate, place }) => ({ plate, edge: where[place] })));
}

// What is too long is set smaller, step by step. A name may take two lines, else it gets its short form.
const sizes = [1, .9, .8];
const smaller = [.74, .66, .58];

function fit() {
  for (const text of all(".player, .since")) {
    const name = one(".short", text)?.parentElement;
    name?.classList.remove("cut");
    text.classList.remove("two");
    if (shrink(text, sizes)) continue;
    text.classList.toggle("two", Boolean(name));
    if (shrink(text, smaller) || !name) continue;
    text.classList.remove("two");
    name.classList.add("cut");
    shrink(text, sizes);
  }
  const centre = one(".centre");
  const halves = all(".side > div", centre);
  centre.classList.remove("brief");
  if (shrink(centre, [...sizes, .7, .6, .5], halves)) return;
  centre.classList.add("brief");
  shrink(centre, [.7, .6, .5], halves);
}

/** Set an element smaller until none of its parts is too large; whether they fit. */
function shrink(/** @type {HTMLElement} */ element, /** @type {number[]} */ to, parts = [element]) {
  return to.some((size) => {
    element.style.setProperty("--scale", String(size));
    return !parts.some(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 1);
  });
}

/** @typedef {{ plate: HTMLElement, edge: number }} Seated a plate and its edge
 * @typedef {[number, number]} Point */

/** Draw the pass: between neighbours along the edge of the table, else across where there is room. The plates say it as well. */
function draw(/** @type {Seated[]} */ ring) {
  const lines = one(".arrows .lines");
  lines.replaceChildren();
  const many = ring.length > 4, high = isUpright() && innerWidth <= innerHeight;
  if (many && high) return;
  for (const [index, from] of ring.entries()) {
    const to = ring.find(({ plate }) => plate.dataset.seat === from.plate.dataset.to);
    if (!to) continue;
    const after = ring[(index + 1) % ring.length];
    const before = ring.at(index - 1);
    // Across, many would hide what stands in the middle, and upright on a high screen there are plates in their way.
    if ((many || high) && to !== after && to !== before) continue;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const across = `M${facing(from, 1)}L${facing(to, -1)}`;
    line.setAttribute("d", to === after ? along(from, to) : to === before ? along(to, from) : across);
    line.setAttribute(to === before ? "marker-start" : "marker-end", "url(#head)");
    lines.append(line);
  }
}

/** The box of a plate on the stage, with what stands before it; of the plate alone its centre and its width. */
function boxOf(/** @type {Seated} */ { plate }) {
  const whole = stage().getBoundingClientRect();
  const own = plate.getBoundingClientRect();
  const passes = one(".passes", plate).getBoundingClientRect();
  return {
    left: Math.min(own.left, passes.left) - whole.left, right: Math.max(own.right, passes.right) - whole.left,
    top: Math.min(own.top, passes.top) - whole.top, bottom: Math.max(own.bottom, passes.bottom) - whole.top,
    x: own.left + own.width / 2 - whole.left, y: own.top + own.height / 2 - whole.top, width: own.width,
  };
}

const gap = () => .9 * rem();

/** The end of a plate from which a line goes clockwise, or at which it comes in.
 * @returns {Point} */
function endOf(/** @type {Seated} */ seated, /** @type {boolean} */ goes) {
  const box = boxOf(seated);
  const { edge } = seated;
  if (edge % 2 === 0) return [(edge === 0) === goes ? box.left - gap() : box.right + gap(), box.y];
  // Of a plate that is wide, near the edge of the screen.
  const inwards = Math.min(box.width / 2, 4.2 * rem());
  return [edge === 1 ? box.left + inwards : box.right - inwards,
    (edge === 1) === goes ? box.top - gap() : box.bottom + gap()];
}

/** The middle of a plate's side that faces the table, moved to its owner's right or left (−1).
 * @returns {Point} */
function facing(/** @type {Seated} */ seated, /** @type {number} */ aside) {
  const box = boxOf(seated);
  const by = aside * 8 * rem();
  const upright = isUpright() ? aside * 2.6 * rem() : by;
  return [
    /** @type {Point} */ ([box.x + by, box.top - gap()]), /** @type {Point} */ ([box.right + gap(), box.y + upright]),
    /** @type {Point} */ ([box.x - by, box.bottom + gap()]), /** @type {Point} */ ([box.left - gap(), box.y - upright]),
  ][seated.edge];
}

/** A line from a plate to the next one clockwise. */
function along(/** @type {Seated} */ from, /** @type {Seated} */ to) {
  const start = endOf(from, true), end = endOf(to, false);
  const turns = (to.edge - from.edge + 4) % 4;
  if (turns === 1) {
    const [row, column, seated] = from.edge % 2 ? [end, start, to] : [start, end, from];
    const room = column[0] < stage().clientWidth / 2 ? row[0] - column[0] : column[0] - row[0];
    if (room >= 1.6 * rem()) return `M${start}Q${column[0]} ${row[1]} ${end}`;
    // They nearly meet in the corner: straight from the one's side to the other's end.
    row.splice(0, 2, column[0], facing(seated, 0)[1]);
  }
  if (turns < 2) return `M${start}L${end}`;
  // Past an edge at which nobody sits.
  const { clientWidth, clientHeight } = stage();
  const far = 1.5 * rem();
  const [x, y] = [[far, null], [null, far], [clientWidth - far, null], [null, clientHeight - far]][from.edge];
  return `M${start}C${x ?? start[0]} ${y ?? start[1]} ${x ?? end[0]} ${y ?? end[1]} ${end}`;
}

// A plate is dragged to where that person sits, while the controls are there: a hand that is put down moves nothing.
/** @type {{ plate: HTMLElement, x: number, y: number } | null} */
let held = null;

document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
  const plate = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(".set .plate"));
  held = woken || !plate ? null : { plate, x: clientX, y: clientY };
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!held) return;
  const { plate, x, y } = held;
  // The plate's own axes are turned.
  const axes = new DOMMatrix(getComputedStyle(plate.parentElement).transform);
  const by = new DOMMatrix([axes.a, axes.b, axes.c, axes.d, 0, 0]).inverse().transformPoint({ x: clientX - x, y: clientY - y });
  plate.classList.add("held");
  plate.style.setProperty("transform", `translate(${by.x}px, ${by.y}px)`);
});
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const dropped = letGo();
  if (dropped) bring(Number(dropped.dataset.seat), placeAt(clientX, clientY));
});
document.addEventListener("pointercancel", letGo);

/** The plate that was dragged, back in its row. */
function letGo() {
  const plate = held?.plate.classList.contains("held") ? held.plate : null;
  held = null;
  plate?.classList.remove("held");
  plate?.style.removeProperty("transform");
  return plate;
}

/** The place that is nearest to a point of the screen. */
function placeAt(/** @type {number} */ x, /** @type {number} */ y) {
  const where = edges(plates().length);
  const far = where.map((edge, place) => {
    const row = where.flatMap((other, at) => other === edge ? [at] : []);
    const along = (row.indexOf(place) + .5) / row.length;
    const [left, top] = [[1 - along, 1], [0, 1 - along], [along, 0], [1, along]][edge];
    return Math.hypot(x / innerWidth - left, y / innerHeight - top);
  });
  return far.indexOf(Math.min(...far));
}

document.addEventListener("click", ({ target }) => {
  switch (/** @type {Element} */ (target).closest("button")?.id) {
    case "turn": return turn();
    case "stand": return stand(!isUpright());
    // Colours and language are at the foot of each page, which here is in sight only while something in it has the focus.
    case "look": return one("footer div + div a").focus();
    case "whole": return void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  }
});

function stand(/** @type {boolean} */ upright) {
  remember("localStorage", "middle", upright ? "standing" : null);
  document.body.classList.toggle("upright", upright);
  arrange();
}

// The controls fade. The first touch brings them back, and does nothing else.
let faded = 0;  // the timer
let woken = false;

function wake() {
  woken = document.body.classList.contains("idle");
  document.body.classList.remove("idle");
  clearTimeout(faded);
  faded = setTimeout(() => document.body.classList.add("idle"), fadeAfter);
}
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, wake, true);
addEventListener("click", (event) => {
  if (!woken || !event.detail) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// What a hand brought that has just come.
let shown = Number(stage()?.dataset.hands);
let says = 0;  // the timer

function arrive() {
  if (!stage()) return;
  const { hands, address } = stage().dataset;
  // The next game is another page.
  if (location.pathname !== address) history.replaceState(null, "", address);
  const isNew = Number(hands) > shown && one(".brought");
  if (Number(hands) !== shown) say(Boolean(isNew));
  shown = Number(hands);
  arrange();
}

function say(/** @type {boolean} */ moment) {
  clearTimeout(says);
  document.body.classList.toggle("says", moment);
  if (moment) {
    says = setTimeout(() => {
      document.body.classList.remove("says");
      arrange();
    }, momentFor);
  }
}

/** How often all has moved. */
let moves = 0;
setInterval(() => {
  moves += 1;
  const [aside, down] = [Math.cos(moves), Math.sin(moves)].map((part) => `${(part * .3).toFixed(2)}rem`);
  document.documentElement.style.setProperty("--aside", aside);
  document.documentElement.style.setProperty("--down", down);
}, moveAfter);

// Before the new page is painted: htmx's own event comes later.
new MutationObserver(arrive).observe(document.body, { childList: true });
addEventListener("resize", arrange);

document.body.classList.toggle("fills", Boolean(document.fullscreenEnabled));
document.body.classList.toggle("upright", recall("localStorage", "middle") === "standing");
wake();
arrange();
