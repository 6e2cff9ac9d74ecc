"""Undo takes back the last change, whatever it was; undo can be undone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from scorepad.store.models import Change
from tests.web.apps import everything, writing
from tests.web.cast import Table
from tests.web.table_page import sheet

HAND = "Redo hand 2: ♥ Anna 1, Ben 2, Cara 4 and Dora 6; ♠Q Cara"
# By kind: what undo names, and what redo does: a hand that is undone is not on the sheet.
KINDS = {
    "hand": ("Undo hand 2: Anna 1, Ben 2, Cara 17 and Dora 6", HAND),
    "correction": (
        "Hand 1 corrected: ♠Q Ben → ♠Q Anna; pass as usual → pass right; "
        "dealer as usual → Dora deals.",
    )
    * 2,
    "removal": ("Hand deleted: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ♠Q Ben.",) * 2,
    "stop": ("Game ended early.",) * 2,
}
# What the page says that a step has changed.
NEWS = {
    ("hand", "undo"): "Hand 2 undone. Anna 7 → 6. Ben 19 → 17. Cara 19 → 2. Dora 7 → 1.",
    ("hand", "redo"): "Hand 2 redone. Anna 6 → 7. Ben 17 → 19. Cara 2 → 19. Dora 1 → 7.",
    ("stop", "undo"): "Undone: Game ended early.",
    ("stop", "redo"): "Redone: Game ended early. The game is over.",
}


def do(table: Table, kind: str) -> None:
    """Change the game; the table is played to its first hand."""
    if kind == "hand":
        table.recorded(1, 2, 4, 6, QS=2)
    elif kind == "correction":
        changes = {"cards_QS": "0", "passed": "3", "dealer": "3"}
        table.saved(table.phone.submit(table.correction(1), changes))
    elif kind == "removal":
        table.saved(table.phone.submit(table.removal(1)))
    else:
        table.do(kind)


def label(table: Table, act: str) -> str:
    """The change that the button on More names; empty without a button."""
    texts = (button.text[2:] for button in table.more().all("button", id=act))
    return " ".join(text.removeprefix(f"{act.capitalize()}: ") for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_every_change_can_be_undone_and_redone(played: Table, kind: str) -> None:
    undo, redo = KINDS[kind]
    before, earlier = sheet(played.page()), label(played, "undo")
    do(played, kind)
    after = sheet(played.page())
    for act, shown, labels in (("undo", before, (earlier, redo)), ("redo", after, (undo, ""))):
        # What it changed is said once.
        page = played.do(act)
        assert page.news.startswith(NEWS.get((kind, act), ""))
        assert sheet(page) == shown
        assert not played.page().news
        assert (label(played, "undo"), label(played, "redo")) == labels


def test_a_game_that_was_just_started_has_nothing_to_undo(table: Table) -> None:
    assert "Nothing to undo" in table.more().text
    assert not table.acts("undo") + table.acts("redo")
    before = everything(table.app)
    for act in ("undo", "redo"):
        form = replace(table.act("stop"), action=f"{table.address}/{act}")
        table.saved(table.phone.submit(form))
    assert everything(table.app) == before


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_a_step_that_the_rules_refuse_is_not_gone_and_says_which_hand(
    played: Table, step: str
) -> None:
    played.recorded(1, 2, 4, 6, QS=2)
    played.saved(played.phone.submit(played.correction(2), {"cards_QS": "0"}))
    if step == "redo":
        played.do("undo")
    with writing(played.app) as session:
        for change in session.scalars(select(Change).where(Change.what == "correction")):
            wrong = {"hearts": [1, 1, 1, 1], "cards": {"QS": 0}}
            change.before, change.after = {"before": wrong}, {"after": wrong}
    alert = played.phone.refused(played.act(step)).alert
    assert alert.startswith("That can’t be changed")
    assert alert.endswith("Hand 2: 4 of 13 hearts placed.")
