"""Every text of a page against what it stands on, those that axe passes over included.

axe gives no verdict where there is a gradient, in pictures, and on what screen readers skip.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.support.contrast import TEXT

# Colours are [red, green, blue, opacity], the first three from 0 to 255.
_LOW_CONTRAST: Final = """(least) => {
    const parsed = (text) => {
        const [red, green, blue, alpha = 1] = text.match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
        return [red, green, blue].map((part) => text.startsWith("color(") ? part * 255 : part)
            .concat(alpha);
    };
    const over = (upper, lower, alpha = upper[3]) =>
        [0, 1, 2].map((part) => upper[part] * alpha + lower[part] * (1 - alpha)).concat(1);
    const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, share, part) => {
        const value = colour[part] / 255;
        return sum + share * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
    const style = (element, part) => getComputedStyle(element, part);
    // What lies under an element's text; the page's gradient begins with its lighter colour.
    const felt = parsed(style(document.body).backgroundImage.match(/rgba?\\([^)]*\\)/)[0]);
    const ground = (element) => {
        if (element === document.body) return felt;
        if (element instanceof SVGElement) {
            const plate = element.closest(".seat")?.querySelector(".plate");
            return parsed(style(plate ?? document.querySelector(".picture .felt")).fill);
        }
        return over(parsed(style(element).backgroundColor), ground(element.parentElement));
    };
    // A colour in an element as it is seen through the opacity of all that it is in.
    const seen = (element, colour) => element === document.body ? colour
        : seen(element.parentElement, over(colour,
            element instanceof SVGElement ? colour : ground(element.parentElement),
            Number(style(element).opacity)));
    const ratio = (element, ink) => {
        const under = ground(element);
        const [low, high] = [over(ink, under), under]
            .map((colour) => luminance(seen(element, colour))).sort((one, other) => one - other);
        return (high + 0.05) / (low + 0.05);
    };
    const found = [];
    const check = (element, ink, what) => {
        const reached = ratio(element, ink);
        if (reached < least) {
            found.push(`${reached.toFixed(2)}: ${what} in ${element.outerHTML.slice(0, 100)}`);
        }
    };
    const shown = (element) => element.checkVisibility({ visibilityProperty: true })
        && style(element).clipPath === "none" && !element.closest(".unseen, title, option")
        // What cannot be chosen may be faint (WCAG 2.2, 1.4.3).
        && !element.closest(":disabled, .key:has(:disabled):not(.who)");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: element } = texts.currentNode;
        if (!data.trim() || !shown(element)) continue;
        const { color, fill } = style(element);
        check(element, parsed(element instanceof SVGElement ? fill : color), data.trim());
    }
    const fields = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
    for (const field of document.querySelectorAll(fields)) {
        if (!shown(field)) continue;
        check(field, parsed(style(field).color), "the field");
        const { color, opacity } = style(field, "::placeholder");
        if (field.placeholder) {
            const ink = parsed(color);
            check(field, [...ink.slice(0, 3), ink[3] * opacity], field.placeholder);
        }
    }
    return [...new Set(found)];
}"""


def low_contrast(page: Page) -> list[str]:
    """The texts that can hardly be read, each with its ratio."""
    found: list[str] = page.evaluate(_LOW_CONTRAST, TEXT)
    return found
