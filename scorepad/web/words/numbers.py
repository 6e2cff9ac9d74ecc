"""Points, places, counts and times."""

from __future__ import annotations

from datetime import datetime


def ordinal(place: int) -> str:
    """A place: 1st, 2nd, 3rd, 4th."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def signed(points: int) -> str:
    """Points as they are added: +5, −26, 0."""
    return f"+{points}" if points > 0 else number(points)


def date(moment: datetime) -> str:
    """A day: 21 November 2026."""
    return f"{moment.day} {moment:%B %Y}"


def number(points: int) -> str:
    """A total, with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def counted_cards(count: int) -> str:
    """A number of cards: one card, two cards."""
    return f"{spelled(count)} card{'' if count == 1 else 's'}"


def moment(at: datetime) -> str:
    """A day and a time in UTC: 21 November, 20:15."""
    return f"{at.day} {at:%B, %H:%M} UTC"


def times(count: int) -> str:
    """How often: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")


def spelled(count: int) -> str:
    """A small number as a word: no, one, six; then 7."""
    names = ("no", "one", "two", "three", "four", "five", "six")
    return names[count] if count < len(names) else str(count)
