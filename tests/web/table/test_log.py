"""The log in plain sentences, for everybody who sees the game."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import insert, text

from scorepad import caps
from scorepad.store.log import rows
from scorepad.store.log.changes import GameNoted
from scorepad.store.models import Change
from tests.web.apps import everything, reading, writing
from tests.web.cast import Phone, Table, hand, hand_over, start, take_pen
from tests.web.pages import Node, Page, page_of

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


def test_a_hand_with_a_pass_and_a_dealer_of_its_own_says_so(table: Table) -> None:
    table.do("next", passed="0", dealer="0")
    table.recorded(6, 4, 2, 1, QS=1)
    assert newest(table) == f"{HAND[:-1]}; hold – no passing; Anna deals."


def test_moons_and_suns_say_how_they_count(phone: Phone) -> None:
    table = start(phone, moon="choice", sun="y")
    phone.force(table.entry(), {"shooter": "1", "sun": "y", "moon_choice": "add"})
    assert newest(table) == "Hand 1 saved: Ben shot the sun: +52 to the others."
    table.saved(phone.submit(table.correction(1), {"moon_choice": "subtract", "sun": None}))
    assert newest(table) == (
        "Hand 1 corrected: moon: + for the others → moon: − for the shooter; a sun → no sun."
    )
    table.saved(
        phone.submit(table.correction(1), {**hand(12, 1, 0, 0), "shooter": "", "moon_choice": ""})
    )
    assert newest(table) == (
        "Hand 1 corrected: ♥ Ben 13 → ♥ Anna 12 and Ben 1; moon: − for the shooter → no choice."
    )


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
    assert newer.only("span").text == f"Undone: {GONE}"
    assert "class" not in newer.attributes
    assert (older.only("span").text, older.attributes["class"]) == (GONE, "undone")
    played.do("redo")
    assert sentences(played) == [STARTED, HAND, f"Undone: {HAND}", f"Redone: {HAND}"]
    assert not log(played).all(class_="undone")


def test_the_newest_stands_first_and_every_line_says_when(played: Table) -> None:
    with writing(played.app) as session:
        started = played.row(session).started
    newest, oldest = lines(played)
    assert [line.only("span").text for line in (newest, oldest)] == [HAND, STARTED]
    for line in (newest, oldest):
        time = line.only("time")
        at = datetime.fromisoformat(time.attributes["datetime"])
        assert abs((at - started).total_seconds()) < 600
        assert f"{at:%H:%M} UTC" in time.text


def test_phones_are_short_names_once_there_are_two(played: Table, looker_on: Phone) -> None:
    assert "Phone" not in log(played).main.text
    take_pen(looker_on, hand_over(played), "Phone")
    Table(looker_on, played.address).recorded(1, 2, 4, 6, QS=2)
    devices = [line.only("small").text for line in lines(played)]
    assert devices == ["Phone #2", "Phone", "Phone"]


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


def test_it_is_paged(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_AT_A_TIME", 2)
    for note in ("one", "two", "three"):
        table.write("note", note)
    table.do("undo")
    seen: list[list[str]] = []
    page = log(table)
    while True:
        seen.append([line.only("span").text for line in page.only("ol", class_="log").all("li")])
        onward = page.all("a", class_="onward")
        if not onward:
            break
        assert onward[0].text == "Older changes ›"
        page = table.phone.open(onward[0].attributes["href"])
        assert page.main.only("a", href=f"{table.address}/log").text == "‹ Newest changes"
    assert [len(each) for each in seen] == [2, 2, 1]
    # A step says what it is about, wherever that stands.
    assert seen[0][0] == "Undone: Note on the game: “two” → “three”"
    assert seen[-1] == [STARTED]


@pytest.mark.parametrize("before", ["0", "-1", "x", "9" * 30, "1"])
def test_any_query_leads_to_a_page(table: Table, before: str) -> None:
    answer = table.phone.client.get(f"{table.address}/log", query_string={"before": before})
    assert answer.status_code == 200


def test_letters_are_stored_as_they_are(table: Table) -> None:
    table.write("note", "Grüße 🍷")
    with reading(table.app) as session:
        stored = session.scalars(text("SELECT after FROM changes WHERE what = 'note'")).one()
    assert stored == '{"note":"Grüße 🍷"}'


def test_a_game_changed_as_often_as_can_be_has_a_short_page(table: Table) -> None:
    """3,000 changes of full notes: on one page, they were 86 MB."""
    note = "🂡" * (caps.NOTE_BYTES // 4)
    before, after = GameNoted(note, note[:-1]).to_json()
    with writing(table.app) as session:
        game = table.row(session)
        row = {"pad_id": game.pad_id, "game_id": game.id, "what": GameNoted.what}
        rows = [{**row, "before": before, "after": after}] * (caps.CHANGES - 1)
        session.execute(insert(Change), rows)
        game.revision = caps.CHANGES
    for query in ("", "?before=1500"):
        answer = table.phone.client.get(f"{table.address}/log{query}")
        assert answer.status_code == 200
        assert len(answer.data) < 1_000_000
    before = everything(table.app)
    form = table.phone.open(f"{table.address}/note").form("/note")
    answer = table.phone.submit(form, {"note": "One more"})
    assert answer.status_code == 422
    assert "as often as one game can be" in page_of(answer).main.text
    assert everything(table.app) == before
