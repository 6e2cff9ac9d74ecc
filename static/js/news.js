// Notices about the server: a sentence above everything else. The words are the server's: they come
// with the page, and their {gaps} are filled here.
import { one } from "./dom.js";

/** Fill the gaps, in one go because a value may itself look like a gap.
 * @param {string} sentence
 * @param {Record<string, string | number>} values */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));

/** Show one of the sentences that #news has, by its name there; none takes the last one away.
 * @param {string} sentence
 * @param {Record<string, string | number>} values */
export function showNotice(sentence, values = {}) {
  const news = one("#news");
  news.textContent = sentence ? fill(news.dataset[sentence], values) : "";
  news.hidden = !sentence;
}

/** Let screen readers read out what others see on the page.
 * @param {string} text */
export function announce(text) {
  one("#heard").textContent = text;
}
