// The start form: lines are moved by thumb or arrow key, Enter leads to the next name, and the server
// is asked for the rules in force. Knows no rule of Hearts.
import { all, fieldOf, fill, input, inputs, one, recall, remember, targetOf } from "./dom.js";
import { request } from "./request.js";
import "./tell_zone.js";

/** The form of the page, once it is set up. @type {HTMLFormElement | null} */
let form = null;
/** What the controls of a line are called depends on its place: the server's words, place by place.
 * @type {ReturnType<typeof wordsOf>[]} */
let words = [];

const lines = () => all(".players > li", form);
const shown = () => lines().filter((line) => !line.matches(".spare"));
const nameIn = (/** @type {HTMLElement} */ line) => input(".who", line);
const openingOf = (/** @type {HTMLElement} */ line) =>
  fieldOf(form, nameIn(line).name.replace("name", "opening")).closest("label");
const labelledIn = (/** @type {HTMLElement} */ element) => all("[aria-label]", element);
const wordsOf = (/** @type {HTMLElement} */ line) => ({
  labels: labelledIn(line).map((each) => each.getAttribute("aria-label")),
  hint: nameIn(line).placeholder,
  who: one("bdi", openingOf(line)).dataset.place,
});
const players = () => lines().filter((line) => nameIn(line).value.trim()).length;

function setUp() {
  const found = /** @type {HTMLFormElement | null} */ (one("form.start"));
  if (!found || found === form) return;
  form = found;
  words = lines().map(wordsOf);
  bringBack();
  dropOthers(form);
  number();
  showAdd();
  placeAsked();
  if (String(players()) !== form.dataset.players) ask();
  goToFault();
  one("#rules", form).addEventListener("toggle", placeAsked);
  form.addEventListener("keydown", keyed);
  form.addEventListener("input", typed);
  form.addEventListener("change", changed);
  form.addEventListener("click", clicked);
  form.addEventListener("pointerdown", dragStarts);
  form.addEventListener("pointermove", dragGoesOn);
  form.addEventListener("pointerup", dragEnds);
  form.addEventListener("pointercancel", dragEnds);
}

// Decks for other numbers of players are for pages that cannot ask for them.
function dropOthers(/** @type {ParentNode} */ root) {
  for (const each of root.querySelectorAll(".other:not(:checked)")) each.remove();
}

// What is at fault may be far below the alert that says so, which is read out all the same.
function goToFault() {
  const fault = one(".fault:not(.alert)", form);
  const field = fault?.closest(".field");
  if (field) input("input, select", field).focus({ preventScroll: true });
  fault?.scrollIntoView({ block: "center" });
}

// What is asked in sight while the rules are folded stands beside the moon's question once they are open.
function placeAsked() {
  const rules = /** @type {HTMLDetailsElement} */ (one("#rules", form));
  (rules.open ? one("#of-moon", form) : rules).after(one("#asked", form));
}

// Choosing another language reloads the page: what was typed is put into the new one.
const TYPED = "typed";
document.addEventListener("click", (event) => {
  if (!form?.isConnected || !targetOf(event).closest?.(".languages a")) return;
  const answers = [...new FormData(form)].filter(([name]) => !["csrf_token", "entry_id"].includes(name));
  remember("sessionStorage", TYPED, JSON.stringify([location.pathname, answers]));
});

function bringBack() {
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
  for (const line of lines().sort((one, other) => place(one) - place(other))) {
    line.parentElement.append(line);
    if (nameIn(line).value) show(line);
  }
}

function show(/** @type {HTMLElement} */ line) {
  for (const part of [line, openingOf(line)]) part.classList.remove("spare");
}

// Give every line the number and the words of its place.
function number() {
  lines().forEach((line, place) => {
    const { labels, hint, who } = words[place];
    labelledIn(line).forEach((each, index) => each.setAttribute("aria-label", labels[index]));
    nameIn(line).placeholder = hint;
    input(".order", line).value = String(place + 1);
    const opening = openingOf(line);
    one("bdi", opening).textContent = nameIn(line).value.trim() || who;
    const there = opening.parentElement.children[place];
    if (there !== opening) there.before(opening);
  });
}

// The other line goes around this one, which keeps the focus and the finger.
function move(/** @type {HTMLElement} */ line, /** @type {number} */ by) {
  const other = shown()[shown().indexOf(line) + by];
  if (!other) return false;
  if (by > 0) line.before(other);
  else line.after(other);
  number();
  return true;
}

function announceMove(/** @type {HTMLElement} */ line) {
  document.getElementById("moved").textContent = fill(one(".players", form).dataset.moved, {
    name: nameIn(line).value.trim() || nameIn(line).placeholder,
    place: shown().indexOf(line) + 1,
  });
}

function keyed(/** @type {KeyboardEvent} */ event) {
  const place = targetOf(event);
  const line = place.closest("li");
  if (place.matches(".handle") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    if (move(line, event.key === "ArrowUp" ? -1 : 1)) announceMove(line);
  } else if (place.matches(".who") && event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    const next = shown()[shown().indexOf(line) + 1];
    (next ? nameIn(next) : document.getElementById("start")).focus();
  } else if (place.matches("#find") && event.key === "Enter") {
    // Nothing starts while a rule is looked for.
    event.preventDefault();
  }
}

// By thumb: the line follows it, and changes places with a neighbour that it covers by half.
/** @type {{ line: HTMLElement, pointer: number, from: number, moved: boolean } | null} */
let drag = null;

function dragStarts(/** @type {PointerEvent} */ event) {
  const handle = targetOf(event).closest(".handle");
  if (!handle || event.button) return;
  const line = handle.closest("li");
  handle.setPointerCapture(event.pointerId);
  drag = { line, pointer: event.pointerId, from: event.clientY, moved: false };
  line.classList.add("dragged");
}

function dragGoesOn(/** @type {PointerEvent} */ event) {
  if (event.pointerId !== drag?.pointer) return;
  const { line } = drag;
  // One way at a time: with fractional heights it could go to and fro for ever.
  const by = Math.sign(event.clientY - drag.from);
  for (;;) {
    const other = shown()[shown().indexOf(line) + by];
    const before = line.offsetTop;
    if (!by || !other || (event.clientY - drag.from) * by <= Math.abs(other.offsetTop - before) / 2) break;
    move(line, by);
    drag.moved = true;
    drag.from += line.offsetTop - before;
  }
  line.style.translate = `0 ${event.clientY - drag.from}px`;
}

function dragEnds(/** @type {PointerEvent} */ event) {
  if (event.pointerId !== drag?.pointer) return;
  drag.line.classList.remove("dragged");
  drag.line.removeAttribute("style");
  if (drag.moved) announceMove(drag.line);
  drag = null;
}

function showAdd() {
  one(".add", form).hidden = !one(".players > .spare", form);
}

function clicked(/** @type {MouseEvent} */ event) {
  /** @type {HTMLButtonElement | null} */
  const button = targetOf(event).closest("button[type=button]");
  if (button?.matches(".add")) {
    const line = one(".players > .spare", form);
    show(line);
    showAdd();
    nameIn(line).focus();
  } else if (button?.dataset.set) {
    const field = fieldOf(form, button.dataset.set);
    if (field.type === "checkbox") field.checked = true;
    else field.value = button.dataset.value;
    // It is chosen, and there is nothing more to find.
    input("#find", form).value = "";
    ask();
  }
}

function typed(/** @type {Event} */ event) {
  if (targetOf(event).matches("#find")) ask();
  if (!targetOf(event).matches(".who")) return;
  number();
  if (String(players()) !== form.dataset.players) ask();
}

function changed(/** @type {Event} */ event) {
  if (targetOf(event).matches(":is(#rules, #asked) *")) ask();
  if (!targetOf(event).matches(".who")) return;
  // A dealer whose name is gone hands the deal on clockwise; only once the field is left, for a name may be retyped.
  const dealer = lines().findIndex((line) => input(".dealer input", line).checked);
  const next = [...lines().slice(dealer), ...lines().slice(0, dealer)].find((line) => nameIn(line).value.trim());
  if (dealer >= 0 && next) input(".dealer input", next).checked = true;
}

// The server renders the page for these answers; the parts that depend on them are taken from it. It
// does not get the names: the number of players is enough.
/** What it was asked last. @type {URLSearchParams | null} */
let asked = null;
async function ask() {
  form.dataset.players = String(players());
  const query = new URLSearchParams({ players: form.dataset.players });
  for (const control of inputs(":is(#rules, #asked) :is(select, input)", form)) {
    const chosen = !["radio", "checkbox"].includes(control.type) || control.checked;
    // What is searched for is no answer of the form, and has no name.
    if (chosen && control.value) query.append(control.name || control.id, control.value);
  }
  asked = query;
  const answer = await request(`${form.dataset.rules}?${query}`);
  // Without an answer the page says what it said.
  if (answer?.status === 200 && query === asked && form.isConnected) put(answer.page);
}

function put(/** @type {Document} */ page) {
  // The new page is an empty form: the answers are put back into it.
  const answers = new FormData(form);
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
