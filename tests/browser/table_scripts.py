"""What is seen and tapped at a table in any engine, as scripts of its page."""

from __future__ import annotations

from typing import Final

# The points of the rows of the sheet. What is being changed has such a part of the page as what
# was refused, too, but there is nothing to decide about it.
_ROWS: Final = r"""
    const number = (text) => parseInt(text.trim().replace("+", "").replace("−", "-"), 10) || 0;
    const points = (row) => [...row.querySelectorAll("td")].map(({ textContent }) =>
        number(textContent));
    const rows = (which) => [...document.querySelectorAll(`.sheet tbody tr${which}`)];
    const isMending = () => document.querySelector("form.entry[data-mends]");
    const refused = () => [...document.querySelectorAll(".refused")].filter((section) =>
        !section.querySelector(".row").hidden
        && !(isMending() && section.querySelector(".mend").hidden));
    const rowOf = ({ dataset: { entry } }) =>
        rows(".waiting").find((row) => row.dataset.entry === entry);
"""
# What else is tapped, and what the page says.
LOOK: Final = f"""() => {{
    {_ROWS}
    const form = document.querySelector("form.entry");
    const [theirs, mine] = [...document.querySelectorAll(".duplicate tbody tr")].map(points);
    return {{
        saved: rows(":not(.waiting)").map(points),
        waiting: rows(".waiting").map(points),
        refused: refused().map((section) => rows(".waiting").indexOf(rowOf(section))),
        duplicate: mine ? {{ theirs, mine }} : null,
        enters: Boolean(form),
        mends: Boolean(form?.matches("[data-mends]")),
        busy: Boolean(document.querySelector("form:is(.htmx-request, .saving)")),
        tapped: form ? form.querySelectorAll(":is(.taker, .counts) [name]:checked").length : 0,
        gains: form
            ? [...form.querySelectorAll(".counts .gain")].map((each) => number(each.textContent))
            : [],
        reasons: refused().map((each) => each.querySelector(".reason").textContent.trim()),
        alert: Boolean(document.querySelector("main .alert")),
        news: document.querySelector("#news")?.textContent ?? "",
        isTable: Boolean(document.querySelector(".sheet")),
    }};
}}"""
# Nobody taps a hand before the page's scripts are there: it would be sent as a plain form.
_LOADED: Final = """
    if (document.readyState !== "complete") {
        await new Promise((done) => addEventListener("load", done));
    }
"""
# What was tapped before may come back just now: nothing is added to that.
TAP: Final = f"""async (keys) => {{
    {_LOADED}
    const form = document.querySelector("form.entry");
    if (!form || form.matches(".saving, [data-mends]")) return false;
    if (keys.length && form.querySelector(":is(.taker, .counts) [name]:checked")) return false;
    for (const key of keys) document.querySelector(key)?.click();
    form.querySelector(".finish > button")?.click();
    return true;
}}"""
# Have a hand that waits in the entry; false if it cannot be changed, or no more.
CHANGE: Final = f"""async (index) => {{
    {_LOADED}
    document.querySelectorAll(".sheet .waiting .mend")[index]?.click();
    return Boolean(document.querySelector("form.entry[data-mends]"));
}}"""
CHANGE_REFUSED: Final = f"""() => {{
    {_ROWS}
    refused().find((section) => rowOf(section))?.querySelector(".mend:not([hidden])")?.click();
    return Boolean(document.querySelector("form.entry[data-mends]"));
}}"""
# All keys that are chosen are taken back, and these are tapped.
RETAP: Final = """(keys) => {
    const chosen = [...document.querySelectorAll("form.entry :is(.taker, .counts) :checked")];
    for (const key of chosen.filter(({ type }) => type === "radio")) key.click();
    for (const key of keys) document.querySelector(key)?.click();
    document.querySelector("form.entry .finish > button")?.click();
}"""
DISCARD: Final = """() => {
    const button = document.querySelector(".beside .refused .discard");
    button?.click();
    return Boolean(button);
}"""
# Tap on one of the ways on, if it is there; else on another one.
ANSWER: Final = f"""(how) => {{
    {_ROWS}
    const section = refused().find((each) => rowOf(each));
    if (!section) return null;
    const index = rows(".waiting").indexOf(rowOf(section));
    const way = how === ".again" && section.querySelector(".again").hidden ? ".discard" : how;
    section.classList.add("answered");
    section.querySelector(way).click();
    return [way, index];
}}"""
CHOOSE: Final = """(how) => {
    const button = document.querySelector(`.duplicate ${how}`);
    if (!button) return false;
    button.closest(".duplicate").classList.add("answered");
    button.click();
    return true;
}"""
# See how a moon would count, and think better of it.
LOOK_AT_MOON: Final = """async () => {
    const shooter = document.querySelector("#shooter-1");
    const panel = document.querySelector("details.moon");
    if (!shooter || !panel) return false;
    panel.open = true;
    const swapped = new Promise((done) => {
        document.addEventListener("htmx:after:swap", done, { once: true });
        // Nothing comes without a network.
        setTimeout(done, 500);
    });
    shooter.click();
    await swapped;
    for (const each of document.querySelectorAll("[name=shooter]")) {
        if (each.value === "" || each.checked) each.click();
    }
    panel.open = false;
    return true;
}"""
