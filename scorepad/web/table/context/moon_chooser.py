"""The moon chooser: the effects of both moon choices, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.names import short_names
from scorepad.rules.hand import MoonChoice
from scorepad.web.table.picture import shortened
from scorepad.web.words import entry, game, names
from scorepad.web.words.numbers import number, signed
from scorepad.web.words.translation import markup


@dataclass(frozen=True)
class MoonEffect:
    """The effect of a moon choice, and whether it loses the shooter the game.

    ``line``: the moon's own; not the sheet's last one where an earlier hand is corrected.
    ``worth``: the points that the others get, or that the shooter loses.
    """

    choice: MoonChoice
    worth: int
    line: rules.Line
    sheet: rules.Sheet
    loses: bool


@dataclass(frozen=True)
class MoonEffectSeat:
    """The effect on one seat: its points of the hand, and its total after all hands."""

    name: Markup
    points: str
    total: str
    leads: bool


@dataclass(frozen=True)
class MoonEffectPart:
    """A moon choice as a button: its effect by seat, who wins or leads, a warning to the shooter.

    ``label``: what the button does.
    """

    choice: MoonChoice
    label: Markup
    seats: tuple[MoonEffectSeat, ...]
    standing: Markup
    warning: Markup | None


def moon_effect_part(effect: MoonEffect, players: Sequence[str]) -> MoonEffectPart:
    """The effect of a moon choice for these players."""
    sheet, line = effect.sheet, effect.line
    shooter = line.shooter or 0
    standing = game.ending(sheet, players) if sheet.over else game.leaders(sheet, players)
    return MoonEffectPart(
        choice=effect.choice,
        label=entry.saves_moon(
            effect.choice, effect.worth, shortened(short_names(players)[shooter])
        ),
        seats=tuple(
            MoonEffectSeat(
                name,
                signed(line.points[seat] + line.adjusted[seat]),
                number(sheet.totals[seat]),
                sheet.places[seat] == 1,
            )
            for seat, name in enumerate(map(names.short_tag, players, short_names(players)))
        ),
        standing=standing,
        warning=markup("%(name)s would lose the game.", name=names.tag(players[shooter]))
        if effect.loses
        else None,
    )
