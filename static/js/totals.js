// The totals after hands that wait: what the entry showed for each seat is added to those of the page. Where more than
// adding up decides, they are NaN, and nobody is told a wrong one (decision 55).
import { fill } from "./dom.js";

/** @typedef {import("./outbox.js").Hand} Hand */

/** What the server has sent for that. @returns {DOMStringMap} */
const known = () => document.getElementById("ahead")?.dataset ?? {};

/** The totals after each of these hands, by seat.
 * @param {Hand[]} hands
 * @param {number} next the number of the hand to come, as the server sees it
 * @returns {number[][]} */
export function totalsAfter(hands, next) {
  const { totals = "[]", end, exact } = known();
  /** @type {number[]} */
  let before = JSON.parse(totals);
  return hands.map(({ gains, number, refused }, index) => {
    // The server may not take it, or have it already; or the one before it may have ended the game.
    const counts = !refused && number >= next && (!index || before.every((total) => total < Number(end)));
    before = gains.map((gain, seat) => {
      const total = before[seat] + Number(gain.replace("−", "-"));
      return counts && total !== Number(exact) ? total : NaN;
    });
    return before;
  });
}

/** A total that is no final one. */
export const roughly = (/** @type {number} */ total) =>
  Number.isNaN(total) ? "?" : `~${total}`.replace("-", "−");

/** How far such a total is from the end, where that is near and known. */
export function roughlyLeft(/** @type {number} */ total) {
  const { end, near, left } = known();
  const points = Number(end) - total;
  return points > 0 && points <= Number(near) ? fill(left, { points }) : "";
}
