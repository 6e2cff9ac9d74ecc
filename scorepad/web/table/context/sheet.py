"""The sheet on a page, as on paper: hands down, seats across."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.fragments import rendered
from scorepad.web.words import cards, game, names
from scorepad.web.words.house_rules import MOON_NAMES
from scorepad.web.words.numbers import number, signed

# Enough for some hundred games.
_ROWS_REMEMBERED: Final = 4096


@dataclass(frozen=True)
class Cell:
    """One seat in a hand: its points with their signs, and its total after them."""

    dealt: bool
    points: str
    signs: Markup
    total: str


@dataclass(frozen=True)
class SheetPart:
    """The sheet. ``opening``: the totals brought from paper, if there was one.

    ``rows``: the hands, rendered. ``uncounted``: whether some came after the end.
    """

    names: tuple[Markup, ...]
    opening: tuple[str, ...]
    rows: tuple[Markup, ...]
    uncounted: bool
    substitutions: tuple[Markup, ...]
    writes: bool


def sheet_part(snapshot: GameSnapshot, *, writes: bool, current: int | None = None) -> SheetPart:
    """The sheet of a game; ``current``: the line of the hand that the page is about."""
    opened = snapshot.hands_before or any(seat.opening for seat in snapshot.seats)
    return SheetPart(
        names=tuple(map(names.tag, snapshot.names)),
        opening=tuple(number(seat.opening) for seat in snapshot.seats) if opened else (),
        rows=tuple(
            _row(
                line,
                hand.cards,
                snapshot.ruleset.moon_cards,
                corrected=hand.corrected,
                current=hand.line == current,
                address=urls.game_url("correction.hand", line=hand.line) if writes else None,
            )
            for line, hand in zip(snapshot.sheet.lines, snapshot.hands, strict=True)
        ),
        uncounted=not all(line.counts for line in snapshot.sheet.lines),
        substitutions=tuple(_substitutions(snapshot)),
        writes=writes,
    )


@lru_cache(_ROWS_REMEMBERED)
def _row(
    line: rules.Line,
    cards: rules.Hand,
    moon_cards: tuple[rules.Card, ...],
    *,
    corrected: bool,
    current: bool,
    address: str | None,
) -> Markup:
    """A hand, rendered. ``address``: of its correction, for holders of the pen."""
    styles = ("after" if not line.counts else "", "current" if current else "")
    return rendered(
        "table/_sheet_row.html",
        number=line.number,
        address=address,
        corrected=corrected,
        style=" ".join(filter(None, styles)),
        cells=[
            Cell(
                dealt=seat == line.dealer,
                points=number(points),
                signs=_signs(line, cards, moon_cards, seat),
                total=number(line.totals[seat]) if line.counts else "–",
            )
            for seat, points in enumerate(line.points)
        ],
        sum=number(sum(line.points)),
    )


_NO_SIGNS = Markup("")
_SUN, _MOON = "☀", "☾"


def _signs(
    line: rules.Line, hand: rules.Hand, moon_cards: tuple[rules.Card, ...], seat: int
) -> Markup:
    """The special cards that a seat took, its moon, and what an exact hit took off its total."""
    shot = line.shooter == seat
    signs = [
        cards.sign(card)
        for card, taker in hand.cards.items()
        # A moon implies which penalty cards its shooter took.
        if taker == seat and not (shot and card in moon_cards)
    ]
    if shot and line.moon_counted is not None:
        sign = Markup('<span title="%s">%s</span>')
        signs.append(sign % (MOON_NAMES[line.moon_counted], _SUN if line.sun else _MOON))
    if line.adjusted[seat]:
        exact = Markup('<span class="exact" title="exact hit">%s</span>')
        signs.append(exact % signed(line.adjusted[seat]))
    return Markup(" ") + Markup(" ").join(signs) if signs else _NO_SIGNS


def _substitutions(snapshot: GameSnapshot) -> Iterator[Markup]:
    """Former players of seats that somebody else has now, in sentences."""
    since: dict[int, int] = {}
    for left in snapshot.substitutions:
        played = [
            at
            for at, hand in enumerate(snapshot.hands, start=snapshot.hands_before + 1)
            if since.get(left.seat, 0) < hand.line <= left.last_line
        ]
        since[left.seat] = left.last_line
        successor = snapshot.seats[left.seat]
        if played and left.player_id != successor.player_id:
            yield game.substitution(left.name, successor.name, played[0], played[-1])
