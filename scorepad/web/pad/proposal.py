"""The initial values of the start form, as a browser would send them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepad.rules import DEFAULT_PRESET, house
from scorepad.rules.cards import REMOVED_CARDS
from scorepad.rules.ruleset import MOST_PLAYERS
from scorepad.rules.sheet import dealer_of
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.pad.chosen_rules import whole_number
from scorepad.web.pad.questions import (
    DECK,
    HOUSE_RULES,
    NO,
    ON,
    PRESET,
    deck_value,
    fitting_values,
)


def blank() -> dict[str, str]:
    """An empty form, except for the numbers in the list of players."""
    return {f"order_{row}": str(row + 1) for row in range(MOST_PLAYERS)}


def proposal(last: GameSnapshot) -> dict[str, str]:
    """The last game's players and house rules, and the next dealer."""
    return {
        **blank(),
        **{f"name_{row}": name for row, name in enumerate(last.names)},
        "dealer": str(dealer_of(last.game, len(last.hands))),
        **_house_rules(last.options, len(last.names)),
    }


def answers_from_query(query: Mapping[str, str]) -> tuple[dict[str, str], int | None]:
    """The answers about rules in a query, and the number of players in it."""
    players = whole_number(query.get("players", ""))
    answers = {
        question.name: query[question.name]
        for question in (PRESET, *HOUSE_RULES)
        if question.name in query
    }
    if players in REMOVED_CARDS and answers.get(DECK.name) not in fitting_values(players):
        # It was chosen for another number of players.
        answers.pop(DECK.name, None)
    return answers, players


def _house_rules(options: Mapping[str, Any], players: int) -> dict[str, str]:
    """The answers that lead to these options (:mod:`scorepad.web.pad.game_form`)."""
    preset = options.get("preset", DEFAULT_PRESET)
    wish = house.special_cards(preset, options)
    moon = options.get("moon")
    deck = deck_value(tuple(options.get("deck_removed", ())))
    answers = {
        "preset": preset,
        **{
            option: options.get(option)
            for option in ("end", "tie", "target", "pass_count", "exact")
        },
        **{option: ON if options.get(option) else None for option in ("sun", "first_trick_points")},
        "passing": house.pass_habit(options.get("pass_cycle"), players),
        # The proposal depends on the number of players, so it is made anew instead of copied.
        "moon": None if moon == house.proposed_moon(preset, players) else moon,
        "moon_needs_bonus": {None: None, True: ON, False: NO}[options.get("moon_needs_bonus")],
        "deck" if deck in DECK.values else "other_deck": deck,
        "jack": {None: None, True: "yes", False: "no"}[wish.jack],
        "king_and_ace": wish.king_and_ace,
        "queen": wish.queen,
    }
    return {name: str(answer) for name, answer in answers.items() if answer is not None}
