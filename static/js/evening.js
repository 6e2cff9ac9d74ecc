// The line for the group: with the reader's own day, and a button that shares or copies it.
import { offer } from "./send.js";
import { formatMoment } from "./times.js";

const line = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("group-line"));
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("send-line"));

if (line && button) {
  const day = formatMoment(new Date(line.dataset.at), { weekday: "long", day: "numeric", month: "long" });
  line.value = line.dataset.pattern.replace("{day}", () => day);
  offer(button, () => ({ text: line.value }), () => line.select());
}
