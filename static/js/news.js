// What the page says by itself, in words that the server has sent with it: a sentence above everything else, a note on
// the picture, something for screen readers.
import { fill, one, targetOf } from "./dom.js";

/** Show one of the sentences that #news has, by its name there; none takes the last one away.
 * @param {string} sentence
 * @param {Record<string, string | number>} values */
export function showNotice(sentence, values = {}) {
  const news = one("#news");
  news.dataset.shown = sentence;
  news.textContent = sentence ? fill(news.dataset[sentence], values) : "";
  news.hidden = !sentence;
}

// A tap closes what the page says.
document.addEventListener("click", (event) => {
  const said = targetOf(event).closest?.("#news, .notice .close");
  if (said?.id === "news") showNotice("");
  else said?.parentElement.remove();
});

/** The name of the sentence that is shown there. */
export const noticeShown = () => one("#news").dataset.shown ?? "";

/** Let screen readers read out what others see on the page.
 * @param {string} text */
export function announce(text) {
  one("#heard").textContent = text;
}

/** The notes in the corner of the picture that undo has, the most important first: undo needs the server, so while that
 * is away the corner says how things stand. There nothing moves under the thumb. */
const notes = { waiting: "", cutOff: "" };

/** Show a note there, or with an empty text none; false where there is no picture.
 * @param {keyof notes} about
 * @param {string} text */
export function setCornerNote(about, text) {
  notes[about] = text;
  return drawNote();
}

export const cornerNote = () => notes.waiting || notes.cutOff;

/** Show the note on the picture that is on the page now. */
function drawNote() {
  const scene = one(".scene");
  if (!scene) return false;
  const text = cornerNote();
  one(".note", scene)?.remove();
  const undo = one(".undo-corner", scene);
  if (undo) undo.hidden = Boolean(text);
  if (!text) return true;
  const place = document.createElement("a");
  place.className = "corner undo-corner note";
  place.textContent = text;
  if (notes.waiting) place.href = "#waiting";
  scene.append(place);
  return true;
}

document.addEventListener("htmx:after:swap", drawNote);
