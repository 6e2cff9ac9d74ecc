"""The table on other screens: its address for phones, and the table in the middle.

That is for a tablet on the table or a screen on the wall, to look at only.

Where people sit around the screen is that device's own affair (``static/js/middle.js``).
"""

from __future__ import annotations

from typing import Final

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules.next_hand import Prospect, prospects
from scorepad.rules.passing import HOLD, pairs
from scorepad.store.game.lists import next_running
from scorepad.web import database
from scorepad.web.drawings.parts import fit_names
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.table.next_hand import last_moments, prospect_sentences, texts_in_the_middle
from scorepad.web.table.sheet import signs_of
from scorepad.web.words import game as words
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext

# The width of a name on the felt before a player, in columns.
_TAKER: Final = 10
# The most sentences that warn of the end; each plate says how far it is as well.
_MOST_WARNINGS: Final = 2


@blueprint.get("/show")
def show() -> ResponseReturnValue:
    """The table's address, as a QR code and as text."""
    game = access.this_game()
    address = access.this_pad().address
    link = url_for("table.table", address=address, number=game.number, _external=True)
    return render_template("table/share.html", game=game, link=link)


@blueprint.get("/middle")
def middle() -> ResponseReturnValue:
    """The table in the middle; follows like the table's page (``poll``).

    Once another game has begun after one that is over, the page asks for that one.
    """
    game = access.this_game()
    sheet, over = game.sheet, game.sheet.over and game.binned is None
    reach = sorted(prospects(game.game, sheet), key=_fewest_points)
    last = sheet.lines[-1] if sheet.lines else None
    passed = sheet.next.passed if sheet.next else HOLD
    takers = fit_names(game.names, _TAKER)
    return render_template(
        "table/middle.html",
        game=game,
        last=last,
        # By seat: the cards in the last hand, how far it is to the end, and who gets its cards.
        signs=[
            signs_of(last, game.hands[-1].hand, game.ruleset.moon_cards, seat)
            for seat in range(len(game.seats))
            if last
        ],
        left=["" if over else words.points_left(total, game.ruleset) for total in sheet.totals],
        passes={
            giver: (taker, gettext("passes to %(name)s", name=isolated_text(takers[taker])))
            for giver, taker in pairs(passed, len(takers))
        },
        texts=texts_in_the_middle(game, sheet.next) if sheet.next else (),
        ahead=words.leaders(sheet, game.names) if sheet.ahead and not over else None,
        warnings=prospect_sentences(game, reach)[:_MOST_WARNINGS],
        moments=last_moments(game),
        result=words.verdict(sheet, game.names) if over else None,
        following=next_running(database.connection(), game.id) if over else None,
    )


def _fewest_points(each: Prospect) -> int:
    return min(points for points in (each.ends_from, each.exact) if points is not None)
