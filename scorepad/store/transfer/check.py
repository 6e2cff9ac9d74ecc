"""The check of a file before anything of it is written: every line, by all rules."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from scorepad import caps, rules
from scorepad.gamefile import BadFileError, GameFile, Piece, game_line, parse, pieces, read_game
from scorepad.names import fault_of
from scorepad.rules import RulesError
from scorepad.store.game.snapshot import as_stored

# How many faults of a file are reported in words.
MOST_FAULTS: Final = 20
# Where a line's own reader finds it at fault, counted from the start of that line.
_IN_LINE: Final = re.compile(r"line 1, (?=column)")

# Called with the number of bytes that are done.
Progress = Callable[[int], None]


def no_progress(_bytes: int) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class CheckedGame:
    """A game that can be written as it is.

    ``id``: which game it is, wherever it is kept. ``size``: its bytes in the file. ``line``: its
    number in a file that has a game a line.
    """

    id: str
    file: GameFile
    sheet: rules.Sheet
    size: int
    line: int | None

    @property
    def names(self) -> Sequence[tuple[str, str]]:
        """The names of all its players, each with its place in the game."""
        seated = ((f"players[{seat}]", name) for seat, name in enumerate(self.file.players))
        left = ((f"left[{at}].player", each.player) for at, each in enumerate(self.file.left))
        return [*seated, *left]


@dataclass(frozen=True)
class Check:
    """What a file holds: its games, the pad's name, the first faults, and how many more."""

    games: Sequence[CheckedGame]
    name: str | None
    faults: Sequence[BadFileError]
    more: int


def check(
    file: BinaryIO,
    *,
    most: int,
    lines_for_sure: bool = False,
    progress: Progress = no_progress,
) -> Check:
    """Check every game of a file, of which there may be ``most``.

    ``lines_for_sure``: its name says that it has a game a line.
    """
    games: list[CheckedGame] = []
    faults: list[BadFileError] = []
    more = 0
    try:
        for piece in pieces(file, most=most, lines_for_sure=lines_for_sure):
            try:
                games.append(checked_game(piece))
            except BadFileError as fault:
                if len(faults) < MOST_FAULTS:
                    faults.append(fault)
                else:
                    more += 1
            progress(len(piece.data))
    except BadFileError as fault:
        # The rest of such a file is not looked at.
        faults.append(fault)
    name = next((game.file.name for game in games if game.file.name), None)
    return Check(games, name, faults, more)


def checked_game(piece: Piece) -> CheckedGame:
    """The game in a part of a file. Raises :class:`BadFileError`."""
    try:
        return _checked(read_game(parse(piece.data)), piece)
    except RulesError as fault:
        at = _at(piece.line, fault.place)
        raise BadFileError(piece.line, at, fault.text, **fault.values) from None


def _checked(file: GameFile, piece: Piece) -> CheckedGame:
    if file.name is not None:
        if fault := fault_of(file.name):
            raise RulesError("name", fault.text, **fault.values)
        if file.name != file.name.strip():
            raise RulesError("name", "must not begin or end with blank space")
    if len(json.dumps(dict(file.options))) > caps.RULES:
        raise RulesError("rules", "are longer than any rules")
    sheet = rules.sheet(file.game)
    ruleset = file.game.rules
    hands = tuple(as_stored(hand, ruleset) for hand in file.game.hands)
    file = replace(file, game=replace(file.game, hands=hands))
    return CheckedGame(file.id or _id_of(file), file, sheet, len(piece.data), piece.line)


def _id_of(file: GameFile) -> str:
    """The id of a game whose file has none: the same for the same content."""
    return hashlib.sha256(game_line(replace(file, name=None, number=None))).hexdigest()


def _at(line: int | None, place: str) -> str:
    """A place in a game, as it is seen in its line of a file."""
    if place == "game":
        return ""
    return place if line is None else _IN_LINE.sub("", place)
