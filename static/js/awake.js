// Keeps the screen on while the table of a running game is in sight. A switch turns that off, and this
// phone remembers it. Where it is not possible, the page explains why until the hint is dismissed.

const insecure = !isSecureContext;
const possible = "wakeLock" in navigator;

/** @type {WakeLockSentinel | null} */
let lock = null;
let asking = false;  // the phone has not answered yet
let changed = false;  // something has changed while it was asked
let on = recall("awake") !== "off";
let hintDismissed = recall("awake-told") === "yes";

// In some private windows there is no storage: then the screen simply stays on.
/** @param {string} name */
function recall(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* see above */ }
}

const place = () => document.querySelector(".awake");

async function keepAwake() {
  if (asking) {
    changed = true;
    return;
  }
  if (!on || document.hidden || !place()) {
    const held = lock;
    lock = null;
    await held?.release();
  } else if (!lock || lock.released) {
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // Refused, for instance to save the battery: asked again when the page is next seen.
      lock = null;
    }
    asking = false;
    if (changed) {
      changed = false;
      await keepAwake();
    }
  }
}

// The page comes with the switch on, and with a new one after every save.
function show() {
  const box = place()?.querySelector("input");
  if (!box) return;
  box.checked = on;
  // follow.js never replaces what somebody types: the state of the switch does not count as typed.
  box.defaultChecked = on;
}

// In place of the switch: why it is not there, and what helps.
function explain() {
  const here = place();
  if (!(here instanceof HTMLElement)) return;
  if (hintDismissed) {
    here.hidden = true;
    return;
  }
  const template = document.getElementById("stays-dark");
  if (!(template instanceof HTMLTemplateElement)) return;
  here.replaceChildren(template.content.cloneNode(true));
  const { insecure: overHttp, missing } = template.dataset;
  const [sentence, button] = here.children;
  sentence.textContent = (insecure ? overHttp : missing) ?? "";
  button.addEventListener("click", () => {
    hintDismissed = true;
    remember("awake-told", "yes");
    // Its room stays until the next page: nothing moves under the thumb.
    here.classList.add("told");
  });
}

function arrive() {
  if (!possible) return explain();
  show();
  void keepAwake();
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".awake")) return;
  on = target.checked;
  remember("awake", on ? "on" : "off");
  arrive();
});
document.addEventListener("htmx:after:swap", arrive);
// The browser releases the lock by itself when the page is hidden.
if (possible) document.addEventListener("visibilitychange", () => void keepAwake());
arrive();
