"""What charts show, in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.store.figures.players_page import FormGame
from scorepad.web.words.names import isolated_text
from scorepad.web.words.numbers import average
from scorepad.web.words.translation import gettext


def form_in_words(name: str, games: Sequence[FormGame], *, points: bool) -> str:
    """The chart of a player's form; ``points``: whether it shows points."""
    values = {
        "name": isolated_text(name),
        "first": games[0].number,
        "last": games[-1].number,
        "places": ", ".join(str(game.place) for game in games),
    }
    if points:
        values["points"] = " · ".join(
            average(game.stats.points, game.stats.hands) for game in games
        )
        return gettext(
            "Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s. "
            "Points per hand: %(points)s.",
            **values,
        )
    return gettext("Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s.", **values)
