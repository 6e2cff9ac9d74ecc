"""Warnings of an old moon that would lose its shooter the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad.rules import Game, Hand, sheet
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.moon_warning import moon_warning
from tests.rules.table import hand, rules_of

MOON = hand(13, 0, 0, 0, QS=0, moon="add")


def warns(game: Game, moon: Hand) -> bool:
    """Whether there is a warning of this moon, played next."""
    return moon_warning(game, sheet(game), moon)


class TestTheMoonWarning:
    CHOICE = rules_of(moon="choice")

    @pytest.mark.parametrize("moon_choice", MOON_CHOICES)
    def test_the_old_moon_can_lose_its_shooter_the_game(self, moon_choice: MoonChoice) -> None:
        game = Game(self.CHOICE, opening=(50, 80, 10, 10))
        assert warns(game, replace(MOON, moon_choice=moon_choice))

    def test_it_does_not_if_the_shooter_wins_or_shares(self) -> None:
        assert not warns(Game(self.CHOICE, opening=(10, 80, 10, 10)), MOON)
        assert not warns(Game(self.CHOICE, opening=(36, 80, 10, 10)), MOON)
        assert warns(Game(self.CHOICE, opening=(37, 80, 10, 10)), MOON)

    def test_it_does_not_if_the_game_goes_on(self) -> None:
        assert not warns(Game(self.CHOICE, opening=(50, 73, 10, 10)), MOON)

    def test_a_sun_counts_twice(self) -> None:
        rules = rules_of(moon="choice", sun=True)
        game = Game(rules, opening=(63, 50, 10, 10))
        assert not warns(game, MOON)
        assert warns(game, replace(MOON, sun=True))

    def test_without_a_choice_there_is_nothing_to_warn_of(self) -> None:
        opening = (50, 80, 10, 10)
        assert not warns(Game(rules_of(), opening=opening), MOON)
        assert not warns(Game(self.CHOICE, opening=opening), hand(12, 1, 0, 0, QS=0))
        assert not warns(Game(self.CHOICE, opening=opening, stopped=True), MOON)
