"""The page of an evening: its winners, its games, and the line to send to the group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.figures.evening_winners import Attendance, best_places, most_wins
from scorepad.store.figures.evenings_page import MOST_GAMES, Evening, evening_of
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.game_link import GameLink, Score
from scorepad.web.http import access
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words import evening as words
from scorepad.web.words.figures import average
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number, ordinal, weekday
from scorepad.web.words.translation import ngettext

blueprint = Blueprint("evening", __name__, url_prefix="/pad/<address>/evening")


@dataclass(frozen=True)
class PlayerLine:
    """A player's evening. ``shared``: the number of shared wins; ``places``: game by game.

    ``moons``: in words, empty without any.
    """

    name: Markup
    url: str
    games: int
    wins: int
    shared: int
    average: str
    places: Sequence[str]
    moons: str
    won: bool


@dataclass(frozen=True)
class GroupLine:
    """The line for the group. A script fills ``pattern`` with the day in the reader's zone."""

    text: str
    pattern: str
    at: str


@dataclass(frozen=True)
class EveningPage:
    """An evening. ``winners``: sentences. ``limit``: how many games count, if there are more."""

    back: str
    day: Markup
    date: str
    winners: Sequence[Markup]
    players: Sequence[PlayerLine]
    games: Sequence[GameLink]
    limit: int | None
    line: GroupLine


@blueprint.get("/<count:first>")
def evening(first: int) -> ResponseReturnValue:
    """The evening that began with the game of this number."""
    snapshot = evening_of(db.session(), access.this_pad().id, first) or abort(404)
    return render_template("figures/evening.html", page=evening_page(snapshot))


def evening_page(evening: Evening) -> EveningPage:
    """The page of this evening of the request's pad."""
    players, games = evening.players, len(evening.games)
    by_wins, by_places = most_wins(players), best_places(players, games)
    at = evening.started
    return EveningPage(
        back=pad_url("evenings.list_of_evenings"),
        day=times.day(at),
        date=weekday(at),
        winners=[*words.by_wins(by_wins, games), *words.by_places(by_places, games)],
        players=[
            _player(each, won=each in by_wins)
            for each in sorted(players, key=lambda each: (-each.wins, each.average))
        ],
        games=[
            GameLink(
                game_url("table.table", game.number),
                game.number,
                [Score(tag(each.name), number(each.total), each.won) for each in game.placings],
            )
            for game in evening.games
        ],
        limit=MOST_GAMES if evening.more else None,
        line=GroupLine(
            text=words.line(weekday(at), players, games, by_wins, by_places),
            pattern=words.line(words.DAY, players, games, by_wins, by_places),
            at=at.isoformat(),
        ),
    )


def _player(player: Attendance, *, won: bool) -> PlayerLine:
    return PlayerLine(
        name=tag(player.name),
        url=pad_url("player.player", player=player.player_id),
        games=len(player.places),
        wins=player.wins,
        shared=player.shared,
        average=average(sum(player.places), len(player.places)),
        places=[ordinal(place) for place in player.places],
        moons=ngettext("%(num)s moon", "%(num)s moons", player.moons) if player.moons else "",
        won=won,
    )
