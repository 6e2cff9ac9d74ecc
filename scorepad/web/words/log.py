"""The log in plain sentences: each change, old → new; and what undo and redo say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from markupsafe import Markup, escape

from scorepad.rules import Hand, Ruleset, shooter_of
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
from scorepad.web.words.numbers import number as in_figures
from scorepad.web.words.rules import moon_sign, passing
from scorepad.web.words.translation import N_, gettext, markup, nmarkup


def sentence(game: GameSnapshot, row: LogRow, others: Mapping[int, LogRow] | None = None) -> Markup:
    """A row of a game's log as a sentence. ``others``: the rows that steps are about, by id."""
    # With the names of those who played the hand.
    names = game.names if row.line is None else game.names_at(row.line)
    number, rules = game.numbers.get(row.line or 0), game.ruleset
    match change_of(row):
        case Undone() | Redone() as change:
            other = (others or {}).get(row.undoes or 0)
            line = sentence(game, other) if other else Markup("…")
            return step("undone" if isinstance(change, Undone) else "redone", line)
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
                "Hand %(number)s saved: %(hand)s.", number=number, hand=_whole(hand, names, rules)
            )
        case HandRecorded(hand):
            return markup("Hand saved: %(hand)s.", hand=_whole(hand, names, rules))
        case HandRemoved(hand):
            return markup("Hand deleted: %(hand)s.", hand=_whole(hand, names, rules))
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
            return _noted(change)
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


# By whether it was a sun, and by how it was chosen to count.
_MOONS: Final[Mapping[tuple[bool, str | None], str]] = {
    (False, None): N_("%(name)s shot the moon"),
    (False, "add"): N_("%(name)s shot the moon: +%(points)s to the others"),
    (False, "subtract"): N_("%(name)s shot the moon: −%(points)s"),
    (True, None): N_("%(name)s shot the sun"),
    (True, "add"): N_("%(name)s shot the sun: +%(points)s to the others"),
    (True, "subtract"): N_("%(name)s shot the sun: −%(points)s"),
}


def _whole(hand: Hand, names: tuple[str, ...], rules: Ruleset) -> Markup:
    """A hand in full; a moon says where the hearts are, and its cards."""
    shooter = shooter_of(hand, rules)
    values = dict(vars(hand))
    parts: list[Markup] = []
    if shooter is not None:
        points = rules.penalty_total * (2 if hand.sun else 1)
        text = _MOONS[hand.sun, hand.moon_choice]
        parts = [markup(text, name=isolated(names[shooter]), points=points)]
        others = {card: seat for card, seat in hand.cards.items() if card not in rules.moon_cards}
        values |= {"hearts": {}, "cards": others, "sun": False, "moon_choice": None}
    parts += [
        _in_words(field, value, names)
        for field, value in values.items()
        # 0 has a meaning: hold, or the first seat deals.
        if value is not None and value is not False and value != {}
    ]
    return Markup("; ").join(parts)


def _differences(before: Hand, after: Hand, names: Sequence[str]) -> Markup:
    changes = []
    for field, old in vars(before).items():
        new = getattr(after, field)
        if old != new:
            both = (_in_words(field, value, names) for value in (old, new))
            changes.append(Markup("{} → {}").format(*both))
    return Markup("; ").join(changes)


def _each(counts: Sequence[int], names: Sequence[str]) -> Markup:
    """Who has how many, of those who have some."""
    both = zip(names, counts, strict=True)
    return listed(isolated(name) + f" {in_figures(count)}" for name, count in both if count)


def _in_words(field: str, value: Any, names: Sequence[str]) -> Markup:
    """The value of a field of a hand."""
    match field, value:
        case "hearts", counts:
            return Markup("♥ ") + _each(counts, names)
        case "cards", seats:
            return listed(
                escape(symbol(card)) + " " + isolated(names[seat]) for card, seat in seats.items()
            )
        case "moon_choice", choice:
            return escape(moon_sign(choice)) if choice else markup("no choice")
        case "sun", sun:
            return markup("a sun") if sun else markup("no sun")
        case "passed", None:
            return markup("pass as usual")
        case "passed", offset:
            return escape(passing(offset, len(names)))
        case _, None:
            return markup("dealer as usual")
        case _, seat:
            return markup("%(name)s deals", name=isolated(names[seat]))


# Of each kind of note: a new one, another one, one that was deleted.
_NOTES: Final[Mapping[str, tuple[str, str, str]]] = {
    GameNoted.what: (
        N_("Note on the game: “%(note)s”"),
        N_("Note on the game: “%(former)s” → “%(note)s”"),
        N_("Note on the game deleted: “%(former)s”"),
    ),
    EveningNoted.what: (
        N_("Note on the evening: “%(note)s”"),
        N_("Note on the evening: “%(former)s” → “%(note)s”"),
        N_("Note on the evening deleted: “%(former)s”"),
    ),
}


def _noted(change: GameNoted | EveningNoted) -> Markup:
    """A note was written, changed or deleted, with its words."""
    new, other, deleted = _NOTES[change.what]
    phrase = deleted if change.note is None else new if change.former is None else other
    both = {"former": change.former, "note": change.note}
    return markup(phrase, **{name: isolated(text) for name, text in both.items() if text})


# A step: its button, and what it did, with the line of the change in the log; of a note without its
# words, which may be long.
_STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    "undo": {
        "": N_("↶ Undo: %(change)s"),
        GameNoted.what: N_("↶ Undo note on the game"),
        EveningNoted.what: N_("↶ Undo note on the evening"),
    },
    "redo": {
        "": N_("↷ Redo: %(change)s"),
        GameNoted.what: N_("↷ Redo note on the game"),
        EveningNoted.what: N_("↷ Redo note on the evening"),
    },
    "undone": {
        "": N_("Undone: %(change)s"),
        GameNoted.what: N_("Note on the game undone."),
        EveningNoted.what: N_("Note on the evening undone."),
    },
    "redone": {
        "": N_("Redone: %(change)s"),
        GameNoted.what: N_("Note on the game redone."),
        EveningNoted.what: N_("Note on the evening redone."),
    },
}


def step(name: str, change: Markup, what: str = "") -> Markup:
    """A step through a log: "undo" and "redo" are its button, "undone" and "redone" what it did.

    ``change``: its line; ``what``: its kind.
    """
    texts = _STEPS[name]
    return markup(texts.get(what, texts[""]), change=change)


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


def step_button(
    game: GameSnapshot, name: Literal["undo", "redo"], row: LogRow | None
) -> StepButton | None:
    """The button that undoes a change of a game, or makes it again; ``None`` for none."""
    if row is None:
        return None
    change, of_hand = sentence(game, row), row.what == HandRecorded.what
    label = step(name, change, row.what)
    said = (label if row.what in _NOTES else change).striptags()
    if name == "redo":
        undone, coming = change_of(row), game.sheet.next
        if isinstance(undone, HandRecorded) and coming:
            hand = _whole(undone.hand, game.names, game.ruleset)
            label = markup("↷ Redo hand %(number)s: %(hand)s", number=coming.number, hand=hand)
        return StepButton(label, gettext("↷ Redo"), said, of_hand)
    if not of_hand or not game.sheet.lines:
        return StepButton(label, gettext("↶ Undo"), said, of_hand=False)
    last = game.sheet.lines[-1]
    points = _each(last.points, game.names)
    return StepButton(
        markup("↶ Undo hand %(number)s: %(points)s", number=last.number, points=points),
        gettext("↶ Undo hand %(number)s", number=last.number),
        said,
        of_hand=True,
    )
