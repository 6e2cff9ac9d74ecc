"""The games of a pad: start one, find one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.names import name_faults
from scorepad.store.log.changes import GameStarted
from scorepad.store.log.rows import log_change
from scorepad.store.models import Game, Pad, Seat
from scorepad.store.pad.pads import expect_room_for_game
from scorepad.store.pad.players import get_or_create_players


@dataclass(frozen=True)
class NewGame:
    """What a game starts with: trimmed, different names clockwise, the rules' options, the dealer.

    ``opening`` and ``hands_before``: totals and number of hands from a sheet of paper.
    """

    players: Sequence[str]
    options: Mapping[str, object]
    dealer: int
    opening: Sequence[int] = field(default=())
    hands_before: int = 0


def started(connection: Connection, pad_id: int, entry_id: str) -> int | None:
    """The number of the game that this entry started in a pad, if it did."""
    return connection.scalar(
        select(Game.number).where(Game.pad_id == pad_id, Game.entry_id == entry_id)
    )


def start_game(session: Session, pad: Pad, device_id: int, new: NewGame, *, entry_id: str) -> Game:
    """Start a game in a pad, once for every ``entry_id`` however often it is sent.

    Raises :class:`~scorepad.rules.RulesError` for a fault, with its place in a game file.
    """
    for seat, fault in name_faults(new.players):
        raise rules.RulesError(f"players[{seat}]", fault.text, **fault.values)
    ruleset = rules.ruleset(len(new.players), new.options)
    rules.sheet(rules.Game(ruleset, (), new.dealer, tuple(new.opening), new.hands_before))
    # One at a time per pad: the next number and new players are found without a gap in between.
    session.refresh(pad, with_for_update=True)
    repeated = session.scalar(select(Game).where(Game.pad_id == pad.id, Game.entry_id == entry_id))
    if repeated is not None:
        return repeated
    expect_room_for_game(pad)
    players = get_or_create_players(session, pad, new.players)
    pad.last_number += 1
    game = Game(
        pad_id=pad.id,
        number=pad.last_number,
        entry_id=entry_id,
        rules=dict(new.options),
        dealer=new.dealer,
        hands_before=new.hands_before,
    )
    session.add(game)
    session.flush()
    opening = new.opening or (0,) * len(players)
    for seat, (player, total) in enumerate(zip(players, opening, strict=True)):
        session.add(Seat(game_id=game.id, seat=seat, player_id=player.id, opening=total))
    started = GameStarted(tuple(new.players))
    log_change(session, started, pad.id, device_id, game_id=game.id, revision=game.revision)
    return game
