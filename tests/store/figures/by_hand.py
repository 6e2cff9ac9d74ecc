"""The figures of a pad counted by hand: hand after hand, game after game, with nothing stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.rules.results import HandSums, Played, hand_sums
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.evenings import evenings_of, moons_by_game
from scorepad.store.figures.games import EVER, Games, Season, most_used
from scorepad.store.figures.league import league, pairs
from scorepad.store.figures.player import figures_of
from scorepad.store.figures.records import Run, streaks_of
from scorepad.store.game.count_game import agreement_of
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.models import Player
from scorepad.store.transfer.exporting import all_games

PLAYED = ("hands", "points", "queens", "moons", "suns", "exact_hits")
# Those are counted by a second way in tests/rules.
BY_HAND = HandSums._fields
STORED = ("seat", "place", "total", "winners", "comeback", *PLAYED, *BY_HAND)

# A player's counts by what they are of: "all", ("pass", offset), ("seat", seat), ("with", player).
Counts = Mapping[tuple[int, Any], Mapping[str, int]]
# How long it is now, how long the longest was, and the game that reached it.
Streak = tuple[int, int, int, datetime | None]


class Figures(NamedTuple):
    """All figures about some finished games of a pad.

    ``counts``: by the agreement, ``None`` for all rules. ``streaks``: of wins, and without the
    queen. What is nought is left out.
    """

    agreements: Mapping[str, tuple[int, int]]
    outcomes: Mapping[int, Mapping[str, Any]]
    results: Mapping[tuple[int, int], Mapping[str, Any]]
    evenings: Mapping[int, tuple[datetime, int, int]]
    streaks: Mapping[int, tuple[Streak, Streak]]
    counts: Mapping[str | None, Counts]


def worked_out(session: Session, pad_id: int, season: Season = EVER) -> Figures:
    """The figures as the pages have them, and the rows that they come from."""
    connection = session.connection()
    of_season = GameOutcome.pad_id == pad_id
    outcomes = [
        row
        for row in session.scalars(select(GameOutcome).where(of_season)).all()
        if season.holds(row.started)
    ]
    numbers = {row.game_id: row.number for row in outcomes}
    results = session.scalars(
        select(PlayerResult)
        .join(GameOutcome, GameOutcome.game_id == PlayerResult.game_id)
        .where(of_season)
        # Somebody else may have changed them since.
        .execution_options(populate_existing=True)
    ).all()
    agreements = most_used(connection, pad_id)
    moons = moons_by_game(connection, pad_id)
    keys = {row.agreement for row in outcomes}
    return Figures(
        {each.id: (each.players, each.games) for each in agreements},
        {
            row.number: {
                name: getattr(row, name)
                for name in ("agreement", "players", "started", "hands", "lead")
            }
            for row in outcomes
        },
        {
            (numbers[row.game_id], row.player_id): {
                **{name: getattr(row, name) for name in STORED},
                "stats": {int(offset): tuple(stats) for offset, stats in row.stats.items()},
            }
            for row in results
            if row.game_id in numbers
        },
        {
            each.number: (
                each.started,
                len(each.game_ids),
                sum(moons.get(game, 0) for game in each.game_ids),
            )
            for each in evenings_of(connection, pad_id, season)
        },
        {
            player: (_streak(each.wins), _streak(each.without_queen))
            for player, each in streaks_of(connection, Games(pad_id, season=season)).items()
        },
        {key: dict(_counts(session, Games(pad_id, key, season))) for key in (None, *sorted(keys))},
    )


def _streak(run: Run) -> Streak:
    if run.best is None:
        return run.now, 0, 0, None
    return run.now, run.best.value, run.best.number, run.best.started


def _counts(session: Session, games: Games) -> Iterator[tuple[tuple[int, Any], Mapping[str, int]]]:
    connection = session.connection()
    for line in league(connection, games):
        yield from _told(line.id, "all", {**line.hand_sums._asdict(), **line.sums._asdict()})
    for (player, other), met in pairs(connection, games).items():
        yield from _told(player, ("with", other), met._asdict())
    if games.agreement is None:
        return
    for player in session.scalars(select(Player.id).where(Player.pad_id == games.pad_id)).all():
        figures = figures_of(connection, games, player)
        for offset, stats in figures.by_pass.items():
            yield from _told(player, ("pass", offset), stats._asdict())
        for seat, sums in figures.by_seat.items():
            yield from _told(player, ("seat", seat), sums._asdict())


def _told(
    player: int, of: object, counts: Mapping[str, int]
) -> Iterator[tuple[tuple[int, Any], Mapping[str, int]]]:
    some = {name: count for name, count in counts.items() if count}
    if some:
        yield (player, of), some


def counted_by_hand(session: Session, pad_id: int, season: Season = EVER) -> Figures:
    """The figures as they follow from the hands."""
    every = [game for game in all_games(session.connection(), pad_id) if game.finished is not None]
    every.sort(key=lambda game: (game.started, game.number))
    agreements = Counter((agreement_of(game.ruleset), len(game.seats)) for game in every)
    games = [game for game in every if season.holds(game.started)]
    counts: dict[str | None, dict[tuple[int, Any], Counter[str]]] = {None: defaultdict(Counter)}
    outcomes: dict[int, dict[str, Any]] = {}
    results: dict[tuple[int, int], dict[str, Any]] = {}
    streaks: dict[int, tuple[Streak, Streak]] = {}
    wins: dict[int, int] = defaultdict(int)
    dry: dict[int, int] = defaultdict(int)
    for game in games:
        key = agreement_of(game.ruleset)
        outcomes[game.number] = _outcome(game, key)
        for player in _players(game):
            result, longest = _result(game, player, wins, dry)
            results[game.number, player] = result
            former = streaks.get(player, ((0, 0, 0, None), (0, 0, 0, None)))
            streaks[player] = (
                _followed(former[0], game, wins[player], wins[player]),
                _followed(former[1], game, dry[player], longest),
            )
        of_game = {player: results[game.number, player] for player in _players(game)}
        for under in (None, key):
            _count(counts.setdefault(under, defaultdict(Counter)), game, of_game)
    return Figures(
        {key: (players, count) for (key, players), count in agreements.items()},
        outcomes,
        results,
        {
            number: evening
            for number, evening in _evenings(every).items()
            if season.holds(evening[0])
        },
        streaks,
        {
            key: {
                of: {name: count for name, count in counter.items() if count}
                for of, counter in rows.items()
                if any(counter.values()) and (key is not None or of[1] == "all" or "with" in of[1])
            }
            for key, rows in counts.items()
        },
    )


def _evenings(games: Sequence[GameSnapshot]) -> dict[int, tuple[datetime, int, int]]:
    evenings: dict[int, tuple[datetime, int, int]] = {}
    before: GameSnapshot | None = None
    evening = 0
    for game in games:
        moons = len([line for line in game.sheet.lines if line.counts and line.shooter is not None])
        if before is not None and game.started - before.started <= timedelta(hours=6):
            began, count, more = evenings[evening]
            evenings[evening] = (began, count + 1, more + moons)
        else:
            evening = game.number
            evenings[evening] = (game.started, 1, moons)
        before = game
    return evenings


def _followed(former: Streak, game: GameSnapshot, now: int, longest: int) -> Streak:
    _, best, number, started = former
    if longest > best:
        best, number, started = longest, game.number, game.started
    return now, best, number, started


def _counting(game: GameSnapshot) -> int:
    return sum(line.counts for line in game.sheet.lines)


def _players(game: GameSnapshot) -> set[int]:
    """Everybody who sits there at the end, or played a hand that counts."""
    players = {seat.player_id for seat in game.seats}
    for hand in game.hands[: _counting(game)]:
        players |= {each.player_id for each in game.seated_at(hand.line)}
    return players


def _sat(game: GameSnapshot) -> list[list[int]]:
    """Who sat there, by seat, in each hand that counts."""
    hands = game.hands[: _counting(game)]
    return [[each.player_id for each in game.seated_at(hand.line)] for hand in hands]


def _outcome(game: GameSnapshot, key: str) -> dict[str, Any]:
    lowest, *others = sorted(game.sheet.totals)
    return {
        "agreement": key,
        "players": len(game.seats),
        "started": game.started,
        "hands": game.hands_before + _counting(game),
        "lead": others[0] - lowest or None,
    }


def _comeback(game: GameSnapshot) -> tuple[int | None, int]:
    """Who was furthest behind of those who won, and by how much."""
    behind, hero = 0, None
    for line in game.sheet.lines[: _counting(game)]:
        for seat in game.sheet.winners:
            if line.totals[seat] - min(line.totals) > behind:
                behind, hero = line.totals[seat] - min(line.totals), game.seats[seat].player_id
    return hero, behind


def _result(
    game: GameSnapshot, player: int, wins: dict[int, int], dry: dict[int, int]
) -> tuple[dict[str, Any], int]:
    """The player's result, and the longest run of hands without the queen that reaches into it."""
    stats: dict[int, list[int]] = {}
    longest = 0
    has_queen = game.ruleset.card_points.get("QS", 0) > 0
    for hand, line, sat in zip(game.hands, game.sheet.lines, _sat(game), strict=False):
        if player not in sat:
            continue
        seat = sat.index(player)
        row = stats.setdefault(line.passed, [0] * 6)
        took = hand.hand.cards.get("QS") == seat
        shot = line.shooter == seat
        for at, more in enumerate((1, line.points[seat], took, shot, shot and line.sun,
                                   line.adjusted[seat] != 0)):  # fmt: skip
            row[at] += more
        if has_queen:
            longest = max(longest, dry[player])
            dry[player] = 0 if took else dry[player] + 1
            longest = max(longest, dry[player])
    # A run that goes on from earlier games reaches into this one, though nothing was played in it.
    longest = max(longest, dry[player]) if has_queen else 0
    seat_at_end = {each.player_id: each.seat for each in game.seats}.get(player)
    placed = seat_at_end if game.hands_before + _counting(game) else None
    won = placed is not None and placed in game.sheet.winners
    if placed is not None:
        wins[player] = wins[player] + 1 if won else 0
    rows = [[each.player_id for each in game.seated_at(hand.line)] for hand in game.hands]
    played = Played(game.game, game.sheet, [*rows, [each.player_id for each in game.seats]])
    counted = hand_sums(played).get(player, HandSums())
    hero, behind = _comeback(game)
    return {
        "stats": {offset: tuple(row) for offset, row in stats.items()},
        "seat": seat_at_end,
        "place": None if placed is None else game.sheet.places[placed],
        "total": None if placed is None else game.sheet.totals[placed],
        "winners": len(game.sheet.winners) if won else 0,
        "comeback": behind if hero == player else 0,
        **{name: sum(row[at] for row in stats.values()) for at, name in enumerate(PLAYED)},
        **{name: getattr(counted, name) for name in BY_HAND},
    }, longest


def _count(
    counts: dict[tuple[int, Any], Counter[str]],
    game: GameSnapshot,
    results: Mapping[int, Mapping[str, Any]],
) -> None:
    """Add what a game comes to."""
    for player, result in results.items():
        total = counts[player, "all"]
        kinds = [total]
        if result["place"] is not None:
            kinds.append(counts[player, ("seat", result["seat"])])
        for row in kinds:
            row.update({name: result[name] for name in PLAYED})
            if result["place"] is not None:
                row["games"] += 1
                row["wins"] += result["winners"] > 0
                row["shared"] += result["winners"] > 1
                row["places"] += result["place"]
        total.update({name: result[name] for name in BY_HAND})
        for offset, stats in result["stats"].items():
            counts[player, ("pass", offset)].update(dict(zip(PLAYED, stats, strict=True)))
        for other, theirs in results.items():
            if other == player:
                continue
            met = counts[player, ("with", other)]
            met["hands"] += sum(player in row and other in row for row in _sat(game))
            if result["place"] is not None and theirs["place"] is not None:
                met["games"] += 1
                met["wins"] += result["winners"] > 0
                met["ahead"] += result["place"] < theirs["place"]
                met["level"] += result["place"] == theirs["place"]
