// Shows a page of the server's in place of the one that is there.
import { one, tellSwapped } from "./dom.js";
import { announce } from "./news.js";

/** Put the main part of an answer in place of the page's, as htmx does; works without htmx. */
export function showPage(/** @type {Document} */ page) {
  const part = one("#main", page);
  // A script of it runs only if it is parsed here.
  const main = /** @type {HTMLElement} */ (document.createRange().createContextualFragment(part.outerHTML).firstChild);
  one("#main").replaceWith(main);
  document.title = page.title;
  const heard = one("#heard", page);
  if (heard) announce(heard.textContent);
  window.htmx?.process(main);
  one("[autofocus]", main)?.focus();
  tellSwapped(main);
}
