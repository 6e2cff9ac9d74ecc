"""The league: the pad's players in a table that sorts, skill and luck, and the rivals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules.cards import QUEEN
from scorepad.store.figures.games import EVER, AgreementSnapshot, most_used
from scorepad.store.figures.league import (
    FEWEST_HANDS,
    LeagueLine,
    Pairs,
    Rival,
    league,
    pairs,
    rivals,
)
from scorepad.store.figures.skill import FEWEST_GAMES, Sample, Skill, in_order, skills_of_groups
from scorepad.web import database
from scorepad.web.figures import blueprint
from scorepad.web.figures.chosen import (
    asked_rules,
    asked_season,
    chosen_games,
    rules_query,
    seasons_part,
)
from scorepad.web.http import access
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import isolated
from scorepad.web.words.numbers import rounded
from scorepad.web.words.translation import N_, gettext, markup

# The skill axis reaches as far as one of these, in points a hand; wider ones in steps of the last.
_REACHES: Final = (1, 2, 5, 10)

# What the table sorts by. Players without a game come last, and equal ones by name.
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
# What each kind is called, and what it counts.
_RIVALS: Final[Mapping[str, tuple[str, str]]] = {
    "feared": (
        N_("Most feared passer"),
        N_("How often %(queen)s went to whoever got %(name)s’s cards in the pass."),
    ),
    "magnet": (N_("Queen magnet"), N_("How often %(name)s took %(queen)s.")),
    "nemesis": (
        N_("Nemesis"),
        N_("How often %(name)s finished ahead of %(other)s in the games that both finished."),
    ),
    "closer": (
        N_("Closer"),
        N_(
            "Wins in games where %(name)s and others were within ten points of the lowest "
            "total before the last hand."
        ),
    ),
    "bounce": (
        N_("Bounce-back"),
        N_(
            "How often %(name)s had the fewest points of the table in the hand right after taking "
            "%(queen)s."
        ),
    ),
    "stopper": (
        N_("Moon stopper"),
        N_(
            "How often it was %(name)s who took the last hearts, four at most, when another player "
            "had all the rest of a moon."
        ),
    ),
    "spoiler": (
        N_("Spoiler"),
        N_("How often the only leader took %(queen)s after getting %(name)s’s cards in the pass."),
    ),
}


@dataclass(frozen=True)
class SkillAxis:
    """The skills of each group, best first; the axis goes from −``reach`` to ``reach``.

    ``names``: by player. ``early``: those with too few games, most first. ``order``: names of some,
    and of those of their group who play worse than each of them.
    """

    reach: int
    names: Mapping[int, str]
    groups: Sequence[Sequence[Skill]]
    early: Sequence[LeagueLine]
    order: Sequence[tuple[Sequence[str], Sequence[str]]]


@blueprint.get("/players")
def list_of_players() -> ResponseReturnValue:
    """The league under the most used rules, unless the query names others; in a season, or ever.

    ``sort``: a column of the table.
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
    of_pairs = pairs(connection, games)
    page = render_template(
        "figures/players.html",
        lines=lines,
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
        rivals=[(rival, *_about(rival)) for rival in rivals(everybody, of_pairs)],
        fewest_hands=FEWEST_HANDS,
    )
    return page, asked.status


def _about(rival: Rival) -> tuple[str, Markup, Markup]:
    """What a rival is called, who it is, and what is counted, with what chance alone would give."""
    title, text = _RIVALS[rival.kind]
    name = isolated(rival.name)
    who = name
    values = {"name": name, "queen": symbol(QUEEN)}
    if rival.other is not None:
        values["other"] = isolated(rival.other)
        who = markup("%(name)s, for %(other)s", **values)
    counted = markup(text, **values)
    chance = gettext("By chance alone: about %(count)s.", count=rounded(Fraction(rival.chance)))
    return gettext(title), who, Markup("%s %s") % (counted, chance)


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


def _skill_axis(
    chosen: AgreementSnapshot | None, everybody: Sequence[LeagueLine], of_pairs: Pairs
) -> SkillAxis | None:
    """Skill and luck under one agreement, of those who have played enough."""
    if chosen is None:
        return None
    played = [
        Sample(line.id, line.sums.games, line.sums.hands, *line.hand_sums[:2]) for line in everybody
    ]
    together = {both: met.hands for both, met in of_pairs.items()}
    found = skills_of_groups(chosen.players, played, together)
    return skill_axis(found, everybody) if found else None


def skill_axis(groups: Sequence[Sequence[Skill]], lines: Sequence[LeagueLine]) -> SkillAxis:
    """One axis of points a hand for the skills of these groups; ``lines``: all players."""
    name_of = {line.id: line.name for line in lines}
    furthest = max(abs(end) for group in groups for each in group for end in (each.low, each.high))
    reach = next((each for each in _REACHES if furthest <= each), ceil(furthest / 10) * 10)
    best_first = [sorted(group, key=lambda skill: skill.mean) for group in groups]
    few = [line for line in lines if 0 < line.sums.games < FEWEST_GAMES]
    better: dict[tuple[str, ...], list[str]] = {}
    for group in best_first:
        for at, skill in enumerate(group):
            worse = [name_of[each.player] for each in group[at:] if in_order(skill, each)]
            better.setdefault(tuple(worse), []).append(name_of[skill.player])
    return SkillAxis(
        reach,
        name_of,
        best_first,
        sorted(few, key=lambda line: -line.sums.games),
        [(names, worse) for worse, names in better.items() if worse],
    )
