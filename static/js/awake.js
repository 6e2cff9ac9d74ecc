// Keeps the screen on while a page is in sight that asks for it (data-awake): the table of a running game, its page
// More, the table in the middle. More has the switch, which this phone remembers, and says so where the phone refuses
// for now, or why it never can; in the middle that is said until somebody has read it.
import { input, one, recall, remember, targetOf } from "./dom.js";

const possible = "wakeLock" in navigator;

let wanted = "on";  // where nothing can be remembered
let refused = false;
/** @type {WakeLockSentinel | null} */
let lock = null;
let turn = Promise.resolve();  // a phone is asked for one thing after the other

const isOn = () => (wanted = recall("localStorage", "awake") ?? wanted) !== "off";

// A phone refuses to save its battery: it is asked again with the next tap or page, and when the page is next seen.
function keepAwake() {
  turn = turn.then(holdOrRelease).then(() => { refused = false; }, () => { refused = true; }).then(showSwitch);
}

async function holdOrRelease() {
  if (!isOn() || document.hidden || !one("[data-awake]")) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    lock = await navigator.wakeLock.request("screen");
    // With a pause, lest a phone that takes it away each time is asked without end.
    lock.onrelease = () => setTimeout(keepAwake, 500);
  }
}

function showSwitch() {
  const box = input(".awake input");
  if (!box) return;
  box.checked = isOn() && !refused;
  one(".awake .denied").hidden = !refused;
}

// In place of the switch: why it is not there, and what helps.
function explain() {
  const template = /** @type {HTMLTemplateElement | null} */ (one(".awake template"));
  if (!template) return;
  const place = /** @type {HTMLElement} */ (template.closest(".awake"));
  place.replaceChildren(template.content.cloneNode(true));
  one(isSecureContext ? ".insecure" : ".missing", place).remove();
  place.hidden = Boolean(one("button", place)) && recall("localStorage", "awake-told") === "yes";
}

function arrive() {
  if (!possible) return explain();
  showSwitch();
  keepAwake();
}

document.addEventListener("change", (event) => {
  const box = targetOf(event);
  if (!box.closest(".awake")) return;
  wanted = box.checked ? "on" : "off";
  remember("localStorage", "awake", wanted);
  arrive();
});
document.addEventListener("htmx:after:swap", arrive);
// The browser releases the lock by itself when the page is hidden.
if (possible) document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("click", (event) => {
  if (refused) keepAwake();
  if (!targetOf(event).matches(".awake button")) return;
  remember("localStorage", "awake-told", "yes");
  one(".awake").hidden = true;
});
arrive();
