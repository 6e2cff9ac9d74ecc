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
    LogRow,
    NextHandDecided,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.web.words.cards import symbol
from scorepad.web.words.game import departure, replaced
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.notes import noted
from scorepad.web.words.notes import step as step_of_note
from scorepad.web.words.numbers import number as in_figures
from scorepad.web.words.rules import moon_sign, passing
from scorepad.web.words.translation import N_, gettext, markup, nmarkup

# In the log, where there are several devices: what was done on the server.
PHONE: Final = N_("phone")


def sentence(game: GameSnapshot, row: LogRow, others: Mapping[int, LogRow] | None = None) -> Markup:
    """A row of a game's log as a sentence. ``others``: the rows that steps are about, by id."""
    # With the names of those who played the hand.
    names = game.names if row.line is None else game.names_at(row.line)
    number = game.numbers.get(row.line or 0)
    match change_of(row):
        case Undone():
            return step("undone", _other(game, row, others))
        case Redone():
            return step("redone", _other(game, row, others))
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


def _other(game: GameSnapshot, row: LogRow, others: Mapping[int, LogRow] | None) -> Markup:
    """The change that was undone or redone."""
    other = (others or {}).get(row.undoes or 0)
    return Markup("…") if other is None else sentence(game, other)


def _whole(hand: Hand, names: tuple[str, ...], game: GameSnapshot) -> Markup:
    return _in_full(hand, names, shooter_of(hand, game.ruleset), game.ruleset.moon_cards)


def _in_full(
    hand: Hand, names: tuple[str, ...], shooter: int | None, moon_cards: tuple[Card, ...]
) -> Markup:
    """A hand in full; a moon says where the hearts are, and its cards."""
    values = {field: getattr(hand, field) for field in _PHRASES}
    parts: list[Markup] = []
    if shooter is not None:
        text = N_("sun for %(name)s") if hand.sun else N_("moon for %(name)s")
        parts = [markup(text, name=isolated(names[shooter]))]
        others = {card: seat for card, seat in hand.cards.items() if card not in moon_cards}
        values |= {"hearts": {}, "cards": others, "sun": False}
    parts += [
        _PHRASES[field](value, names)
        for field, value in values.items()
        # 0 has a meaning: hold, or the first seat deals.
        if value is not None and value is not False and value != {}
    ]
    return Markup("; ").join(parts)


def _differences(before: Hand, after: Hand, names: Sequence[str]) -> Markup:
    changes = []
    for field, phrase in _PHRASES.items():
        old, new = getattr(before, field), getattr(after, field)
        if old != new:
            changes.append(Markup("{} → {}").format(phrase(old, names), phrase(new, names)))
    return Markup("; ").join(changes)


def _hearts(counts: Sequence[int], names: Sequence[str]) -> Markup:
    return Markup("♥ ") + _each(counts, names)


def _each(counts: Sequence[int], names: Sequence[str]) -> Markup:
    """Who has how many, of those who have some."""
    both = zip(names, counts, strict=True)
    return listed(isolated(name) + f" {in_figures(count)}" for name, count in both if count)


def _cards(seats: Mapping[str, int], names: Sequence[str]) -> Markup:
    return listed(
        escape(symbol(card)) + " " + isolated(names[seat]) for card, seat in seats.items()
    )


def _moon(choice: str | None, _names: Sequence[str]) -> Markup:
    return escape(moon_sign(choice)) if choice else markup("no choice")


def _sun(sun: bool, _names: Sequence[str]) -> Markup:
    return markup("a sun") if sun else markup("no sun")


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
    if row.what != HandRecorded.what or not game.sheet.lines:
        return _button("undo", gettext("↶ Undo"), game, row, of_hand=False)
    last = game.sheet.lines[-1]
    points = _each(last.points, game.names)
    return StepButton(
        markup("↶ Undo hand %(number)s: %(points)s", number=last.number, points=points),
        gettext("↶ Undo hand %(number)s", number=last.number),
        sentence(game, row).striptags(),
        of_hand=True,
    )


def redo_button(game: GameSnapshot, row: LogRow | None) -> StepButton | None:
    """The button that makes a change of a game again; ``None`` for none."""
    if row is None:
        return None
    of_hand = row.what == HandRecorded.what
    return _button("redo", gettext("↷ Redo"), game, row, of_hand=of_hand)


def _button(name: str, quick: str, game: GameSnapshot, row: LogRow, *, of_hand: bool) -> StepButton:
    if label := step_of_note(row.what, name):
        return StepButton(label, quick, label.striptags(), of_hand)
    change = sentence(game, row)
    return StepButton(step(name, change), quick, change.striptags(), of_hand)


# A step: its button, and what it did, with the line of the change in the log.
_STEPS: Final = {
    "undo": N_("↶ Undo – %(change)s"),
    "redo": N_("↷ Redo – %(change)s"),
    "undone": N_("Undone – %(change)s"),
    "redone": N_("Redone – %(change)s"),
}
# What was done with a hand, where what that changed follows.
HAND_UNDONE: Final = N_("Hand %(number)s undone.")
HAND_REDONE: Final = N_("Hand %(number)s redone.")
HAND_CORRECTED: Final = N_("Hand %(number)s corrected.")
HAND_DELETED: Final = N_("Hand %(number)s deleted.")


def step(name: str, change: Markup) -> Markup:
    """A step through a log: "undo" and "redo" are its button, "undone" and "redone" what it did."""
    return markup(_STEPS[name], change=change)


def step_done(name: str, game: GameSnapshot, row: LogRow) -> Markup:
    """The change of this row of a game's log was "undone" or "redone"."""
    return step_of_note(row.what, name) or step(name, sentence(game, row))
