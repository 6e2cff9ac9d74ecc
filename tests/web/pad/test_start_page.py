"""The context of the start form: from a blank form to a refused one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from scorepad.store.game.snapshot import GameSnapshot, SeatSnapshot
from scorepad.web.forms import Faults
from scorepad.web.pad.start_page import StartPage, blank, proposal, start_page


def page(faults: Faults | None = None, /, **values: str) -> StartPage:
    return start_page({**blank(), **values}, faults or {})


def last_game(**options: Any) -> GameSnapshot:
    """A game of three, Cara dealing, without a hand."""
    return GameSnapshot(
        id=1,
        pad_id=1,
        number=1,
        entry_id="game",
        revision=1,
        options_text=json.dumps(options),
        dealer=2,
        hands_before=0,
        next_passed=None,
        next_dealer=None,
        started=datetime(2026, 11, 21, tzinfo=UTC),
        stopped=None,
        finished=None,
        binned=None,
        note=None,
        evening_note=None,
        seats=tuple(
            SeatSnapshot(seat, seat, name, 40) for seat, name in enumerate(("Anna", "Ben", "Cara"))
        ),
        hands=(),
        substitutions=(),
    )


def answers(form: StartPage) -> dict[str, str]:
    """The answers besides the players, by the names of the questions."""
    fields = [form.rules.preset, *form.rules.fields, form.hands_before]
    return {
        field.name: "on" if field.on else field.value for field in fields if field.value or field.on
    }


def test_a_blank_form_has_numbers_the_lot_and_black_lady_and_is_folded() -> None:
    form = page()
    assert [line.order for line in form.lines] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [line.number for line in form.lines] == [1, 2, 3, 4, 5, 6, 7]
    assert [line.optional for line in form.lines] == [False] * 3 + [True] * 4
    assert [line.spare for line in form.lines] == [False] * 4 + [True] * 3
    assert {(line.name, line.opening, line.deals) for line in form.lines} == {("", "", False)}
    assert form.by_lot
    assert answers(form) == {"preset": "black-lady"}
    assert not form.rules.is_open
    assert not form.paper_open
    assert not form.refused
    assert {form.fault, form.players_fault, form.dealer_fault} == {""}


def test_the_last_game_is_proposed_without_what_it_brought_from_paper() -> None:
    form = page(**proposal(last_game(preset="omnibus", sun=True, exact=50, pass_cycle=[2])))
    assert [line.name for line in form.lines] == ["Anna", "Ben", "Cara", *[""] * 4]
    assert [line.deals for line in form.lines] == [False, False, True, *[False] * 4]
    assert not form.by_lot
    assert {line.opening for line in form.lines} == {""}
    assert answers(form) == {
        "preset": "omnibus", "sun": "on", "exact": "50", "passing": "right",
    }  # fmt: skip
    assert not form.rules.is_open


def test_a_fault_in_the_game_or_the_players_leaves_the_folds_closed() -> None:
    form = page({"preset": ["is none"], "players": ["one", "two"], "dealer": ["nobody"]})
    assert (form.rules.preset.fault, form.players_fault, form.dealer_fault) == (
        "is none", "one two", "nobody",
    )  # fmt: skip
    assert not form.rules.is_open
    assert not form.paper_open


def test_what_comes_from_paper_is_not_folded_away() -> None:
    cases: list[tuple[Faults, dict[str, str]]] = [
        ({"opening": ["is wrong"]}, {}),
        ({"hands_before": ["is wrong"]}, {}),
        ({"players": ["is wrong"]}, {"opening_3": "5"}),
        ({"players": ["is wrong"]}, {"hands_before": "2"}),
    ]
    for faults, fields in cases:
        assert page(faults, **fields).paper_open, (faults, fields)


def test_a_refused_start_keeps_its_id_unless_that_was_what_is_wrong() -> None:
    assert page({"deck": ["is wrong"]}, entry_id="mine").entry_id == "mine"
    assert page({"entry_id": ["is wrong"]}, entry_id="<mine>").entry_id not in ("", "<mine>")
    assert page({"deck": ["is wrong"]}, entry_id="").entry_id
