"""The moon chooser: the effects of both moon choices side by side, where the shooter chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from scorepad import rules
from scorepad.names import short_names
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.next_hand import moon_warning
from scorepad.rules.scoring import moon_penalties
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings.parts import shortened
from scorepad.web.words import entry
from scorepad.web.words.game import ending, leaders


@dataclass(frozen=True)
class MoonEffect:
    """A moon choice as a button, and its effect. ``label``: what the button does.

    ``line``: the moon's own; not the sheet's last one where an earlier hand is corrected.
    ``standing``: who then wins or leads. ``loser``: the shooter, if it loses them the game.
    """

    choice: MoonChoice
    label: Markup
    line: rules.Line
    sheet: rules.Sheet
    standing: Markup
    loser: str | None


def moon_effects(draft: rules.Draft, game: GameSnapshot, index: int) -> Sequence[MoonEffect]:
    """The effects of both choices on the hand at ``index`` of a game; none if it is no moon."""
    ruleset, names = game.ruleset, game.names
    before = rules.sheet(replace(game.game, hands=game.game.hands[:index]))
    effects = []
    for choice in MOON_CHOICES:
        hand, _ = rules.complete(replace(draft, moon_choice=choice), ruleset)
        if hand is None:
            return ()
        sheet = rules.sheet(game.game.with_hand(index, hand))
        line = sheet.lines[index]
        shooter = line.shooter or 0
        penalties = moon_penalties(ruleset, shooter, choice, sun=line.sun)
        # What the others get, or what the shooter loses.
        worth = max(map(abs, penalties))
        loses = choice == "add" and moon_warning(game.game, before, hand)
        effects.append(
            MoonEffect(
                choice=choice,
                label=entry.saves_moon(choice, worth, shortened(short_names(names)[shooter])),
                line=line,
                sheet=sheet,
                standing=(ending if sheet.over else leaders)(sheet, names),
                loser=names[shooter] if loses else None,
            )
        )
    return effects
