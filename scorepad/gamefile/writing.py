"""A game as one canonical line of JSON, always the same bytes for the same game; and its sheet.

Keys are in the reader's order, special cards in that of the deck. Defaults and unknown values are
left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from scorepad.gamefile.game import GAME_FORMAT, VERSION, GameFile
from scorepad.gamefile.parsing import parse
from scorepad.gamefile.reading import read_game
from scorepad.rules import Hand, Sheet, sheet
from scorepad.rules.cards import CARDS
from scorepad.rules.ruleset import OPTIONS


def game_line(file: GameFile) -> bytes:
    """The game as a line of JSON in UTF-8, its end included."""
    text = json.dumps(game_document(file), ensure_ascii=False, separators=(",", ":"))
    return f"{text}\n".encode()


def game_document(file: GameFile) -> dict[str, object]:
    """The game as the JSON object that docs/files.md describes."""
    game = file.game
    next_hand = {"pass": game.next_passed, "dealer": game.next_dealer}
    every: dict[str, object] = {
        "format": GAME_FORMAT,
        "version": VERSION,
        "id": file.id,
        "name": file.name,
        "number": file.number,
        "started": _moment(file.started),
        "stopped": _moment(file.stopped),
        "note": file.note or None,
        "evening_note": file.evening_note or None,
        "rules": _rules(file.options) or None,
        "players": file.players,
        "dealer": game.dealer or None,
        "opening": game.opening if any(game.opening) else None,
        "hands_before": game.hands_before or None,
        "hands": [
            _hand(hand, recorded) for hand, recorded in zip(game.hands, file.recorded, strict=True)
        ],
        "next": _without_none(next_hand) or None,
        "left": [each._asdict() for each in file.left] or None,
    }
    return _without_none(every)


def _hand(hand: Hand, recorded: datetime | None) -> dict[str, object]:
    return _without_none(
        {
            "hearts": hand.hearts,
            "cards": {card: hand.cards[card] for card in sorted(hand.cards, key=CARDS.index)},
            "moon": hand.moon_choice,
            "sun": hand.sun or None,
            "pass": hand.passed,
            "dealer": hand.dealer,
            "recorded": _moment(recorded),
        }
    )


def _rules(options: Mapping[str, object]) -> dict[str, object]:
    """The options as they were chosen, in one order."""
    chosen = {name: options[name] for name in OPTIONS if name in options}
    points = chosen.get("card_points")
    if isinstance(points, Mapping):
        chosen["card_points"] = {card: points[card] for card in sorted(points, key=CARDS.index)}
    return chosen


def _without_none(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def sheet_document(sheet: Sheet) -> dict[str, object]:
    """A sheet as the JSON object that docs/files.md describes."""
    return {
        "format": "scorepad-sheet",
        "version": VERSION,
        "hands": [
            {
                "number": line.number,
                "dealer": line.dealer,
                "pass": line.passed,
                "points": line.points,
                "adjusted": line.adjusted,
                "totals": line.totals,
                "moon": line.shooter,
                "sun": line.sun,
                "counts": line.counts,
            }
            for line in sheet.lines
        ],
        "totals": sheet.totals,
        "over": sheet.over,
        "ended_by": sheet.ended_by,
        "next": sheet.next
        and {
            "number": sheet.next.number,
            "dealer": sheet.next.dealer,
            "pass": sheet.next.passed,
            "pass_count": sheet.next.pass_count,
            "leads": sheet.next.leads,
        },
        "places": sheet.places,
        "winners": sheet.winners,
    }


def score(data: bytes) -> dict[str, object]:
    """From a game file's bytes to its sheet document. Raises :class:`RulesError`."""
    return sheet_document(sheet(read_game(parse(data)).game))
