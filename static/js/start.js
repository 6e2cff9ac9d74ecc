// The start form: players are moved by thumb or arrow key, Enter leads to the next name, and the server
// is asked for the rules in force. Knows no rule of Hearts.
import { all, fieldOf, fill, input, inputs, one, recall, remember, targetOf } from "./dom.js";
import { request } from "./request.js";
import "./tell_zone.js";

/** The form of the page, once it is set up. @type {HTMLFormElement | null} */
let form = null;

const lines = () => all(".players > li", form);
const shown = () => lines().filter((line) => !line.matches(".spare"));
const nameIn = (/** @type {HTMLElement} */ line) => input(".who", line);
const dealerIn = (/** @type {HTMLElement} */ line) => input(".dealer input", line);
const openingOf = (/** @type {HTMLElement} */ line) => fieldOf(form, nameIn(line).name.replace("name", "opening"));
const answersOf = (/** @type {HTMLFormElement} */ form) => /** @type {[string, string][]} */ ([...new FormData(form)]);
const players = () => lines().filter((line) => nameIn(line).value.trim()).length;

function setUp() {
  const found = /** @type {HTMLFormElement | null} */ (one("form.start"));
  if (!found || found === form) return;
  form = found;
  bringBack();
  dropOthers(form);
  showNames();
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
  remember("sessionStorage", TYPED, JSON.stringify([location.pathname, answersOf(form)]));
});

function bringBack() {
  const [path, typed] = JSON.parse(recall("sessionStorage", TYPED) ?? "[]");
  remember("sessionStorage", TYPED, null);
  if (path !== location.pathname) return;
  putBack(typed, form);
  for (const line of lines()) if (nameIn(line).value) show(line);
}

/** Put answers back into the fields of a new page.
 * @param {[string, string][]} answers
 * @param {HTMLElement} where */
function putBack(answers, where) {
  const byName = new Map(answers);
  for (const control of inputs("input:not([type=hidden]), select", where)) {
    const answer = byName.get(control.name);
    if (["radio", "checkbox"].includes(control.type)) control.checked = control.value === (answer ?? "");
    else if (answer !== undefined) control.value = answer;
  }
  for (const list of where.querySelectorAll("select")) {
    // An answer that is no longer offered.
    if (list.selectedIndex < 0) list.selectedIndex = 0;
  }
}

function show(/** @type {HTMLElement} */ line) {
  for (const part of [line, openingOf(line).closest("label")]) part.classList.remove("spare");
}

// Beside the totals from paper: the names, or the places of those that are not there yet.
function showNames() {
  for (const line of lines()) {
    const label = one("bdi", openingOf(line).closest("label"));
    label.textContent = nameIn(line).value.trim() || label.dataset.place;
  }
}

/** Have a player change places with the next one, before or after; the line where that player is now. */
function move(/** @type {HTMLElement} */ line, /** @type {number} */ by) {
  const other = shown()[shown().indexOf(line) + by];
  if (!other) return line;
  for (const fieldIn of [nameIn, openingOf]) {
    const [field, another] = [fieldIn(line), fieldIn(other)];
    [field.value, another.value] = [another.value, field.value];
    [field.ariaInvalid, another.ariaInvalid] = [another.ariaInvalid, field.ariaInvalid];
  }
  const dealer = [line, other].find((each) => dealerIn(each).checked);
  if (dealer) dealerIn(dealer === line ? other : line).checked = true;
  if (one(".handle", line) === document.activeElement) one(".handle", other).focus();
  showNames();
  return other;
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
    const moved = move(line, event.key === "ArrowUp" ? -1 : 1);
    if (moved !== line) announceMove(moved);
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
  handle.setPointerCapture(event.pointerId);
  drag = { line: handle.closest("li"), pointer: event.pointerId, from: event.clientY, moved: false };
  drag.line.classList.add("dragged");
}

function dragGoesOn(/** @type {PointerEvent} */ event) {
  if (event.pointerId !== drag?.pointer) return;
  // One way at a time: with fractional heights it could go to and fro for ever.
  const by = Math.sign(event.clientY - drag.from);
  for (;;) {
    const other = shown()[shown().indexOf(drag.line) + by];
    const way = other?.offsetTop - drag.line.offsetTop;
    if (!by || !other || (event.clientY - drag.from) * by <= Math.abs(way) / 2) break;
    layDown(drag.line);
    Object.assign(drag, { line: move(drag.line, by), from: drag.from + way, moved: true });
  }
  drag.line.classList.add("dragged");
  drag.line.style.translate = `0 ${event.clientY - drag.from}px`;
}

function dragEnds(/** @type {PointerEvent} */ event) {
  if (event.pointerId !== drag?.pointer) return;
  layDown(drag.line);
  if (drag.moved) announceMove(drag.line);
  drag = null;
}

function layDown(/** @type {HTMLElement} */ line) {
  line.classList.remove("dragged");
  line.removeAttribute("style");
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
  // What was refused is marked until it is mended.
  targetOf(event).removeAttribute("aria-invalid");
  if (targetOf(event).matches("#find")) ask();
  if (!targetOf(event).matches(".who")) return;
  showNames();
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
  // The new page is an empty form.
  const answers = answersOf(form);
  dropOthers(page);
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const here = document.getElementById(fresh.id);
    const focused = here?.contains(document.activeElement) && document.activeElement;
    // A field that has the focus stays as it is; a button hands it on to the one in its place.
    if (!here || focused && focused.matches("input, select") || here.isEqualNode(fresh)) continue;
    here.className = fresh.className;
    here.replaceChildren(...fresh.childNodes);
    putBack(answers, here);
    if (focused) one("button", here)?.focus({ preventScroll: true });
  }
}

setUp();
document.addEventListener("htmx:after:swap", setUp);
window.addEventListener("pageshow", setUp);
