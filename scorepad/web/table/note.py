"""Write a note on a game, or on the evening that it began."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import caps
from scorepad.names import as_note, note_fault
from scorepad.rules import Sheet
from scorepad.store.figures.evenings import Evening, evening_with
from scorepad.store.game.course import note_evening, note_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import database, urls
from scorepad.web.forms import Text, sentence_of
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.table.act import OvertakenError, sent_form, write
from scorepad.web.table.page import NO_NOTICE, Notice
from scorepad.web.words.translation import gettext


class NoteText(Text):
    """A text of any length: what is wrong with one that is too long says how long it may be."""

    longest = sys.maxsize


@blueprint.get("/note")
@access.for_the_pen
def note() -> ResponseReturnValue:
    """The note on the game, to be written or changed."""
    game = access.this_game()
    if game.binned:
        return redirect(urls.game_url("table.table"))
    return _page(game, None, game.note or "")


@blueprint.get("/evening-note")
@access.for_the_pen
def evening_note() -> ResponseReturnValue:
    """The note on the evening that the game began, to be written or changed."""
    game = access.this_game()
    evening = evening_with(database.connection(), game)
    if evening is None:
        return redirect(urls.game_url("table.table"))
    return _page(game, evening, game.evening_note or "")


@blueprint.post("/note")
def save_note() -> ResponseReturnValue:
    """Save the note on the game."""
    return _save(note_game, None)


@blueprint.post("/evening-note")
def save_evening_note() -> ResponseReturnValue:
    """Save the note on the evening."""
    return _save(note_evening, evening_with(database.connection(), access.this_game()))


def _save(verb: Callable[..., Sheet | None], evening: Evening | None) -> ResponseReturnValue:
    form = sent_form(note=NoteText())
    typed = form["note"].data or ""
    note = as_note(typed)
    # Checked before anything is locked.
    if note is not None and (fault := note_fault(note)):
        return _page(access.this_game(), evening, typed, faults=[sentence_of(fault)]), 422
    try:
        changed = write(form.seen, verb, note, revision=form.seen)
    except OvertakenError:
        game = access.this_game()
        on_game = verb is note_game
        if game.binned or (evening is None and not on_game):
            raise
        notice = Notice(
            gettext("Another phone was faster, so nothing was saved. Your note is still below.")
        )
        other = game.note if on_game else game.evening_note
        return _page(game, evening, typed, notice, other=other), 409
    if changed is not None:
        deleted = gettext("Note deleted. The history still has its words.")
        flash(deleted if note is None else gettext("Note saved."))
    if evening is None:
        return redirect(urls.game_url("table.table"), code=303)
    if changed is not None:
        flash(_way_to_undo(access.this_game()))
    return redirect(urls.pad_url("figures.evening", first=evening.number), code=303)


def _way_to_undo(game: GameSnapshot) -> Markup:
    """A link to where a note on an evening is undone: at the game that began it."""
    address = urls.game_url("table.more")
    text = gettext("Undo in game %(number)s", number=game.number)
    return Markup('<a href="{}#undo-title">{}</a>').format(address, text)


def _page(
    game: GameSnapshot,
    evening: Evening | None,
    text: str,
    notice: Notice = NO_NOTICE,
    faults: Sequence[str] = (),
    other: str | None = None,
) -> str:
    """The page of the note on an evening, or on the game.

    ``text``: what stands in the form; ``other``: after a conflict, the note as it is now.
    """
    return render_template(
        "table/note.html",
        game=game,
        evening=evening,
        text=text,
        notice=notice,
        faults=faults,
        other=other,
        longest=caps.NOTE_BYTES,
        letters=caps.NOTE_LETTERS,
    )
