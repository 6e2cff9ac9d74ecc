"""The log in plain sentences: each change, old → new; and what undo and redo say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

from scorepad.rules import Card, Hand, shooter_of
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import (
    EveningNoted,
    GameBinned,
    GameImported,
    GameNoted,
    GameReopened,
    GameStarted,
    GameStopped,
    GameUnbinned,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    NextHandDecided,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.store.log.sides import LogRow
from scorepad.web.words.cards import symbol
from scorepad.web.words.game import departure, replaced
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.notes import noted
from scorepad.web.words.notes import step as step_of_note
from scorepad.web.words.numbers import number as in_figures
from scorepad.web.words.rules import moon_sign, passing
from scorepad.web.words.translation import N_, gettext, markup, nmarkup, remembered


def sentence(game: GameSnapshot, row: LogRow, others: Mapping[int, LogRow] | None = None) -> Markup:
    """A row of a game's log as a sentence. ``others``: the rows that an undo is about, by id."""
    # With the names of those who played the hand.
    names = game.names if row.line is None else game.names_at(row.line)
    return _in_words(row, names, game, others)


def _in_words(
    row: LogRow,
    names: tuple[str, ...],
    game: GameSnapshot,
    others: Mapping[int, LogRow] | None = None,
) -> Markup:
    """A row of the log as a sentence, with these names.

    ``others``: the game's rows by id, for undo and redo.
    """
    number = game.numbers.get(row.line or 0)
    match change_of(row):
        case Undone():
            return undone(_other(row, names, game, others))
        case Redone():
            return redone(_other(row, names, game, others))
        case GameStarted(players):
            return markup("Game started: %(names)s.", names=listed(map(isolated, players)))
        case GameImported(players, hands):
            return nmarkup(
                "Game imported from a file, with %(num)s hand: %(names)s.",
                "Game imported from a file, with %(num)s hands: %(names)s.",
                hands,
                names=listed(map(isolated, players)),
            )
        case HandRecorded(hand) if number:
            return markup(
                "Hand %(number)s saved: %(hand)s.", number=number, hand=_whole(hand, names, game)
            )
        case HandRecorded(hand):
            return markup("Hand saved: %(hand)s.", hand=_whole(hand, names, game))
        case HandRemoved(hand):
            return markup("Hand deleted: %(hand)s.", hand=_whole(hand, names, game))
        case HandCorrected(before, after) if number:
            return markup(
                "Hand %(number)s corrected: %(changes)s.",
                number=number,
                changes=_differences(before, after, names),
            )
        case HandCorrected(before, after):
            return markup(
                "Hand corrected: %(changes)s.", changes=_differences(before, after, names)
            )
        case NextHandDecided(_, after):
            text = departure(after.passed, after.dealer, names)
            return text or markup("This hand is back to normal.")
        case PlayerReplaced() as change:
            return replaced(change.successor, change.former)
        case GameNoted() | EveningNoted() as change:
            return noted(change)
        case GameStopped():
            return markup("Game ended early.")
        case GameReopened():
            return markup("Game resumed.")
        case GameBinned():
            return markup("Game moved to the bin.")
        case GameUnbinned():
            return markup("Game restored.")
        case change:
            raise TypeError(f"{type(change).__name__} is no change of a game")


def _other(
    row: LogRow,
    names: tuple[str, ...],
    game: GameSnapshot,
    others: Mapping[int, LogRow] | None,
) -> Markup:
    """The row that was undone or redone, as a sentence."""
    other = (others or {}).get(row.undoes or 0)
    return Markup("…") if other is None else _in_words(other, names, game)


def _whole(hand: Hand, names: tuple[str, ...], game: GameSnapshot) -> Markup:
    """A hand in full."""
    return _in_full(hand, names, shooter_of(hand, game.ruleset), game.ruleset.moon_cards)


@remembered
def _in_full(
    hand: Hand, names: tuple[str, ...], shooter: int | None, moon_cards: tuple[Card, ...]
) -> Markup:
    """A hand in full; a moon says where the hearts are, and its cards."""
    values = {field: getattr(hand, field) for field in _PHRASES}
    parts: list[Markup] = []
    if shooter is not None:
        name = isolated(names[shooter])
        parts = [
            markup("sun for %(name)s", name=name)
            if hand.sun
            else markup("moon for %(name)s", name=name)
        ]
        others = {card: seat for card, seat in hand.cards.items() if card not in moon_cards}
        values |= {"hearts": {}, "cards": others, "sun": False}
    parts += [
        _PHRASES[field](value, names)
        for field, value in values.items()
        # 0 has a meaning: nobody passed, or the first seat dealt.
        if value is not None and value is not False and value != {}
    ]
    return Markup("; ").join(parts)


def _differences(before: Hand, after: Hand, names: Sequence[str]) -> Markup:
    """What a correction changed, old → new."""
    both = (
        (getattr(before, field), getattr(after, field), phrase)
        for field, phrase in _PHRASES.items()
    )
    return Markup("; ").join(
        Markup("{} → {}").format(phrase(old, names), phrase(new, names))
        for old, new, phrase in both
        if old != new
    )


def _hearts(counts: Sequence[int], names: Sequence[str]) -> Markup:
    hearts = zip(names, counts, strict=True)
    return Markup("♥ ") + listed(isolated(name) + f" {count}" for name, count in hearts if count)


def _cards(seats: Mapping[str, int], names: Sequence[str]) -> Markup:
    return listed(
        escape(symbol(card)) + " " + isolated(names[seat]) for card, seat in seats.items()
    )


def _moon(choice: str | None, _names: Sequence[str]) -> Markup:
    return escape(moon_sign(choice)) if choice else markup("no choice")


def _sun(sun: bool, _names: Sequence[str]) -> Markup:
    return markup("a sun") if sun else markup("no sun")


# In the log, where there are several devices: what was done on the server.
PHONE: Final = N_("phone")


def _passed(offset: int | None, names: Sequence[str]) -> Markup:
    return markup("pass as usual") if offset is None else escape(passing(offset, len(names)))


def _dealer(seat: int | None, names: Sequence[str]) -> Markup:
    if seat is None:
        return markup("dealer as usual")
    return markup("%(name)s deals", name=isolated(names[seat]))


# By the field of a hand, in the order of the sentence.
_PHRASES: Final[Mapping[str, Callable[[Any, Sequence[str]], Markup]]] = {
    "hearts": _hearts,
    "cards": _cards,
    "moon_choice": _moon,
    "sun": _sun,
    "passed": _passed,
    "dealer": _dealer,
}


@dataclass(frozen=True)
class StepButton:
    """The button of a step through a game's log.

    ``label``: in full, for the end of the page. ``quick``: in a few words, within a thumb's reach,
    where ``sentence`` says more. ``of_hand``: whether it takes back the last hand, or brings back
    the one after it.
    """

    label: Markup
    quick: str
    sentence: str
    of_hand: bool


def undo_button(game: GameSnapshot, row: LogRow | None) -> StepButton | None:
    """The button that undoes a change of a game; ``None`` for none."""
    if row is None:
        return None
    if label := step_of_note(row.what, "undo"):
        return StepButton(label, gettext("↶ Undo"), label.striptags(), False)
    change = sentence(game, row)
    if row.what != HandRecorded.what or not game.sheet.lines:
        return StepButton(undo_change(change), gettext("↶ Undo"), change.striptags(), False)
    last = game.sheet.lines[-1]
    points = _points(last.points, game.names)
    return StepButton(
        markup("↶ Undo hand %(number)s: %(points)s", number=last.number, points=points),
        gettext("↶ Undo hand %(number)s", number=last.number),
        change.striptags(),
        of_hand=True,
    )


def redo_button(game: GameSnapshot, row: LogRow | None) -> StepButton | None:
    """The button that makes a change of a game again; ``None`` for none."""
    if row is None:
        return None
    if label := step_of_note(row.what, "redo"):
        return StepButton(label, gettext("↷ Redo"), label.striptags(), False)
    change = sentence(game, row)
    return StepButton(
        redo_change(change), gettext("↷ Redo"), change.striptags(), row.what == HandRecorded.what
    )


def _points(points: Sequence[int], names: Sequence[str]) -> Markup:
    """The points of a hand by player, of those who have some."""
    return listed(
        isolated(name) + f" {in_figures(each)}"
        for name, each in zip(names, points, strict=True)
        if each
    )


def undo_change(change: Markup) -> Markup:
    """The button that undoes a change, with its line in the log."""
    return markup("↶ Undo – %(change)s", change=change)


def redo_change(change: Markup) -> Markup:
    """The button that redoes a change, with its line in the log."""
    return markup("↷ Redo – %(change)s", change=change)


def undone(change: Markup) -> Markup:
    """A change was undone."""
    return markup("Undone – %(change)s", change=change)


def redone(change: Markup) -> Markup:
    """A change was made again."""
    return markup("Redone – %(change)s", change=change)


def step_undone(game: GameSnapshot, row: LogRow) -> Markup:
    """The change of this row of a game's log was undone."""
    return step_of_note(row.what, "undone") or undone(sentence(game, row))


def step_redone(game: GameSnapshot, row: LogRow) -> Markup:
    """The change of this row of a game's log was made again."""
    return step_of_note(row.what, "redone") or redone(sentence(game, row))


def hand_undone(number: int) -> Markup:
    """The last hand was undone."""
    return markup("Hand %(number)s undone.", number=number)


def hand_redone(number: int) -> Markup:
    """The last hand was saved again."""
    return markup("Hand %(number)s redone.", number=number)


def hand_corrected(number: int) -> Markup:
    """A hand was corrected; what that changed follows."""
    return markup("Hand %(number)s corrected.", number=number)


def hand_deleted(number: int) -> Markup:
    """A hand was deleted; what that changed follows."""
    return markup("Hand %(number)s deleted.", number=number)
