// The one way in which scripts ask the server, with htmx or without.

const answerTimeout = 10_000;  // milliseconds until an answer is taken for lost

/** An answer of Scorepad, with its page, empty for 204; ``access``: what this phone may do there; ``same``: the hand on
 * the sheet that a new hand turned out to be.
 * @typedef {{ status: number, page: Document, access: string | null, same: string | null }} Answer */

/** Ask the server; null without an answer, or if it is not from Scorepad, such as a hotel's login page.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Answer | null>} */
export async function request(address, options = {}) {
  try {
    const response = await fetch(address, {
      ...options,
      headers: { "HX-Request": "true", Accept: "text/html" },
      signal: AbortSignal.timeout(answerTimeout),
    });
    const { status, headers } = response;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (status !== 204 && !page.getElementById("main")) return null;
    return { status, page, access: headers.get("Scorepad-Access"), same: headers.get("Scorepad-Same") };
  } catch {
    return null;
  }
}
