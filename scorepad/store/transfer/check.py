"""The check of a file before anything of it is written: every line, by all rules."""

from __future__ import annotations

import errno
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from scorepad import rules
from scorepad.gamefile import BadFileError, GameFile, Piece, game_line, parse, pieces, read_game
from scorepad.names import fault_of, name_key, trimmed
from scorepad.rules import RulesError
from scorepad.store.game.hands import as_stored
from scorepad.store.transfer.spool import Spool
from scorepad.store.trouble import NoRoomError
from scorepad.store.verbs import caps

# How many faults of a file are reported in words.
MOST_FAULTS: Final = 20
# All options, with every card of the deck named, take less.
_MOST_OPTIONS: Final = 2_000
# Where a line's own reader finds it at fault, counted from the start of that line.
_IN_LINE: Final = re.compile(r"line 1, (?=column)")

# Called with the number of bytes that are done.
Progress = Callable[[int], None]


def _no_progress(_bytes: int) -> None:
    pass


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


@dataclass(frozen=True)
class Check:
    """What a file holds: its games, the pad's name, the first faults, and how many more.

    The games wait in a file of our own, not in memory. To check them takes longer than to write
    them, and nobody else can write in an SQLite database meanwhile.
    """

    games: CheckedGames
    name: str | None
    faults: Sequence[BadFileError]
    more: int


class CheckedGames(Spool):
    """Games on their way into a pad; a context manager that throws them away.

    ``names``: the keys of all names in them; ``rules``: all rules, by the number of
    players and the options as JSON.
    """

    def __init__(self, progress: Progress = _no_progress) -> None:
        super().__init__()
        self.progress = progress
        self.names: set[str] = set()
        self.rules: set[tuple[int, str]] = set()

    def add(self, game: CheckedGame) -> None:
        """Add one at the end."""
        super().add(game)
        file = game.file
        self.names.update(
            map(name_key, file.players), (name_key(left.player) for left in file.left)
        )
        self.rules.add((len(file.players), json.dumps(dict(file.options))))

    def __iter__(self) -> Iterator[CheckedGame]:
        game: CheckedGame
        for game in super().__iter__():
            yield game
            self.progress(game.size)


@contextmanager
def check(
    file: BinaryIO, *, lines_for_sure: bool = False, progress: Progress = _no_progress
) -> Iterator[Check]:
    """Check every game of a file; they are there for the duration of the block.

    ``lines_for_sure``: its name says that it has a game a line. ``progress`` counts every byte
    twice: once it is checked, and once it is written. Raises :class:`NoRoomError` if
    the disk has no room for them.
    """
    more = 0
    name: str | None = None
    faults: list[BadFileError] = []
    try:
        with CheckedGames(progress) as games:
            try:
                for piece in pieces(file, lines_for_sure=lines_for_sure):
                    try:
                        game = checked_game(piece)
                        name = name or game.file.name
                        games.add(game)
                    except BadFileError as fault:
                        if len(faults) < MOST_FAULTS:
                            faults.append(fault)
                        else:
                            more += 1
                    progress(len(piece.data))
            except BadFileError as fault:
                # The rest of such a file is not looked at.
                faults.append(fault)
            yield Check(games, name, faults, more)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError(error.strerror) from error
        raise


def checked_game(piece: Piece) -> CheckedGame:
    """The game in a part of a file. Raises :class:`BadFileError`."""
    try:
        return _checked(read_game(parse(piece.data)), piece)
    except RulesError as fault:
        at = _at(piece.line, fault.place)
        raise BadFileError(piece.line, at, fault.text, **fault.values) from None


def _checked(file: GameFile, piece: Piece) -> CheckedGame:
    if file.name is not None:
        name_fault = fault_of(file.name)
        if name_fault is None and file.name != trimmed(file.name):
            raise RulesError("name", "must not begin or end with blank space")
        if name_fault is not None:
            raise RulesError("name", name_fault.text, **name_fault.values)
    if len(file.game.hands) > caps.HANDS:
        raise RulesError("hands", "must be at most {most}", most=caps.HANDS)
    if len(json.dumps(dict(file.options))) > _MOST_OPTIONS:
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
