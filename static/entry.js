// Recording a hand in few taps. The possible choices, the number of hearts and the worth of each card
// come with the page; this script only adds up, and disables what is impossible.
"use strict";

const chosen = (group) => group.querySelector("[type=radio]:checked");
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
    for (const input of seat.querySelectorAll("[type=radio]")) {
      const value = Number(input.value);
      // What is chosen stays chosen until somebody changes it: a disabled input would not be sent.
      input.disabled = !input.checked && value > all - others;
      input.dataset.on = input.checked ? "yes" : "";
      input.parentElement.classList.toggle("meant", counts[index] === null && meant[index] === value);
    }
  });
  for (const input of form.querySelectorAll(".taker input")) input.dataset.on = input.checked ? "yes" : "";
  for (const more of form.querySelectorAll(".more")) showMore(more, seats.indexOf(more.closest(".counts")), meant);
  showPoints(form, seats, counts, meant);
  showMissing(form, all, meant);
}

// The key to larger counts: it looks chosen while one of them is meant, and faint while none is possible.
function showMore(more, index, meant) {
  const high = [...more.closest(".counts").querySelectorAll(".high input")];
  more.classList.toggle("meant", high.some((input) => Number(input.value) === meant[index]));
  more.querySelector("input").disabled = high.every((input) => input.disabled);
}

function showPoints(form, seats, counts, meant) {
  const points = meant.map((count) => count ?? 0);
  const took = seats.map(() => 0);
  const known = meant.map((count, index) => counts[index] !== null || Boolean(count));
  for (const taker of form.querySelectorAll(".taker[data-worth]")) {
    const input = chosen(taker);
    if (!input) continue;
    known[Number(input.value)] = true;
    points[Number(input.value)] += Number(taker.dataset.worth);
    if ("moon" in taker.dataset) took[Number(input.value)] += 1;
  }
  const shooter = shooterOf(form) || moonOf(form, meant, took);
  const moon = JSON.parse(form.dataset.moons || "{}")[moonKey(form, shooter)];
  seats.forEach((seat, index) => {
    const text = moon ? signed(moon[index])
      : shooter !== "" ? (String(index) === shooter ? "☾" : "?")
        : known[index] ? signed(points[index]) : "–";
    seat.querySelector(".gain").textContent = text;
    seat.classList.toggle("known", text !== "–");
    // The moon's panel covers the names, so its keys say it too.
    const key = form.querySelectorAll(".shooters .key")[index];
    if (key && moon) key.dataset.gain = text;
    else if (key) delete key.dataset.gain;
  });
}

const signed = (points) => points > 0 ? `+${points}` : String(points).replace("-", "−");
const shooterOf = (form) => form.querySelector("input[name=shooter]:checked")?.value || "";

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

// The button saves; while something is missing, it says what.
function showMissing(form, all, meant) {
  const button = form.querySelector(".finish > .go");
  const says = button.firstElementChild;
  says.dataset.saves ??= says.textContent;
  const shooter = shooterOf(form);
  const left = all - meant.reduce((sum, count) => sum + (count ?? 0), 0);
  const missing = shooter || left === 0 ? []
    : [(left > 0 ? button.dataset.more : button.dataset.over).replace("{count}", Math.abs(left))];
  for (const taker of form.querySelectorAll(".taker")) {
    const open = !chosen(taker) && !(shooter && "moon" in taker.dataset);
    if (open) missing.push(taker.dataset.question);
    taker.classList.toggle("open", Boolean(open && shooter));
  }
  const text = missing.join(" · ");
  button.classList.toggle("missing", Boolean(text));
  if (says.textContent !== (text || says.dataset.saves)) says.textContent = text || says.dataset.saves;
  const status = form.querySelector("#missing");
  if (status.textContent !== text) status.textContent = text;
}

// A second tap on a key takes it back.
document.addEventListener("click", (event) => {
  const input = event.target;
  const form = input instanceof HTMLInputElement && input.closest("form.entry");
  if (!form) return;
  if (input.type === "radio" && input.dataset.on && input.closest(".counts, .taker")) input.checked = false;
  const seat = input.closest(".counts");
  if (seat) touched.add(seat);
  // A count below, or none: the larger ones fold away again.
  const more = seat?.querySelector(".more input");
  if (more && input !== more) more.checked = Boolean(seat.querySelector(".high :checked"));
  if (input.name === "shooter" && input.value) {
    // The moon says where the cards are; what was tapped before would only contradict it.
    for (const other of form.querySelectorAll(".counts input, .taker[data-moon] input")) other.checked = false;
  }
  if (input.name === "shooter" && !input.value) {
    const moon = input.closest("details");
    moon.open = false;
    moon.querySelector("summary").focus();
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
  if (shooterOf(form)) panel.dispatchEvent(new Event("moon"));
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

// The draft: a half-tapped hand outlives a reload, the way back, and a visit to another page. It is kept
// in this tab's session storage with the game's revision; after the game went on it is offered, not
// slipped in. (In this file because a first view has no room for one more request.)

const newEntry = () => document.querySelector("form.entry:not(.correction)");
const revisionOf = (form) => Number(form.elements.revision.value);

const keyOf = (form) => `draft ${form.getAttribute("action")}`;

function forgetDraft(table) {
  try { sessionStorage.removeItem(`draft ${table}`); } catch { /* there is none */ }
}

function readDraft(form) {
  try { return JSON.parse(sessionStorage.getItem(keyOf(form))); } catch { return null; }
}

function writeDraft(form, draft) {
  // Without storage, as in some private windows, there is simply no draft.
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else forgetDraft(form.getAttribute("action"));
  } catch { /* see above */ }
}

const tapsOf = (form) => [...form.querySelectorAll("input:checked[name]")]
  .filter((input) => input.value !== "")
  .map((input) => [input.name, input.value]);

function keepDraft(form) {
  const taps = tapsOf(form);
  writeDraft(form, taps.length ? { revision: revisionOf(form), taps } : null);
}

function bringBack(form, taps) {
  for (const [name, value] of taps) {
    const input = [...form.querySelectorAll("input")].find((each) => each.name === name && each.value === value);
    if (!input) continue;
    input.checked = true;
    const seat = input.closest(".counts");
    if (seat) touched.add(seat);
    for (const more of input.closest(".high")?.parentElement.querySelectorAll(".more input") ?? []) more.checked = true;
    const fold = input.closest("details");
    if (fold) fold.open = true;
  }
  keepDraft(form);
  askForMoons(form);
  // On a page that has just come, htmx does not listen yet.
  form.querySelector("#moons")?.addEventListener("htmx:after:init", () => askForMoons(form), { once: true });
  updateAll();
}

function look() {
  // The page asks what is to become of it.
  const rival = document.querySelector(".rival a");
  if (rival) forgetDraft(rival.getAttribute("href"));
  const form = newEntry();
  if (!form) return;
  const draft = readDraft(form);
  // The server sent it back: it is on the page.
  if ("kept" in form.dataset) {
    for (const seat of seatsOf(form)) if (chosen(seat)) touched.add(seat);
    updateAll();
    return keepDraft(form);
  }
  if (!Array.isArray(draft?.taps) || !draft.taps.every(Array.isArray) || tapsOf(form).length) return;
  if (draft.revision === revisionOf(form)) return bringBack(form, draft.taps);
  // It was sent, and the game has gone on since.
  if (draft.sent) return writeDraft(form, null);
  offer(form, draft.taps);
}

function offer(form, taps) {
  const template = document.getElementById("draft-offer");
  if (!template || document.querySelector(".draft")) return;
  const bar = template.content.firstElementChild.cloneNode(true);
  form.before(bar);
  bar.addEventListener("click", ({ target }) => {
    const choice = target.closest("button");
    if (!choice) return;
    bar.remove();
    if (choice.matches(".bring-back")) bringBack(form, taps);
    else writeDraft(form, null);
  });
}

// After the entry's own script has seen the tap.
document.addEventListener("click", ({ target }) => {
  const form = target instanceof HTMLInputElement && target.closest("form.entry:not(.correction)");
  if (form) keepDraft(form);
});
document.addEventListener("toggle", ({ target }) => {
  const form = target.matches?.("details.moon:not([open])") && target.closest("form.entry:not(.correction)");
  if (form && form === newEntry()) keepDraft(form);
}, true);
document.addEventListener("submit", ({ target }) => {
  const draft = target.matches("form.entry") && readDraft(target);
  if (draft) writeDraft(target, { ...draft, sent: true });
});
// The entry is still there after an answer: it was not saved. Without one nobody knows.
document.addEventListener("htmx:finally:request", ({ detail }) => {
  const { sourceElement: form, response } = detail.ctx;
  if (response && form?.isConnected && form === newEntry()) keepDraft(form);
});

document.addEventListener("DOMContentLoaded", look);
document.addEventListener("htmx:after:swap", look);
window.addEventListener("pageshow", look);
