"""The front page as it is shown: the pad's name, its games, the links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask import render_template, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.store.bin_page import has_bin
from scorepad.store.games_page import End, From, GamesPage, Way, games_page
from scorepad.store.visit import PadSnapshot
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.game_link import GameLink, finished_link, running_link
from scorepad.web.http import access
from scorepad.web.pager import PageLink, number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words.names import tag
from scorepad.web.words.translation import gettext, markup

_WAYS: Final[Mapping[str, Way]] = {
    "before": Way.BEFORE,
    "after": Way.AFTER,
    "running": Way.RUNNING_BEFORE,
}


@dataclass(frozen=True)
class RefusedName:
    """A name that was refused, and the sentences that say why."""

    name: str = ""
    faults: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class NamePart:
    """The form for the pad's name. ``has_name``: whether it has one."""

    action: str
    csrf_token: str
    has_name: bool
    value: str
    faults: Sequence[str]


@dataclass(frozen=True)
class FrontPage:
    """The front page. A URL is ``None`` where the viewer gets no such link.

    ``name``: the pad's, or a substitute; ``title``: the same as plain text. ``naming`` and
    ``writes``: for holders of the pen. ``bin``: also ``None`` while the bin is empty.
    """

    title: str
    name: Markup
    naming: NamePart | None
    writes: bool
    running: Sequence[GameLink]
    finished: Sequence[GameLink]
    more_running: str | None
    pages: Sequence[PageLink]
    new_game: str | None
    bin: str | None
    pens: str | None
    find: str | None
    players: str
    records: str
    evenings: str
    hands_csv: str
    sheet_csv: str
    games_file: str
    import_games: str | None
    delete: str | None


def front_of(refused: RefusedName | None = None) -> str:
    """The front page of the request's pad; ``refused``: a refused name."""
    pad = access.this_pad()
    session = db.session()
    page = front_page(
        pad,
        games_page(session, pad.id, _page_asked_for()),
        has_bin=has_bin(session, pad.id),
        writes=access.holds_pen(),
        refused=refused,
    )
    return render_template("pad/front.html", page=page)


def front_page(
    pad: PadSnapshot,
    games: GamesPage,
    *,
    has_bin: bool,
    writes: bool,
    refused: RefusedName | None = None,
) -> FrontPage:
    """The front page of the request's pad with these games."""
    return FrontPage(
        title=pad.name or gettext("Pad"),
        name=name_of(pad),
        naming=_naming(pad, refused) if writes else None,
        writes=writes,
        running=[running_link(game) for game in games.running],
        finished=[finished_link(game) for game in games.finished],
        more_running=(
            pad_url("pad.front", running=games.running[-1].number) if games.more_running else None
        ),
        pages=_links(games),
        new_game=pad_url("new_game.ask") if writes else None,
        bin=pad_url("pad_bin.bin_of_pad") if has_bin else None,
        pens=pad_url("pens.list_of_pens") if writes else None,
        find=pad_url("search.find") if games.finished else None,
        players=pad_url("players.list_of_players"),
        records=pad_url("records.records"),
        evenings=pad_url("evenings.list_of_evenings"),
        hands_csv=pad_url("hands_csv.of_pad"),
        sheet_csv=pad_url("hands_csv.of_pad", layout="sheet"),
        games_file=pad_url("game_files.of_pad"),
        import_games=pad_url("import_games.ask") if writes else None,
        delete=pad_url("delete_pad.ask") if writes else None,
    )


def _page_asked_for() -> From | End:
    """The page of games that the query names, by default the first one."""
    for name, way in _WAYS.items():
        if (number := number_in_query(name)) is not None:
            return From(way, number)
    return End.OLDEST if "oldest" in request.args else End.NEWEST


def _links(games: GamesPage) -> list[PageLink]:
    """The links to the other pages, the most used first."""
    links = []
    if games.newer and games.finished:
        newer = pad_url("pad.front", after=games.finished[0].number)
        links.append(PageLink(gettext("Newer games"), newer, back=True))
    if games.older:
        older = pad_url("pad.front", before=games.finished[-1].number)
        links.append(PageLink(gettext("Older games"), older, back=False))
    if games.newer:
        links.append(PageLink(gettext("Newest games"), pad_url("pad.front"), back=True))
    if games.older:
        oldest = pad_url("pad.front", oldest="")
        links.append(PageLink(gettext("Oldest games"), oldest, back=False))
    return links


def name_of(pad: PadSnapshot) -> Markup:
    """A pad's name, or the day on which it was created."""
    return tag(pad.name) if pad.name else markup("Pad from %(day)s", day=times.day(pad.created))


def _naming(pad: PadSnapshot, refused: RefusedName | None) -> NamePart:
    return NamePart(
        action=pad_url("pad_name.give"),
        csrf_token=generate_csrf(),
        has_name=pad.name is not None,
        value=refused.name if refused else pad.name or "",
        faults=refused.faults if refused else (),
    )
