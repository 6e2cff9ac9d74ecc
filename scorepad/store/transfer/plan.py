"""What an import writes, worked out before anybody is kept from writing.

To work out sheets, figures and streaks takes many times longer than to write them. So a plan is
made from what the pad is like, and it is carried out only if the pad is still like that.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, select

from scorepad.gamefile import BadFileError, GameFile
from scorepad.names import name_key
from scorepad.notes import as_note
from scorepad.store.base import Base, now
from scorepad.store.batches import batches
from scorepad.store.errors import CapError
from scorepad.store.figure_models import Agreement, GameOutcome, Meeting, PlayerResult, Tally
from scorepad.store.figures import streaks
from scorepad.store.figures.evenings import SPAN, Span, joined
from scorepad.store.figures.rows import Row, key_of, rows_of
from scorepad.store.figures.streaks import KINDS, Kind, Place, Run, Step, step_of
from scorepad.store.figures.tallies import Changes, meeting_row, tally_row
from scorepad.store.game.hands import columns_of
from scorepad.store.log.changes import GameImported
from scorepad.store.models import Change, Game, Hand, Seat, Substitution
from scorepad.store.transfer.bulk import Bulk, Ready
from scorepad.store.transfer.check import CheckedGame, CheckedGames
from scorepad.store.transfer.ids import Ids
from scorepad.store.transfer.pad_state import known_games, pad_state
from scorepad.store.transfer.spool import Spool
from scorepad.store.verbs import caps
from scorepad.store.verbs.writing import finished_at

# Opens a look at the database.
Reading: TypeAlias = Callable[[], AbstractContextManager[Connection]]

_AT_A_TIME: Final = 500


@dataclass
class Imported:
    """What became of the games of a file.

    ``games``: how many were written. ``known``: how many the pad or the file had already; of these,
    ``binned`` are in the bin, and ``behind`` have more hands in the file than in the pad.
    """

    games: int = 0
    known: int = 0
    binned: int = 0
    behind: int = 0


@contextmanager
def plan_import(
    reading: Reading, pad_id: int | None, device_id: int | None, games: CheckedGames
) -> Iterator[Plan]:
    """What these games come to in a pad as it is now; ``pad_id``: ``None`` for a new one.

    It is there for the duration of the block. Raises :class:`CapError`, and :class:`BadFileError`
    for two names in a game that are one player here.
    """
    with Spool() as rows, Spool() as results:
        with reading() as connection:
            plan = Plan(connection, pad_id, device_id, games, rows, results)
            known = known_games(connection, pad_id)
        for game in games:
            hands = len(game.file.game.hands)
            if game.id not in known:
                known[game.id] = (hands, False)
                plan.add(game)
                continue
            in_pad, binned = known[game.id]
            plan.done.known += 1
            plan.done.binned += binned
            plan.done.behind += hands > in_pad
        with reading() as connection:
            plan.finish(connection, pad_id)
        yield plan


class _Game(NamedTuple):
    """What a game does to the streak of a player: where it stands, and each kind's step.

    ``result``: its number in the file, or the row that the pad has.
    """

    place: Place
    steps: Sequence[Step]
    result: int | Row


class Plan:
    """What an import writes.

    ``pad``: its id. ``players`` and ``agreements``: new rows; ``games``: by how many games each
    agreement grows. ``tallies``: what is added to those that the pad
    may have, and to its meetings. ``ends``: for each
    kind of streak, what changes in results that the pad has. ``rows``: all other new rows, packed
    for ``bulks``, those first to which others refer.
    """

    def __init__(
        self,
        connection: Connection,
        pad_id: int | None,
        device_id: int | None,
        games: CheckedGames,
        rows: Spool,
        results: Spool,
    ) -> None:
        self.ids = Ids(
            connection,
            {
                "games": len(games),
                "players": len(games.names),
                "agreements": len(games.rules),
                "pads": 1,
            },
        )
        self.state = pad_state(connection, pad_id)
        self.pad = pad_id or self.ids.next("pads")
        self.done = Imported()
        self.last_number = self.state.last_number
        self.players: list[Row] = []
        self.agreements: list[Row] = []
        self.games: Counter[int] = Counter()
        self.tallies = Changes()
        self.runs: dict[tuple[int, Kind], Run] = {}
        self.ends: dict[Kind, list[Row]] = {kind: [] for kind in KINDS}
        self.evenings_gone: Sequence[Span] = ()
        self.evenings_new: Sequence[Span] = ()
        self.bulks: dict[str, Bulk] = {}
        self.rows = rows
        self._dialect = connection.dialect
        self._device = device_id
        self._at = now()
        # By the keys of their names, of their rules; by their options.
        self._player_ids = dict(self.state.players)
        agreed = select(Agreement.key, Agreement.id).where(Agreement.pad_id == pad_id)
        self._agreement_ids = {row.key: row.id for row in connection.execute(agreed)}
        self._by_options: dict[tuple[int, str], int] = {}
        self._spare_numbers = caps.NUMBERS_LEFT_OUT
        self._chunk: dict[str, list[Ready]] = defaultdict(list)
        # Those without what ends in them: that is known only once all games are.
        self._results = results
        self._runs: dict[int, list[_Game]] = defaultdict(list)
        self._spans: list[Span] = []

    def add(self, game: CheckedGame) -> None:
        """One more game, with all that belongs to it."""
        file, played = game.file, game.file.game
        self.done.games += 1
        id_ = self.ids.next("games")
        started = file.started or self._at
        recorded = [moment or started for moment in file.recorded]
        number = self.last_number = self._next_number(file.number)
        seated = [self._player(name) for name in file.players]
        left = [self._player(each.player) for each in file.left]
        _expect_different(game, [*seated, *left])
        self._put(
            Game,
            {
                "id": id_,
                "pad_id": self.pad,
                "number": number,
                "entry": game.id,
                "rules": dict(file.options),
                "dealer": played.dealer,
                "hands_before": played.hands_before,
                "started": started,
                "stopped": file.stopped,
                "note": as_note(file.note or ""),
                "evening_note": as_note(file.evening_note or ""),
                "finished": finished_at(game.sheet, recorded, file.stopped),
                "next_passed": played.next_passed,
                "next_dealer": played.next_dealer,
                "revision": 1,
            },
        )
        opening = played.opening or (0,) * len(seated)
        for seat, player in enumerate(seated):
            sits = {"game_id": id_, "player_id": player, "seat": seat, "opening": opening[seat]}
            self._put(Seat, sits)
        for line, (hand, moment) in enumerate(zip(played.hands, recorded, strict=True), start=1):
            # No phone sends an id with a blank.
            row = {"game_id": id_, "line": line, "entry": f"line {line}", "recorded": moment}
            self._put(Hand, row | columns_of(hand))
        for player, each in zip(left, file.left, strict=True):
            gone = {"game_id": id_, "player_id": player, "seat": each.seat, "last_line": each.after}
            self._put(Substitution, gone)
        change = GameImported(file.players, len(played.hands))
        before, after = change.to_json()
        self._put(
            Change,
            {
                "game_id": id_,
                "pad_id": self.pad,
                "device_id": self._device,
                "at": self._at,
                "what": change.what,
                "before": before,
                "after": after,
            },
        )
        if game.sheet.over:
            self._count(game, id_, number, started, _sat(file, seated, left))
        if self.done.games % _AT_A_TIME == 0:
            self._flush()

    def finish(self, connection: Connection, pad_id: int | None) -> None:
        """Join the games with those of the pad: streaks and evenings."""
        # What the streaks and evenings are joined with must still be there.
        self.state = self.state._replace(settled=pad_state(connection, pad_id).settled)
        self._join_runs(connection)
        self._put_new_tallies()
        self._flush()
        before = [Span(*row) for row in connection.execute(SPAN, {"pad": pad_id})]
        # An evening has the number of its first game, whatever it ends with.
        in_order = sorted([*before, *self._spans], key=attrgetter("started", "number"))
        after = set(joined(in_order))
        self.evenings_gone = [span for span in before if span not in after]
        self.evenings_new = sorted(after.difference(before))

    def _put_new_tallies(self) -> None:
        """Put those that cannot be there yet among the new rows: to add to them costs far more."""
        players, agreements = (
            {row["id"] for row in new} for new in (self.players, self.agreements)
        )
        totals, meetings = self.tallies.totals, self.tallies.meetings
        for key in [*totals]:
            if key.player_id in players or key.agreement_id in agreements:
                self._put(Tally, tally_row(key, totals.pop(key)))
        for pair in [*meetings]:
            if {pair.player_id, pair.other_id} & players or pair.agreement_id in agreements:
                self._put(Meeting, meeting_row(pair, meetings.pop(pair)))

    def _put(self, model: type[Base], row: Row) -> None:
        """Add a row to those of a table, which all have the same columns."""
        name = model.__tablename__
        if name not in self.bulks:
            self.bulks[name] = Bulk(model, list(row), self._dialect)
        self._chunk[name].append(self.bulks[name].ready(row.values()))

    def _flush(self) -> None:
        for name, rows in self._chunk.items():
            self.rows.add((name, self.bulks[name].pack(rows)))
        self._chunk.clear()

    def _next_number(self, wanted: int | None) -> int:
        if self.last_number >= caps.GAMES:
            raise CapError("games")
        number = self.last_number + 1
        if self.state.last_number == 0 and wanted is not None:
            left_out = wanted - number
            if 0 < left_out <= min(self._spare_numbers, caps.GAMES - number):
                self._spare_numbers -= left_out
                return wanted
        return number

    def _player(self, name: str) -> int:
        """The id of the pad's player of this name, who is new if there is none."""
        key = name_key(name)
        if key not in self._player_ids:
            if len(self._player_ids) >= caps.PLAYERS:
                raise CapError("players")
            self._player_ids[key] = id_ = self.ids.next("players")
            self.players.append({"id": id_, "pad_id": self.pad, "name": name, "name_key": key})
        return self._player_ids[key]

    def _agreement(self, file: GameFile) -> int:
        """The id of the rules of a game, which has one game more."""
        players, options = len(file.players), dict(file.options)
        by = (players, json.dumps(options))
        if by not in self._by_options:
            key = key_of(file.game.rules)
            if key not in self._agreement_ids:
                self._agreement_ids[key] = id_ = self.ids.next("agreements")
                new = {"id": id_, "pad_id": self.pad, "key": key, "games": 0}
                self.agreements.append({**new, "players": players, "options": options})
            self._by_options[by] = self._agreement_ids[key]
        self.games[self._by_options[by]] += 1
        return self._by_options[by]

    def _count(
        self,
        game: CheckedGame,
        id_: int,
        number: int,
        started: datetime,
        sat: Sequence[Sequence[int]],
    ) -> None:
        """The outcome and the results of a game that is over."""
        rows = rows_of(
            game.file.game,
            game.sheet,
            sat,
            game_id=id_,
            agreement_id=self._agreement(game.file),
            number=number,
            started=started,
        )
        self.tallies.add(rows.results)
        self._put(GameOutcome, {**rows.outcome, "pad_id": self.pad})
        for row in rows.results:
            steps = [step_of(kind, row) for kind in KINDS]
            here = _Game(Place(started, number), steps, len(self._results))
            self._runs[row["player_id"]].append(here)
            self._results.add(row)
        self._spans.append(Span(started, started, number, 1, rows.outcome["moons"]))

    def _join_runs(self, connection: Connection) -> None:
        """Work out every streak of the players of these games, among all of their games."""
        new = {player["id"] for player in self.players}
        theirs = select(PlayerResult).where(
            PlayerResult.player_id.in_(bindparam("players", expanding=True))
        )
        for some in batches([player for player in self._runs if player not in new]):
            for found in connection.execute(theirs, {"players": some}).mappings():
                row = dict(found)
                steps = [step_of(kind, row) for kind in KINDS]
                game = _Game(Place(row["started"], row["number"]), steps, row)
                self._runs[row["player_id"]].append(game)
        ends: list[dict[str, int | None]] = [{} for _ in range(len(self._results))]
        for player, games in self._runs.items():
            games.sort(key=itemgetter(0))
            for at, kind in enumerate(KINDS):
                ended, run = streaks.run_through((game.place, game.steps[at]) for game in games)
                self.runs[player, kind] = run
                for game, length in zip(games, ended, strict=True):
                    if isinstance(game.result, int):
                        ends[game.result][kind.column] = length
                    elif game.result[kind.column] != length:
                        changed = {"game": game.result["game_id"], "whose": player, "ended": length}
                        self.ends[kind].append(changed)
        for row, ended_here in zip(self._results, ends, strict=True):
            self._put(PlayerResult, row | ended_here)
            if len(self._chunk[PlayerResult.__tablename__]) == _AT_A_TIME:
                self._flush()


def _expect_different(game: CheckedGame, players: Sequence[int]) -> None:
    """Let nobody play in a game under two names, of which one was merged into the other."""
    file = game.file
    names: dict[int, str] = {}
    both = ((f"players[{seat}]", name) for seat, name in enumerate(file.players))
    left = ((f"left[{at}].player", left.player) for at, left in enumerate(file.left))
    for player, (place, name) in zip(players, (*both, *left), strict=True):
        if names.setdefault(player, name_key(name)) != name_key(name):
            raise BadFileError(game.line, place, "is another name of a player of this game")


def _sat(file: GameFile, seated: Sequence[int], left: Sequence[int]) -> Sequence[Sequence[int]]:
    """Who sat there for each hand, by seat, and at last who sits there at the end."""
    lines = range(1, len(file.game.hands) + 1)
    if not left:
        return [seated] * (len(lines) + 1)
    by_seat: list[list[tuple[int, int]]] = [[] for _ in seated]
    for each, player in zip(file.left, left, strict=True):
        by_seat[each.seat].append((each.after, player))
    rows = []
    for line in lines:
        row = []
        for now_there, gone in zip(seated, by_seat, strict=True):
            # Of several who left after this line, the one who played it left first.
            first = bisect_left(gone, line, key=itemgetter(0))
            row.append(gone[first][1] if first < len(gone) else now_there)
        rows.append(row)
    return [*rows, seated]
