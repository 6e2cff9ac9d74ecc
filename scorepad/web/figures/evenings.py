"""The list of the pad's evenings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.figures.evening_winners import best_places, most_wins
from scorepad.store.figures.evenings_page import EveningLine, EveningsPage, evenings_page
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pager import number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words import evening as words
from scorepad.web.words.translation import ngettext

blueprint = Blueprint("evenings", __name__, url_prefix="/pad/<address>")


@dataclass(frozen=True)
class EveningLink:
    """An evening in the list: its day, its games, and its winners in sentences."""

    url: str
    day: Markup
    games: str
    winners: Sequence[Markup]


@dataclass(frozen=True)
class EveningsList:
    """The list, newest first. ``newest`` and ``older``: addresses of other pages, if any."""

    back: str
    evenings: Sequence[EveningLink]
    newest: str | None
    older: str | None


@blueprint.get("/evenings")
def list_of_evenings() -> ResponseReturnValue:
    """The evenings, newest first; ``before``: only those before this one, by its first game."""
    before = number_in_query("before", strict=True)
    evenings = evenings_page(db.session(), access.this_pad().id, before) or abort(404)
    page = evenings_list(evenings, first=before is None)
    return render_template("figures/evenings.html", page=page)


def evenings_list(page: EveningsPage, *, first: bool) -> EveningsList:
    """The list of these evenings; ``first``: whether it begins with the latest of them."""
    address = "evenings.list_of_evenings"
    return EveningsList(
        back=pad_url("pad.front"),
        evenings=[_link(evening) for evening in page.evenings],
        newest=None if first else pad_url(address),
        older=pad_url(address, before=page.evenings[-1].evening) if page.more else None,
    )


def _link(evening: EveningLine) -> EveningLink:
    players = evening.players or ()
    return EveningLink(
        url=pad_url("evening.evening", first=evening.evening),
        day=times.day(evening.started),
        games=ngettext("%(num)s game", "%(num)s games", evening.games),
        winners=[
            *words.by_wins(most_wins(players), evening.games),
            *words.by_places(best_places(players, evening.games), evening.games),
        ],
    )
