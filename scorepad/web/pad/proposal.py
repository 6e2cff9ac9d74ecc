"""The initial values of the start form, as a browser would send them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepad.rules import DEFAULT_PRESET, house
from scorepad.rules.ruleset import MOST_PLAYERS
from scorepad.rules.sheet import dealer_of
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.pad.questions import ON


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


def _house_rules(options: Mapping[str, Any], players: int) -> dict[str, str]:
    """The answers that lead to these options (:mod:`scorepad.web.pad.game_form`)."""
    preset = options.get("preset", DEFAULT_PRESET)
    wish = house.special_cards(preset, options)
    answers = {
        "preset": preset,
        **{
            option: options.get(option)
            for option in ("moon", "end", "tie", "target", "pass_count", "exact")
        },
        **{
            option: ON if options.get(option) else None
            for option in ("moon_needs_bonus", "sun", "first_trick_points")
        },
        "passing": house.pass_habit(options.get("pass_cycle"), players),
        "deck": " ".join(options.get("deck_removed", ())),
        "jack": {None: None, True: "yes", False: "no"}[wish.jack],
        "king_and_ace": wish.king_and_ace,
        "queen": wish.queen,
    }
    return {name: str(answer) for name, answer in answers.items() if answer is not None}
