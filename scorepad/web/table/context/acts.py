"""Acts on a game besides entering hands: undo, mishaps, the bin, a rematch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from uuid import uuid4

from flask import g
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad import rules
from scorepad.store.changes import HandRecorded
from scorepad.store.log_rows import LogRow, Steps
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.forms import Faults
from scorepad.web.table.context.log import sentence_in
from scorepad.web.words import passing
from scorepad.web.words import undo as words
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class FormState:
    """The values and the fault of a form of the mishaps that was refused."""

    values: Mapping[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)


@dataclass(frozen=True)
class Seen:
    """The hidden fields of a form: its token, its entry id, the revision it is filled in for."""

    csrf_token: str
    entry_id: str
    revision: int


@dataclass(frozen=True)
class Act:
    """An act on the game, as a button of its own. ``fields``: additional hidden fields.

    ``title``: says more than the label has room for.
    """

    id: str
    address: str
    label: str | Markup
    seen: Seen
    fields: Mapping[str, str] = field(default_factory=dict)
    danger: bool = False
    title: str = ""


@dataclass(frozen=True)
class Select:
    """One of a few, from a list: value, text, whether it is chosen."""

    id: str
    label: str
    options: tuple[tuple[str, str, bool], ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class UndoPart:
    """Undo and redo; each ``None`` if it is not possible.

    ``undo``, ``redo``: in full, for the end of the page. ``quick_undo``, ``quick_redo``: in a few
    words, within a thumb's reach.
    """

    undo: Act | None
    redo: Act | None
    quick_undo: Act | None
    quick_redo: Act | None


@dataclass(frozen=True)
class SelectForm:
    """A small form: selects, and at most one text."""

    address: str
    seen: Seen
    selects: tuple[Select, ...]
    faults: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class MishapsPart:
    """The mishaps. ``number``: of the hand to come. ``is_open``: after a form was refused.

    ``next_hand`` and ``substitution``: ``None`` once the game is over.
    """

    is_open: bool
    number: int | None
    next_hand: SelectForm | None
    substitution: SelectForm | None
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class BinPart:
    """A game in the bin, and for the holder of the pen the acts that take it out."""

    take_out: Act | None
    delete: Act | None


def seen(game: GameSnapshot) -> Seen:
    """The hidden fields of a form about a game: the same for all forms of a page.

    Each form leads to another page, so only one of them is ever sent.
    """
    fields: Seen | None = g.get("seen")
    if fields is None or fields.revision != game.revision:
        fields = g.seen = Seen(generate_csrf(), str(uuid4()), game.revision)
    return fields


def undo_part(game: GameSnapshot, steps: Steps) -> UndoPart:
    """The buttons for undo and redo."""
    last = game.sheet.lines[-1].number if game.sheet.lines else game.hands_before
    return UndoPart(
        _undo(game, steps.undo),
        _step("redo", words.redo_change, game, steps.redo),
        _quick_step("undo", words.undo_label, last, game, steps.undo),
        _quick_step("redo", words.redo_label, last + 1, game, steps.redo),
    )


def mishaps_part(game: GameSnapshot, refused: Mapping[str, FormState]) -> MishapsPart:
    """The mishaps of a game that is not in the bin; ``refused``: forms by name."""
    coming = game.sheet.next
    acts = []
    if coming:
        acts.append(_act("stop", "stop.stop", gettext("End game now"), game))
    if game.sheet.ended_by == "stopped":
        acts.append(_act("reopen", "stop.reopen", gettext("Resume"), game))
    acts.append(_act("bin", "bin.put", gettext("Move to bin"), game))
    return MishapsPart(
        is_open=bool(refused),
        number=coming.number if coming else None,
        next_hand=_next_hand(game, refused.get("next_hand", FormState())) if coming else None,
        substitution=_substitution(game, refused.get("substitution", FormState()))
        if coming
        else None,
        acts=tuple(acts),
    )


def bin_part(game: GameSnapshot, *, writes: bool) -> BinPart:
    """The acts on a game in the bin."""
    if not writes:
        return BinPart(None, None)
    return BinPart(
        _act("unbin", "bin.take_out", gettext("Restore"), game),
        _act(
            "delete",
            "bin.delete",
            gettext("Delete game %(number)s for good", number=game.number),
            game,
            danger=True,
        ),
    )


def rematch_acts(game: GameSnapshot) -> tuple[Act, Act]:
    """The same game again: with the seats kept, and with the seats drawn."""
    return (
        _rematch(game, "kept", gettext("Rematch")),
        _rematch(game, "drawn", gettext("Rematch, draw seats")),
    )


def _act(
    id_: str, endpoint: str, label: str | Markup, game: GameSnapshot, *, danger: bool = False
) -> Act:
    return Act(id_, urls.game_url(endpoint), label, seen(game), danger=danger)


def _rematch(game: GameSnapshot, seats: str, label: str) -> Act:
    address = urls.game_url("rematch.rematch")
    return Act(f"rematch-{seats}", address, label, seen(game), {"seats": seats})


def _undo(game: GameSnapshot, row: LogRow | None) -> Act | None:
    lines = game.sheet.lines
    if row is None or row.what != HandRecorded.what or not lines:
        return _step("undo", words.undo_change, game, row)
    last = lines[-1]
    return _act("undo", "undo.undo", words.undo_hand(last.number, last.points, game.names), game)


def _step(
    id_: str, label: Callable[[Markup], Markup], game: GameSnapshot, row: LogRow | None
) -> Act | None:
    if row is None:
        return None
    return _act(id_, f"undo.{id_}", label(sentence_in(game, row)), game)


def _quick_step(
    id_: str, label: Callable[[str, int], str], number: int, game: GameSnapshot, row: LogRow | None
) -> Act | None:
    if row is None:
        return None
    text = label(row.what, number)
    title = sentence_in(game, row).striptags()
    return Act(f"quick-{id_}", urls.game_url(f"undo.{id_}"), text, seen(game), title=title)


def _next_hand(game: GameSnapshot, state: FormState) -> SelectForm:
    ways = passing.directions(game.ruleset.players)
    usual = _usual(game)
    usual_way, usual_dealer = (
        (gettext("As usual"), gettext("As usual"))
        if usual is None
        else (
            gettext(
                "As usual (%(what)s)", what=passing.direction(usual.passed, game.ruleset.players)
            ),
            gettext("As usual (%(what)s)", what=isolated_text(game.names[usual.dealer])),
        )
    )
    return SelectForm(
        address=urls.game_url("next_hand.decide"),
        seen=seen(game),
        selects=(
            select("passed", gettext("Pass"), usual_way, ways, game.next_passed),
            select("dealer", gettext("Dealer"), usual_dealer, game.names, game.next_dealer),
        ),
        faults=tuple(state.faults.get("next_hand", ())),
    )


def _usual(game: GameSnapshot) -> rules.NextHand | None:
    """The hand to come as it is without what the players decided for it."""
    if game.next_passed is None and game.next_dealer is None:
        return game.sheet.next
    return rules.sheet(replace(game.game, next_passed=None, next_dealer=None)).next


def _substitution(game: GameSnapshot, state: FormState) -> SelectForm:
    chosen = state.values.get("seat")
    options = tuple((str(seat), name, chosen == str(seat)) for seat, name in enumerate(game.names))
    return SelectForm(
        address=urls.game_url("substitution.replace"),
        seen=seen(game),
        selects=(Select("seat", gettext("Leaving"), options),),
        faults=tuple(state.faults.get("name", ())),
        text=state.values.get("name", ""),
    )


def select(
    id_: str,
    label: str,
    as_due: str,
    choices: tuple[str, ...] | list[str],
    chosen: int | str | None,
    faults: tuple[str, ...] = (),
) -> Select:
    """A select by seat or offset, whose first option keeps what the rules say."""
    return Select(
        id_,
        label,
        (
            ("", as_due, chosen is None),
            *((str(value), text, str(value) == str(chosen)) for value, text in enumerate(choices)),
        ),
        faults,
    )
