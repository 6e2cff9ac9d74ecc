"""The league: the pad's players in a table that sorts, skill and luck, and the rivals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.store.figures.agreements import AgreementSnapshot, most_used
from scorepad.store.figures.games import EVER
from scorepad.store.figures.league import LeagueLine, Pair, league, pairs
from scorepad.store.figures.rivals import FEWEST_HANDS, rivals
from scorepad.store.figures.skill import FEWEST_GAMES, Sample, skills_of_groups
from scorepad.web import database
from scorepad.web.figures.blueprint import blueprint
from scorepad.web.figures.chosen_rules import asked_rules, chosen_games, rules_query
from scorepad.web.figures.chosen_season import asked_season, seasons_part
from scorepad.web.figures.skill_axis import SkillAxis, skill_axis
from scorepad.web.http import access
from scorepad.web.urls import number_in_query
from scorepad.web.words.rivals import about

# How many players a page lists.
_MOST_LISTED: Final = 100

# What the table sorts by. Whoever has no game comes last, and of equals the first name comes first.
_Key = Callable[[LeagueLine], float]
_SORTS: Final[dict[str, _Key]] = {
    "name": lambda _: 0,
    "games": lambda line: -line.sums.games,
    "wins": lambda line: -line.sums.wins,
    "place": lambda line: line.sums.places / line.sums.games,
    "points": lambda line: line.sums.points / (line.sums.hands or 1),
}
# Over several rules, places and points are not added up.
_UNDER_RULES: Final = {"place", "points"}


@blueprint.get("/players")
def list_of_players() -> ResponseReturnValue:
    """The league under the most used rules, unless the query names others; in a season, or ever.

    ``sort``: a column of the table; ``after``: the id of the last player on the page before.
    """
    connection, asked = database.connection(), asked_season()
    agreements = most_used(connection, access.this_pad().id)
    chosen = asked_rules(agreements)
    games = chosen_games(chosen, asked.season)
    sort = _asked_sort(over_all=chosen is None)
    everybody = league(connection, games)
    if asked.season != EVER or (chosen is not None and len(agreements) > 1):
        # Over all rules, and ever, those are there who have not finished a game.
        everybody = [line for line in everybody if line.sums.games or line.sums.hands]
    lines = _sorted(everybody, sort)
    start = _start(lines, number_in_query("after", strict=True))
    of_pairs = pairs(connection, games)
    page = render_template(
        "figures/players.html",
        lines=lines[start : start + _MOST_LISTED],
        more=start + _MOST_LISTED < len(lines),
        first=start == 0,
        sort=sort,
        leader=_leader(lines, over_all=chosen is None) if sort in _SORTS else None,
        few=FEWEST_GAMES,
        seasons=seasons_part(asked, games),
        agreements=agreements,
        agreement=chosen,
        rules_query=rules_query(),
        sort_query={"sort": request.args["sort"]} if request.args.get("sort") else {},
        kept={**rules_query(), **asked.query},
        skill=_skill_axis(chosen, everybody, of_pairs),
        rivals=[(rival, *about(rival)) for rival in rivals(everybody, of_pairs)],
        fewest_hands=FEWEST_HANDS,
    )
    return page, asked.status


def _leader(lines: Sequence[LeagueLine], *, over_all: bool) -> LeagueLine | None:
    """Who leads in the column, over all rules by wins, of those who have played enough."""
    enough = [line for line in lines if line.sums.games >= FEWEST_GAMES]
    return min(enough, key=_SORTS["wins"] if over_all else lambda _: 0, default=None)


def _asked_sort(*, over_all: bool) -> str:
    """The column of the query, with a minus sign for the other way round."""
    usual = "games" if over_all else "place"
    sort = request.args.get("sort") or usual
    column = sort.removeprefix("-")
    if column not in _SORTS:
        abort(404)
    # A link to other rules may carry it.
    return usual if over_all and column in _UNDER_RULES else sort


def _sorted(lines: Sequence[LeagueLine], sort: str) -> Sequence[LeagueLine]:
    column = sort.removeprefix("-")
    placed = sorted((line for line in lines if line.sums.games), key=_SORTS[column])
    if column != sort:
        placed.reverse()
    return [*placed, *(line for line in lines if not line.sums.games)]


def _start(lines: Sequence[LeagueLine], after: int | None) -> int:
    """Where the page starts: behind the player of this id."""
    if after is None:
        return 0
    ids = [line.id for line in lines]
    return ids.index(after) + 1 if after in ids else abort(404)


def _skill_axis(
    chosen: AgreementSnapshot | None, everybody: Sequence[LeagueLine], of_pairs: Sequence[Pair]
) -> SkillAxis | None:
    """Skill and luck under one agreement, of those who have played enough."""
    if chosen is None:
        return None
    played = [
        Sample(
            line.id,
            line.sums.games,
            line.sums.hands,
            line.hand_sums.above,
            line.hand_sums.squares,
        )
        for line in everybody
    ]
    together = {(pair.player, pair.other): pair.met.hands for pair in of_pairs}
    found = skills_of_groups(chosen.players, played, together)
    return skill_axis(found, everybody) if found else None
