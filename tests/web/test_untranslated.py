"""Browsers that translate a page leave names and cards alone: Will and Rose are words, too."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from scorepad.web.words.names import isolated_text, untranslated
from tests.web.cast import Phone, players, start, start_form
from tests.web.pages import Node, page_of

NAMES = ("Will", "Rose", "Mark", "Maximiliane von Grace")
# Where names stand that no browser translates: what is typed, and what is read out.
_NO_TEXT = ("textarea", "script", "style", "title")


def translated(node: Node, chosen: bool = True) -> Iterator[str]:
    """The texts of an element that a browser translates."""
    chosen = {"no": False, "yes": True}.get(node.attributes.get("translate", ""), chosen)
    for child in node.children:
        if isinstance(child, Node):
            if child.tag not in _NO_TEXT:
                yield from translated(child, chosen)
        elif chosen:
            yield child


def names_translated(node: Node) -> list[str]:
    text = " ".join(translated(node))
    return [text[max(0, text.find(name) - 40) :][:90] for name in NAMES if name in text]


def test_no_page_has_its_names_translated(phone: Phone) -> None:
    table = start(phone, *NAMES, target="100", moon="choice", sun="y")
    table.recorded(6, 4, 2, 1, QS=1)
    ended = start(phone, *NAMES, target="20").recorded(13, 0, 0, 0, QS=0)
    paths = ["", "new", "players", "records", "evenings", "evening/1", "evening/1/story", "games"]
    pages = [f"{ended.pad}{path}" for path in paths]
    pages += [link for link in phone.open(f"{ended.pad}players").links if "/player/" in link]
    running = [table.address, table.hand(1), f"{table.address}/middle", f"{table.address}/log"]
    for address in [ended.address, *pages, *running]:
        page = phone.open(address)
        assert "Will" in page.main.text or page.main.all(value="Will"), address
        assert not names_translated(page.main), address
    assert page.all("title")[0].attributes["translate"] == "no"
    refused = phone.submit(start_form(phone), players("Will", "Rose", "Will"))
    assert not names_translated(page_of(refused).main)
    # Nor are cards and pictures.
    page = table.page()
    assert all(card.attributes["translate"] == "no" for card in page.main.all(class_="card"))
    drawn = page.only("svg", class_="picture").all("text", class_="name")
    assert [each.attributes["translate"] for each in drawn] == ["no"] * 4
    for picture in ("result.svg", "chart.svg"):
        assert ' translate="no"' in phone.client.get(f"{table.address}/{picture}").text
    # What is no name among keys of names is a word.
    assert page.main.all(translate="yes")


def test_a_name_in_a_text_is_marked_and_nothing_of_it_is_markup() -> None:
    text = f"Two players are called {isolated_text('<b>Will')}."
    marked = 'Two players are called <bdi translate="no">\u2068&lt;b&gt;Will\u2069</bdi>.'
    assert untranslated(text) == marked
    assert untranslated(Markup("<b>Anna</b>")) == "<b>Anna</b>"
