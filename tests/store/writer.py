"""Processes that write: ``python -m tests.store.writer URI PAD DEVICE GAME HANDS NAME…``.

The first name is this process, every other one a fork of it. Each records so many hands, and prints
an entry once it was answered as saved.
"""

from __future__ import annotations

import multiprocessing
import sys

from tests.store.table import Database, Table, keep_recording, prepared_engine


def write(uri: str, ids: tuple[int, int, int], hands: int, name: str) -> None:
    with prepared_engine(uri) as engine:
        table = Table(Database(uri, engine), *ids)
        entries = (f"{name}{number}" for number in range(hands))
        keep_recording(table, entries, say)


def say(entry: str) -> None:
    # In one piece: others write at the same time, or this process is killed in between.
    sys.stdout.write(f"{entry}\n")
    sys.stdout.flush()


def main(uri: str, pad: str, device: str, game: str, hands: str, *names: str) -> int:
    forks = multiprocessing.get_context("fork")
    work = (uri, (int(pad), int(device), int(game)), int(hands))
    others = [forks.Process(target=write, args=(*work, name)) for name in names[1:]]
    for process in others:
        process.start()
    write(*work, names[0])
    for process in others:
        process.join()
    return sum(process.exitcode != 0 for process in others)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
