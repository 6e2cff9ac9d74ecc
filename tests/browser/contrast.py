"""Every text of a page against what it stands on, those that axe passes over included.

axe gives no verdict where there is a gradient, in pictures, and on what screen readers skip.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.support.contrast import TEXT

# How much of an element's own words is told.
SHOWN: Final = 100

# Colours are [red, green, blue, opacity], the first three from 0 to 255.
_LOW_CONTRAST: Final = """([least, shownOf]) => {
    // Most texts share their colours, and what they are in: each is looked up once.
    const once = (find) => {
        const found = new Map();
        return (key) => {
            if (!found.has(key)) found.set(key, find(key));
            return found.get(key);
        };
    };
    const parsed = once((text) => {
        const [red, green, blue, alpha = 1] = text.match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
        return [red, green, blue].map((part) => text.startsWith("color(") ? part * 255 : part)
            .concat(alpha);
    });
    const over = (upper, lower, alpha = upper[3]) =>
        [0, 1, 2].map((part) => upper[part] * alpha + lower[part] * (1 - alpha)).concat(1);
    const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, share, part) => {
        const value = colour[part] / 255;
        return sum + share * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
    const style = (element, part) => getComputedStyle(element, part);
    // What lies under an element's text; the page's gradient begins with its lighter colour.
    const felt = parsed(style(document.body).backgroundImage.match(/rgba?\\([^)]*\\)/)[0]);
    const ground = once((element) => {
        if (element === document.body) return felt;
        if (element instanceof SVGElement) {
            const plate = element.closest(".seat")?.querySelector(".plate");
            return parsed(style(plate ?? document.querySelector(".picture .felt")).fill);
        }
        return over(parsed(style(element).backgroundColor), ground(element.parentElement));
    });
    const opacity = once((element) => Number(style(element).opacity));
    // A colour in an element as it is seen through the opacity of all that it is in.
    const seen = (element, colour) => element === document.body ? colour
        : seen(element.parentElement, opacity(element) === 1 ? colour : over(colour,
            element instanceof SVGElement ? colour : ground(element.parentElement),
            opacity(element)));
    const ratio = (element, ink) => {
        const under = ground(element);
        const [low, high] = [over(ink, under), under]
            .map((colour) => luminance(seen(element, colour))).sort((one, other) => one - other);
        return (high + 0.05) / (low + 0.05);
    };
    const found = [];
    const check = (element, ink, what) => {
        const reached = ratio(element, ink);
        if (reached < least) found.push([reached, what, element.outerHTML.slice(0, shownOf)]);
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
    return found;
}"""


def low_contrast(page: Page) -> list[str]:
    """The texts that can hardly be read, each with its ratio."""
    found = contrasts(page, TEXT)
    return [*dict.fromkeys(f"{ratio:.2f}: {text} in {html}" for ratio, text, html in found)]


def contrasts(page: Page, least: float) -> list[tuple[float, str, str]]:
    """The texts whose ratio is lower than that: the ratio, the text, where its element begins."""
    return [tuple(each) for each in page.evaluate(_LOW_CONTRAST, [least, SHOWN])]
