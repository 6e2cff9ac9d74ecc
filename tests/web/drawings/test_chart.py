"""The chart of a game: its lines, its words, its headers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from flask import Flask, render_template

from scorepad import rules
from scorepad.web.drawings.chart import HEIGHT, WIDTH, chart_of, text_alternative
from tests.support.themes import palettes
from tests.web.apps import writing
from tests.web.cast import NAMES, Phone, Table, start

SVG = "{http://www.w3.org/2000/svg}"
Draw = Callable[[rules.Sheet, Sequence[str], int], str]


class Chart(NamedTuple):
    """A chart as a reader sees it: its lines as totals, and all of its words.

    ``marked``: which points of each line have a mark. ``target``: ``None`` if it is not drawn.
    ``axis``: the numbers beside the totals. ``ends``: the names with their heights.
    """

    lines: list[list[int]]
    marked: list[list[int]]
    target: int | None
    axis: list[int]
    words: list[str]
    hands: list[str]
    ends: list[tuple[str, float]]


def read(svg: str) -> Chart:
    """Read a chart as one would with a ruler: by the labels of its axis."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own)

    def parts(tag: str, *classes: str) -> list[ElementTree.Element]:
        elements = root.iter(f"{SVG}{tag}")
        return [part for part in elements if {*classes} <= {*part.get("class", "").split()}]

    def points(path: ElementTree.Element) -> list[list[tuple[float, float]]]:
        """The points that are named in each part of a path."""
        starts = (re.split("[a-z]", part)[0] for part in path.get("d", "").split("M")[1:])
        named = (re.findall(r"(-?[\d.]+) (-?[\d.]+)", start) for start in starts)
        return [[(float(x), float(y)) for x, y in part] for part in named]

    def followed(path: ElementTree.Element) -> list[tuple[float, float]]:
        """The points of a line, each a step from the one before."""
        start, _, steps = path.get("d", "").partition("l")
        named = re.findall(r"(-?[\d.]+) (-?[\d.]+)", f"{start} {steps}")
        xs, ys = (accumulate(map(float, numbers)) for numbers in zip(*named, strict=True))
        return [(round(x, 1), round(y, 2)) for x, y in zip(xs, ys, strict=True)]

    axis = [int((text.text or "").replace("−", "-")) for text in parts("text", "total")]
    *across, down = points(*parts("path", "grid"))
    heights = [y for ((_, y),) in across]
    low, high = axis[0], axis[-1]

    def total(y: float) -> int:
        return round(low + (y - heights[0]) / (heights[-1] - heights[0]) * (high - low))

    assert [total(y) for y in heights] == axis == sorted(axis)
    targets = parts("path", "line", "target")
    paths = [path for path in parts("path", "line") if path not in targets]
    lines = list(map(followed, paths))
    # The last mark is beside the name.
    marks = [[part[0] for part in points(path)[:-1]] for path in parts("path", "mark")]
    for line in lines:
        assert [x for x, _ in line] == [x for x, _ in lines[0]]
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in line)
    assert down[0][0] == lines[0][0][0]
    assert [points(path)[0][0] for path in parts("path", "to-name")] == [line[-1] for line in lines]
    at = None
    for target in targets:
        ((left, height),) = points(target)[0]
        path = target.get("d") or ""
        assert (left, float(path.partition("H")[2])) == (lines[0][0][0], lines[0][-1][0])
        at = total(height)
    assert [label.text for label in parts("text", "total", "target")] == [str(at)] * len(targets)
    named = parts("text", "name")
    assert all(float(name.get("x") or 0) > lines[0][-1][0] for name in named)
    return Chart(
        [[total(y) for _, y in line] for line in lines],
        [list(map(line.index, marked)) for line, marked in zip(lines, marks, strict=True)],
        at,
        axis,
        [(text.text or "").strip("\u2068\u2069") for text in root.iter(f"{SVG}text")],
        [text.text or "" for text in parts("text", "hand")],
        [((text.text or "").strip("\u2068\u2069"), float(text.get("y") or 0)) for text in named],
    )


@pytest.fixture
def drawn(one_app: Flask) -> Draw:
    def draw(sheet: rules.Sheet, names: Sequence[str], target: int) -> str:
        with one_app.app_context():
            return render_template("table/chart.svg", chart=chart_of(sheet, names, target))

    return draw


def game(players: int, hands: int, **more: Any) -> rules.Sheet:
    """A game in which the first seat takes the queen every time, the hearts going round."""
    table = rules.ruleset(players, {"target": 1000})
    hearts = table.hearts
    played = tuple(
        rules.Hand(
            tuple(hearts - 5 if seat == number % players else 5 if seat == 0 else 0
                  for seat in range(players))
            if number % players
            else (hearts, *[0] * (players - 1)),
            {"QS": 1},
        )
        for number in range(hands)
    )  # fmt: skip
    return rules.sheet(rules.Game(table, played, **more))


def address_of(table: Table, query: str = "") -> str:
    return f"{table.address}/chart.svg{query}"


def test_the_lines_are_the_totals(played: Table) -> None:
    response = played.phone.client.get(address_of(played))
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    chart = read(response.text)
    assert chart.lines == [[0, 6], [0, 17], [0, 2], [0, 1]]
    assert chart.hands == ["0", "1"]
    assert {*NAMES[:4], "0"} <= set(chart.words)


@pytest.mark.parametrize(("highest", "drawn_up_to"), [(59, None), (60, 100), (99, 100)])
def test_it_shows_what_was_played_until_somebody_is_near_the_target(
    drawn: Draw, highest: int, drawn_up_to: int | None
) -> None:
    sheet = game(4, 1, opening=(0, 5, 10, highest))
    chart = read(drawn(sheet, NAMES[:4], 100))
    assert chart.target == drawn_up_to
    assert max(chart.axis) == (50 if drawn_up_to is None else drawn_up_to)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_a_long_game_has_every_total_and_few_marks(players: int, drawn: Draw) -> None:
    sheet = game(players, 25)
    chart = read(drawn(sheet, NAMES[:players], 1000))
    for seat, line in enumerate(chart.lines):
        assert line == [0, *(each.totals[seat] for each in sheet.lines)]
    for marked in chart.marked:
        assert 5 <= len(marked) <= 9
        assert marked[-1] == 25
    # Where all begin at 0 their marks would lie on each other.
    assert len({marked[0] for marked in chart.marked}) > 1
    assert len(chart.hands) <= 9


def test_names_are_no_markup_and_long_ones_are_shortened(phone: Phone) -> None:
    names = (
        "<script>alert(1)</script>",
        "Maximiliane Charlotte von Thun",
        "محمد عبد الرحمن",
        "&]]>\"'",
    )
    table = start(phone, *names)
    table.recorded(6, 4, 2, 1, QS=1)
    svg = phone.client.get(address_of(table)).text
    chart = read(svg)
    assert "<script" not in svg
    assert "<script." in chart.words
    assert "Maximil." in chart.words
    assert "&]]>\"'" in chart.words
    assert not any("Charlotte" in word for word in chart.words)


def test_it_is_kept_under_the_games_revision_alone(played: Table) -> None:
    client = played.phone.client
    with writing(played.app) as session:
        revision = played.row(session).revision
    policy = client.get(address_of(played, f"?v={revision}")).headers["Cache-Control"]
    assert set(policy.split(", ")) == {"private", "max-age=31536000", "immutable"}
    for query in ("", "?v=", f"?v={revision - 1}", f"?v={revision + 1}", f"?v={revision}x"):
        assert client.get(address_of(played, query)).headers["Cache-Control"] == "no-store", query


# By theme what is drawn in it on a light phone and on a dark one.
PALETTES = {
    "": ("light", "dark"),
    "light": ("light", "light"),
    "dark": ("dark", "dark"),
    "black": ("black", "black"),
    # No such theme.
    "BLACK": ("light", "dark"),
    "sepia</style>": ("light", "dark"),
}


def colours(svg: str, phone: str) -> dict[str, str]:
    """The colours that a chart has on a phone's screen, by the names of its variables and seats."""
    rules = svg.partition("<style>")[2].partition("@media (forced-colors")[0]
    for query, block in re.findall(r"@media (screen.*?) \{(.*?\})\s*\n  \}", rules, re.DOTALL):
        rules = rules.replace(block, "")
        rules += block if query == "screen" or f": {phone})" in query else ""
    # The later ones hold.
    return {
        **dict(re.findall(r"--(paper|rule|ink|soft|red): (#[0-9a-f]{6})", rules)),
        **dict(re.findall(r"\.(seat-\d) \{ --colour: (#[0-9a-f]{6}); \}", rules)),
    }


@pytest.mark.parametrize("theme", PALETTES)
def test_it_is_drawn_in_the_theme_that_its_address_names(played: Table, theme: str) -> None:
    answer = played.phone.client.get(address_of(played), query_string={"theme": theme})
    assert answer.status_code == 200
    assert "sepia" not in answer.text
    for phone, palette in zip(("light", "dark"), PALETTES[theme], strict=True):
        drawn_in = colours(answer.text, phone)
        assert len(drawn_in) == 12
        # As a part of the page it stands on the page's paper.
        page = palettes()[palette]
        assert drawn_in["paper"] == page["paper"]
        assert (drawn_in["ink"], drawn_in["soft"]) == (page["ink"], page["ink-soft"])


def test_the_text_alternative_says_where_everybody_came_from_and_is(drawn: Draw) -> None:
    sheet = game(4, 3, opening=(300, -50, 20, 80), hands_before=30)
    text = text_alternative(sheet, NAMES[:4])
    assert f"<title>{text}</title>" in drawn(sheet, NAMES[:4], 100)
    text = text.replace("\u2068", "").replace("\u2069", "")
    assert text.startswith("Chart of the totals, hands 31 to 33: Anna from 300 to ")
    assert "; Ben from −50 to " in text


def test_a_chart_that_was_undone_meanwhile_is_no_error(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    images = table.page().only("section", class_="chart").all("img")
    # With scripts it is fetched when it comes near.
    [image] = {each.attributes.get("src") or each.attributes["data-src"] for each in images}
    assert table.phone.client.get(image).status_code == 200
    table.do("undo")
    answer = table.phone.client.get(image)
    assert (answer.status_code, answer.data) == (204, b"")
    assert table.phone.client.get(f"{table.address}/chart.svg").status_code == 404
