"""Finding finished games: the form, what it finds, and addresses that ask for what is not there."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorepad.store.figure_models import GameOutcome
from scorepad.store.models import Player
from tests.support.many_games import Size, fill
from tests.web.apps import reading, writing
from tests.web.cast import COOKIE, Phone
from tests.web.pages import page_of


@pytest.fixture
def many(phone: Phone) -> str:
    """The address of the search in a pad with twenty games."""
    with writing(phone.app) as session:
        pad = fill(session, Size(games=20))
    phone.client.set_cookie(COOKIE, pad.secret)
    return f"/pad/{pad.address}/games"


def all_found(phone: Phone, address: str) -> list[int]:
    """The numbers of the games on all pages of a search."""
    numbers: list[int] = []
    while True:
        page = phone.open(address)
        links = [link for each in page.all("ul", class_="list") for link in each.links]
        numbers += [int(link.rpartition("/")[2]) for link in links]
        older = [link for link in page.all("a") if "Older games" in link.text]
        if not older:
            return numbers
        address = older[0].attributes["href"]


def test_wishes_narrow_it_down_page_after_page(phone: Phone, many: str) -> None:
    with reading(phone.app) as session:
        player = session.scalars(select(Player.id).where(Player.name == "Anna")).one()
        first = select(GameOutcome.agreement).order_by(GameOutcome.number)
        agreement = session.scalars(first).first()
    assert all_found(phone, many) == [*range(19, 0, -1)]
    (year,) = {
        option.attributes["value"]
        for option in phone.open(many).only("select", id="find-year").all("option")[-1:]
    }
    wishes = (f"player={player}", f"rules={agreement}", f"year={year}")
    each = [{*all_found(phone, f"{many}?{wish}")} for wish in wishes]
    assert all(0 < len(found) <= 19 for found in each)
    assert any(len(found) < 19 for found in each)
    assert {*all_found(phone, f"{many}?{'&'.join(wishes)}")} == set.intersection(*each)
    # What was asked for stays in the form.
    page = phone.open(f"{many}?year={year}&player=&rules=")
    chosen = [option.text for option in page.all("option") if "selected" in option.attributes]
    assert chosen == [year]
    assert "No games found." in phone.open(f"{many}?year=1999").text


@pytest.mark.parametrize(
    "query",
    [
        *("player=999999", "player=x", "player=99999999999999999999"),
        *("rules=999999", f"rules={16 * '0'}", "year=20", "year=02018"),
    ],
)
def test_what_the_pad_does_not_have_is_not_found(phone: Phone, many: str, query: str) -> None:
    response = phone.client.get(f"{many}?{query}")
    assert response.status_code == 404
    assert page_of(response).title
