"""``make bench``: what Scorepad costs, as ratios to a yardstick; ``… -m bench pages`` is quick.

Prints a line for each row and exits 1 if a bound is passed by more than a tenth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bench.caches import caches
from bench.csv_stream import GAMES, csv_stream
from bench.databases import databases
from bench.figures import Figure, exit_status, lines
from bench.game import HANDS
from bench.growth import growth
from bench.imports import imports
from bench.pages import pages
from bench.score import GAMES as GAMES_SCORED
from bench.score import score
from bench.served import served
from bench.start import start
from bench.views import views
from tests.support.guardian import guard

_PARTS: Final[Mapping[str, tuple[str, Callable[[], list[Figure]]]]] = {
    "pages": (f"In this process, a game of {HANDS} hands", pages),
    "caches": ("What takes how many times as long without its cache", caches),
    "csv": (f"The CSV of a pad of {GAMES} games", csv_stream),
    "start": ("The start of a command", start),
    "score": (f"{GAMES_SCORED:,} games of one hand", score),
    "served": ("Under the same server, waitress", served),
    "growth": ("A pad with 10,000 games, in pads with 10", growth),
    "imports": ("An import, while nobody else can write", imports),
    "databases": ("The same on PostgreSQL, in costs on SQLite", databases),
    "views": (f"In Chromium, the table of a game of {HANDS} hands with the pen", views),
}


def main(parts: Sequence[str]) -> int:
    """Measure and print these parts, or all of them if none is named; the exit status."""
    if unknown := set(parts) - set(_PARTS):
        print(f"bench: no part is called {min(unknown)}; there are {', '.join(_PARTS)}")
        return 2
    guard()
    figures: list[Figure] = []
    for part in parts or _PARTS:
        title, measure = _PARTS[part]
        print(f"{title}:", flush=True)
        measured = measure()
        print("\n".join(lines(measured)), flush=True)
        figures += measured
    return exit_status(figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
