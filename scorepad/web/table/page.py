"""The table of a game: everybody sees it, and holders of the pen enter hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from scorepad import rules
from scorepad.store.game import hands
from scorepad.store.game.hands import record_hand
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.rows import steps
from scorepad.web import database, urls
from scorepad.web.drawings.chart import chart_of
from scorepad.web.drawings.images import svg_response
from scorepad.web.drawings.parts import shortened
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.preferences import remember_user, seat_of_user
from scorepad.web.table import blueprint
from scorepad.web.table.act import OvertakenError, write
from scorepad.web.table.end import end_part
from scorepad.web.table.entry import (
    EntryState,
    HandForm,
    HandOvertakenError,
    draft_of,
    entry_part,
    hand_form,
    read_hand,
    sent_entry,
)
from scorepad.web.table.next_hand import hand_part
from scorepad.web.table.sheet import sheet_part
from scorepad.web.words.game import ends_game, hand_saved
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class Notice:
    """The top of a page about a game: a message, and what somebody else did meanwhile.

    ``saved``: what screen readers say of the hand that was just saved.
    """

    message: str = ""
    changes: tuple[Markup, ...] = ()
    saved: Markup | None = None


NO_NOTICE: Final = Notice()


@dataclass(frozen=True)
class Duplicate:
    """A hand that was saved since the writer's page, that at ``index``, and the writer's own.

    ``from_here``: whether the writer's phone saved it. ``saved`` and ``own``: the points and the
    special cards by seat. ``fields``: the writer's entry as it was sent, to be saved as the next
    hand; with ``departures``, the pass and the dealer of the saved hand, to correct that one.
    """

    heading: Markup
    keep_label: Markup
    from_here: bool
    index: int
    saved: Sequence[tuple[int, Sequence[rules.Card]]]
    own: Sequence[tuple[int, Sequence[rules.Card]]]
    fields: Mapping[str, str]
    departures: Mapping[str, str]


def table_page(
    game: GameSnapshot,
    state: EntryState | None = None,
    notice: Notice = NO_NOTICE,
    *,
    duplicate: Duplicate | None = None,
) -> str:
    """The table's page. ``state``: of a refused entry.

    ``duplicate``: the choice after another phone saved a hand first, in place of the entry.

    Lookers-on get no forms: a CSRF token would need a cookie, and all of them share one page.
    """
    state = state or EntryState()
    pen, sheet = access.this_pen(), game.sheet
    corrects = pen is not None and not game.binned
    enters = corrects and sheet.next is not None and duplicate is None
    answers_a_form = "HX-Request" in request.headers and "seen" not in request.args
    return render_template(
        "table/table.html",
        game=game,
        pen=pen,
        notice=notice,
        # Where the page replaces one whose button had the focus: to what is to be done next.
        takes_focus=answers_a_form and not (notice.message or duplicate or state.own),
        me=seat_of_user(game),
        hand=hand_part(game, enters=enters),
        end=end_part(game),
        duplicate=duplicate,
        entry=entry_part(game.ruleset, game.names, sheet.totals, state) if enters else None,
        sheet=sheet_part(game, writes=corrects),
        steps=steps(database.connection(), game.id) if pen else None,
    )


def table_after_save(seen: int | None = None) -> ResponseReturnValue:
    """The table after a save; to htmx at once, whose page has this address already.

    ``seen``: the revision that the writer saw; if nothing but the save came after it, screen
    readers say what was saved.
    """
    if "HX-Request" not in request.headers:
        return redirect(urls.game_url("table.table"), code=303)
    game = access.this_game()
    if seen is None or game.revision != seen + 1:
        return table_page(game)
    lines = game.sheet.lines
    before = lines[-2].totals if len(lines) > 1 else game.game.opening
    return table_page(game, notice=Notice(saved=hand_saved(game.sheet, before, game.names)))


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over.

    With ``seen``, a revision, and the ``pen`` of a page that writes: 204 as long as there is no
    newer one (``poll``).
    """
    game = access.this_game()
    if "me" in request.args:
        me = request.args.get("me", type=int)
        if me in range(len(game.seats)) or request.args["me"] == "nobody":
            remember_user(game, me)
        return redirect(urls.game_url("table.table"))
    # A page that follows and asks with a pen that is no longer held says why its entry is gone.
    if "pen" in request.args and not access.holds_pen():
        gone = gettext("This phone’s pen was taken back. You can still watch.")
        return table_page(game, notice=Notice(gone))
    return table_page(game)


@blueprint.get("/chart.svg")
def chart() -> Response:
    """The chart; browsers cache it if ``v`` is the game's revision."""
    game = access.this_game()
    version = str(game.revision)
    if not game.hands:
        if request.args.get("v", version) != version:
            # The page is out of date: its only hand was undone, and there is nothing to draw.
            return Response(status=204)
        raise NotFound
    image = chart_of(game.sheet, game.names, game.ruleset.target)
    return svg_response("table/chart.svg", image, version)


@blueprint.post("")
def record() -> ResponseReturnValue:
    """Record a hand."""
    ruleset = access.this_game().ruleset
    form = hand_form(ruleset)
    hand, faults = read_hand(form, ruleset)
    if hand is not None:
        try:
            entry_id, saw = str(form.entry_id.data), form.writer_saw
            write(form.seen, record_hand, hand, entry_id=entry_id, seen=saw)
        except rules.RulesError as fault:
            _add_fault(faults, fault)
        except OvertakenError as error:
            raise HandOvertakenError(form, hand) from error
        else:
            return table_after_save(form.seen)
    if not form.is_for(access.this_game().revision):
        # Otherwise the entry would count as one for the current game.
        raise HandOvertakenError(form)
    return _refused(form, faults)


# The phone's outbox names its hands by their entries, for it may not know whether the server has
# them; the page of a correction names them by their line.
@blueprint.post("/entry/<entry>")
def correct_own_hand(entry: str) -> ResponseReturnValue:
    """Correct a hand from the phone that took it down."""
    ruleset = access.this_game().ruleset
    form = hand_form(ruleset, correcting=True)
    hand, faults = read_hand(form, ruleset)
    if hand is None:
        return _refused(form, faults)
    try:
        act, saw = str(form.entry_id.data), form.writer_saw
        write(form.seen, hands.correct_entry, entry, hand, act=act, seen=saw)
    except rules.RulesError as fault:
        _add_fault(faults, fault)
        return _refused(form, faults)
    return table_after_save()


@blueprint.post("/entry/<entry>/remove")
def remove_own_hand(entry: str) -> ResponseReturnValue:
    """Remove a hand from the phone that took it down."""
    form = hand_form(access.this_game().ruleset, correcting=True)
    form.validate()
    if form.revision.errors or form.entry_id.errors:
        raise OvertakenError
    act, saw = str(form.entry_id.data), form.writer_saw
    write(form.seen, hands.remove_entry, entry, act=act, seen=saw)
    return table_after_save()


def _add_fault(faults: Faults, fault: rules.RulesError) -> None:
    """Put why the rules refuse the next hand beside the faults of its form."""
    game = access.this_game()
    add_faults(faults, [fault], game.game, len(game.hands))


def _refused(form: HandForm, faults: Faults) -> ResponseReturnValue:
    """The table with the entry as it was sent, and its faults."""
    game = access.this_game()
    return table_page(game, sent_entry(form, faults, game, len(game.hands))), 422


@blueprint.get("/outcome")
@access.for_the_pen
def outcome() -> ResponseReturnValue:
    """The table with what the entry comes to: the moon chooser, or that the game ends.

    The entry's script uses only these parts of it. A save checks everything again.
    """
    game = access.this_game()
    form = hand_form(game.ruleset, query=request.args)
    hand, gaps = rules.complete(draft_of(form, game.ruleset), game.ruleset)
    faults: Faults = {}
    add_faults(faults, gaps)
    state = sent_entry(form, faults, game, len(game.hands))
    return table_page(game, replace(state, ending=_ending(game, hand)))


def _ending(game: GameSnapshot, hand: rules.Hand | None) -> Markup | None:
    """That this hand would end the game, and who wins."""
    if hand is None:
        return None
    try:
        after = rules.sheet(game.game.with_hand(len(game.hands), hand))
    except rules.RulesError:
        # A save says why.
        return None
    return ends_game(after, tuple(map(shortened, game.names))) if after.over else None
