"""CSV, paper layout: one row per hand and a column per player, with totals (decision 43)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.pad.csv_tidy import moment

COLUMNS: Final = ("game", "started", "hand", "dealer")


def on_paper(
    cells: Cells, players: Mapping[int, str], games: Iterable[GameSnapshot]
) -> Iterator[str]:
    """The file, a game at a time: ``COLUMNS``, then the total of each player after the hand.

    ``players``: the names of all players of these games, by their ids, in the order of their
    columns. The cell of somebody who does not play is empty.
    """
    yield cells.row(*COLUMNS, *map(cells.text, players.values()))
    columns = {player: at for at, player in enumerate(players)}
    for game in games:
        yield "".join(_rows(cells, columns, game))


def _rows(cells: Cells, columns: Mapping[int, int], game: GameSnapshot) -> Iterator[str]:
    started = moment(game.started)
    players: tuple[int, ...] = ()
    for line, hand in zip(game.sheet.lines, game.hands, strict=True):
        seated = game.seated_at(hand.line)
        # Nearly always the same people as for the hand before: a format, and how seats fill it.
        if (now := tuple(each.player_id for each in seated)) != players:
            players = now
            taken = ["%s" if player in players else "" for player in columns]
            row = cells.row(*["%s"] * len(COLUMNS), *taken)
            seats = sorted(range(len(players)), key=lambda seat: columns[players[seat]])
        dealer = cells.text(seated[line.dealer].name)
        totals = (line.totals[seat] for seat in seats)
        yield row % (game.number, started, line.number, dealer, *totals)
