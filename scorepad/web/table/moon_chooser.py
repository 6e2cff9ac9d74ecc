"""The moon chooser: works out the effects of both moon choices, where the shooter chooses."""

from __future__ import annotations

from dataclasses import replace

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.moon_warning import moon_warning
from scorepad.rules.scoring import moon_penalties
from scorepad.web.http import access
from scorepad.web.table.context.entry import EntryState
from scorepad.web.table.context.moon_chooser import MoonEffect, moon_effect_part
from scorepad.web.table.hand_form import HandForm, draft_of


def with_moon_effects(
    state: EntryState, form: HandForm, game: rules.Game, index: int
) -> EntryState:
    """The state with the effects of both moon choices, where only that choice is missing.

    ``index``: the hand's place among the hands of the game. The state then names the shooter.
    """
    if game.rules.moon_rule != "choice" or set(state.faults) != {"moon_choice"}:
        return state
    before = rules.sheet(replace(game, hands=game.hands[:index]))
    effects = []
    for choice in MOON_CHOICES:
        draft = replace(draft_of(form, game.rules), moon_choice=choice)
        hand, _ = rules.complete(draft, game.rules)
        if hand is None:
            return state
        sheet = rules.sheet(game.with_hand(index, hand))
        loses = choice == "add" and moon_warning(game, before, hand)
        line = sheet.lines[index]
        penalties = moon_penalties(game.rules, line.shooter or 0, choice, sun=line.sun)
        effects.append(MoonEffect(choice, max(map(abs, penalties)), line, sheet, loses))
    players = access.this_game().names
    return replace(
        state,
        values={**state.values, "shooter": str(effects[0].line.shooter)},
        moon_effects=tuple(moon_effect_part(effect, players) for effect in effects),
    )
