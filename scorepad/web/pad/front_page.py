"""The front page as it is shown: the pad's name, its games, the links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import render_template, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.store.games_page import BinnedGame, GamesPage, binned_games, games_page
from scorepad.store.snapshot import GameSnapshot
from scorepad.store.visit import PadSnapshot
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pad import times
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number
from scorepad.web.words.translation import gettext, markup


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
class RefusedName:
    """A name that was refused, and the sentences that say why."""

    name: str = ""
    faults: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class NamePart:
    """The form for the pad's name. ``named``: whether it has one."""

    action: str
    csrf_token: str
    named: bool
    value: str
    faults: Sequence[str]


@dataclass(frozen=True)
class FrontPage:
    """The front page. An address is ``None`` where the viewer gets no such link.

    ``name``: the pad's, or what it is called without one; ``title``: the same as plain text.
    ``naming`` and ``writes``: for holders of the pen.
    """

    title: str
    name: Markup
    naming: NamePart | None
    writes: bool
    running: Sequence[GameLink]
    finished: Sequence[GameLink]
    newer: str | None
    older: str | None
    binned: Sequence[GameLink]
    new_game: str | None
    pens: str | None
    hands_csv: str
    sheet_csv: str
    delete: str | None


def front_of(refused: RefusedName | None = None) -> str:
    """The front page of the request's pad; ``refused``: the name that was not given."""
    pad = access.this_pad()
    session = db.session()
    page = front_page(
        pad,
        games_page(session, pad.id, request.args.get("page", 1, type=int)),
        binned_games(session, pad.id),
        writes=access.holds_pen(),
        refused=refused,
    )
    return render_template("pad/front.html", page=page)


def front_page(
    pad: PadSnapshot,
    games: GamesPage,
    binned: Sequence[BinnedGame],
    *,
    writes: bool,
    refused: RefusedName | None = None,
) -> FrontPage:
    """The front page of the request's pad with these games."""
    return FrontPage(
        title=pad.name or gettext("Pad"),
        name=name_of(pad),
        naming=_naming(pad, refused) if writes else None,
        writes=writes,
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
        sheet_csv=pad_url("hands_csv.of_pad", layout="sheet"),
        delete=pad_url("delete_pad.ask") if writes else None,
    )


def name_of(pad: PadSnapshot) -> Markup:
    """A pad's name, or since when there is one."""
    return tag(pad.name) if pad.name else markup("Pad from %(day)s", day=times.day(pad.created))


def _naming(pad: PadSnapshot, refused: RefusedName | None) -> NamePart:
    return NamePart(
        action=pad_url("pad_name.give"),
        csrf_token=generate_csrf(),
        named=pad.name is not None,
        value=refused.name if refused else pad.name or "",
        faults=refused.faults if refused else (),
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
