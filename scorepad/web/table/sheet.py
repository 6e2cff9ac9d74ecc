"""The sheet on a page, as on paper: hands down, seats across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.words import cards
from scorepad.web.words.names import isolated
from scorepad.web.words.numbers import signed
from scorepad.web.words.rules import moon_sign
from scorepad.web.words.translation import gettext, markup


@dataclass(frozen=True)
class SheetPart:
    """The sheet. ``signs``: by hand and seat. ``from_paper``: whether totals were brought along.

    ``writes``: whether the hands' numbers lead to corrections. ``current``: the line of the hand
    that the page is about. ``unusual``: whether some hand does not add up to the usual points.
    """

    signs: Sequence[Sequence[Markup]]
    from_paper: bool
    writes: bool
    current: int | None
    unusual: bool
    substitutions: Sequence[Markup]


def sheet_part(snapshot: GameSnapshot, *, writes: bool, current: int | None = None) -> SheetPart:
    """The sheet of a game; ``current``: the line of the hand that the page is about."""
    lines, ruleset = snapshot.sheet.lines, snapshot.ruleset
    return SheetPart(
        signs=[
            [signs_of(line, hand.hand, ruleset.moon_cards, seat) for seat in range(ruleset.players)]
            for line, hand in zip(lines, snapshot.hands, strict=True)
        ],
        from_paper=bool(snapshot.hands_before) or any(seat.opening for seat in snapshot.seats),
        writes=writes,
        current=current,
        unusual=any(sum(line.points) != ruleset.hand_total for line in lines),
        substitutions=list(_substitutions(snapshot)),
    )


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
        signs.append(sign % (moon_sign(line.moon_counted), "☀" if line.sun else "☾"))
    if line.adjusted[seat]:
        exact = Markup('<span class="exact" title="%s">%s</span>')
        signs.append(exact % (gettext("exact hit"), signed(line.adjusted[seat])))
    return Markup("").join(Markup(" ") + sign for sign in signs)


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
                yield markup(
                    "%(successor)s took over from %(former)s after hand %(number)s.",
                    successor=isolated(successor),
                    former=isolated(former),
                    number=last,
                )
