// Recording a hand in few taps. The possible choices, the number of hearts and the worth of each card
// come with the page; this script only adds up, and disables what is impossible.
"use strict";

const chosen = (group) => group.querySelector("input:checked");
const touched = new WeakSet();  // seats whose number was tapped here, not brought by the page

function seatsOf(form) {
  return [...form.querySelectorAll(".counts")];
}

function update(form) {
  const all = Number(form.dataset.hearts);
  const seats = seatsOf(form);
  const counts = seats.map((seat) => { const input = chosen(seat); return input && Number(input.value); });
  const placed = counts.reduce((sum, count) => sum + (count ?? 0), 0);
  const open = counts.filter((count) => count === null).length;
  const rest = all - placed;
  const meant = counts.map((count) =>
    count ?? (rest === 0 ? 0 : open === 1 && rest > 0 ? rest : null));

  seats.forEach((seat, index) => {
    const others = seats.reduce((sum, other, at) =>
      sum + (at !== index && touched.has(other) ? counts[at] ?? 0 : 0), 0);
    for (const input of seat.querySelectorAll("input")) {
      const value = Number(input.value);
      // What is chosen stays chosen until somebody changes it: a disabled input would not be sent.
      input.disabled = !input.checked && value > all - others;
      input.dataset.on = input.checked ? "yes" : "";
      input.parentElement.classList.toggle("meant", counts[index] === null && meant[index] === value);
    }
  });
  for (const input of form.querySelectorAll(".taker input")) input.dataset.on = input.checked ? "yes" : "";
  showPoints(form, seats, meant);
  showPlaced(form, all, meant);
}

function showPoints(form, seats, meant) {
  const points = meant.map((count) => count ?? 0);
  const took = seats.map(() => 0);
  for (const taker of form.querySelectorAll(".taker[data-worth]")) {
    const input = chosen(taker);
    if (!input) continue;
    points[Number(input.value)] += Number(taker.dataset.worth);
    if ("moon" in taker.dataset) took[Number(input.value)] += 1;
  }
  const shooter = form.querySelector("input[name=shooter]:checked")?.value || moonOf(form, meant, took);
  const moon = JSON.parse(form.dataset.moons || "{}")[moonKey(form, shooter)];
  seats.forEach((seat, index) => {
    const gain = moon ? moon[index] : shooter !== "" ? (String(index) === shooter ? "☾" : "?") : points[index];
    const text = String(gain).replace("-", "−");
    seat.querySelector(".gain").textContent = text;
    // The moon's panel covers the names, so its keys say it too.
    const key = form.querySelectorAll(".shooters .key:not(:first-child)")[index];
    if (key && moon) key.dataset.gain = text;
    else if (key) delete key.dataset.gain;
  });
}

// The key under which the page has the points of a moon: the shooter, and who took the other cards.
function moonKey(form, shooter) {
  if (form.querySelector("input[name=sun]:checked")) return `sun,${shooter}`;
  const left = [...form.querySelectorAll(".taker:not([data-moon])")];
  return ["moon", shooter, ...left.map((taker) => chosen(taker)?.value ?? "")].join();
}

// The seat that has everything that a moon needs according to the page; empty if there is none yet.
function moonOf(form, meant, took) {
  if (!("moon" in form.dataset)) return "";
  const needed = form.querySelectorAll(".taker[data-moon]").length;
  const seat = meant.findIndex((count, index) =>
    count === Number(form.dataset.hearts) && took[index] === needed);
  return seat < 0 ? "" : String(seat);
}

function showPlaced(form, all, meant) {
  const placed = meant.reduce((sum, count) => sum + (count ?? 0), 0);
  const moon = form.querySelector("input[name=shooter]:checked")?.value;
  const note = form.querySelector(".placed");
  const text = moon ? "☾" : `${placed} of ${all} ♥`;
  if (note.textContent !== text) note.textContent = text;
  note.classList.toggle("off", !moon && placed !== all);
}

// A second tap on a key takes it back.
document.addEventListener("click", (event) => {
  const input = event.target;
  const form = input instanceof HTMLInputElement && input.closest("form.entry");
  if (!form) return;
  if (input.type === "radio" && input.dataset.on && input.closest(".counts, .taker")) input.checked = false;
  const seat = input.closest(".counts");
  if (seat) touched.add(seat);
  if (input.name === "shooter" && input.value) {
    // The moon says where the cards are; what was tapped before would only contradict it.
    for (const other of form.querySelectorAll(".counts input, .taker[data-moon] input")) other.checked = false;
  }
  if (input.closest(".moon, .taker")) askForMoons(form);
  update(form);
});

// Where the shooter chooses, the server works out the outcome of either choice. The previous outcomes
// belong to another moon and must not be tapped any more.
function askForMoons(form) {
  const panel = form.querySelector("#moons");
  if (!panel) return;
  panel.replaceChildren();
  if (form.querySelector("input[name=shooter]:checked")?.value) panel.dispatchEvent(new Event("moon"));
}

// So does a second press of the space bar, which browsers ignore on a chosen key.
document.addEventListener("keyup", (event) => {
  const input = event.target;
  if (event.key !== " " || !input.matches?.("form.entry :is(.counts, .taker) input") || !input.dataset.on) return;
  event.preventDefault();
  input.click();
});

// Folding the moon away takes it back.
document.addEventListener("toggle", (event) => {
  const form = event.target.matches?.("details.moon:not([open])") && event.target.closest("form.entry");
  if (!form) return;
  const nobody = form.querySelector("input[name=shooter][value='']");
  if (nobody) nobody.checked = true;
  for (const other of event.target.querySelectorAll("input[name=moon_choice][value='']")) other.checked = true;
  for (const sun of event.target.querySelectorAll("input[name=sun]")) sun.checked = false;
  askForMoons(form);
  update(form);
}, true);

function updateAll() {
  for (const form of document.querySelectorAll("form.entry[data-hearts]")) update(form);
}

document.addEventListener("DOMContentLoaded", updateAll);
document.addEventListener("htmx:after:swap", updateAll);
window.addEventListener("pageshow", updateAll);
