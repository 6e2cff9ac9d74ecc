"""The table in the middle: for a tablet on the table or a screen on the wall, to look at only.

Where people sit around the screen is that device's own affair (``static/js/middle.js``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules.next_hand import Prospect, prospects
from scorepad.rules.passing import HOLD, receiver
from scorepad.store.game.lists import next_running
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import database
from scorepad.web.drawings.parts import fit_names
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.table.next_hand import last_moments, prospect_sentences, texts_in_the_middle
from scorepad.web.table.sheet import signs_of
from scorepad.web.words import game as words
from scorepad.web.words.numbers import number

# The width of a name on the felt before a player, in columns.
_TAKER: Final = 10
# The most sentences that warn of the end; each plate says how far it is as well.
_MOST_WARNINGS: Final = 2


@dataclass(frozen=True)
class Plate:
    """What is worked out for the plate of a seat.

    ``signs``: of its cards in the last hand. ``left``: how far it is to the end. ``hit``: whether
    the last hand's moment is this seat's. ``to``: who gets its cards, and ``passes`` says so;
    ``None`` and empty for a hold.
    """

    signs: Markup
    left: str
    hit: bool
    to: int | None
    passes: str


@dataclass(frozen=True)
class Moment:
    """What the last hand brought. ``sign``: its picture; ``exact``: a total before and after."""

    texts: Sequence[str]
    sign: str
    exact: tuple[str, str] | None


@blueprint.get("/middle")
def middle() -> ResponseReturnValue:
    """The table in the middle; follows like the table's page (``poll``).

    Once another game has begun after one that is over, the page asks for that one.
    """
    game = access.this_game()
    sheet, over = game.sheet, game.sheet.over and game.binned is None
    reach = sorted(prospects(game.game, sheet), key=_fewest_points)
    return render_template(
        "table/middle.html",
        game=game,
        plates=_plates(game, over=over),
        texts=texts_in_the_middle(game, sheet.next) if sheet.next else (),
        ahead=words.leaders(sheet, game.names) if sheet.ahead and not over else None,
        warnings=prospect_sentences(game, reach)[:_MOST_WARNINGS],
        moment=_moment(game),
        result=words.verdict(sheet, game.names) if over else None,
        following=next_running(database.connection(), game.id) if over else None,
    )


def _fewest_points(each: Prospect) -> int:
    return min(points for points in (each.ends_from, each.exact) if points is not None)


def _plates(game: GameSnapshot, *, over: bool) -> list[Plate]:
    sheet, ruleset, names = game.sheet, game.ruleset, game.names
    line = sheet.lines[-1] if sheet.lines else None
    passed = sheet.next.passed if sheet.next else HOLD
    takers = fit_names(names, _TAKER)
    plates = []
    for seat, total in enumerate(sheet.totals):
        to = None if passed == HOLD else receiver(seat, passed, len(names))
        plates.append(
            Plate(
                signs=signs_of(line, game.hands[-1].hand, ruleset.moon_cards, seat)
                if line
                else Markup(),
                left="" if over else words.points_left(total, ruleset),
                hit=line is not None
                and line.counts
                and (line.shooter == seat or bool(line.adjusted[seat])),
                to=to,
                passes="" if to is None else words.passes_to(takers[to]),
            )
        )
    return plates


def _moment(game: GameSnapshot) -> Moment | None:
    texts = last_moments(game)
    if not texts:
        return None
    line = game.sheet.lines[-1]
    if line.shooter is not None:
        return Moment(texts, "sun" if line.sun else "moon", None)
    lowered = next(seat for seat, points in enumerate(line.adjusted) if points)
    return Moment(texts, "exact", (number(game.ruleset.target), number(line.totals[lowered])))
