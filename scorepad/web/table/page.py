"""The table's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.rows import steps
from scorepad.web import database, urls
from scorepad.web.drawings.chart import HEIGHT, WIDTH, text_alternative
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.duplicate import DuplicatePart
from scorepad.web.table.end import end_part
from scorepad.web.table.entry import EntryState, entry_part
from scorepad.web.table.next_hand import hand_part
from scorepad.web.table.sheet import sheet_part
from scorepad.web.words.game import hand_saved
from scorepad.web.words.log import redo_button, undo_button


@dataclass(frozen=True)
class Notice:
    """The top of a page about a game: a message, and what somebody else did meanwhile.

    ``saved``: what screen readers say of the hand that was just saved.
    """

    message: str = ""
    changes: tuple[Markup, ...] = ()
    saved: Markup | None = None


NO_NOTICE: Final = Notice()


class Chart(NamedTuple):
    """The chart as an image: its text alternative, and its size in pixels."""

    alternative: str
    width: int
    height: int


def table_page(
    game: GameSnapshot,
    state: EntryState | None = None,
    notice: Notice = NO_NOTICE,
    *,
    duplicate: DuplicatePart | None = None,
) -> str:
    """The table's page. ``state``: of a refused entry.

    ``duplicate``: the choice after another phone saved a hand first, in place of the entry.

    Lookers-on get no forms: a CSRF token would need a cookie, and all of them share one page.
    """
    state = state or EntryState()
    pen, sheet, me = access.this_pen(), game.sheet, viewer.seat_of_user(game)
    corrects = pen is not None and not game.binned
    enters = corrects and sheet.next is not None and duplicate is None
    latest = steps(database.connection(), game.id) if pen else None
    return render_template(
        "table/table.html",
        game=game,
        pen=pen,
        notice=notice,
        # Where the page replaces one whose button had the focus: to what is to be done next.
        takes_focus=_answers_a_form() and not (notice.message or duplicate or state.own),
        hand=hand_part(game, me, enters=enters),
        end=end_part(game),
        duplicate=duplicate,
        entry=entry_part(game.ruleset, game.names, sheet.totals, state) if enters else None,
        sheet=sheet_part(game, writes=corrects),
        chart=Chart(text_alternative(sheet, game.names), WIDTH, HEIGHT) if sheet.lines else None,
        undo=undo_button(game, latest.undo) if latest else None,
        redo=redo_button(game, latest.redo) if latest else None,
    )


def table_after_save(seen: int | None = None) -> ResponseReturnValue:
    """The table after a save; to htmx at once, whose page has this address already.

    ``seen``: the revision that the writer saw; if nothing but the save came after it, screen
    readers say what was saved.
    """
    if "HX-Request" in request.headers:
        game = access.this_game()
        saved = seen is not None and game.revision == seen + 1
        return table_page(game, notice=Notice(saved=_announcement(game) if saved else None))
    return redirect(urls.game_url("table.table"), code=303)


def _answers_a_form() -> bool:
    """Whether htmx puts this page in place of another one, not because the game went on."""
    return "HX-Request" in request.headers and "seen" not in request.args


def _announcement(game: GameSnapshot) -> Markup:
    lines = game.sheet.lines
    before = lines[-2].totals if len(lines) > 1 else game.game.opening
    return hand_saved(game.sheet, before, game.names)
