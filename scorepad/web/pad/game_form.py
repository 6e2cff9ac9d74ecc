"""The submitted start form: the game that it means, or its faults."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wtforms import Field

from scorepad.names import name_faults, name_key, trimmed
from scorepad.rules import DEFAULT_PRESET, RulesError
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.store.verbs.start import NewGame
from scorepad.web.forms import (
    Checkbox,
    Faults,
    IdempotentForm,
    Integer,
    Pick,
    Text,
    faults_of,
    sentence_of,
    word_or_nothing,
)
from scorepad.web.pad.answers import field_of, options_of
from scorepad.web.pad.questions import BY_LOT, HANDS_BEFORE, HOUSE_RULES, PRESET, Question
from scorepad.web.words import messages
from scorepad.web.words.translation import gettext


def _choices(question: Question) -> list[tuple[str, str]]:
    return [(value, "") for value in question.values]


class GameForm(IdempotentForm):
    """Everything that a game starts with. Unanswered house rules are those of the preset.

    Each line of the list of players has a name, its place in the order, and the total from a sheet
    of paper.
    """

    dealer = Pick(
        default=BY_LOT,
        choices=[(BY_LOT, ""), *((str(row), "") for row in range(MOST_PLAYERS))],
    )
    preset = Pick(default=DEFAULT_PRESET, choices=_choices(PRESET))


def _field(question: Question) -> Any:
    match question.kind:
        case "choice":
            return Pick(coerce=word_or_nothing, choices=_choices(question))
        case "blank":
            return Integer()
        case "text":
            return Text()
        case "switch":
            return Checkbox()


for _question in (*HOUSE_RULES, HANDS_BEFORE):
    setattr(GameForm, _question.name, _field(_question))
for _row in range(MOST_PLAYERS):
    setattr(GameForm, f"name_{_row}", Text())
    setattr(GameForm, f"order_{_row}", Integer())
    setattr(GameForm, f"opening_{_row}", Integer())


@dataclass(frozen=True)
class _Player:
    """A line of the list of players that has a name."""

    row: int
    name: str
    opening: int


def read_game(form: GameForm) -> tuple[NewGame | None, Faults]:
    """The game that the form means, or its faults by field.

    A dealer by lot is drawn here. Faults against the rules show when the game is started.
    """
    form.validate()
    faults = _faults(form)
    players = _players(form)
    for sentence in _name_faults([player.name for player in players]):
        _add(faults, "players", sentence)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        _add(faults, "players", messages.number_of_players(FEWEST_PLAYERS, MOST_PLAYERS))
    dealer = None if "dealer" in faults else _dealer(form, players)
    if dealer is None and "players" not in faults:
        faults["dealer"] = [gettext(messages.NO_DEALER)]
    if faults or dealer is None:
        return None, faults
    totals = [player.opening for player in players]
    return NewGame(
        [player.name for player in players],
        options_of(form.data, len(players)),
        dealer,
        totals if any(totals) else (),
        form["hands_before"].data or 0,
    ), {}


def fault_of_rules(fault: RulesError, form: GameForm) -> Faults:
    """The fault that the rules find in the form's game, at the field that caused it."""
    return {field_of(fault, form.data): [sentence_of(fault)]}


def _players(form: GameForm) -> list[_Player]:
    """The players, clockwise: by their numbers in the order, then by their lines in the list."""
    rows = sorted(
        (row if order.data is None else order.data, row, trimmed(name.data))
        for row in range(MOST_PLAYERS)
        for name, order, _ in [_line(form, row)]
        if trimmed(name.data or "")
    )
    return [_Player(row, name, form[f"opening_{row}"].data or 0) for _, row, name in rows]


def _name_faults(names: Sequence[str]) -> Iterator[str]:
    """The faults of the names, in sentences."""
    different: dict[str, str] = {}
    repeated: dict[str, str] = {}
    for name in names:
        (repeated if name_key(name) in different else different).setdefault(name_key(name), name)
    for name in repeated.values():
        yield messages.name_twice(name)
    for seat, fault in name_faults(quoted := list(different.values())):
        yield messages.name_refused(quoted[seat], fault)


def _line(form: GameForm, row: int) -> tuple[Field, Field, Field]:
    """A line of the list of players: name, order, total from paper."""
    return form[f"name_{row}"], form[f"order_{row}"], form[f"opening_{row}"]


def _faults(form: GameForm) -> Faults:
    """The faults of the form's own checks; those of the players in one list, with their lines."""
    faults = faults_of(form)
    for row in range(MOST_PLAYERS):
        places = ("players", "players", "opening")
        for place, field in zip(places, _line(form, row), strict=True):
            if sentences := faults.pop(field.name, None):
                _add(faults, place, messages.faults_of_player(row + 1, sentences))
    return faults


def _add(faults: Faults, place: str, sentence: str) -> None:
    faults.setdefault(place, []).append(sentence)


def _dealer(form: GameForm, players: Sequence[_Player]) -> int | None:
    """The dealer's seat, if one of these players deals or the dealer is drawn by lot."""
    if form.dealer.data in (None, BY_LOT):
        return secrets.randbelow(len(players)) if players else None
    rows = [player.row for player in players]
    row = int(form.dealer.data or -1)
    return rows.index(row) if row in rows else None
