"""The picture of the table on a phone: everything on it can be read, whatever the fonts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from jinja2 import Template
from playwright.sync_api import Browser

from scorepad.assets import style_sheet
from scorepad.rules import Line
from scorepad.web.drawings.picture import picture
from scorepad.web.table.next_hand import names_in_the_middle, picture_in_words
from scorepad.web.words.cards import symbol
from scorepad.web.words.game import moments, tied_on
from scorepad.web.words.rules import passing
from scorepad.web.words.translation import LANGUAGES, gettext
from tests.support.browser import phone
from tests.support.catalogues import in_language
from tests.support.fonts import FAMILIES, chromium_in
from tests.web.apps import app_in

LONG_NAMES = (
    "Maximiliane Charlotte von Thun",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWW",
    "محمد عبد الرحمن بن عبد العزيز",
    "👩‍👩‍👧‍👦🎲♥️ Die Herzdamen vom Kiez 🃏",
    "Иннокентий Константинопольский",
    "漢字漢字漢字漢字漢字漢字漢字漢字",
    "Wolfgang Amadeus Maria Mommsen",
)
TOTALS = (63, 13, 0, 10026, -10026, -987, 1048)
LAST = (26, -26, 13, -10, 0, 26, 1)


# Where texts are: as wide as their letters' advances, as high as the ink. (Boxes of lines have room
# above and below, in some fonts a lot.)
_FAULTS = """() => {
    const found = [];
    // Long names in their short forms; names.js gives those that fit in full.
    for (const name of document.querySelectorAll(".name:has(.short)")) name.classList.add("cut");
    const written = (element) => [...element.childNodes]
        .filter((part) => part.nodeType === Node.TEXT_NODE || part.checkVisibility())
        .map(({ textContent }) => textContent).join("").trim();
    const pen = document.createElement("canvas").getContext("2d");
    const inked = (text) => {
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const ink = pen.measureText(written(text));
        const { left, right } = text.getBoundingClientRect();
        const { d, f } = text.getScreenCTM();
        const line = f + d * text.y.baseVal[0].value;
        return { left, right, top: line - d * ink.actualBoundingBoxAscent,
            bottom: line + d * ink.actualBoundingBoxDescent };
    };
    // Ink is measured in whole pixels.
    const out = (box, other) => box.left < other.left || box.right > other.right
        || box.top < other.top - 1 || box.bottom > other.bottom + 1;
    const meet = (box, other) => box.left < other.right && box.right > other.left
        && box.top < other.bottom - 1 && box.bottom > other.top + 1;
    for (const picture of document.querySelectorAll("svg.picture")) {
        const note = (fault) => found.push(`${picture.parentElement.id}: ${fault}`);
        const texts = [...picture.querySelectorAll("text")];
        const boxes = texts.map(inked);
        texts.forEach((text, i) => {
            const seat = text.closest(".seat");
            const plate = seat?.querySelector(".plate") ?? picture;
            if (out(boxes[i], plate.getBoundingClientRect())) note(`sticks out: ${written(text)}`);
            const deck = seat?.querySelector(".deck");
            if (deck && meet(boxes[i], deck.getBoundingClientRect()))
                note(`under the deck: ${written(text)}`);
            for (let j = 0; j < i; j++)
                if (meet(boxes[i], boxes[j]))
                    note(`overlap: ${written(text)}, ${written(texts[j])}`);
        });
        const cards = [...picture.querySelectorAll(".hold rect")]
            .map((card) => card.getBoundingClientRect());
        const frame = picture.getBoundingClientRect();
        const scale = frame.width / picture.viewBox.baseVal.width;
        const points = [...picture.querySelectorAll(".oval .line")].flatMap((line) => {
            const steps = Math.ceil(line.getTotalLength() / 2);
            return Array.from({ length: steps }, (_, step) => line.getPointAtLength(2 * step));
        }).map(({ x, y }) => ({ x: frame.left + x * scale, y: frame.top + y * scale }));
        texts.forEach((text, i) => {
            const { left, right, top, bottom } = boxes[i];
            const inside = ({ x, y }) => x > left && x < right && y > top && y < bottom;
            // Arrows give way to the text in the middle: its letters have an edge of cloth.
            const edged = getComputedStyle(text).paintOrder.startsWith("stroke");
            if (!edged && points.some(inside)) note(`arrow through: ${written(text)}`);
            if (cards.some((card) => meet(boxes[i], card))) note(`on a card: ${written(text)}`);
        });
    }
    return found;
}"""

_SIZES = """() => [...document.querySelectorAll("svg.picture")]
    .map((picture) => picture.getBoundingClientRect())
    .map(({ width, height }) => [width, height])"""


def svg_of(template: Template, names: Sequence[str], offset: int, brought: Sequence[str]) -> str:
    players = len(names)
    drawn = picture(
        names,
        TOTALS[:players],
        LAST[:players],
        {0},
        dealer=offset,
        offset=offset,
        middle=(
            passing(offset, players),
            gettext("%(card)s leads", card="♣3"),
            f"{symbol('QS')} 12 · {gettext('%(cards)s out', cards=gettext('twos'))}",
        )[: 2 + players % 2],
        moments=brought,
    )
    return template.render(picture=drawn, me=None, label=picture_in_words(drawn))


def page_of(pictures: Mapping[str, str]) -> str:
    """All of these in one page, each below what it is called."""
    style = style_sheet("scorepad")
    shown = "".join(f'<div id="{name}">{svg}</div>' for name, svg in pictures.items())
    return (
        "<!doctype html><meta charset=utf-8><meta name=viewport content=width=device-width>"
        f"<style>{style} main {{ padding: 8px }}</style><main>{shown}</main>"
    )


def pictures(template: Template) -> Iterator[tuple[str, str]]:
    """What each is called, and its SVG: without a moment, and with each one there is."""
    line = Line(1, 0, 0, (0,), (-50, 0, 0), (50, 0, 0), 0, "add", sun=False, counts=True)
    for language in LANGUAGES:
        with in_language(language):
            for players in (3, 4, 5, 6, 7):
                names = LONG_NAMES[:players]
                shorts = names_in_the_middle(names)
                happened = ("", *moments(line, shorts), tied_on((0, 1), (8, 8, 9), shorts))
                for offset in range(players):
                    for moment in happened:
                        svg = svg_of(template, names, offset, [moment] if moment else [])
                        yield f"{players} players, offset {offset}, {language}, {moment}", svg


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_overlaps(browser: Browser, tmp_path: Path, family: str) -> None:
    with (
        app_in(tmp_path) as app,
        chromium_in(family, browser, tmp_path) as running,
        phone(running, width=360) as handset,
    ):
        page = handset.page
        drawn = dict(pictures(app.jinja_env.get_template("table/_picture.html")))
        # A moment would be measured while it moves.
        page.emulate_media(reduced_motion="reduce")
        page.set_content(page_of(drawn))
        assert page.evaluate(_SIZES) == [[344, 150]] * len(drawn)
        assert page.evaluate(_FAULTS) == []
