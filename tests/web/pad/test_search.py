"""Finding finished games: the form, what it finds, and addresses that ask for what is not there."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorepad.store.figure_models import GameOutcome
from scorepad.store.models import Player
from tests.support.many_games import Size, fill
from tests.web.apps import reading, writing
from tests.web.cast import COOKIE, Phone, Table
from tests.web.pages import Page, page_of
from tests.web.scenes import Scenes


def _sixty_games(phone: Phone) -> Table:
    with writing(phone.app) as session:
        pad = fill(session, Size(games=60))
    phone.client.set_cookie(COOKIE, pad.secret)
    return Table(phone, f"/pad/{pad.address}/table/{pad.running}")


@pytest.fixture
def many(phone: Phone, scenes: Scenes) -> str:
    """The address of the search in a pad with sixty games."""
    return f"{scenes.table(phone, _sixty_games).pad}games"


def found(page: Page) -> list[int]:
    """The numbers of the games on a page."""
    return [
        int(link.attributes["href"].rpartition("/")[2])
        for each in page.all("ul", class_="list")
        for link in each.all("a")
    ]


def all_found(phone: Phone, address: str) -> list[int]:
    """The numbers of the games on all pages of a search."""
    numbers: list[int] = []
    while True:
        page = phone.open(address)
        numbers += found(page)
        older = [link for link in page.all("a") if "Older games" in link.text]
        if not older:
            return numbers
        address = older[0].attributes["href"]


def test_without_a_wish_all_finished_games_are_found(phone: Phone, many: str) -> None:
    assert all_found(phone, many) == [*range(59, 0, -1)]


def test_wishes_narrow_it_down_page_after_page(phone: Phone, many: str) -> None:
    with reading(phone.app) as session:
        player = session.scalars(select(Player.id).where(Player.name == "Anna")).one()
        agreement = session.scalars(
            select(GameOutcome.agreement).order_by(GameOutcome.number)
        ).first()
    everything = {*all_found(phone, many)}
    by_player = {*all_found(phone, f"{many}?player={player}")}
    by_rules = {*all_found(phone, f"{many}?rules={agreement}")}
    by_year = {*all_found(phone, f"{many}?year=2018")}
    for some in (by_player, by_rules, by_year):
        assert 0 < len(some) < len(everything)
    together = f"{many}?player={player}&rules={agreement}&year=2018"
    assert {*all_found(phone, together)} == by_player & by_rules & by_year


def test_what_the_pad_does_not_have_is_not_found(phone: Phone, many: str) -> None:
    for query in (
        *(
            "player=999999",
            "rules=999999",
            f"rules={16 * '0'}",
            "player=x",
            "year=20",
            "year=02018",
            "rules=-1",
        ),
        "player=99999999999999999999",
    ):
        response = phone.client.get(f"{many}?{query}")
        assert response.status_code == 404, query
        assert page_of(response).title
