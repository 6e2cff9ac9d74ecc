"""The submitted start form: the game that it means, or its faults."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from scorepad.names import name_faults, name_key, trimmed
from scorepad.rules import DEFAULT_PRESET, RulesError, ruleset
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.scoring import points_to_end
from scorepad.store.game.start import NewGame
from scorepad.web.forms import (
    Checkbox,
    Faults,
    IdempotentForm,
    Integer,
    Pick,
    Text,
    faults_of,
    sentence_of,
)
from scorepad.web.pad.questions import HOUSE_RULES, PRESET, Question, field_of, options_of
from scorepad.web.words import messages
from scorepad.web.words.names import isolated_text
from scorepad.web.words.numbers import number
from scorepad.web.words.translation import gettext


class GameForm(IdempotentForm):
    """Everything that a game starts with. Unanswered house rules are those of the preset.

    Each line of the list of players has a name, its place in the order, and the total from a sheet
    of paper. ``sure`` has the totals with which a game is to start although they end it.
    """

    dealer = Pick(("lot", *range(MOST_PLAYERS)), default="lot")
    preset = Pick(PRESET.values, default=DEFAULT_PRESET)
    hands_before = Integer()
    sure = Text()


def _field(question: Question) -> Any:
    match question.kind:
        case "choice" | "prominent":
            return Pick(question.values)
        case "blank":
            return Integer()
        case "text":
            return Text()
        case "switch":
            return Checkbox()


for _question in HOUSE_RULES:
    setattr(GameForm, _question.name, _field(_question))
for _row in range(MOST_PLAYERS):
    setattr(GameForm, f"name_{_row}", Text())
    setattr(GameForm, f"order_{_row}", Integer())
    setattr(GameForm, f"opening_{_row}", Integer())


def read_game(form: GameForm) -> tuple[NewGame | None, Faults]:
    """The game that the form means, or its faults by field.

    A dealer by lot is drawn here. Faults against the rules show when the game is started.
    """
    form.validate()
    faults = _faults(form)
    rows = _rows(form)
    names = [trimmed(form[f"name_{row}"].data) for row in rows]
    for sentence in _name_faults(names):
        _add(faults, "players", sentence)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        _add(
            faults,
            "players",
            gettext(
                "Enter %(fewest)s to %(most)s players to start.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            ),
        )
    dealer = None if "dealer" in faults else _dealer(form, rows)
    if dealer is None and "players" not in faults:
        faults["dealer"] = [gettext("The dealer must be one of the players.")]
    if faults or dealer is None:
        return None, faults
    totals = [form[f"opening_{row}"].data or 0 for row in rows]
    new = NewGame(
        names,
        options_of(form.data, len(names)),
        dealer,
        totals if any(totals) else (),
        form["hands_before"].data or 0,
    )
    if new.opening and form.sure.data != " ".join(map(str, totals)):
        try:
            agreed = ruleset(len(names), new.options)
        except RulesError:
            # Told when the game is started.
            return new, {}
        standing = ", ".join(
            f"{isolated_text(name)} {number(total)}"
            for name, total in zip(names, totals, strict=True)
            if points_to_end(total, agreed) <= 0
        )
        if standing:
            question = gettext(
                "Already at the end of a game to %(target)s: %(standing)s. "
                "If that is right, press the button once more.",
                target=agreed.target,
                standing=standing,
            )
            return None, {"sure": [question]}
    return new, {}


def fault_of_rules(fault: RulesError, form: GameForm) -> Faults:
    """The fault that the rules find in the form's game, at the field that caused it."""
    return {field_of(fault, form.data): [sentence_of(fault)]}


def _rows(form: GameForm) -> list[int]:
    """The lines of the players, clockwise: by their numbers in the order, then by the list's."""

    def order(row: int) -> int:
        number: int | None = form[f"order_{row}"].data
        return row if number is None else number

    named = [row for row in range(MOST_PLAYERS) if trimmed(form[f"name_{row}"].data or "")]
    return sorted(named, key=order)


def _name_faults(names: Sequence[str]) -> Iterator[str]:
    different: dict[str, str] = {}
    repeated: dict[str, str] = {}
    for name in names:
        (repeated if name_key(name) in different else different).setdefault(name_key(name), name)
    for name in repeated.values():
        yield gettext("Two players are called %(name)s.", name=isolated_text(name[:40]))
    for seat, fault in name_faults(quoted := list(different.values())):
        yield messages.name_refused(quoted[seat], fault)


def _faults(form: GameForm) -> Faults:
    """The faults of the form's own checks; those of the players in one list, with their lines."""
    faults = faults_of(form)
    for row in range(MOST_PLAYERS):
        for field, place in (("name", "players"), ("order", "players"), ("opening", "opening")):
            if sentences := faults.pop(f"{field}_{row}", None):
                of_line = gettext(
                    "Player %(number)s: %(faults)s", number=row + 1, faults=" ".join(sentences)
                )
                _add(faults, place, of_line)
    return faults


def _add(faults: Faults, place: str, sentence: str) -> None:
    faults.setdefault(place, []).append(sentence)


def _dealer(form: GameForm, rows: Sequence[int]) -> int | None:
    """The dealer's seat, if the player of one of these lines deals or one is drawn by lot."""
    if form.dealer.data == "lot":
        return secrets.randbelow(len(rows)) if rows else None
    return rows.index(form.dealer.data) if form.dealer.data in rows else None
