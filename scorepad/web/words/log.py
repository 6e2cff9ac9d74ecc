"""The log in plain sentences: each change, old → new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from scorepad.rules import Hand
from scorepad.store.changes import (
    GameBinned,
    GameImported,
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
from scorepad.store.log_rows import LogRow
from scorepad.web.words.cards import symbol
from scorepad.web.words.game import departure, replaced
from scorepad.web.words.house_rules import moon_sign
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.passing import passing
from scorepad.web.words.translation import cached_by_language, markup, nmarkup

# Enough for a few hundred games.
_HANDS_CACHE_SIZE: Final = 4096


def sentence(
    row: LogRow,
    names: tuple[str, ...],
    numbers: Mapping[int, int],
    others: Mapping[int, LogRow] | None = None,
) -> Markup:
    """A row of the log as a sentence.

    ``numbers``: of the hands on the sheet, by their lines; ``others``: the game's rows by id, for
    undo and redo.
    """
    number = numbers.get(row.line or 0)
    match change_of(row):
        case Undone():
            return markup("Undone – %(change)s", change=_other(row, names, numbers, others))
        case Redone():
            return markup("Redone – %(change)s", change=_other(row, names, numbers, others))
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
                "Hand %(number)s saved: %(hand)s.", number=number, hand=_whole(hand, names)
            )
        case HandRecorded(hand):
            return markup("Hand saved: %(hand)s.", hand=_whole(hand, names))
        case HandRemoved(hand):
            return markup("Hand deleted: %(hand)s.", hand=_whole(hand, names))
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
    numbers: Mapping[int, int],
    others: Mapping[int, LogRow] | None,
) -> Markup:
    """The row that was undone or redone, as a sentence."""
    other = (others or {}).get(row.undoes or 0)
    return Markup("…") if other is None else sentence(other, names, numbers)


@cached_by_language(_HANDS_CACHE_SIZE)
def _whole(hand: Hand, names: tuple[str, ...]) -> Markup:
    """A hand in full."""
    values = ((getattr(hand, field), phrase) for field, phrase in _PHRASES.items())
    return Markup("; ").join(
        phrase(value, names)
        for value, phrase in values
        # 0 has a meaning: nobody passed, or the first seat dealt.
        if value is not None and value is not False and value != {}
    )


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
    return Markup("♥ {}").format(
        listed(Markup("{} {}").format(isolated(name), count) for name, count in hearts if count)
    )


def _cards(seats: Mapping[str, int], names: Sequence[str]) -> Markup:
    return listed(
        Markup("{} {}").format(symbol(card), isolated(names[seat])) for card, seat in seats.items()
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
