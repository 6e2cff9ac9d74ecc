"""What does not fit on a page as the screen shows it now."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

# Of all elements only few are at fault by their sizes, which are read at once; the rest is asked of
# those alone.

# What can be tapped and is shown, lower than 44 px; on low screens 36 for the keys of an entry,
# and for those of seven players on any phone that is not high.
# A label is to be tapped where its input is inside it; such an input is not, by itself.
_LOW_TARGETS: Final = """
    [...document.querySelectorAll("a, button, summary, select, label:has(input), input")]
        .map((element) => [element, element.getBoundingClientRect().height])
        .filter(([element, height]) => element.type !== "hidden"
            && height < (element.matches(".entry .key")
                && innerHeight < (element.closest(".entry:has(.seats-7)") ? 700 : 601) ? 36 : 44))
        .filter(([element]) => element.tagName !== "INPUT" || !element.closest("label"))
        .filter(([element]) => element.checkVisibility({ visibilityProperty: true })
            && element.getClientRects().length > 0)
        .map(([element, height]) => `${element.outerHTML.slice(0, 120)}: ${height} px`)
"""
# What sticks out of the page.
_TOO_WIDE: Final = """
    [document.documentElement].filter((page) => page.scrollWidth > page.clientWidth)
        .map((page) => `${page.scrollWidth} px on a screen of ${page.clientWidth} px`)
"""
# Short names and labels must not be cut off; of long names, the two in a pair must both be seen.
_CUT_OFF: Final = """
    [...document.querySelectorAll(whole)]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .filter((element) => element.checkVisibility() && !element.classList.contains("unseen"))
        .filter((element) => !allowed.includes(getComputedStyle(element).overflowX))
        .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`)
"""
# What cannot be scrolled to and is higher than what shows it.
_CUT_BELOW: Final = """
    [...document.querySelectorAll("body *:not(.unseen, svg *)")]
        .filter((element) => element.scrollHeight > element.clientHeight + 3)
        .filter((element) => element.checkVisibility()
            && ["hidden", "clip"].includes(getComputedStyle(element).overflowY)
            && getComputedStyle(element).clipPath === "none")
        .map((element) => `cut off below: ${element.outerHTML.slice(0, 120)}`)
"""
# Letters that reach below what shows them, such as a y on a line that is too low.
_CUT_LETTERS: Final = """(() => {
    const pen = document.createElement("canvas").getContext("2d");
    const range = document.createRange();
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const element = node.parentElement;
        const shows = element.closest(".unseen, .full, svg, option, textarea") ? null : element;
        if (!node.data.trim() || !shows?.checkVisibility({ visibilityProperty: true })) continue;
        const clips = ["hidden", "clip"].includes(getComputedStyle(element).overflowY) ? element
            : ["hidden", "clip"].includes(getComputedStyle(element.parentElement).overflowY)
                ? element.parentElement : null;
        if (!clips) continue;
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const ink = pen.measureText(node.data);
        range.selectNodeContents(node);
        const bottom = Math.max(...[...range.getClientRects()].map((line) => line.bottom))
            - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent;
        // Ink is measured in whole pixels.
        if (bottom > clips.getBoundingClientRect().bottom + 1)
            found.push(`letters cut off below: ${node.data.trim()}, ${element.className}`);
    }
    return found;
})()"""
# Fields with letters so small that a phone zooms in when one types there.
_ZOOMED: Final = """
    [...document.querySelectorAll("input, select, textarea")]
        .filter((field) => !["radio", "checkbox", "hidden"].includes(field.type)
            && parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `small letters: ${field.outerHTML.slice(0, 120)}`)
"""
# Texts that lie on each other. What opens over the page does so on purpose; names in the picture
# are cut by their plates. A line is higher than its letters: of each, the middle counts.
_OVERLAPPING: Final = """(() => {
    // What saves stays in sight, over rows that scroll.
    const over = "#news, .ready, .refusal, .panel, .finish, .unseen, option, title";
    const all = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
    const common = (one, other) => ({
        left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
        top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
    });
    // Where something in an element can be seen: most have many texts below them.
    const windows = new Map([[document.body, all]]);
    const windowOf = (element) => {
        if (!windows.has(element)) {
            const { overflowX, clipPath } = getComputedStyle(element);
            const clips = overflowX !== "visible" && element.tagName !== "text";
            const own = clipPath !== "none" ? nothing
                : clips ? element.getBoundingClientRect() : all;
            windows.set(element, common(own, windowOf(element.parentElement)));
        }
        return windows.get(element);
    };
    const boxes = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const element = node.parentElement;
        if (!node.data.trim() || element.closest(over)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        for (const { left, top, right, bottom } of range.getClientRects()) {
            const slack = (bottom - top) * 0.25;
            const middle = { left, right, top: top + slack, bottom: bottom - slack };
            const box = { ...common(middle, windowOf(element)), node };
            if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push(box);
        }
    }
    boxes.sort((one, other) => one.top - other.top);
    const found = [];
    const drawn = ({ node }) => node.parentElement instanceof SVGElement;
    for (const [index, one] of boxes.entries()) {
        for (let next = index + 1; boxes[next]?.top < one.bottom; next++) {
            const other = boxes[next];
            if (other.node === one.node || (drawn(one) && drawn(other))) continue;
            const { left, top, right, bottom } = common(one, other);
            if (right - left > 2 && bottom - top > 2) {
                found.push(`“${one.node.data.trim()}” on “${other.node.data.trim()}”`);
            }
        }
    }
    return found;
})()"""
_ALL: Final = ", ".join(
    f"...{check}"
    for check in (
        *(_LOW_TARGETS, _TOO_WIDE, _CUT_OFF, _OVERLAPPING, _CUT_BELOW, _CUT_LETTERS),
        _ZOOMED,
    )
)
_FAULTS: Final = f"([whole, allowed]) => [{_ALL}]"
# Scripts that fit texts into their places do so with the next frame.
_DRAWN: Final = """([width, height]) => innerWidth === width && innerHeight === height
    && new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, true)))"""


def show_on(page: Page, width: int, height: int) -> None:
    """Give the page a screen of this size, and let it be drawn there."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(_DRAWN, arg=[width, height])


def faults(page: Page, *, whole: str, scrolling: bool) -> list[str]:
    """What does not fit; ``whole``: the elements that may not be cut off.

    ``scrolling``: of those, what can be scrolled to is not cut off.
    """
    allowed = ["visible", "auto"] if scrolling else ["visible"]
    found: list[str] = page.evaluate(_FAULTS, [whole, allowed])
    return found
