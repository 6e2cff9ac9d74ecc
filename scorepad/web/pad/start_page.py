"""The start form as its page shows it: the value and the faults of every field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from scorepad.names import fault_of, name_key, trimmed
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.sheet import dealer_of
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.forms import Faults, whole_number
from scorepad.web.pad.find_rule import Found, find_rules
from scorepad.web.pad.game_form import totals_in_short
from scorepad.web.pad.questions import HOUSE_RULES, answers_of
from scorepad.web.pad.rules_part import USUAL_PLAYERS, Field, RulesPart, rules_part
from scorepad.web.words import rules


@dataclass(frozen=True)
class PlayerRow:
    """A player's row in the list; ``number``: its place, from 1; its fields end in ``row``.

    ``spare``: empty, and beyond the usual number of players. ``invalid``: its name is invalid or a
    duplicate.
    """

    row: int
    number: int
    name: str
    optional: bool
    spare: bool
    order: str
    opening: str
    deals: bool
    invalid: bool


@dataclass(frozen=True)
class StartPage:
    """The start form with its values and faults.

    ``players``: the number of names. ``fault``: a fault of the whole form rather than of a field.
    """

    entry_id: str
    refused: bool
    lines: Sequence[PlayerRow]
    players: int
    players_fault: str
    by_lot: bool
    dealer_fault: str
    rules: RulesPart
    paper_open: bool
    opening_fault: str
    sure: str
    hands_before: Field
    fault: str
    found: Sequence[Found]


def blank() -> dict[str, str]:
    """An empty form, except for the numbers in the list of players."""
    return {f"order_{row}": str(row + 1) for row in range(MOST_PLAYERS)}


def proposal(last: GameSnapshot) -> dict[str, str]:
    """The last game's players and house rules, and the next dealer."""
    return {
        **blank(),
        **{f"name_{row}": name for row, name in enumerate(last.names)},
        "dealer": str(dealer_of(last.game, len(last.hands))),
        **answers_of(last.options, len(last.names)),
    }


def start_page(
    values: Mapping[str, str],
    faults: Faults,
    answers: Mapping[str, str] | None = None,
    players: int | None = None,
    find: str = "",
) -> StartPage:
    """The start form with these values in its fields, as a browser would send them.

    ``answers``: those about rules, if they differ from the values. ``players``: their number, if it
    is known without their names. ``find``: what is searched for among the rules.
    """
    lines = _lines(values, faults)
    named = [line for line in lines if trimmed(line.name)]
    if players is None:
        players = len(named)
    # The faults beside a field, or a group of fields.
    places = {"players", "dealer", "opening", "sure", "preset", "hands_before"}
    places.update(question.name for question in HOUSE_RULES)
    enough = FEWEST_PLAYERS <= players <= MOST_PLAYERS
    part = rules_part(
        values, players if enough else None, faults, values if answers is None else answers
    )
    return StartPage(
        # The submitted one, unless it is invalid.
        entry_id=("entry_id" not in faults and values.get("entry_id")) or str(uuid4()),
        refused=bool(faults),
        lines=lines,
        players=players,
        players_fault=_sentences(faults, "players"),
        by_lot=values.get("dealer", "lot") == "lot",
        dealer_fault=_sentences(faults, "dealer"),
        rules=part,
        paper_open=bool(
            faults.keys() & {"opening", "sure", "hands_before"}
            or values.get("hands_before")
            or any(line.opening for line in lines)
        ),
        opening_fault=_sentences(faults, "sure" if "sure" in faults else "opening"),
        sure=totals_in_short(whole_number(line.opening) or 0 for line in named)
        if "sure" in faults
        else "",
        hands_before=Field(
            "blank",
            "hands_before",
            rules.label("hands_before"),
            values.get("hands_before", ""),
            _sentences(faults, "hands_before"),
            hint="0",
        ),
        fault=" ".join(_sentences(faults, place) for place in faults if place not in places),
        found=find_rules(find, part),
    )


def _lines(values: Mapping[str, str], faults: Faults) -> list[PlayerRow]:
    """The lines in the order that their numbers give them."""
    rows = sorted(range(MOST_PLAYERS), key=lambda row: _place(values.get(f"order_{row}", ""), row))
    names = [trimmed(values.get(f"name_{row}", "")) for row in rows] if "players" in faults else []
    invalid = _invalid_names(names)
    lines = []
    for number, row in enumerate(rows, start=1):
        name, deals = values.get(f"name_{row}", ""), values.get("dealer") == str(row)
        lines.append(
            PlayerRow(
                row=row,
                number=number,
                name=name,
                optional=number > FEWEST_PLAYERS,
                spare=number > USUAL_PLAYERS and not name and not deals,
                order=values.get(f"order_{row}", ""),
                opening=values.get(f"opening_{row}", ""),
                deals=deals,
                invalid=trimmed(name) in invalid,
            )
        )
    return lines


def _invalid_names(names: Sequence[str]) -> set[str]:
    keys = [name_key(name) for name in names]
    return {
        name
        for name, key in zip(names, keys, strict=True)
        if name and (fault_of(name) or keys.count(key) > 1)
    }


def _place(order: str, row: int) -> int:
    number = whole_number(order)
    return row if number is None else number


def _sentences(faults: Faults, place: str) -> str:
    return " ".join(faults.get(place, ()))
