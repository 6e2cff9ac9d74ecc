"""The records of the pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules.cards import QUEEN
from scorepad.store.figures.agreements import AgreementSnapshot, most_used
from scorepad.store.figures.records_page import GameRecord, PlayerRecord, Records, records_of
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.figures.chosen_rules import RulesChoice, asked_rules, rules_choice
from scorepad.web.http import access
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.rules_line import rules_line
from scorepad.web.words.translation import gettext, ngettext

blueprint = Blueprint("records", __name__, url_prefix="/pad/<address>")


@dataclass(frozen=True)
class Record:
    """A record: its label and value, its holders, its day, and its definition.

    ``source``: the game in which it was set, empty for an evening; ``url`` leads there.
    ``rules``: the game's, where the page shows games of all rules.
    """

    label: str
    value: str
    whose: Markup
    day: Markup
    source: str
    url: str
    rules: str
    definition: str


@dataclass(frozen=True)
class RecordsPage:
    """The records of a pad. ``of_rules``: of games under the rules chosen; ``of_all``: of all.

    ``rules``: ``None`` before any game.
    """

    back: str
    rules: RulesChoice | None
    of_rules: Sequence[Record]
    of_all: Sequence[Record]


@blueprint.get("/records")
def records() -> ResponseReturnValue:
    """The records under the most used rules, unless the query names others."""
    session, pad = db.session(), access.this_pad()
    agreements = most_used(session, pad.id)
    chosen = asked_rules(agreements)
    snapshot = records_of(session, pad.id, None if chosen is None else chosen.id)
    return render_template("figures/records.html", page=records_page(snapshot, agreements, chosen))


def records_page(
    snapshot: Records, agreements: Sequence[AgreementSnapshot], chosen: AgreementSnapshot | None
) -> RecordsPage:
    """The page of these records of the request's pad; ``chosen``: ``None`` for all rules."""

    def address(rules: int | str) -> str:
        return pad_url("records.records", rules=rules)

    return RecordsPage(
        back=pad_url("pad.front"),
        rules=rules_choice(agreements, chosen, address) if agreements or chosen else None,
        of_rules=[*_of_games(snapshot, name_rules=chosen is None)],
        of_all=[*_of_all(snapshot)],
    )


def _of_games(snapshot: Records, *, name_rules: bool) -> Iterator[Record]:
    def record(label: str, value: str, each: GameRecord, definition: str) -> Record:
        return Record(
            label=label,
            value=value,
            whose=listed(isolated(name) for name in each.players),
            day=times.day(each.started),
            source=gettext("game %(number)s", number=each.number),
            url=game_url("table.table", each.number),
            rules=rules_line(each.ruleset) if name_rules else "",
            definition=definition,
        )

    if each := snapshot.hands:
        yield record(
            gettext("Longest game"),
            ngettext("%(num)s hand", "%(num)s hands", each.value),
            each,
            gettext("The number of its last hand, those from paper included."),
        )
    if each := snapshot.lead:
        yield record(
            gettext("Highest win"),
            ngettext("%(num)s point ahead", "%(num)s points ahead", each.value),
            each,
            gettext("How far the only winner was ahead of the next one at the end."),
        )
    if each := snapshot.comeback:
        yield record(
            gettext("Biggest comeback"),
            ngettext("%(num)s point behind", "%(num)s points behind", each.value),
            each,
            gettext("How far a winner had once been behind the leader."),
        )


def _of_all(snapshot: Records) -> Iterator[Record]:
    if each := snapshot.evening_moons:
        yield Record(
            label=gettext("Most moons in an evening"),
            value=ngettext("%(num)s moon", "%(num)s moons", each.value),
            whose=Markup(),
            day=times.day(each.started),
            source="",
            url=pad_url("evening.evening", first=each.evening),
            rules="",
            definition=gettext("Moons of all players together, suns included."),
        )
    if streak := snapshot.wins_in_a_row:
        yield _of_player(
            streak,
            gettext("Most wins in a row"),
            ngettext("%(num)s win", "%(num)s wins", streak.value),
            gettext("Games that one player finished, one after another. Shared wins count."),
        )
    if streak := snapshot.without_queen:
        yield _of_player(
            streak,
            gettext("Longest run without %(card)s", card=symbol(QUEEN)),
            ngettext("%(num)s hand", "%(num)s hands", streak.value),
            gettext(
                "Hands in a row, from game to game, in which one player did not take it. "
                "Games where it costs nothing are passed over."
            ),
        )


def _of_player(streak: PlayerRecord, label: str, value: str, definition: str) -> Record:
    return Record(
        label=label,
        value=value,
        whose=isolated(streak.name),
        day=times.day(streak.started),
        source=gettext("up to game %(number)s", number=streak.number),
        url=game_url("table.table", streak.number),
        rules="",
        definition=definition,
    )
