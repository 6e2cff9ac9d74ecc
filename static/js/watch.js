// The address of a table, for somebody else's phone: a button that shares or copies it.
import { one } from "./dom.js";
import { offer } from "./send.js";

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("send-link"));

if (button) {
  offer(button, () => ({ url: button.dataset.link }), () => getSelection().selectAllChildren(one(".link")));
}
