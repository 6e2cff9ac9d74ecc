"""The figures of a pad counted by hand: hand after hand, game after game, with nothing stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.rules.hand_sums import HandSums, hand_sums
from scorepad.store.figure_models import (
    Agreement,
    Evening,
    GameOutcome,
    Meeting,
    PlayerResult,
    Streak,
    Tally,
)
from scorepad.store.figures.rows import key_of
from scorepad.store.game.all_games import all_games
from scorepad.store.game.snapshot import GameSnapshot

SUMS = (
    "games", "wins", "shared", "places", "hands", "points",
    "queens", "moons", "suns", "exact_hits", "ahead", "level",
)  # fmt: skip
# Those are counted by a second way in tests/rules.
BY_HAND = tuple(name for name in HandSums._fields if name not in SUMS)
NOTHING = dict.fromkeys((*SUMS, *BY_HAND), 0)
MET = ("games", "wins", "hands", "ahead", "level")


class Figures(NamedTuple):
    """What is stored about the finished games of a pad, without the ids that databases give."""

    agreements: Mapping[str, tuple[int, int]]
    outcomes: Mapping[int, Mapping[str, Any]]
    results: Mapping[tuple[int, int], Mapping[str, Any]]
    evenings: Mapping[int, tuple[datetime, datetime, int, int]]
    streaks: Mapping[tuple[int, str], tuple[int, int, datetime, int]]
    tallies: Mapping[tuple[int, str, str, int], Mapping[str, int]]


def stored(session: Session, pad_id: int) -> Figures:
    """The figures as the database has them."""
    agreements = session.scalars(select(Agreement).where(Agreement.pad_id == pad_id)).all()
    keys = {row.id: row.key for row in agreements}
    outcomes = session.scalars(select(GameOutcome).where(GameOutcome.pad_id == pad_id)).all()
    results = session.scalars(select(PlayerResult).where(PlayerResult.agreement_id.in_(keys))).all()
    evenings = session.scalars(select(Evening).where(Evening.pad_id == pad_id)).all()
    streaks = session.scalars(select(Streak).where(Streak.pad_id == pad_id)).all()
    tallies = session.scalars(select(Tally).where(Tally.agreement_id.in_(keys))).all()
    meetings = session.scalars(select(Meeting).where(Meeting.agreement_id.in_(keys))).all()
    return Figures(
        {row.key: (row.players, row.games) for row in agreements},
        {
            row.number: {
                "key": keys[row.agreement_id],
                **{
                    name: getattr(row, name)
                    for name in ("started", "hands", "moons", "lead", "comeback", "comeback_of")
                },
            }
            for row in outcomes
        },
        {
            (row.number, row.player_id): {
                "key": keys[row.agreement_id],
                "stats": {int(offset): tuple(stats) for offset, stats in row.stats.items()},
                **{
                    name: getattr(row, name)
                    for name in ("started", "seat", "place", "total", "winners", *SUMS[4:10],
                                 *BY_HAND, "wins_before", "queen_run")
                },
            }
            for row in results
        },
        {row.number: (row.started, row.last_started, row.games, row.moons) for row in evenings},
        {
            (row.player_id, row.kind): (row.now, row.best, row.started, row.number)
            for row in streaks
        },
        {
            (row.player_id, keys[row.agreement_id], *of): {**NOTHING, **dict(counts)}
            for row in tallies
            for of, counts in _parts(row)
        } | {
            (row.player_id, keys[row.agreement_id], "with", row.other_id):
                {**NOTHING, **{name: getattr(row, name) for name in MET}}
            for row in meetings
        },
    )  # fmt: skip


def _parts(row: Tally) -> Iterator[tuple[tuple[str, int], Iterable[tuple[str, int]]]]:
    yield ("all", 0), ((name, getattr(row, name)) for name in (*SUMS[:10], *BY_HAND))
    for offset, stats in row.by_pass.items():
        yield ("pass", int(offset)), zip(SUMS[4:10], stats, strict=True)
    for seat, sums in row.by_seat.items():
        yield ("seat", int(seat)), zip(SUMS[:10], sums, strict=True)


def counted_by_hand(session: Session, pad_id: int) -> Figures:
    """The figures as they follow from the hands."""
    games = [game for game in all_games(session.connection(), pad_id) if game.finished is not None]
    games.sort(key=lambda game: (game.started, game.number))
    agreements: dict[str, tuple[int, int]] = {}
    tallies: dict[tuple[int, str, str, int], dict[str, int]] = defaultdict(lambda: dict(NOTHING))
    outcomes: dict[int, dict[str, Any]] = {}
    results: dict[tuple[int, int], dict[str, Any]] = {}
    evenings: dict[int, tuple[datetime, datetime, int, int]] = {}
    streaks: dict[tuple[int, str], tuple[int, int, datetime, int]] = {}
    wins: dict[int, int] = defaultdict(int)
    dry: dict[int, int] = defaultdict(int)
    before: GameSnapshot | None = None
    evening = 0
    for game in games:
        key = key_of(game.ruleset)
        agreements[key] = (len(game.seats), agreements.get(key, (0, 0))[1] + 1)
        outcomes[game.number] = _outcome(game, key)
        moons = outcomes[game.number]["moons"]
        if before is not None and game.started - before.started <= timedelta(hours=6):
            began, _, count, more = evenings[evening]
            evenings[evening] = (began, game.started, count + 1, more + moons)
        else:
            evening = game.number
            evenings[evening] = (game.started, game.started, 1, moons)
        before = game
        for player in _players(game):
            result, longest = _result(game, key, player, wins, dry)
            results[game.number, player] = result
            for kind, now, length in (
                ("wins", wins[player], wins[player]),
                ("queen", dry[player], longest),
            ):
                _, best, reached, at = streaks.get((player, kind), (0, 0, game.started, 0))
                if length > best:
                    reached, at = game.started, game.number
                if length or best:
                    streaks[player, kind] = (now, max(length, best), reached, at)
        _tally(tallies, key, {player: results[game.number, player] for player in _players(game)})
    return Figures(agreements, outcomes, results, evenings, streaks, dict(tallies))


def _counting(game: GameSnapshot) -> int:
    return sum(line.counts for line in game.sheet.lines)


def _players(game: GameSnapshot) -> set[int]:
    """Everybody who sits there at the end, or played a hand that counts."""
    players = {seat.player_id for seat in game.seats}
    for hand in game.hands:
        players |= {each.player_id for each in game.seated_at(hand.line)}
    return players


def _outcome(game: GameSnapshot, key: str) -> dict[str, Any]:
    lines = game.sheet.lines[: _counting(game)]
    lowest, *others = sorted(game.sheet.totals)
    behind, hero = 0, None
    for line in lines:
        for seat in game.sheet.winners:
            if line.totals[seat] - min(line.totals) > behind:
                behind, hero = line.totals[seat] - min(line.totals), game.seats[seat].player_id
    return {
        "key": key,
        "started": game.started,
        "hands": game.hands_before + len(lines),
        "moons": len([line for line in lines if line.shooter is not None]),
        "lead": others[0] - lowest or None,
        "comeback": behind,
        "comeback_of": hero,
    }


def _result(
    game: GameSnapshot, key: str, player: int, wins: dict[int, int], dry: dict[int, int]
) -> tuple[dict[str, Any], int]:
    """The player's result, and the longest run of hands without the queen that reaches into it."""
    stats: dict[int, list[int]] = {}
    longest = 0
    took_any = False
    has_queen = game.ruleset.card_points.get("QS", 0) > 0
    for hand, line in zip(game.hands, game.sheet.lines, strict=True):
        sat = [each.player_id for each in game.seated_at(hand.line)]
        if not line.counts or player not in sat:
            continue
        seat = sat.index(player)
        row = stats.setdefault(line.passed, [0] * 6)
        took = hand.hand.cards.get("QS") == seat
        shot = line.shooter == seat
        for at, more in enumerate((1, line.points[seat], took, shot, shot and line.sun,
                                   line.adjusted[seat] != 0)):  # fmt: skip
            row[at] += more
        if has_queen:
            took_any = took_any or took
            longest = max(longest, dry[player])
            dry[player] = 0 if took else dry[player] + 1
            longest = max(longest, dry[player])
    # A run that goes on from earlier games reaches into this one, though nothing was played in it.
    longest = max(longest, dry[player]) if has_queen else 0
    before = wins[player]
    seat_at_end = {each.player_id: each.seat for each in game.seats}.get(player)
    placed = seat_at_end if game.hands_before + _counting(game) else None
    won = placed is not None and placed in game.sheet.winners
    if placed is not None:
        wins[player] = wins[player] + 1 if won else 0
    rows = [[each.player_id for each in game.seated_at(hand.line)] for hand in game.hands]
    counted = hand_sums(
        game.game, game.sheet, [*rows, [each.player_id for each in game.seats]]
    ).get(player, HandSums())
    result = {
        "key": key,
        "started": game.started,
        "stats": {offset: tuple(row) for offset, row in stats.items()},
        "seat": seat_at_end,
        "place": None if placed is None else game.sheet.places[placed],
        "total": None if placed is None else game.sheet.totals[placed],
        "winners": len(game.sheet.winners) if won else 0,
        **{name: sum(row[at] for row in stats.values()) for at, name in enumerate(SUMS[4:10])},
        **{name: getattr(counted, name) for name in BY_HAND},
        "wins_before": before if placed is not None and not won and before else None,
        "queen_run": longest if took_any and longest else None,
    }
    return result, longest


def _tally(
    tallies: dict[tuple[int, str, str, int], dict[str, int]],
    key: str,
    results: Mapping[int, Mapping[str, Any]],
) -> None:
    names = ("hands", "points", "queens", "moons", "suns", "exact_hits")
    for player, result in results.items():
        played = [("pass", offset, row) for offset, row in result["stats"].items()]
        total = [sum(column) for column in zip(*(row for _, _, row in played), strict=True)]
        rows = [*played, ("all", 0, total)]
        place = result["place"]
        kinds: list[tuple[str, int]] = []
        if place is not None:
            rows.append(("seat", result["seat"], total))
            kinds = [("all", 0), ("seat", result["seat"])]
            kinds += [("with", other) for other, theirs in results.items()
                      if other != player and theirs["place"] is not None]  # fmt: skip
        for kind, of, row in rows:
            for name, count in zip(names, row, strict=False):
                tallies[player, key, kind, of][name] += count
        for name in BY_HAND:
            if result[name]:
                tallies[player, key, "all", 0][name] += result[name]
        for kind, of in kinds:
            row = tallies[player, key, kind, of]
            row["games"] += 1
            row["wins"] += result["winners"] > 0
            if kind != "with":
                row["shared"] += result["winners"] > 1
                row["places"] += place
            else:
                row["hands"] += min(result["hands"], results[of]["hands"])
                row["ahead"] += place < results[of]["place"]
                row["level"] += place == results[of]["place"]
