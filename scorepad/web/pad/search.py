"""Find finished games of the pad: by player, by rules, by year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.store.figures.agreements import AgreementSnapshot, agreement, most_used
from scorepad.store.games_search import (
    FoundGames,
    PlayerOffered,
    Search,
    games_found,
    player_named,
    players_offered,
    years_played,
)
from scorepad.web.database import db
from scorepad.web.game_link import GameLink, finished_link
from scorepad.web.http import access
from scorepad.web.http.converters import ID
from scorepad.web.pager import PageLink, number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words.rules_line import rules_line
from scorepad.web.words.translation import gettext

blueprint = Blueprint("search", __name__, url_prefix="/pad/<address>/games")

_YEAR: Final = re.compile("[12][0-9]{3}")


@dataclass(frozen=True)
class Option:
    """One option of a select."""

    value: int
    text: str
    chosen: bool


@dataclass(frozen=True)
class SearchOptions:
    """The options of the search form, by field."""

    players: Sequence[PlayerOffered]
    agreements: Sequence[AgreementSnapshot]
    years: Sequence[int]


@dataclass(frozen=True)
class SearchPage:
    """The search form with its values, and the results."""

    back: str
    action: str
    players: Sequence[Option]
    rules: Sequence[Option]
    years: Sequence[Option]
    games: Sequence[GameLink]
    pages: Sequence[PageLink]


@blueprint.get("")
def find() -> ResponseReturnValue:
    """The games that match the query, newest first; all finished games without a query.

    Answers 404 if the pad has no such player or rules.
    """
    session, pad = db.session(), access.this_pad()
    search, before = _search(), number_in_query("before")
    options = SearchOptions(
        [*_with_chosen_player(players_offered(session, pad.id), search)],
        [*_with_chosen_rules(most_used(session, pad.id), search)],
        years_played(session, pad.id),
    )
    results = games_found(session, pad.id, search, before)
    page = search_page(options, search, results, first=before is None)
    return render_template("pad/search.html", page=page)


def search_page(
    options: SearchOptions, search: Search, results: FoundGames, *, first: bool
) -> SearchPage:
    """The page of a search; ``first``: whether it is the first page of its results."""
    query = {
        name: value
        for name, value in zip(("player", "rules", "year"), asdict(search).values(), strict=True)
        if value is not None
    }
    links = []
    if results.older:
        older = pad_url("search.find", **query, before=results.games[-1].number)
        links.append(PageLink(gettext("Older games"), older, back=False))
    if not first:
        links.append(PageLink(gettext("Newest games"), pad_url("search.find", **query), back=True))
    return SearchPage(
        back=pad_url("pad.front"),
        action=pad_url("search.find"),
        players=[Option(each.id, each.name, each.id == search.player) for each in options.players],
        rules=[
            Option(each.id, rules_line(each.ruleset), each.id == search.agreement)
            for each in options.agreements
        ],
        years=[Option(year, str(year), year == search.year) for year in options.years],
        games=[finished_link(game) for game in results.games],
        pages=links,
    )


def _search() -> Search:
    return Search(_number("player", ID), _number("rules", ID), _number("year", _YEAR))


def _number(name: str, spelling: re.Pattern[str]) -> int | None:
    """The number of this name in the query; an empty value means no choice."""
    text = request.args.get(name, "")
    if not text:
        return None
    return int(text) if spelling.fullmatch(text) else abort(404)


def _with_chosen_player(
    players: Sequence[PlayerOffered], search: Search
) -> Iterator[PlayerOffered]:
    """The players, preceded by the chosen one if they are not among them."""
    if search.player is not None and search.player not in {each.id for each in players}:
        yield player_named(db.session(), access.this_pad().id, search.player) or abort(404)
    yield from players


def _with_chosen_rules(
    agreements: Sequence[AgreementSnapshot], search: Search
) -> Iterator[AgreementSnapshot]:
    """The rules, preceded by the chosen ones if they are not among them."""
    if search.agreement is not None and search.agreement not in {each.id for each in agreements}:
        yield agreement(db.session(), access.this_pad().id, search.agreement) or abort(404)
    yield from agreements
