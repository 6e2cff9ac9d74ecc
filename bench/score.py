"""What ``scorepad score`` costs for many short games, in what a loop takes that checks nothing."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Final

from bench.figures import Figure
from bench.start import cost_of

GAMES: Final = 10_000
_ROUNDS: Final = 7
_BOUND: Final = 6


def score() -> list[Figure]:
    """The CPU time of the command over that of the loop, each in the best of some rounds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_text("".join(_game(number) for number in range(GAMES)))
        commands = {
            "loop": ["-m", "bench.loop", str(file)],
            "score": ["-m", "scorepad", "score", str(file)],
        }
        rounds = [
            {name: cost_of(arguments) for name, arguments in commands.items()}
            for _ in range(_ROUNDS)
        ]
    loop, command = (min(each[name] for each in rounds) for name in commands)
    return [Figure("scorepad score", command / loop, _BOUND, f"loops ({loop * 1000:.0f} ms here)")]


def _game(number: int) -> str:
    """A game of one hand as a line of a file."""
    hearts = [5 + number % 9, 8 - number % 9, 0, 0]
    hands = [{"hearts": hearts, "cards": {"QS": number % 4}}]
    players = ["Anna", "Ben", "Cara", "Dora"]
    game = {"format": "scorepad-game", "version": 1, "players": players, "hands": hands}
    return f"{json.dumps(game)}\n"
