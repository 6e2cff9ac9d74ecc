"""Make the games of ``scorepad demo``: three years of a group of five, by chance, always the same.

``python -m tests.support.demo_games scorepad/cli/demo.jsonl``
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from scorepad import rules
from scorepad.gamefile import GameFile, game_line
from tests.support.played_games import played_hand

GAMES: Final = 150
# How easily each of them takes hearts and the queen.
PLAYERS: Final = {"Anna": 0.85, "Ben": 1.0, "Cara": 0.95, "Dan": 1.15, "Emma": 1.05}
_NAME: Final = "Friday night"
_USUAL: Final = {"preset": "black-lady"}
_OTHER: Final = {"preset": "omnibus"}
_OTHERS: Final = 0.1
_MOONS: Final = 1 / 40
_STOPPED: Final = 0.03
_FIRST_EVENING: Final = datetime(2023, 10, 6, 18, 30, tzinfo=UTC)
# The last game runs: so many hands of it are played.
_RUNNING: Final = 4
# One with which four are there on the last evening.
_SEED: Final = 2


def demo_games() -> Iterator[bytes]:
    """The games as lines of JSON, the oldest first."""
    random = Random(_SEED)  # noqa: S311 (no secret: the same games again)
    number, evening = 0, _FIRST_EVENING
    while number < GAMES:
        names = random.sample([*PLAYERS], random.choice((4, 4, 5)))
        options = _OTHER if random.random() < _OTHERS else _USUAL
        at = evening + timedelta(minutes=random.randrange(60))
        for _ in range(random.choice((1, 2, 2, 2, 3, 3, 4))):
            number += 1
            game = _game(random, number, names, options, at)
            yield game_line(game)
            if number == GAMES:
                return
            at = max(filter(None, game.recorded)) + timedelta(minutes=random.randint(8, 20))
        # Every second Friday, and now and then one is left out.
        evening += timedelta(weeks=random.choice((2, 2, 2, 2, 3, 4)))


def _game(
    random: Random, number: int, names: list[str], options: dict[str, str], at: datetime
) -> GameFile:
    """A game that begins then, played to its end unless it is the last one or is stopped."""
    ruleset = rules.ruleset(len(names), options)
    weights = [PLAYERS[name] for name in names]
    stops = number < GAMES and random.random() < _STOPPED
    most = _RUNNING if number == GAMES else 5 if stops else None
    game = rules.Game(ruleset, dealer=random.randrange(len(names)))
    started, recorded = at, list[datetime]()
    while not rules.sheet(game).over and len(game.hands) != most:
        hand = played_hand(random, ruleset, moons=_MOONS, weights=weights)
        game = rules.Game(ruleset, (*game.hands, hand), game.dealer)
        at += timedelta(seconds=random.randint(240, 480))
        recorded.append(at)
    if stops:
        game = rules.Game(ruleset, game.hands, game.dealer, stopped=True)
    return GameFile(
        game=game,
        players=tuple(names),
        options=options,
        name=_NAME,
        started=started,
        stopped=at + timedelta(minutes=2) if stops else None,
        recorded=tuple(recorded),
        number=number,
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(b"".join(demo_games()))
