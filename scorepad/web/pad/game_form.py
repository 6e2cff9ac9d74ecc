"""The form in which a game is started: names, order, dealer, the game, and its house rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wtforms import Field

from scorepad.names import name_faults, trimmed
from scorepad.rules import DEFAULT_PRESET, PRESETS, house
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

BY_LOT: Final = "lot"

_YES_NO: Final = [("", "as in the game"), ("yes", "yes"), ("no", "no")]


def _preset_or(*choices: tuple[str, str]) -> Pick:
    """A house rule: as the game has it, or one of the choices."""
    return Pick(coerce=word_or_nothing, choices=[("", "as in the game"), *choices])


class GameForm(OnceForm):
    """Everything a game starts with. A house rule left alone is as the chosen game has it."""

    dealer = Pick(
        default=BY_LOT,
        choices=[(BY_LOT, "by lot"), *((str(row), "") for row in range(MOST_PLAYERS))],
    )
    preset = Pick(
        default=DEFAULT_PRESET,
        choices=[(preset.key, preset.name) for preset in PRESETS.values()],
    )
    moon = _preset_or(
        ("add", "old: the others get the points"),
        ("subtract", "new: the shooter loses them"),
        ("choice", "the shooter chooses"),
        ("safe", "old, or new where the old would lose the shooter the game"),
        ("off", "none"),
    )
    moon_needs_bonus = Tick("A moon needs the bonus card too")
    sun = Tick("Sun: a moon with every trick counts twice")
    jack = Pick(coerce=word_or_nothing, choices=_YES_NO)
    king_and_ace = _preset_or(
        ("none", "neither"),
        ("clubs", "king of spades and ace of clubs"),
        ("spades", "king and ace of spades"),
    )
    queen = Whole()
    target = Whole()
    end = _preset_or(("reach", "whoever reaches it"), ("exceed", "whoever goes beyond it"))
    exact = _preset_or(
        ("50", "50 points come off"), ("100", "100 points come off"), ("zero", "back to zero")
    )
    tie = _preset_or(("share", "first place is shared"), ("play-on", "play goes on"))
    passing = _preset_or(
        ("left", "always to the left"), ("right", "always to the right"), ("never", "never")
    )
    pass_count = Whole()
    deck = Text()
    hands_before = Whole()
    first_trick_points = Tick("Point cards may be thrown on the first trick")

    @property
    def rows(self) -> list[tuple[Field, Field]]:
        """The lines of the list of players: each a name, and its place in the order."""
        return [(self[f"name_{row}"], self[f"order_{row}"]) for row in range(MOST_PLAYERS)]

    @property
    def openings(self) -> list[Field]:
        """The totals that a sheet of paper brings along, by line of the list of players."""
        return [self[f"opening_{row}"] for row in range(MOST_PLAYERS)]


for _row in range(MOST_PLAYERS):
    setattr(GameForm, f"name_{_row}", Text())
    setattr(GameForm, f"order_{_row}", Whole())
    setattr(GameForm, f"opening_{_row}", Whole())


# Where the rules find a fault, and the field that it came from.
_FIELDS: Final = {
    "rules.deck_removed": "deck",
    "rules.pass_cycle": "passing",
    f"rules.card_points.{QUEEN}": "queen",
    **{f"rules.card_points.{card}": "jack" for card in JACK_OF_DIAMONDS},
}


def read_game(form: GameForm) -> tuple[NewGame | None, Faults]:
    """The game that was put down, or what is missing or wrong, by field.

    A dealer by lot is drawn here. What the rules refuse is found when the game is started.
    """
    form.validate()
    faults = faults_of(form)
    rows = sorted(
        (index if order.data is None else order.data, index, trimmed(name.data))
        for index, (name, order) in enumerate(form.rows)
        if trimmed(name.data or "")
    )
    for index, (name, order) in enumerate(form.rows):
        opening = form.openings[index]
        for place, field in (("players", name), ("players", order), ("opening", opening)):
            if field.errors:
                said = f"Player {index + 1}: {' '.join(field.errors)}."
                faults.setdefault(place, []).append(said)
    names = [name for _, _, name in rows]
    for seat, fault in name_faults(names):
        said = f"“{names[seat][:40]}” {fault}."
        faults.setdefault("players", []).append(said)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        said = f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players make a table."
        faults.setdefault("players", []).append(said)
    dealer = None if "dealer" in faults else _dealer(form, [index for _, index, _ in rows])
    if dealer is None:
        faults["dealer"] = ["The dealer must be one of the players."]
    if faults or dealer is None:
        return None, faults
    totals = [form.openings[index].data or 0 for _, index, _ in rows]
    return NewGame(
        names,
        _options(form, len(names)),
        dealer,
        totals if any(totals) else (),
        form.hands_before.data or 0,
    ), {}


def field_of(place: str) -> str:
    """The field that a fault at this place of a game file came from."""
    start = place.partition("[")[0]
    return _FIELDS.get(start) or start.removeprefix("rules.").partition(".")[0]


def propose(
    form: GameForm, players: Sequence[str], dealer: int, options: Mapping[str, Any]
) -> None:
    """Fill the form with players, dealer and house rules of the last game; all can be changed."""
    for (name, _), player in zip(form.rows, players, strict=False):
        name.data = player
    form.dealer.data = str(dealer)
    preset = options.get("preset", DEFAULT_PRESET)
    form.preset.data = preset
    for option in ("moon", "end", "tie", "target", "pass_count"):
        form[option].data = options.get(option)
    for option in ("moon_needs_bonus", "sun", "first_trick_points"):
        form[option].data = options.get(option, False)
    exact = options.get("exact")
    form.exact.data = None if exact is None else str(exact)
    if "pass_cycle" in options:
        form.passing.data = house.pass_habit(options["pass_cycle"], len(players))
    form.deck.data = " ".join(options.get("deck_removed", ()))
    wish = house.special_cards(preset, options)
    form.jack.data = None if wish.jack is None else "yes" if wish.jack else "no"
    form.king_and_ace.data = wish.king_and_ace
    form.queen.data = wish.queen


def number_rows(form: GameForm) -> None:
    """Number the list of players, as it stands."""
    for index, (_, order) in enumerate(form.rows):
        order.data = index + 1


def _dealer(form: GameForm, indices: list[int]) -> int | None:
    """The dealer's seat, if one of these rows deals or the lot decides."""
    if form.dealer.data in (None, BY_LOT):
        return secrets.randbelow(len(indices)) if indices else None
    row = int(form.dealer.data or -1)
    return indices.index(row) if row in indices else None


def _options(form: GameForm, players: int) -> dict[str, Any]:
    """The options of a game file that the form means."""
    options: dict[str, Any] = {"preset": form.preset.data or DEFAULT_PRESET}
    for option in ("moon", "end", "tie", "target", "pass_count"):
        if form[option].data is not None:
            options[option] = form[option].data
    for option in ("moon_needs_bonus", "sun", "first_trick_points"):
        if form[option].data:
            options[option] = True
    if form.exact.data is not None:
        options["exact"] = form.exact.data if form.exact.data == "zero" else int(form.exact.data)
    if form.passing.data is not None:
        options["pass_cycle"] = house.pass_cycle(form.passing.data, players)
    if deck := (form.deck.data or "").upper().replace(",", " ").split():
        options["deck_removed"] = deck
    wish = house.SpecialCards(
        jack=None if form.jack.data is None else form.jack.data == "yes",
        king_and_ace=form.king_and_ace.data,
        queen=form.queen.data,
    )
    points = house.card_points(options["preset"], wish)
    if points is not None:
        options["card_points"] = points
    return options
