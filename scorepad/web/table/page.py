"""The table's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules.ending import near_end, points_to_end
from scorepad.rules.next_hand import prospects
from scorepad.store.game.running import next_running
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.rows import steps
from scorepad.web import database, urls
from scorepad.web.drawings.chart import HEIGHT, WIDTH, text_alternative
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.act import FaultyFormError
from scorepad.web.table.duplicate import DuplicatePart
from scorepad.web.table.end import end_part
from scorepad.web.table.entry import EntryState, entry_part
from scorepad.web.table.next_hand import (
    hands_to_come,
    last_moments,
    picture_before,
    prospect_sentences,
    usual_hand,
)
from scorepad.web.table.sheet import sheet_part
from scorepad.web.words.game import departure, hand_saved
from scorepad.web.words.log import redo_button, undo_button


@dataclass(frozen=True)
class Notice:
    """The top of a page about a game: a message, and what somebody else did meanwhile."""

    message: str = ""
    changes: tuple[Markup, ...] = ()


NO_NOTICE: Final = Notice()


def table_page(
    game: GameSnapshot,
    state: EntryState | None = None,
    notice: Notice = NO_NOTICE,
    *,
    faulty: FaultyFormError | None = None,
    duplicate: DuplicatePart | None = None,
    saved: bool = False,
) -> str:
    """The table's page. ``state``: of a refused entry; ``faulty``: another form that was refused.

    ``duplicate``: the choice after another phone saved a hand first, in place of the entry.
    ``saved``: the last hand was just saved.

    Lookers-on get no forms: a CSRF token would need a cookie, and all of them share one page.
    """
    state = state or EntryState()
    sheet, pen, binned = game.sheet, access.this_pen(), game.binned is not None
    writes = pen is not None
    coming, me = sheet.next, viewer.seat_of_user(game)
    enters = coming is not None and writes and not binned and duplicate is None
    over = coming is None and not binned
    both = steps(database.connection(), game.id) if writes else None
    reach = prospects(game.game, sheet)
    return render_template(
        "table/table.html",
        game=game,
        writes=writes,
        pen=pen.id if pen else None,
        me=me,
        notice=notice,
        announcement=_announcement(game) if saved else "",
        # Where the page replaces one whose button had the focus: to what is to be done next.
        takes_focus=_answers_a_form() and not (notice.message or faulty or duplicate or state.own),
        following=next_running(database.connection(), game.id) if over else None,
        coming=coming,
        picture=picture_before(game, coming, me) if coming else None,
        departure=departure(game.next_passed, game.next_dealer, game.names) if coming else None,
        prospects=prospect_sentences(game, reach) if coming else [],
        moments=last_moments(game) if over else (),
        ahead=hands_to_come(game, me) if enters else (),
        # The total that reaches the end, and how many points before it keys say what is left.
        end_at=points_to_end(0, game.ruleset),
        near=near_end(game.ruleset),
        duplicate=duplicate,
        entry=entry_part(game.ruleset, game.names, sheet.totals, state) if enters else None,
        may_end=any(each.ends_from is not None for each in reach),
        end=end_part(game) if over else None,
        sheet=sheet_part(game, writes=writes and not binned),
        chart=text_alternative(sheet, game.names) if sheet.lines else None,
        chart_size=(WIDTH, HEIGHT),
        undo=undo_button(game, both.undo) if both else None,
        redo=redo_button(game, both.redo) if both else None,
        usual=usual_hand(game) if coming and writes else None,
        faulty=faulty,
    )


def table_after_save(seen: int | None = None) -> ResponseReturnValue:
    """The table after a save; to htmx at once, whose page has this address already.

    ``seen``: the revision that the writer saw; if nothing but the save came after it, screen
    readers say what was saved.
    """
    if "HX-Request" in request.headers:
        game = access.this_game()
        return table_page(game, saved=seen is not None and game.revision == seen + 1)
    return redirect(urls.game_url("table.table"), code=303)


def _answers_a_form() -> bool:
    """Whether htmx puts this page in place of another one, not because the game went on."""
    return "HX-Request" in request.headers and "seen" not in request.args


def _announcement(game: GameSnapshot) -> Markup:
    lines = game.sheet.lines
    before = lines[-2].totals if len(lines) > 1 else game.game.opening
    return hand_saved(game.sheet, before, game.names)
