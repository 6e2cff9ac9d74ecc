"""Pens that go from phone to phone without a browser, for tests that are about something else."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.browser.play import Game
from tests.support.hosting import Client


def pad_of(table: str) -> str:
    """The address of a table's pad."""
    return table.partition("table/")[0]


def link_of(game: Game) -> str:
    """A one-time link, made without a browser."""
    client, pens = game.client, f"{pad_of(game.path)}pens"
    answer = client.post(f"{pens}/link", client.get(pens).form(f"{pens}/link"))
    found = re.search(r'class="link"><a href="([^"]*)"', answer.text)
    assert found is not None, answer.text
    return found.group(1)


def other_holder(game: Game, name: str) -> Game:
    """The same game with the pen of another phone, taken without a browser."""
    link = link_of(game)
    client = Client(game.server)
    client.get(link.removeprefix(game.server.address))  # Leads to a page without the link.
    form = client.get("/pen").form("/pen")
    answer = client.post("/pen", form | {"name": name})
    assert answer.status == 303, answer.text
    return replace(game, client=client)


def withdraw(game: Game) -> None:
    """Take the pens of all phones but the game's own, without a browser."""
    pens = f"{pad_of(game.path)}pens"
    page = game.client.get(pens)
    # Their own is the first one of the list.
    _, *others = re.findall(rf'action="({pens}/[0-9]+)"', page.text)
    assert others, page.text
    for address in others:
        answer = game.client.post(address, page.form(address))
        assert answer.status == 303, answer.text


def delete_pad(game: Game) -> None:
    """Delete the pad from the game's own phone, without a browser."""
    delete = f"{pad_of(game.path)}delete"
    form = game.client.get(delete).form(delete) | {"typed": pad_of(game.path).split("/")[2]}
    assert game.client.post(delete, form).status == 303
