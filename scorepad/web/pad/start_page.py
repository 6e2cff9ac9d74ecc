"""The start form as its page shows it: the value and the faults of every field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal
from uuid import uuid4

from scorepad.rules import DEFAULT_PRESET
from scorepad.rules.ruleset import MOST_PLAYERS
from scorepad.web.forms import Faults
from scorepad.web.pad.questions import (
    BY_LOT,
    HANDS_BEFORE,
    HOUSE_RULES,
    PRESET,
    Answer,
    Blank,
    Choice,
    Question,
)
from scorepad.web.words import messages

# Most tables have four players; the other lines of the list are for larger ones.
_USUAL_PLAYERS: Final = 4
# The faults that belong to a group of fields.
_GROUPS: Final = ("players", "dealer", "opening")
# For a switch that is off browsers send nothing; other clients may send a value.
_OFF: Final = ("", "false")


@dataclass(frozen=True)
class Field:
    """A question with the value of its field, and its fault, empty if there is none."""

    kind: Literal["choice", "blank", "switch"]
    name: str
    label: str
    value: str
    fault: str
    answers: Sequence[Answer] = ()
    hint: str = ""
    numeric: bool = False
    on: bool = False


@dataclass(frozen=True)
class Line:
    """A line of the list of players, counted from 1; its fields end in ``row``, from 0."""

    row: int
    number: int
    name: str
    hint: str
    order: str
    opening: str
    deals: bool


@dataclass(frozen=True)
class StartPage:
    """The page of the start form.

    ``action``: the form's address. ``back``: the pad that it belongs to, if there is one yet.
    ``known``: names to suggest. ``fault``: a fault of the whole form rather than of a field.
    """

    action: str
    back: str | None
    known: Sequence[str]
    entry_id: str
    message: str
    lines: Sequence[Line]
    players_fault: str
    by_lot: bool
    dealer_fault: str
    preset: Field
    house_rules: Sequence[Field]
    house_rules_open: bool
    paper_open: bool
    opening_fault: str
    hands_before: Field
    fault: str


def start_page(
    values: Mapping[str, str],
    faults: Faults,
    *,
    action: str,
    back: str | None = None,
    known: Sequence[str] = (),
) -> StartPage:
    """The start form with these values in its fields, as a browser would send them."""
    house_rules = [_field(question, values, faults) for question in HOUSE_RULES]
    preset = _field(PRESET, {"preset": DEFAULT_PRESET, **values}, faults)
    hands_before = _field(HANDS_BEFORE, values, faults)
    lines = _lines(values)
    places = {*_GROUPS, *(field.name for field in (preset, hands_before, *house_rules))}
    return StartPage(
        action=action,
        back=back,
        known=known,
        entry_id=_entry_id(values, faults),
        message=messages.NOT_STARTED if faults else "",
        lines=lines,
        players_fault=_sentences(faults, "players"),
        by_lot=values.get("dealer", BY_LOT) == BY_LOT,
        dealer_fault=_sentences(faults, "dealer"),
        preset=preset,
        house_rules=house_rules,
        house_rules_open=any(field.fault for field in house_rules),
        paper_open=bool(
            faults.keys() & {"opening", HANDS_BEFORE.name}
            or hands_before.value
            or any(line.opening for line in lines)
        ),
        opening_fault=_sentences(faults, "opening"),
        hands_before=hands_before,
        fault=" ".join(_sentences(faults, place) for place in faults if place not in places),
    )


def _lines(values: Mapping[str, str]) -> list[Line]:
    return [
        Line(
            row=row,
            number=row + 1,
            name=values.get(f"name_{row}", ""),
            hint="Name" if row < _USUAL_PLAYERS else "one more",
            order=values.get(f"order_{row}", ""),
            opening=values.get(f"opening_{row}", ""),
            deals=values.get("dealer") == str(row),
        )
        for row in range(MOST_PLAYERS)
    ]


def _field(question: Question, values: Mapping[str, str], faults: Faults) -> Field:
    name, label = question.name, question.label
    value = values.get(name, "")
    fault = _sentences(faults, name)
    if isinstance(question, Choice):
        return Field("choice", name, label, value, fault, answers=question.answers)
    if isinstance(question, Blank):
        return Field("blank", name, label, value, fault, hint=question.hint, numeric=question.whole)
    return Field("switch", name, label, value, fault, on=value not in _OFF)


def _entry_id(values: Mapping[str, str], faults: Faults) -> str:
    """The submitted id, with which no game was started; a new one if it is not an id."""
    return str(uuid4()) if "entry_id" in faults else values.get("entry_id") or str(uuid4())


def _sentences(faults: Faults, place: str) -> str:
    return " ".join(faults.get(place, ()))
