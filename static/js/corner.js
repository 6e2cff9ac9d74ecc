// The corner of the picture that undo has: undo needs the server, so while that is away the corner says how
// things stand. There nothing moves under the thumb.
import { one } from "./dom.js";

/** The notes, the most important first. @type {{ waiting: string, cutOff: string }} */
const notes = { waiting: "", cutOff: "" };

/** Show a note there, or with an empty text none; false where there is no picture.
 * @param {keyof notes} about
 * @param {string} text */
export function setCornerNote(about, text) {
  notes[about] = text;
  return drawNote();
}

/** Show the note on the picture that is on the page now. */
function drawNote() {
  const scene = one(".scene");
  if (!scene) return false;
  const text = notes.waiting || notes.cutOff;
  const undo = one(".undo-corner:not(.note)", scene);
  if (undo) undo.hidden = Boolean(text);
  one(".note", scene)?.remove();
  if (!text) return true;
  const place = document.createElement("div");
  place.className = "corner undo-corner note";
  place.textContent = text;
  scene.append(place);
  return true;
}

document.addEventListener("htmx:after:swap", drawNote);
