"""CSV, paper layout: one row per hand and a column per player, with totals (decision 43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scorepad.store.errors import CapError
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.pad.csv_tidy import moment

# Of players: far more than sit at the tables of one group. Each row has them all.
MOST_PLAYERS: Final = 100
COLUMNS: Final = ("game", "started", "hand", "dealer")


class AsOnPaper:
    """The rows of games: ``COLUMNS``, then the total of each player after the hand.

    ``players``: the names of all players of these games, by their ids, in the order of their
    columns. The cell of somebody who does not play is empty. Raises
    :class:`~scorepad.store.errors.CapError` if there are too many.
    """

    def __init__(self, cells: Cells, players: Mapping[int, str]) -> None:
        if len(players) > MOST_PLAYERS:
            raise CapError("columns")
        self._cells = cells
        self._players = players
        self._columns = {player: at for at, player in enumerate(players)}

    def heading(self) -> str:
        """The first row."""
        return self._cells.row(*COLUMNS, *map(self._cells.text, self._players.values()))

    def rows(self, game: GameSnapshot) -> Iterator[str]:
        """A row for each hand of a game."""
        started = moment(game.started)
        players: tuple[int, ...] = ()
        for line, hand in zip(game.sheet.lines, game.hands, strict=True):
            seated = game.seated_at(hand.line)
            # Nearly always the same people as for the hand before.
            if (now := tuple(each.player_id for each in seated)) != players:
                players, (row, seats) = now, self._row_of(now)
            totals = (line.totals[seat] for seat in seats)
            dealer = self._cells.text(seated[line.dealer].name)
            yield row % (game.number, started, line.number, dealer, *totals)

    def _row_of(self, players: tuple[int, ...]) -> tuple[str, list[int]]:
        """The format of a row for a hand of these players, and the order in which seats fill it."""
        columns = [self._columns[player] for player in players]
        totals = [""] * len(self._players)
        for column in columns:
            totals[column] = "%s"
        row = self._cells.row(*["%s"] * len(COLUMNS), *totals)
        return row, sorted(range(len(players)), key=columns.__getitem__)
