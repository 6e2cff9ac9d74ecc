"""No seat is special: turning the table turns the sheet, and the deal goes round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, Sheet, sheet
from tests.rules.strategies import SETTINGS, games

T = TypeVar("T")


def turned(values: Sequence[T], by: int) -> tuple[T, ...]:
    """What each seat had, at the seat ``by`` places further clockwise."""
    return tuple(values[(seat - by) % len(values)] for seat in range(len(values)))


def turned_game(game: Game, by: int) -> Game:
    """The same people in the same order, each ``by`` seats further on."""
    players = game.rules.players

    def one(hand: Hand) -> Hand:
        cards = {card: (taker + by) % players for card, taker in hand.cards.items()}
        dealer = None if hand.dealer is None else (hand.dealer + by) % players
        return replace(hand, hearts=turned(hand.hearts, by), cards=cards, dealer=dealer)

    return replace(
        game,
        hands=tuple(one(hand) for hand in game.hands),
        dealer=(game.dealer + by) % players,
        opening=turned(game.opening, by) if game.opening else (),
    )


def turned_sheet(result: Sheet, by: int) -> Sheet:
    """The sheet with its columns moved ``by`` seats further on."""
    players = len(result.totals)
    return replace(
        result,
        lines=tuple(
            line._replace(
                dealer=(line.dealer + by) % players,
                points=turned(line.points, by),
                adjusted=turned(line.adjusted, by),
                totals=turned(line.totals, by),
                shooter=None if line.shooter is None else (line.shooter + by) % players,
            )
            for line in result.lines
        ),
        totals=turned(result.totals, by),
        places=turned(result.places, by),
        winners=tuple(sorted((seat + by) % players for seat in result.winners)),
        tied=tuple(sorted((seat + by) % players for seat in result.tied)),
        next=result.next and replace(result.next, dealer=(result.next.dealer + by) % players),
    )


@SETTINGS
@given(games(), st.integers(1, 6))
def test_turning_the_table_turns_the_sheet(game: Game, by: int) -> None:
    assert sheet(turned_game(game, by)) == turned_sheet(sheet(game), by)


@SETTINGS
@given(games(), st.integers(0, 6))
def test_who_deals_changes_nothing_but_who_deals(game: Game, dealer: int) -> None:
    dealer %= game.rules.players
    was, now = sheet(game), sheet(replace(game, dealer=dealer))
    assert [line._replace(dealer=0) for line in now.lines] == [
        line._replace(dealer=0) for line in was.lines
    ]
    assert (now.totals, now.places, now.winners) == (was.totals, was.places, was.winners)
