"""The pad's front page: its games, and links to everything else in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.games_page import BinnedGame, GamesPage, binned_games, games_page
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pad import times
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number

blueprint = Blueprint("pad", __name__, url_prefix="/pad/<address>")


@dataclass(frozen=True)
class Score:
    """A player's total, and whether it wins."""

    name: Markup
    total: str
    won: bool


@dataclass(frozen=True)
class GameLink:
    """A game in a list: a running one with its current hand, another one with its day."""

    url: str
    number: int
    hand: int | None
    day: Markup
    scores: Sequence[Score]


@dataclass(frozen=True)
class FrontPage:
    """The front page. An address is ``None`` where the viewer gets no such link."""

    name: str
    running: Sequence[GameLink]
    finished: Sequence[GameLink]
    newer: str | None
    older: str | None
    binned: Sequence[GameLink]
    new_game: str | None
    pens: str | None
    hands_csv: str
    delete: str | None


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """The running games first, then the others, newest first."""
    pad = access.this_pad()
    session = db.session()
    page = front_page(
        pad.name,
        games_page(session, pad.id, request.args.get("page", 1, type=int)),
        binned_games(session, pad.id),
        writes=access.holds_pen(),
    )
    return render_template("pad/front.html", page=page)


def front_page(
    name: str | None, games: GamesPage, binned: Sequence[BinnedGame], *, writes: bool
) -> FrontPage:
    """The front page of the request's pad with these games."""
    return FrontPage(
        name=name or "Pad",
        running=[_game(game) for game in games.running],
        finished=[_game(game) for game in games.finished],
        newer=pad_url("pad.front", page=games.number - 1) if games.number > 1 else None,
        older=pad_url("pad.front", page=games.number + 1) if games.more else None,
        binned=[
            GameLink(
                game_url("table.table", game.number), game.number, None, times.day(game.started), ()
            )
            for game in binned
        ],
        new_game=pad_url("new_game.ask") if writes else None,
        pens=pad_url("pens.list_of_pens") if writes else None,
        hands_csv=pad_url("hands_csv.of_pad"),
        delete=pad_url("delete_pad.ask") if writes else None,
    )


def _game(game: GameSnapshot) -> GameLink:
    sheet = game.sheet
    return GameLink(
        url=game_url("table.table", game.number),
        number=game.number,
        hand=sheet.next.number if sheet.next else None,
        day=times.day(game.started),
        scores=[
            Score(tag(name), number(total), seat in sheet.winners)
            for seat, (name, total) in enumerate(zip(game.names, sheet.totals, strict=True))
        ],
    )
