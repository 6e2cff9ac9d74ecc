"""The submitted start form: the game that it means, or its faults."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from wtforms import Field

from scorepad.names import name_faults, trimmed
from scorepad.rules import DEFAULT_PRESET, RulesError, house
from scorepad.rules.cards import QUEEN
from scorepad.rules.presets import JACK_OF_DIAMONDS
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.store.games import NewGame
from scorepad.web.forms import (
    Faults,
    OnceForm,
    Pick,
    Text,
    Tick,
    Whole,
    faults_of,
    word_or_nothing,
)
from scorepad.web.pad.questions import (
    BY_LOT,
    HANDS_BEFORE,
    HOUSE_RULES,
    PRESET,
    Blank,
    Choice,
    Question,
)


class GameForm(OnceForm):
    """Everything that a game starts with. A house rule without an answer is the preset's.

    Each line of the list of players has a name, its place in the order, and the total from a sheet
    of paper.
    """

    dealer = Pick(
        default=BY_LOT,
        choices=[(BY_LOT, ""), *((str(row), "") for row in range(MOST_PLAYERS))],
    )
    preset = Pick(default=DEFAULT_PRESET, choices=PRESET.answers)


def _field(question: Question) -> Any:
    if isinstance(question, Choice):
        return Pick(coerce=word_or_nothing, choices=question.answers)
    if isinstance(question, Blank):
        return Whole() if question.whole else Text()
    return Tick()


for _question in (*HOUSE_RULES, HANDS_BEFORE):
    setattr(GameForm, _question.name, _field(_question))
for _row in range(MOST_PLAYERS):
    setattr(GameForm, f"name_{_row}", Text())
    setattr(GameForm, f"order_{_row}", Whole())
    setattr(GameForm, f"opening_{_row}", Whole())


# From the place of a fault in the rules to the field that caused it.
_FIELDS: Final = {
    "rules.deck_removed": "deck",
    "rules.pass_cycle": "passing",
    f"rules.card_points.{QUEEN}": "queen",
    **{f"rules.card_points.{card}": "jack" for card in JACK_OF_DIAMONDS},
}


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
    for seat, fault in name_faults([player.name for player in players]):
        _add(faults, "players", f"“{players[seat].name[:40]}” {fault}.")
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        _add(faults, "players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players make a table.")
    dealer = None if "dealer" in faults else _dealer(form, players)
    if dealer is None:
        faults["dealer"] = ["The dealer must be one of the players."]
    if faults or dealer is None:
        return None, faults
    totals = [player.opening for player in players]
    return NewGame(
        [player.name for player in players],
        _options(form, len(players)),
        dealer,
        totals if any(totals) else (),
        form["hands_before"].data or 0,
    ), {}


def fault_of_rules(fault: RulesError) -> Faults:
    """The fault that the rules find in the form's game, at the field that caused it."""
    place = fault.place.partition("[")[0]
    field = _FIELDS.get(place) or place.removeprefix("rules.").partition(".")[0]
    return {field: [fault.message]}


def _players(form: GameForm) -> list[_Player]:
    """The players, clockwise: by their numbers in the order, then as they stand in the list."""
    rows = sorted(
        (row if order.data is None else order.data, row, trimmed(name.data))
        for row in range(MOST_PLAYERS)
        for name, order, _ in [_line(form, row)]
        if trimmed(name.data or "")
    )
    return [_Player(row, name, form[f"opening_{row}"].data or 0) for _, row, name in rows]


def _line(form: GameForm, row: int) -> tuple[Field, Field, Field]:
    """A line of the list of players: name, order, total from paper."""
    return form[f"name_{row}"], form[f"order_{row}"], form[f"opening_{row}"]


def _faults(form: GameForm) -> Faults:
    """The faults of the form's own checks; those of players together, each with its line."""
    faults = faults_of(form)
    for row in range(MOST_PLAYERS):
        places = ("players", "players", "opening")
        for place, field in zip(places, _line(form, row), strict=True):
            if sentences := faults.pop(field.name, None):
                _add(faults, place, f"Player {row + 1}: {' '.join(sentences)}.")
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


def _options(form: GameForm, players: int) -> dict[str, Any]:
    """The options of a game file that the form means."""
    options: dict[str, Any] = {"preset": form.preset.data or DEFAULT_PRESET}
    for option in ("moon", "end", "tie", "target", "pass_count"):
        if form[option].data is not None:
            options[option] = form[option].data
    for option in ("moon_needs_bonus", "sun", "first_trick_points"):
        if form[option].data:
            options[option] = True
    if (exact := form["exact"].data) is not None:
        options["exact"] = exact if exact == "zero" else int(exact)
    if (habit := form["passing"].data) is not None:
        options["pass_cycle"] = house.pass_cycle(habit, players)
    if deck := (form["deck"].data or "").upper().replace(",", " ").split():
        options["deck_removed"] = deck
    wish = house.SpecialCards(
        jack={None: None, "yes": True, "no": False}[form["jack"].data],
        king_and_ace=form["king_and_ace"].data,
        queen=form["queen"].data,
    )
    points = house.card_points(options["preset"], wish)
    if points is not None:
        options["card_points"] = points
    return options
