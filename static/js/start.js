// The start form: lines are moved by thumb or arrow key, Enter leads to the next name, and the server
// is asked for the rules in force. Knows no rule of Hearts.
import { all, fieldOf, fill, input, inputs, one, recall, remember, targetOf } from "./dom.js";
import "./tell_zone.js";

const theForm = () => /** @type {HTMLFormElement | null} */ (one("form.start"));
const linesOf = (/** @type {HTMLFormElement} */ form) => all(".players > li", form);
const shownOf = (/** @type {HTMLFormElement} */ form) => linesOf(form).filter((line) => !line.matches(".spare"));
const formOf = (/** @type {HTMLElement} */ line) => line.closest("form");
const nameIn = (/** @type {HTMLElement} */ line) => input(".who", line);
const openingOf = (/** @type {HTMLFormElement} */ form, /** @type {HTMLElement} */ line) =>
  fieldOf(form, nameIn(line).name.replace("name", "opening")).closest("label");

/** What the controls of a line are called depends on its place: the server's words, place by place.
 * @type {WeakMap<HTMLFormElement, ReturnType<typeof wordsOf>[]>} */
const words = new WeakMap();
const labelledIn = (/** @type {HTMLElement} */ element) => all("[aria-label]", element);
const wordsOf = (/** @type {HTMLFormElement} */ form, /** @type {HTMLElement} */ line) => ({
  labels: labelledIn(line).map((each) => each.getAttribute("aria-label")),
  hint: nameIn(line).placeholder,
  who: one("bdi", openingOf(form, line)).dataset.place,
});

function setUp() {
  const form = theForm();
  if (!form || words.has(form)) return;
  words.set(form, linesOf(form).map((line) => wordsOf(form, line)));
  bringBack(form);
  dropOthers(form);
  number(form);
  showAdd(form);
  placeAsked(form);
  if (String(playersIn(form)) !== form.dataset.players) ask(form);
  goToFault(form);
}

// Decks for other numbers of players are for pages that cannot ask for them.
function dropOthers(/** @type {ParentNode} */ root) {
  for (const each of root.querySelectorAll(".other:not(:checked)")) each.remove();
}

// What is at fault may be far below the alert that says so, which is read out all the same.
function goToFault(/** @type {HTMLFormElement} */ form) {
  const fault = form.querySelector(".fault:not(.alert)");
  if (!fault) return;
  const field = fault.closest(".field");
  if (field) input("input, select", field).focus({ preventScroll: true });
  fault.scrollIntoView({ block: "center" });
}

// What is asked in sight while the rules are folded stands beside the moon's question once they are open.
function placeAsked(/** @type {HTMLFormElement} */ form) {
  const rules = /** @type {HTMLDetailsElement} */ (one("#rules", form));
  (rules.open ? one("#of-moon", form) : rules).after(one("#asked", form));
}
document.addEventListener("toggle", (event) => {
  if (targetOf(event).matches?.("form.start #rules")) placeAsked(theForm());
}, true);

// Choosing another language reloads the page: what was typed is put into the new one.
const TYPED = "typed";
document.addEventListener("click", (event) => {
  const form = targetOf(event).closest?.(".languages a") && theForm();
  if (!form) return;
  const typed = [...new FormData(form)].filter(([name]) => !["csrf_token", "entry_id"].includes(name));
  remember("sessionStorage", TYPED, JSON.stringify([location.pathname, typed]));
});

function bringBack(/** @type {HTMLFormElement} */ form) {
  const [path, typed] = JSON.parse(recall("sessionStorage", TYPED) ?? "[]");
  remember("sessionStorage", TYPED, null);
  if (path !== location.pathname || !Array.isArray(typed)) return;
  const answers = new Map(typed);
  for (const control of inputs("input:not([type=hidden]), select", form)) {
    const answer = answers.get(control.name);
    if (["radio", "checkbox"].includes(control.type)) control.checked = control.value === answer;
    else if (answer !== undefined) control.value = answer;
  }
  const place = (/** @type {HTMLElement} */ line) => Number(input(".order", line).value);
  for (const line of linesOf(form).sort((one, other) => place(one) - place(other))) {
    line.parentElement.append(line);
    const used = nameIn(line).value !== "";
    for (const part of used ? [line, openingOf(form, line)] : []) part.classList.remove("spare");
  }
}

// Give every line the number and the words of its place.
function number(/** @type {HTMLFormElement} */ form) {
  linesOf(form).forEach((line, place) => {
    const { labels, hint, who } = words.get(form)[place];
    labelledIn(line).forEach((each, index) => each.setAttribute("aria-label", labels[index]));
    nameIn(line).placeholder = hint;
    input(".order", line).value = String(place + 1);
    const opening = openingOf(form, line);
    one("bdi", opening).textContent = nameIn(line).value.trim() || who;
    const there = opening.parentElement.children[place];
    if (there !== opening) there.before(opening);
  });
}

// The other line goes around this one, which keeps the focus and the finger.
function move(/** @type {HTMLElement} */ line, /** @type {number} */ by) {
  const form = formOf(line);
  const shown = shownOf(form);
  const other = shown[shown.indexOf(line) + by];
  if (!other) return false;
  if (by > 0) line.before(other);
  else line.after(other);
  number(form);
  return true;
}

function announceMove(/** @type {HTMLElement} */ line) {
  const form = formOf(line);
  document.getElementById("moved").textContent = fill(one(".players", form).dataset.moved, {
    name: nameIn(line).value.trim() || nameIn(line).placeholder,
    place: shownOf(form).indexOf(line) + 1,
  });
}

document.addEventListener("keydown", (event) => {
  const place = targetOf(event);
  if (place.matches?.("form.start .handle") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    const line = place.closest("li");
    if (move(line, event.key === "ArrowUp" ? -1 : 1)) announceMove(line);
  }
  if (place.matches?.("form.start .who") && event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    const form = place.form;
    const shown = shownOf(form);
    const next = shown[shown.indexOf(place.closest("li")) + 1];
    (next ? nameIn(next) : document.getElementById("start")).focus();
  }
});

// By thumb: the line follows it, and changes places with a neighbour that it covers by half.
/** @type {{ line: HTMLElement, pointer: number, from: number, moved: boolean } | null} */
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const handle = targetOf(event).closest?.("form.start .handle");
  if (!handle || event.button) return;
  const line = handle.closest("li");
  handle.setPointerCapture(event.pointerId);
  drag = { line, pointer: event.pointerId, from: event.clientY, moved: false };
  line.classList.add("dragged");
});
document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const { line } = drag;
  // One way at a time: with fractional heights it could go to and fro for ever.
  const by = Math.sign(event.clientY - drag.from);
  for (;;) {
    const shown = shownOf(formOf(line));
    const other = shown[shown.indexOf(line) + by];
    const before = line.offsetTop;
    if (!by || !other || (event.clientY - drag.from) * by <= Math.abs(other.offsetTop - before) / 2) break;
    move(line, by);
    drag.moved = true;
    drag.from += line.offsetTop - before;
  }
  line.style.translate = `0 ${event.clientY - drag.from}px`;
});
for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
  document.addEventListener(end, (event) => {
    if (event.pointerId !== drag?.pointer) return;
    drag.line.classList.remove("dragged");
    drag.line.removeAttribute("style");
    if (drag.moved) announceMove(drag.line);
    drag = null;
  });
}

function showAdd(/** @type {HTMLFormElement} */ form) {
  one(".add", form).hidden = !one(".players > .spare", form);
}

document.addEventListener("click", (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = targetOf(event).closest?.("form.start button[type=button]");
  if (!button) return;
  const form = button.form;
  if (button.matches(".add")) {
    const line = one(".players > .spare", form);
    line.classList.remove("spare");
    openingOf(form, line).classList.remove("spare");
    showAdd(form);
    nameIn(line).focus();
  } else if (button.dataset.set) {
    const field = fieldOf(form, button.dataset.set);
    if (field.type === "checkbox") field.checked = true;
    else field.value = button.dataset.value;
    // It is chosen, and there is nothing more to find.
    input("#find", form).value = "";
    ask(form);
  }
});

const playersIn = (/** @type {HTMLFormElement} */ form) =>
  linesOf(form).filter((line) => nameIn(line).value.trim()).length;

document.addEventListener("input", (event) => {
  const form = targetOf(event).matches?.("form.start .who") && targetOf(event).form;
  if (!form) return;
  number(form);
  if (String(playersIn(form)) !== form.dataset.players) ask(form);
});

// A dealer whose name is gone hands the deal on clockwise; only once the field is left, for a name may be retyped.
document.addEventListener("change", (event) => {
  const form = targetOf(event).matches?.("form.start .who") && targetOf(event).form;
  if (!form) return;
  const lines = linesOf(form);
  const dealer = lines.findIndex((line) => input(".dealer input", line).checked);
  const next = [...lines.slice(dealer), ...lines.slice(0, dealer)].find((line) => nameIn(line).value.trim());
  if (dealer >= 0 && next) input(".dealer input", next).checked = true;
});

document.addEventListener("input", (event) => {
  if (targetOf(event).matches?.("form.start #find")) ask(targetOf(event).form);
});
// Nothing starts while a rule is looked for.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && targetOf(event).matches?.("form.start #find")) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (targetOf(event).matches?.("form.start :is(#rules, #asked) *")) ask(targetOf(event).form);
});

// The server renders the page for these answers; the parts that depend on them are taken from it. It
// does not get the names: the number of players is enough.
/** @type {AbortController | null} */
let asking = null;
async function ask(/** @type {HTMLFormElement} */ form) {
  form.dataset.players = String(playersIn(form));
  const query = new URLSearchParams({ players: form.dataset.players });
  for (const control of inputs(":is(#rules, #asked) :is(select, input)", form)) {
    const chosen = !["radio", "checkbox"].includes(control.type) || control.checked;
    // What is searched for is no answer of the form, and has no name.
    if (chosen && control.value) query.append(control.name || control.id, control.value);
  }
  asking?.abort();
  asking = new AbortController();
  try {
    const response = await fetch(`${form.dataset.rules}?${query}`, { signal: asking.signal });
    if (response.ok && form === theForm()) put(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch { /* Without an answer the page says what it said. */ }
}

function put(/** @type {Document} */ page) {
  // The new page is an empty form: the answers are put back into it.
  const answers = new FormData(theForm());
  dropOthers(page);
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const here = document.getElementById(fresh.id);
    const focused = here?.contains(document.activeElement) && document.activeElement;
    // A field that has the focus stays as it is; a button hands it on to the one in its place.
    if (!here || focused && focused.matches("input, select") || here.isEqualNode(fresh)) continue;
    here.className = fresh.className;
    here.replaceChildren(...fresh.childNodes);
    for (const control of inputs("select, input", here)) {
      const answer = String(answers.get(control.name) ?? "");
      if (control.type === "radio") control.checked = control.value === answer;
      else control.value = answer;
    }
    for (const list of here.querySelectorAll("select")) {
      // An answer that is no longer offered.
      if (list.selectedIndex < 0) list.selectedIndex = 0;
    }
    if (focused) one("button", here)?.focus({ preventScroll: true });
  }
}

setUp();
document.addEventListener("htmx:after:swap", setUp);
window.addEventListener("pageshow", setUp);
