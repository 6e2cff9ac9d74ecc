"""The log in plain sentences: what was done, old → new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from scorepad.rules.passing import HOLD
from scorepad.store.log_rows import LogRow
from scorepad.web.words.cards import symbol
from scorepad.web.words.house_rules import MOON_NAMES
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.passing import passing

_PLAIN: Final = {
    "stop": "The game was stopped by agreement.",
    "reopening": "The game goes on.",
    "bin": "The game was put into the bin.",
    "unbin": "The game was taken out of the bin.",
}
_FIELDS: Final = ("hearts", "cards", "moon", "sun", "pass", "dealer")


def sentence(
    change: LogRow, names: Sequence[str], others: Mapping[int, LogRow] | None = None
) -> Markup:
    """What a line of the log says. ``others``: the game's changes by id, for undo and redo."""
    before, after = change.before or {}, change.after or {}
    if change.what in ("undo", "redo"):
        undone = (others or {}).get(change.undoes or 0)
        verb = "Taken back" if change.what == "undo" else "Done again"
        return Markup("{}: {}").format(verb, sentence(undone, names) if undone else "…")
    if change.what == "game":
        return Markup("The game was started: {}.").format(
            listed(isolated(name) for name in after["players"])
        )
    if change.what == "hand":
        return Markup("A hand was taken down: {}.").format(_hand(after, names))
    if change.what == "removal":
        return Markup("A hand was taken out: {}.").format(_hand(before, names))
    if change.what == "correction":
        parts = [
            Markup("{} → {}").format(_part(field, before, names), _part(field, after, names))
            for field in _FIELDS
            if before.get(field) != after.get(field)
        ]
        return Markup("A hand was corrected: {}.").format(Markup("; ").join(parts))
    if change.what == "next":
        return Markup("For the next hand: {}, {}.").format(
            _part("pass", {"pass": after["next_passed"]}, names),
            _part("dealer", {"dealer": after["next_dealer"]}, names),
        )
    if change.what == "player":
        return Markup("{} goes on in place of {}.").format(
            isolated(after["player"]), isolated(before["player"])
        )
    return escape(_PLAIN.get(change.what, change.what))


def _hand(cards: Mapping[str, Any], names: Sequence[str]) -> Markup:
    return Markup("; ").join(_said(cards, names))


def _said(cards: Mapping[str, Any], names: Sequence[str]) -> Iterator[Markup]:
    for field in _FIELDS:
        value = cards.get(field)
        # 0 says something: that nobody passed, or who dealt.
        if value is not None and value is not False and value != {}:
            yield _part(field, cards, names)


def _part(field: str, cards: Mapping[str, Any], names: Sequence[str]) -> Markup:
    """One thing about a hand: its hearts, who took which card, the moon, the pass, the dealer."""
    value: Any = cards.get(field)
    if field == "hearts":
        return _hearts(value, names)
    if field == "cards":
        return listed(
            Markup("{} {}").format(symbol(card), isolated(names[seat]))
            for card, seat in value.items()
        )
    if field == "moon":
        return escape(MOON_NAMES.get(value or "", "no choice"))
    if field == "sun":
        return escape("a sun" if value else "no sun")
    if field == "pass":
        if value is None:
            return escape("the pass as it is its turn")
        way = passing(value, len(names))
        return escape(way if value == HOLD else f"passed {way}")
    return (
        Markup("the dealer whose turn it is")
        if value is None
        else Markup("{} deals").format(isolated(names[value]))
    )


def _hearts(counts: Sequence[int], names: Sequence[str]) -> Markup:
    took = zip(names, counts, strict=True)
    return Markup("♥ {}").format(
        listed(Markup("{} {}").format(isolated(name), count) for name, count in took if count)
    )
