"""The picture of the table on a phone: everything on it can be read."""

from __future__ import annotations

import pytest
from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Browser

from scorepad.web import words
from scorepad.web.assets import assets
from scorepad.web.picture import picture
from tests.support.browser import phone

LONG_NAMES = (
    "Maximiliane Charlotte von Thun",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWW",
    "محمد عبد الرحمن بن عبد العزيز",
    "👩‍👩‍👧‍👦🎲♥️ Die Herzdamen vom Kiez 🃏",
    "Иннокентий Константинопольский",
    "漢字漢字漢字漢字漢字漢字漢字漢字",
)
TOTALS = {"usual": (63, 13, 0, 113, 8, 22), "long": (10026, -10026, -987, 1048, 10000, -10000)}
LAST = (26, -26, 13, -10, 0, 26)

_FAULTS = """(picture) => {
    const found = [];
    const told = (element) => element.textContent.trim();
    const texts = [...picture.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const out = (box, other) => box.left < other.left || box.right > other.right
        || box.top < other.top - 1 || box.bottom > other.bottom + 1;
    texts.forEach((text, i) => {
        const plate = text.closest(".seat")?.querySelector(".plate") ?? picture;
        if (out(boxes[i], plate.getBoundingClientRect())) found.push(`sticks out: ${told(text)}`);
        const deck = text.closest(".seat")?.querySelector(".deck")?.getBoundingClientRect();
        if (deck && text.matches(".total") && boxes[i].left < deck.right)
            found.push(`under the deck: ${told(text)}`);
        for (let j = 0; j < i; j++)
            // Line boxes have room above and below the letters.
            if (Math.min(boxes[i].right, boxes[j].right) > Math.max(boxes[i].left, boxes[j].left)
                && Math.min(boxes[i].bottom, boxes[j].bottom)
                    > Math.max(boxes[i].top, boxes[j].top) + 6)
                found.push(`overlap: ${told(text)}, ${told(texts[j])}`);
    });
    const frame = picture.getBoundingClientRect();
    const scale = frame.width / picture.viewBox.baseVal.width;
    for (const line of picture.querySelectorAll(".line"))
        for (let at = 0; at <= line.getTotalLength(); at += 2) {
            const point = line.getPointAtLength(at);
            const x = frame.left + point.x * scale, y = frame.top + point.y * scale;
            texts.forEach((text, i) => {
                const box = boxes[i];
                if (x > box.left && x < box.right && y > box.top + 3 && y < box.bottom - 3)
                    found.push(`arrow through: ${told(text)}`);
            });
        }
    return [...new Set(found)];
}"""


def page_with(players: int, offset: int, totals: str) -> str:
    environment = Environment(
        loader=FileSystemLoader(assets("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["words"] = words
    svg = environment.get_template("table/_picture.html").render(
        picture=picture(
            LONG_NAMES[:players],
            TOTALS[totals][:players],
            LAST[:players],
            range(1, players + 1),
            dealer=offset,
            offset=offset,
            middle=(words.passing(offset, players), "♣2 leads"),
        )
    )
    style = "".join(
        (assets("static") / file).read_text() for file in ("scorepad.css", "picture.css")
    )
    return (
        "<!doctype html><meta charset=utf-8><meta name=viewport content=width=device-width>"
        f"<style>{style} main {{ padding: 8px }}</style><main>{svg}</main>"
    )


@pytest.mark.parametrize("totals", list(TOTALS))
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_overlaps(browser: Browser, players: int, totals: str) -> None:
    with phone(browser, width=360) as handset:
        page = handset.page
        for offset in range(players):
            page.set_content(page_with(players, offset, totals))
            shown = page.locator("svg.picture")
            box = shown.bounding_box()
            assert box is not None
            assert (box["width"], box["height"]) == (344, 150)
            assert shown.evaluate(_FAULTS) == [], f"offset {offset}"
