"""Undo takes back the last change, whatever it was; undo can be undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from scorepad.store.models import Change
from tests.web.apps import everything, writing
from tests.web.cast import Table
from tests.web.pages import page_of
from tests.web.table_page import seats, sheet, sums


def record(table: Table) -> None:
    table.recorded(1, 2, 4, 6, QS=2)


def correct(table: Table) -> None:
    changes = {"cards_QS": "0", "passed": "2", "dealer": "3"}
    table.saved(table.phone.submit(table.correction(1), changes))


def remove(table: Table) -> None:
    table.saved(table.phone.submit(table.removal(1)))


def doing(act: str, **fields: str) -> Callable[[Table], None]:
    """An act with a form of its own."""

    def do(table: Table) -> None:
        table.do(act, **fields)

    return do


def nothing(_: Table) -> None:
    pass


# A hand that is undone is not on the sheet.
WITHOUT_NUMBER = "Hand saved: ♥ Anna 1, Ben 2, Cara 4 and Dora 6; ♠Q Cara."
KINDS: dict[str, tuple[Callable[[Table], None], Callable[[Table], None], str]] = {
    "hand": (nothing, record,
             "Hand 2 saved: ♥ Anna 1, Ben 2, Cara 4 and Dora 6; ♠Q Cara."),
    "correction": (nothing, correct, "Hand 1 corrected: ♠Q Ben → ♠Q Anna; "
                   "pass as usual → pass across; "
                   "dealer as usual → Dora deals."),
    "removal": (nothing, remove,
                "Hand deleted: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ♠Q Ben."),
    "next": (nothing, doing("next", passed="0", dealer="0"),
             "This hand only: hold – no passing; Anna deals."),
    "stop": (nothing, doing("stop"), "Game ended early."),
    "reopening": (doing("stop"), doing("reopen"), "Game resumed."),
    "bin": (nothing, doing("bin"), "Game moved to the bin."),
    "unbin": (doing("bin"), doing("unbin"), "Game restored."),
    "player": (nothing, doing("replace", seat="1", name="Emil"), "Emil takes over from Ben."),
}  # fmt: skip


# What the button for undo says, where that is not the sentence of the log.
UNDO = {"hand": "Undo hand 2: Anna 1, Ben 2, Cara 17 and Dora 6"}


def label(table: Table, act: str) -> str:
    """The change that the button on More names; empty without a button."""
    page = table.more()
    texts = (button.text[2:] for button in page.all("button", id=act))
    return " ".join(text.removeprefix(f"{act.capitalize()} – ") for text in texts)


def game_on_pages(table: Table) -> object:
    """Everything on a game's pages about its state."""
    page = table.page()
    lines = sheet(page)
    now = [each.text for each in table.more().all("section", class_="now")]
    end = [each.text for each in page.all("section", class_="end")]
    dealt = [cell.text for cell in page.all("td", class_="dealt")]
    return page.title, seats(page), lines, sums(page), now, end, dealt, "In the bin" in page.text


@pytest.mark.parametrize("kind", KINDS)
def test_everything_can_be_taken_back_and_done_again(played: Table, kind: str) -> None:
    first, do, sentence = KINDS[kind]
    first(played)
    before = game_on_pages(played)
    earlier = label(played, "undo")
    do(played)
    after = game_on_pages(played)
    assert after != before
    assert label(played, "undo") == UNDO.get(kind, sentence)
    assert not label(played, "redo")
    for _ in range(2):
        played.do("undo")
        assert game_on_pages(played) == before
        assert label(played, "undo") == earlier
        assert label(played, "redo") == (WITHOUT_NUMBER if kind == "hand" else sentence)
        played.do("redo")
        assert game_on_pages(played) == after
        assert label(played, "undo") == UNDO.get(kind, sentence)
        assert not label(played, "redo")


def test_a_game_that_was_just_started_has_nothing_to_undo(table: Table) -> None:
    assert "Nothing to undo" in table.more().text
    assert not label(table, "undo") + label(table, "redo")
    before = everything(table.app)
    for act in ("undo", "redo"):
        form = table.act("stop")
        response = table.phone.client.post(f"{table.address}/{act}", data=form.filled({}))
        table.saved(response)
    assert everything(table.app) == before


def test_what_an_undo_changed_is_said_once(played: Table) -> None:
    record(played)
    news = played.do("undo").news
    assert news == "Hand 2 undone. Anna 7 → 6. Ben 19 → 17. Cara 19 → 2. Dora 7 → 1."
    assert not played.page().news
    news = played.do("redo").news
    assert news == "Hand 2 redone. Anna 6 → 7. Ben 17 → 19. Cara 2 → 19. Dora 1 → 7."
    assert not played.page().news


@pytest.mark.parametrize("kind", ["correction", "removal", "stop"])
def test_an_undo_says_what_it_undid(played: Table, kind: str) -> None:
    before, do, sentence = KINDS[kind]
    before(played)
    do(played)
    assert played.do("undo").news.startswith(f"Undone – {sentence}")
    assert played.do("redo").news.startswith(f"Redone – {sentence}")


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_a_step_that_the_rules_refuse_is_not_gone_and_says_which_hand(
    played: Table, step: str
) -> None:
    record(played)
    correct_second = {"cards_QS": "0"}
    played.saved(played.phone.submit(played.correction(2), correct_second))
    if step == "redo":
        played.do("undo")
    with writing(played.app) as session:
        for change in session.scalars(select(Change).where(Change.what == "correction")):
            wrong = {"hearts": [1, 1, 1, 1], "cards": {"QS": 0}}
            change.before, change.after = {"before": wrong}, {"after": wrong}
    form = played.act(step)
    before = everything(played.app)
    response = played.phone.submit(form)
    assert response.status_code == 422
    assert everything(played.app) == before
    alert = page_of(response).alert
    assert alert.startswith("That can’t be changed")
    assert alert.endswith("Hand 2: 4 of 13 hearts placed.")
