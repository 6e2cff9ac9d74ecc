"""The sheet on a page, as on paper: hands down, seats across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.fragments import render_fragment
from scorepad.web.words import cards, game
from scorepad.web.words.numbers import signed
from scorepad.web.words.rules import moon_sign
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class SheetPart:
    """The sheet. ``opening``: the totals brought from paper, if there was one.

    ``rows``: the hands, rendered. ``correctable``: whether their numbers lead to corrections.
    ``usual``: what a hand adds up to, if some hand does not. ``uncounted``: whether some came after
    the end; ``corrected``: whether some were corrected.
    """

    names: Sequence[str]
    opening: Sequence[int]
    rows: Sequence[Markup]
    correctable: bool
    usual: int | None
    uncounted: bool
    corrected: bool
    substitutions: Sequence[Markup]


def sheet_part(snapshot: GameSnapshot, *, writes: bool, current: int | None = None) -> SheetPart:
    """The sheet of a game; ``current``: the line of the hand that the page is about."""
    from_paper = snapshot.hands_before or any(seat.opening for seat in snapshot.seats)
    usual, lines = snapshot.ruleset.hand_total, snapshot.sheet.lines
    return SheetPart(
        names=snapshot.names,
        opening=[seat.opening for seat in snapshot.seats] if from_paper else [],
        rows=[
            _row(
                line,
                hand.hand,
                snapshot.ruleset.moon_cards,
                usual,
                corrected=hand.corrected,
                current=hand.line == current,
                address=urls.game_url("table.hand", line=hand.line) if writes else None,
            )
            for line, hand in zip(lines, snapshot.hands, strict=True)
        ],
        correctable=writes and bool(lines),
        usual=None if all(sum(line.points) == usual for line in lines) else usual,
        uncounted=not all(line.counts for line in lines),
        corrected=any(hand.corrected for hand in snapshot.hands),
        substitutions=list(_substitutions(snapshot)),
    )


def _row(
    line: rules.Line,
    cards: rules.Hand,
    moon_cards: tuple[rules.Card, ...],
    usual: int,
    *,
    corrected: bool,
    current: bool,
    address: str | None,
) -> Markup:
    """A hand, rendered. ``usual``: the sum of its points that is not worth a mark.

    ``address``: of its correction, for holders of the pen.
    """
    styles = ("after" if not line.counts else "", "current" if current else "")
    return render_fragment(
        "table/_sheet_row.html",
        line=line,
        address=address,
        corrected=corrected,
        style=" ".join(filter(None, styles)),
        signs=[signs_of(line, cards, moon_cards, seat) for seat in range(len(line.points))],
        usual=usual,
    )


_NO_SIGNS = Markup("")
_SUN, _MOON = "☀", "☾"


def signs_of(
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
        signs.append(sign % (moon_sign(line.moon_counted), _SUN if line.sun else _MOON))
    if line.adjusted[seat]:
        exact = Markup('<span class="exact" title="%s">%s</span>')
        signs.append(exact % (gettext(game.EXACT_HIT), signed(line.adjusted[seat])))
    return Markup(" ") + Markup(" ").join(signs) if signs else _NO_SIGNS


def _substitutions(snapshot: GameSnapshot) -> Iterator[Markup]:
    """Who took over from whom, in sentences; players who played no hand are left out."""
    since: dict[int, int] = {}
    # By seat: the last hand, the id and the name of each player who played there and left.
    former_players: dict[int, list[tuple[int, int, str]]] = {}
    for each in snapshot.substitutions:
        played = [
            at
            for at, hand in enumerate(snapshot.hands, start=snapshot.hands_before + 1)
            if since.get(each.seat, 0) < hand.line <= each.last_line
        ]
        since[each.seat] = each.last_line
        if played:
            former_players.setdefault(each.seat, []).append((played[-1], each.player_id, each.name))
    for seat, players in former_players.items():
        now = snapshot.seats[seat]
        successors = [*players[1:], (0, now.player_id, now.name)]
        for (last, former_id, former), (_, successor_id, successor) in zip(
            players, successors, strict=True
        ):
            if former_id != successor_id:
                yield game.took_over(successor, former, last)
