// Keeps the screen on while the table of a running game is in sight. A switch turns that off, and this
// phone remembers it. Where it is not possible, the page explains why until the hint is dismissed.
import { input, one, recall, remember, targetOf } from "./dom.js";

const possible = "wakeLock" in navigator;

let on = recall("localStorage", "awake") !== "off";
let hintDismissed = recall("localStorage", "awake-told") === "yes";
/** @type {WakeLockSentinel | null} */
let lock = null;
let turn = Promise.resolve();  // a phone is asked for one thing after the other

const place = () => one(".awake");

function keepAwake() {
  // Refused, for instance to save the battery: asked again when the page is next seen.
  turn = turn.then(holdOrRelease).catch(() => { lock = null; });
}

async function holdOrRelease() {
  if (!on || document.hidden || !place()) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
}

// The page comes with the switch on, and with a new one after every save.
function showSwitch() {
  const box = input(".awake input");
  if (!box) return;
  // follow.js never replaces what somebody types: the state of the switch does not count as typed.
  box.checked = box.defaultChecked = on;
}

// In place of the switch: why it is not there, and what helps.
function explain() {
  const here = place();
  if (!here) return;
  here.hidden = hintDismissed;
  if (hintDismissed) return;
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("stays-dark"));
  here.replaceChildren(template.content.cloneNode(true));
  one(isSecureContext ? ".insecure" : ".missing", here).remove();
  one("button", here).addEventListener("click", () => {
    hintDismissed = true;
    remember("localStorage", "awake-told", "yes");
    // Its room stays until the next page: nothing moves under the thumb.
    here.classList.add("told");
  });
}

function arrive() {
  if (!possible) return explain();
  showSwitch();
  keepAwake();
}

document.addEventListener("change", (event) => {
  const box = targetOf(event);
  if (!box.closest(".awake")) return;
  on = box.checked;
  remember("localStorage", "awake", on ? "on" : "off");
  arrive();
});
document.addEventListener("htmx:after:swap", arrive);
// The browser releases the lock by itself when the page is hidden.
if (possible) document.addEventListener("visibilitychange", keepAwake);
arrive();
