"""A pad as it is after ten years: thousands of games, imported at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.gamefile import FormerPlayer, GameFile
from scorepad.names import name_key
from scorepad.store.figure_models import PlayerResult
from scorepad.store.figures.evenings import Evening, evenings_of
from scorepad.store.figures.games import most_used
from scorepad.store.game.count_game import count_game
from scorepad.store.game.hands import Seen, record_hand
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.log.changes import PenGiven
from scorepad.store.log.rows import log_change
from scorepad.store.models import Game, Pad, Pen, Player
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from scorepad.store.transfer.check import CheckedGame
from scorepad.store.transfer.importing import import_games, prepare
from tests.support.played_games import SEATS, PlayedGame, played_game

PLAYERS: Final = (
    *("Anna", "Ben", "Cara", "Dora", "Emil", "Fay"),
    *("Gül", "Henri", "Ida", "Jo", "Kim", "Lena"),
)
FIRST_EVENING: Final = datetime(2016, 1, 1, 20, tzinfo=UTC)
_YEARS: Final = timedelta(days=3650)
_HAND: Final = timedelta(minutes=7)
# How many games are played on an evening, and how long after each other they begin.
_AN_EVENING: Final = 4
_BETWEEN: Final = timedelta(hours=1, minutes=30)
# Different games; each is played many times, by others.
_DIFFERENT: Final = 300
# In how many of the games a player left, and another one went on.
_REPLACED: Final = 0.03
# After how many hands: every game is longer.
_LEFT_AFTER: Final = 2


@dataclass(frozen=True)
class Size:
    """How much is in a pad; ``binned`` are in the bin besides the ``games``, one of which runs.

    ``pens``: how many were ever given; ``held``: how many of them are not withdrawn.
    """

    games: int
    binned: int = 0
    pens: int = 1
    held: int = 1


@dataclass(frozen=True)
class FilledPad:
    """A pad with many games: the secret of a pen, the number of the running game.

    ``player`` and ``agreement``: whoever played most games, and the rules of most.
    ``evening``: the number of the last evening's first game. ``twin``: the id of one who never
    played in one game with the last player, and may be the same person.
    """

    id: int
    address: str
    secret: str
    running: int
    player: int
    agreement: str
    evening: int
    twin: int


def fill(session: Session, size: Size, *, seed: int = 1) -> FilledPad:
    """A new pad of this size, the same for each ``seed`` but for its address and its secret."""
    random = Random(seed)  # noqa: S311 (no secret: the same games again)
    device, secret = new_device(session)
    pad = new_pad(session, device.id, "Phone 1")
    for number in range(2, size.pens + 1):
        other, _ = new_device(session)
        given = FIRST_EVENING + timedelta(days=number)
        gone = given + timedelta(days=1) if number <= size.pens - size.held + 1 else None
        name = f"Phone {number}"
        session.add(Pen(pad_id=pad.id, device_id=other.id, name=name, given=given, withdrawn=gone))
        log_change(session, PenGiven(name), pad.id, other.id)
    players = [Player(pad_id=pad.id, name=name, name_key=name_key(name)) for name in PLAYERS]
    session.add_all(players)
    session.flush()
    total = size.games + size.binned
    binned = random.sample(range(1, total), size.binned)
    different = [played_game(random) for _ in range(min(_DIFFERENT, total))]
    games = [
        _game(number, random.choice(different), _started(number, total), _who_plays(random))
        for number in range(1, total)
    ]
    import_games(session, pad, device.id, prepare(games))
    connection = session.connection()
    in_bin = update(Game).where(Game.pad_id == pad.id, Game.number.in_(binned))
    connection.execute(in_bin.values(binned=FIRST_EVENING + _YEARS))
    for game_id in session.scalars(
        select(Game.id).where(Game.pad_id == pad.id, Game.binned.is_not(None))
    ):
        count_game(connection, game_with_id(connection, game_id))
    _play(session, pad.id, device.id, played_game(random, over=False))
    evenings = evenings_of(connection, pad.id) or [Evening(0, FIRST_EVENING, [])]
    most = (
        select(PlayerResult.player_id)
        .join(Player, Player.id == PlayerResult.player_id)
        .where(Player.pad_id == pad.id)
        .group_by(PlayerResult.player_id)
        .order_by(func.count().desc(), PlayerResult.player_id)
        .limit(1)
    )
    return FilledPad(
        pad.id,
        pad.address,
        secret,
        running=total,
        player=session.scalar(most) or 0,
        agreement=next((each.id for each in most_used(connection, pad.id)), ""),
        evening=evenings[-1].number,
        twin=players[-2].id,
    )


def _game(
    number: int, played: PlayedGame, started: datetime, players: Sequence[str]
) -> CheckedGame:
    """A finished game; a fifth player goes on for the first one."""
    seated = [*players[:SEATS]]
    left: tuple[FormerPlayer, ...] = ()
    if players[SEATS:]:
        left = (FormerPlayer(0, seated[0], _LEFT_AFTER),)
        seated[0] = players[SEATS]
    recorded = [started + line * _HAND for line in range(1, len(played.hands) + 1)]
    stopped = recorded[-1] + _HAND if played.ending is None else None
    ruleset = rules.ruleset(SEATS, played.options)
    game = rules.Game(ruleset, tuple(played.hands), played.dealer, stopped=stopped is not None)
    file = GameFile(
        *(game, tuple(seated), played.options, None, started, stopped, tuple(recorded)),
        left=left,
        number=number,
    )
    return CheckedGame(f"game{number}", file, rules.sheet(game), 0, None)


def _play(session: Session, pad_id: int, device_id: int, played: PlayedGame) -> None:
    """The last game, which runs, hand by hand."""
    pad = session.get_one(Pad, pad_id)
    new = NewGame(PLAYERS[:SEATS], played.options, played.dealer)
    game_id = start_game(session, pad, device_id, new, entry_id="running").id
    for line, hand in enumerate(played.hands, start=1):
        game = game_with_id(session.connection(), game_id)
        seen = Seen(game.revision)
        record_hand(session, game, device_id, hand, entry_id=f"hand {line}", seen=seen)


def _who_plays(random: Random) -> list[str]:
    """The players of a game, and seldom one who goes on for one of them; never both twins."""
    *others, twin, other_twin = PLAYERS
    there = [*others, random.choice((twin, other_twin))]
    return random.sample(there, SEATS + (random.random() < _REPLACED))


def _started(number: int, total: int) -> datetime:
    """When a game of so many was started: a few of them on one evening."""
    evening, of_evening = divmod(number - 1, _AN_EVENING)
    evenings = -(-total // _AN_EVENING)
    return FIRST_EVENING + _YEARS * evening / evenings + _BETWEEN * of_evening
