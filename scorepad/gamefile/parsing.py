"""A file as its games, and each as Python values.

A file is one game (``.json``), or JSON Lines with a game a line (``.jsonl``). No more of it than
one game is in memory, however large it is. JSON is read strictly: no name twice in an object, no
NaN.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple, NoReturn

from scorepad.names import Fault
from scorepad.rules import RulesError, checks

# A game of as many hands as there can be, with its notes, takes less than half.
MOST_GAME_BYTES: Final = 256 * 1024

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
# How files begin that are no text in UTF-8, whatever their name says.
_UNPACK: Final = Fault("is compressed: please unpack it first")
_UTF_16: Final = Fault("is UTF-16: please save it as UTF-8")
_OTHERS: Final = (
    (b"\x1f\x8b", _UNPACK),  # gzip
    (b"PK\x03\x04", _UNPACK),  # ZIP
    (b"BZh", _UNPACK),  # bzip2
    (b"\xfd7zXZ\0", _UNPACK),  # xz
    (b"(\xb5/\xfd", _UNPACK),  # Zstandard
    (b"\xff\xfe", _UTF_16),
    (b"\xfe\xff", _UTF_16),
    (b"\0", Fault("is not a text file")),
)


class RepeatedName(dict[str, object]):
    """A JSON object that has a name twice. Only its reader knows the place to report."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def parse(data: bytes) -> object:
    """JSON in UTF-8 as Python values. Raises :class:`RulesError` with line and column."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RulesError(f"byte {error.start + 1}", "is not UTF-8") from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RulesError(place, "is not JSON: {why}", why=error.msg) from None
    except RulesError:
        raise
    except RecursionError:
        raise RulesError("game", "is nested too deep") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise RulesError("game", "has a number that is far too long") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in pairs:
        if not name.isascii():
            # The name of a fault's place, which somebody has to be able to read.
            checks.text("game", name)
        if name in values:
            return RepeatedName(name)
        values[name] = value
    return values


def _no_constant(name: str) -> NoReturn:
    raise RulesError("game", "has {name}, which JSON does not know", name=name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


class BadFileError(RulesError):
    """What is wrong with a file of games.

    ``line``: its number in the file, ``None`` where the file is one game. ``at``: the place in that
    line or game, such as ``hands[3].hearts`` or ``column 5``; empty for all of it.
    """

    def __init__(self, line: int | None, at: str, text: str, **values: object) -> None:
        parts = [] if line is None else [f"line {line}"]
        super().__init__(", ".join([*parts, *([at] if at else [])]) or "file", text, **values)
        self.line = line
        self.at = at


class Piece(NamedTuple):
    """A part of a file that is to be a game; ``line``: its number, ``None`` for a whole file."""

    line: int | None
    data: bytes


def pieces(file: BinaryIO, *, most: int, lines_for_sure: bool = False) -> Iterator[Piece]:
    """The games of a file, ``most`` at most, from its beginning, to which it must be able to seek.

    ``lines_for_sure``: the name of the file says that it has a game a line. Raises
    :class:`BadFileError` for a file that is no text, and where a game is too long or one too many.
    """
    file.seek(0)
    beginning = file.read(MOST_GAME_BYTES + 1)
    for magic, fault in _OTHERS:
        if beginning.startswith(magic):
            raise BadFileError(None, "", fault.text)
    if not beginning.removeprefix(_BYTE_ORDER_MARK).strip():
        raise BadFileError(None, "", "is empty")
    if len(beginning) <= MOST_GAME_BYTES:
        every = pieces_of(beginning, lines_for_sure=lines_for_sure)
    else:
        file.seek(len(_BYTE_ORDER_MARK) if beginning.startswith(_BYTE_ORDER_MARK) else 0)
        every = _lines(file)
    games = (piece for piece in every if piece.data.strip())
    for count, piece in enumerate(games, start=1):
        if count > most:
            raise BadFileError(piece.line, "", "is one too many: {most} at most", most=most)
        yield piece


def pieces_of(data: bytes, *, lines_for_sure: bool = False) -> Iterator[Piece]:
    """The parts of a file that is in memory as a whole."""
    data = data.removeprefix(_BYTE_ORDER_MARK)
    split = enumerate(data.split(b"\n"), start=1)
    lines = [Piece(number, line) for number, line in split if line.strip()]
    if (lines_for_sure and lines) or (len(lines) > 1 and _is_json_lines(data, lines)):
        yield from lines
    else:
        yield Piece(None, data)


def _lines(file: BinaryIO) -> Iterator[Piece]:
    """The lines of a file from where it stands, empty ones too: they count."""
    number = 0
    while data := file.readline(MOST_GAME_BYTES + 1):
        number += 1
        if len(data) > MOST_GAME_BYTES:
            raise BadFileError(
                number, "", "is longer than any game: {most} bytes at most", most=MOST_GAME_BYTES
            )
        yield Piece(number, data)


def _is_json_lines(data: bytes, lines: list[Piece]) -> bool:
    """Whether this is JSON Lines rather than one game written over several lines.

    It is if the whole is not one JSON value, and its first line, or any line that names the
    format, is one: so a broken line among good ones does not hide the others.
    """
    if _is_json(data):
        return False
    return _is_json(lines[0].data) or any(
        b'"format"' in line.data and _is_json(line.data) for line in lines
    )


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
