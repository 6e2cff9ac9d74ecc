"""The players of a pad: give one another name, or merge two entries that are one person.

Both are changes of the pad, not of a game. They can be undone, newest first, and redone until there
is a new one. A merged entry stays as another name of the player that it went into, whose games are
all of them; whoever types it gets that player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sqlalchemy import CompoundSelect, Connection, select, union_all, update
from sqlalchemy.orm import Session

from scorepad.names import fault_of, name_key, same_name
from scorepad.rules import RulesError
from scorepad.store.base import now
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.figure_models import PlayerResult
from scorepad.store.log.changes import (
    PlayerRenamed,
    PlayersChange,
    PlayersMerged,
    Redone,
    Undone,
    players_change_of,
)
from scorepad.store.log.rows import log_change, players_steps
from scorepad.store.models import Change, Game, Pad, Player, Seat, Substitution
from scorepad.store.pad.pads import expect_room_for_change, expect_room_for_player

# No name has this key, which stands for one while two swap theirs.
_NO_KEY: Final = ""
# Who sits somewhere, and who left.
_SEATS: Final = (Seat, Substitution)


def player_of(session: Session, pad_id: int, player_id: int) -> Player | None:
    """The pad's player of this id; of one that was merged, the player that it went into."""
    player = session.get(Player, player_id)
    if player is None or player.pad_id != pad_id:
        return None
    return final_player(session, player)


def player_called(session: Session, pad: Pad, name: str) -> Player | None:
    """The pad's player of this (trimmed) name, which may be that of an entry that was merged."""
    player = _named(session, pad.id, name)
    return None if player is None else final_player(session, player)


def get_or_create_players(session: Session, pad: Pad, names: Sequence[str]) -> Sequence[Player]:
    """The pad's players of these (trimmed) names, each as :func:`get_or_create_player` finds it.

    Raises :class:`~scorepad.rules.RulesError` (``players[…]``) if two of them are one player's.
    """
    players: list[Player] = []
    for seat, name in enumerate(names):
        player = get_or_create_player(session, pad, name)
        if player in players:
            fault = same_name(players.index(player))
            raise RulesError(f"players[{seat}]", fault.text, **fault.values)
        players.append(player)
    return players


def get_or_create_player(session: Session, pad: Pad, name: str) -> Player:
    """The pad's player of this (trimmed) name, new if there is none.

    The name of an entry that was merged is the other player's.
    The pad must be locked: two phones may bring the same new player at once.
    """
    player = _named(session, pad.id, name)
    if player is None:
        expect_room_for_player(session, pad)
        player = Player(pad_id=pad.id, name=name, name_key=name_key(name))
        session.add(player)
        session.flush()
    return final_player(session, player)


def final_player(session: Session, player: Player) -> Player:
    """The player that an entry stands for: itself, or the one that it was merged into."""
    while player.merged_into is not None:
        player = session.get_one(Player, player.merged_into)
    return player


def rename_player(session: Session, pad: Pad, device_id: int, player: Player, name: str) -> None:
    """Give a player another (trimmed) name.

    Raises :class:`~scorepad.rules.RulesError` (``name``) if it is none, or somebody else's, and
    :class:`~scorepad.store.errors.CapError`.
    """
    if fault := fault_of(name):
        raise RulesError("name", fault.text, **fault.values)
    session.refresh(pad, with_for_update=True)
    if player.name == name:
        return
    expect_room_for_change(session, pad)
    change = PlayerRenamed(player.id, player.name, name)
    _rename(session, player, name)
    log_change(session, change, pad.id, device_id)


def merge_players(session: Session, pad: Pad, device_id: int, player: Player, into: Player) -> None:
    """Let all games of a player be those of another one.

    Raises :class:`MergedError` if both played in one game, and
    :class:`~scorepad.store.errors.CapError`.
    """
    session.refresh(pad, with_for_update=True)
    session.refresh(player)
    session.refresh(into)
    if player.merged_into == into.id:
        return
    if player.id == into.id or player.merged_into is not None or into.merged_into is not None:
        raise StaleError
    games = _games_to_move(session, player, into)
    expect_room_for_change(session, pad)
    change = PlayersMerged(player.id, player.name, into.id, into.name, games)
    _merge(session, pad, change)
    log_change(session, change, pad.id, device_id)


def step(
    session: Session, pad: Pad, device_id: int, change_id: int, *, back: bool
) -> PlayersChange | None:
    """Undo the newest change of players with ``back``, else make the one again undone last.

    Returns the change; ``None`` if there is none. ``change_id``: the one that the writer saw.
    Raises :class:`StaleError` if it is another one now, :class:`~scorepad.rules.RulesError`
    (``name``) if somebody else has the name, :class:`MergedError`, and
    :class:`~scorepad.store.errors.CapError`.
    """
    session.refresh(pad, with_for_update=True)
    steps = players_steps(session.connection(), pad.id)
    row = steps.undo if back else steps.redo
    if row is None:
        return None
    if row.id != change_id:
        raise StaleError
    expect_room_for_change(session, pad)
    change = players_change_of(row)
    if isinstance(change, PlayerRenamed):
        player = session.get_one(Player, change.player_id)
        _rename(session, player, change.former if back else change.name)
    else:
        if not back:
            # They may have played since it was undone.
            both = (session.get_one(Player, each) for each in (change.player_id, change.into_id))
            change = replace(change, games=_games_to_move(session, *both))
        _merge(session, pad, change, back=back)
    before, after = change.to_json()
    values = {"before": before, "after": after, "undone": now() if back else None}
    session.connection().execute(update(Change).where(Change.id == row.id).values(values))
    log_change(session, Undone() if back else Redone(), pad.id, device_id, undoes=row.id)
    return change


def _named(session: Session, pad_id: int, name: str) -> Player | None:
    return session.scalar(
        select(Player).where(Player.pad_id == pad_id, Player.name_key == name_key(name))
    )


# Their pages show another name from now on.
_TOUCH: Final = update(Game).values(revision=Game.revision + 1)


def _rename(session: Session, player: Player, name: str) -> None:
    """Give a player a name; a merged entry of theirs that has it gets the former one.

    Raises :class:`~scorepad.rules.RulesError` if somebody else has it.
    """
    other = _named(session, player.pad_id, name)
    if other is not None and final_player(session, other).id != player.id:
        raise RulesError("name", "somebody else has this name already")
    former = player.name
    if other is not None and other.id != player.id:
        other.name_key = _NO_KEY
        session.flush()
        player.name, player.name_key = name, name_key(name)
        session.flush()
        other.name, other.name_key = former, name_key(former)
    else:
        player.name, player.name_key = name, name_key(name)
    session.flush()
    session.connection().execute(_TOUCH.where(Game.id.in_(_seated_in(player))))


def _merge(session: Session, pad: Pad, change: PlayersMerged, *, back: bool = False) -> None:
    """Let all that a player did in some games be another one's, or have it back with ``back``."""
    player = session.get_one(Player, change.player_id)
    player.merged_into = None if back else change.into_id
    session.flush()
    former, successor = change.player_id, change.into_id
    if back:
        former, successor = successor, former
    connection = session.connection()
    games = connection.scalars(
        select(Game.id).where(Game.pad_id == pad.id, Game.number.in_(change.games))
    ).all()
    for rows in (*_SEATS, PlayerResult):
        theirs = update(rows).where(rows.game_id.in_(games), rows.player_id == former)
        connection.execute(theirs.values(player_id=successor))
    connection.execute(_TOUCH.where(Game.id.in_(games)))
    session.expire_all()


def _games_to_move(session: Session, player: Player, into: Player) -> tuple[int, ...]:
    """The numbers of a player's games. Raises :class:`MergedError` if both played in one."""
    games = _games_of(session, player)
    if both := games & _games_of(session, into):
        raise MergedError(min(both))
    return tuple(sorted(games))


def _games_of(session: Session, player: Player) -> set[int]:
    """The numbers of all games in which a player ever had a seat."""
    return {*session.scalars(select(Game.number).where(Game.id.in_(_seated_in(player))))}


def _seated_in(player: Player) -> CompoundSelect[int]:
    """The ids of these games."""
    return union_all(*(select(rows.game_id).where(rows.player_id == player.id) for rows in _SEATS))


class NamedPlayer(NamedTuple):
    """A player of a pad."""

    id: int
    name: str


def players_of(connection: Connection, pad_id: int) -> Sequence[NamedPlayer]:
    """The players of a pad by name; an entry that was merged into another one is none."""
    players = select(Player.id, Player.name).where(
        Player.pad_id == pad_id, Player.merged_into.is_(None)
    )
    return [NamedPlayer(*row) for row in connection.execute(players.order_by(Player.name_key))]


def merged_into(connection: Connection, pad_id: int, player_id: int) -> int | None:
    """The id of the player that one of the pad was merged into in the end; ``None`` if none."""
    entries = select(Player.merged_into).where(Player.pad_id == pad_id)
    last = player_id
    while into := connection.scalar(entries.where(Player.id == last)):
        last = into
    return None if last == player_id else last
