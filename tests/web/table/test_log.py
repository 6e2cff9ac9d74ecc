"""The log in plain sentences, for everybody who sees the game."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import select

from scorepad.store.models import Device, Pen
from tests.web.apps import writing
from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Node, Page

STARTED = "Game started: Anna, Ben, Cara and Dora."
HAND = "Hand 1 saved: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ♠Q Ben."
# Without a number: it is not on the sheet.
GONE = HAND.replace("Hand 1", "Hand")


def lines(table: Table, phone: Phone | None = None) -> list[Node]:
    return log(table, phone).only("ol", class_="log").all("li")


def log(table: Table, phone: Phone | None = None) -> Page:
    return (phone or table.phone).open(f"{table.address}/log")


def sentences(table: Table, phone: Phone | None = None) -> list[str]:
    """The sentences of the log, oldest first."""
    return [line.only("span").text for line in reversed(lines(table, phone))]


def newest(table: Table) -> str:
    return sentences(table)[-1]


def test_it_begins_with_the_start(table: Table) -> None:
    assert sentences(table) == [STARTED]


def test_the_newest_stands_first(played: Table) -> None:
    assert [line.only("span").text for line in lines(played)] == [HAND, STARTED]


def test_a_correction_says_old_and_new(played: Table) -> None:
    changes = {**hand(5, 5), "cards_QS": "0"}
    played.saved(played.phone.submit(played.correction(1), changes))
    assert newest(played) == (
        "Hand 1 corrected: ♥ Anna 6, Ben 4, Cara 2 and Dora 1 → "
        "♥ Anna 5, Ben 5, Cara 2 and Dora 1; ♠Q Ben → ♠Q Anna."
    )


def test_a_removal_says_what_the_hand_was(played: Table) -> None:
    played.saved(played.phone.submit(played.removal(1)))
    assert newest(played) == GONE.replace("saved", "deleted")


def test_a_hand_with_a_pass_and_a_dealer_of_its_own_says_so(table: Table) -> None:
    table.do("next", passed="0", dealer="0")
    table.recorded(6, 4, 2, 1, QS=1)
    assert newest(table) == f"{HAND[:-1]}; hold – no passing; Anna deals."


def test_moons_and_suns_say_how_they_count(phone: Phone) -> None:
    table = start(phone, moon="choice", sun="y")
    phone.force(table.entry(), {"shooter": "1", "sun": "y", "moon_choice": "add"})
    assert newest(table) == "Hand 1 saved: sun for Ben; moon: + for the others."
    table.saved(phone.submit(table.correction(1), {"moon_choice": "subtract", "sun": None}))
    assert (
        newest(table)
        == "Hand 1 corrected: moon: + for the others → moon: − for the shooter; a sun → no sun."
    )
    table.saved(
        phone.submit(table.correction(1), {**hand(12, 1, 0, 0), "shooter": "", "moon_choice": ""})
    )
    assert newest(table) == (
        "Hand 1 corrected: ♥ Ben 13 → ♥ Anna 12 and Ben 1; moon: − for the shooter → no choice."
    )


def test_a_moon_reads_as_a_moon(phone: Phone) -> None:
    table = start(phone, preset="omnibus")
    table.recorded(0, 13, 0, 0, QS=1, JD=2)
    assert newest(table) == "Hand 1 saved: moon for Ben; ♦J Cara."
    # All hearts alone are no moon.
    table.recorded(0, 13, 0, 0, QS=0, JD=2)
    assert newest(table) == "Hand 2 saved: ♥ Ben 13; ♠Q Anna and ♦J Cara."


def test_every_special_card_is_said(phone: Phone) -> None:
    table = start(phone, preset="black-maria")
    table.recorded(6, 4, 2, 1, QS=1, KS=0, AC=3)
    assert newest(table).startswith("Hand 1 saved: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ")
    assert all(part in newest(table) for part in ("♠Q Ben", "♠K Anna", "♣A Dora"))


def test_without_special_cards_nothing_is_said_of_them(phone: Phone) -> None:
    table = start(phone, preset="hearts")
    table.recorded(6, 4, 2, 1)
    assert newest(table) == f"{HAND.partition(';')[0]}."


def test_a_hand_keeps_the_names_of_those_who_played_it(played: Table) -> None:
    played.do("replace", seat="1", name="Emil")
    assert sentences(played)[1:] == [HAND, "Emil takes over from Ben."]
    played.recorded(6, 4, 2, 1, QS=1)
    assert newest(played) == HAND.replace("Ben", "Emil").replace("Hand 1", "Hand 2")
    played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    assert newest(played) == "Hand 1 corrected: ♠Q Ben → ♠Q Anna."


def test_what_was_undone_is_struck_through_until_it_is_done_again(played: Table) -> None:
    played.do("undo")
    newer, older, _ = lines(played)
    assert newer.only("span").text == f"Undone – {GONE}"
    assert "class" not in newer.attributes
    assert (older.only("span").text, older.attributes["class"]) == (GONE, "undone")
    played.do("redo")
    assert sentences(played) == [STARTED, HAND, f"Undone – {HAND}", f"Redone – {HAND}"]
    assert not log(played).all(class_="undone")


def test_every_line_says_when(played: Table) -> None:
    with writing(played.app) as session:
        started = played.row(session).started
    for line in lines(played):
        time = line.only("time")
        at = datetime.fromisoformat(time.attributes["datetime"])
        assert abs((at - started).total_seconds()) < 600
        assert f"{at:%H:%M} UTC" in time.text


def test_phones_are_short_names_once_there_are_two(played: Table, looker_on: Phone) -> None:
    assert "Phone" not in log(played).main.text
    start(looker_on)
    with writing(played.app) as session:
        game = played.row(session)
        second = session.scalars(select(Device).order_by(Device.id.desc()).limit(1)).one()
        session.add(Pen(pad_id=game.pad_id, device_id=second.id, name="Phone"))
    Table(looker_on, played.address).recorded(1, 2, 4, 6, QS=2)
    devices = [line.only("small").text for line in lines(played)]
    assert devices == ["Phone #2", "Phone", "Phone"]


def test_whoever_sees_the_game_sees_its_log(played: Table, looker_on: Phone) -> None:
    played.do("undo")
    link = f"{played.address}/log"
    for phone in (played.phone, looker_on):
        page = phone.open(played.address)
        assert link in [each.attributes["href"] for each in page.all("a")]
    assert sentences(played, looker_on) == sentences(played)
    assert not log(played, looker_on).forms


def test_it_has_nothing_of_other_games(played: Table) -> None:
    other = start(played.phone, "Emil", "Fay", "Gil", at=f"{played.pad}new")
    assert sentences(other) == ["Game started: Emil, Fay and Gil."]
    assert "Emil" not in log(played).text


@pytest.mark.parametrize("name", ["</bdi><i>", '"&amp;דנה'])
def test_names_are_isolated_and_no_markup(phone: Phone, name: str) -> None:
    table = start(phone, name, "Ben", "Cara")
    table.do("next", dealer="0")
    table.recorded(6, 4, 2, QS=0)
    table.saved(phone.submit(table.correction(1), {"cards_QS": "1"}))
    table.do("replace", seat="1", name=f"{name}!")
    table.do("undo")
    for line in lines(table):
        names = [each.text for each in line.all("bdi")]
        assert name in names or f"{name}!" in names
        # Outside of its own element there is nothing of the name.
        text = line.only("span").text
        for each in names:
            text = text.replace(each, "", 1)
        assert name not in text
        assert not line.all("b") + line.all("i")


def test_a_log_of_a_game_that_is_not_there(played: Table) -> None:
    for address in (f"{played.pad}table/2/log", "/pad/nothing/table/1/log"):
        assert played.phone.client.get(address).status_code == 404
