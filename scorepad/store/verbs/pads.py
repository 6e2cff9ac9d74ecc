"""Pads and their players."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.names import fault_of, name_key, same_name
from scorepad.rules import RulesError
from scorepad.store.log.changes import PadMade, PadNamed
from scorepad.store.log.log_change import log_change
from scorepad.store.models import Pad, Pen, Player
from scorepad.store.secrets import is_address, new_address
from scorepad.store.verbs import room


def new_pad(session: Session, device_id: int | None, name: str = "Phone") -> Pad:
    """A new pad whose pen the device holds; ``name``: what the device is called in it.

    Made on the server, without a device, it has no pen yet.
    """
    pad = Pad(address=new_address())
    session.add(pad)
    session.flush()
    if device_id is not None:
        session.add(Pen(pad_id=pad.id, device_id=device_id, name=name))
    log_change(session, PadMade(), pad.id, device_id)
    return pad


def name_pad(session: Session, pad: Pad, device_id: int | None, name: str) -> None:
    """Give the pad this (trimmed) name; the one that it has changes nothing.

    Raises :class:`~scorepad.rules.RulesError` (``name``) and
    :class:`~scorepad.store.errors.CapError`.
    """
    if fault := fault_of(name):
        raise RulesError("name", fault.text, **fault.values)
    session.refresh(pad, with_for_update=True)
    if pad.name == name:
        return
    room.expect_room_for_change(session, pad)
    change = PadNamed(pad.name, name)
    pad.name = name
    log_change(session, change, pad.id, device_id)


def pad_at(session: Session, address: str) -> Pad | None:
    """The pad with this address; nobody else writes in it until the commit."""
    if not is_address(address):
        return None
    return session.scalar(select(Pad).where(Pad.address == address).with_for_update())


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
    key = name_key(name)
    player = session.scalar(select(Player).where(Player.pad_id == pad.id, Player.name_key == key))
    if player is None:
        room.expect_room_for_player(session, pad)
        player = Player(pad_id=pad.id, name=name, name_key=key)
        session.add(player)
        session.flush()
    return final_player(session, player)


def final_player(session: Session, player: Player) -> Player:
    """The player that an entry stands for: itself, or the one that it was merged into."""
    while player.merged_into is not None:
        player = session.get_one(Player, player.merged_into)
    return player
