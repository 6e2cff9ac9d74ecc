"""The game file and the sheet as JSON (docs/files.md). Nothing is guessed or repaired."""

from scorepad.gamefile.game import FormerPlayer, GameFile
from scorepad.gamefile.parsing import BadFileError, Piece, parse, pieces, pieces_of
from scorepad.gamefile.reading import read_game, ruleset_of
from scorepad.gamefile.writing import game_line, score, sheet_document

__all__ = [
    "BadFileError",
    "FormerPlayer",
    "GameFile",
    "Piece",
    "game_line",
    "parse",
    "pieces",
    "pieces_of",
    "read_game",
    "ruleset_of",
    "score",
    "sheet_document",
]
