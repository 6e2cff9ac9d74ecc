"""The game file and the sheet as JSON (game-file.md). Nothing is guessed or repaired."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NoReturn

from scorepad.names import MOST_TYPED, name_faults
from scorepad.rules import Game, Hand, RulesError, Sheet, checks, ruleset
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.sheet import sheet

GAME_FORMAT: Final = "scorepad-game"
SHEET_FORMAT: Final = "scorepad-sheet"
VERSION: Final = 1

_GAME_KEYS: Final = (
    "format",
    "version",
    "name",
    "started",
    "stopped",
    "rules",
    "players",
    "dealer",
    "opening",
    "hands_before",
    "hands",
)
_REQUIRED: Final = ("format", "version", "players", "hands")
_HAND_KEYS: Final = ("hearts", "cards", "moon", "sun", "pass", "dealer")


@dataclass(frozen=True)
class GameFile:
    """A game file: the game, and the parts of the file that the rules do not need.

    ``options``: the ``rules`` object as it was written.
    """

    game: Game
    players: tuple[str, ...]
    options: Mapping[str, object]
    name: str | None
    started: datetime | None
    stopped: datetime | None


class _RepeatedName(dict[str, object]):
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
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
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


def read_game(document: object) -> GameFile:
    """The game that a parsed file holds. Raises :class:`RulesError` with the place of a fault."""
    values = _object_at("", document)
    for key in _REQUIRED:
        if key not in values:
            raise RulesError(key, "is missing")
    # The version is the fault, not the keys that a later version adds.
    checks.one_of("format", values["format"], (GAME_FORMAT,))
    checks.whole("version", values["version"], VERSION, VERSION)
    checks.no_others("", values, _GAME_KEYS)
    players = _players(values["players"])
    options = _object_at("rules", values.get("rules", {}))
    if "card_points" in options:
        _object_at("rules.card_points", options["card_points"])
    name = values.get("name")
    stopped = _moment("stopped", values.get("stopped"))
    game = Game(
        rules=ruleset(len(players), options),
        hands=tuple(
            _hand(f"hands[{index}]", hand)
            for index, hand in enumerate(checks.sequence("hands", values["hands"]))
        ),
        dealer=checks.whole("dealer", values.get("dealer", 0), 0, len(players) - 1),
        opening=_opening(values, len(players)),
        # The rules limit the number of hands on paper.
        hands_before=_whole("hands_before", values.get("hands_before", 0)),
        stopped=stopped is not None,
    )
    return GameFile(
        game=game,
        players=players,
        options=options,
        name=None if name is None else _name(name),
        started=_moment("started", values.get("started")),
        stopped=stopped,
    )


def sheet_document(sheet: Sheet) -> dict[str, object]:
    """A sheet as the JSON object that game-file.md describes."""
    return {
        "format": SHEET_FORMAT,
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


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in pairs:
        if name in values:
            return _RepeatedName(name)
        values[name] = value
    return values


def _no_constant(name: str) -> NoReturn:
    raise RulesError("game", "has {name}, which JSON does not know", name=name)


def _object_at(place: str, value: object) -> Mapping[str, object]:
    if isinstance(value, _RepeatedName):
        raise RulesError(checks.inside(place, value.name), "is given twice")
    return checks.mapping(place or "game", value)


def _whole(place: str, value: object) -> int:
    """A whole number whose range the rules check."""
    if type(value) is not int:
        raise RulesError(place, "must be a whole number")
    return value


def _name(value: object) -> str:
    name = checks.text("name", value)
    if len(name) > MOST_TYPED:
        raise RulesError("name", "must have at most {most} characters", most=MOST_TYPED)
    return name


def _players(value: object) -> tuple[str, ...]:
    values = checks.sequence("players", value)
    if not FEWEST_PLAYERS <= len(values) <= MOST_PLAYERS:
        raise RulesError(
            "players",
            "must be {low} to {high} names",
            low=FEWEST_PLAYERS,
            high=MOST_PLAYERS,
        )
    names = tuple(checks.text(f"players[{seat}]", name) for seat, name in enumerate(values))
    for seat, fault in name_faults(names):
        raise RulesError(f"players[{seat}]", fault.text, **fault.values)
    return names


def _opening(values: Mapping[str, object], players: int) -> tuple[int, ...]:
    if "opening" not in values:
        return ()
    totals = checks.sequence("opening", values["opening"])
    if len(totals) != players:
        raise RulesError(
            "opening",
            "{given} totals for {players} seats",
            given=len(totals),
            players=players,
        )
    return tuple(_whole(f"opening[{seat}]", total) for seat, total in enumerate(totals))


def _hand(place: str, value: object) -> Hand:
    values = _object_at(place, value)
    checks.no_others(place, values, _HAND_KEYS)
    for key in ("hearts", "cards"):
        if key not in values:
            raise RulesError(f"{place}.{key}", "is missing")
    hearts: Sequence[object] = checks.sequence(f"{place}.hearts", values["hearts"])
    cards = _object_at(f"{place}.cards", values["cards"])
    return Hand(
        hearts=tuple(_whole(f"{place}.hearts[{seat}]", count) for seat, count in enumerate(hearts)),
        cards={card: _whole(f"{place}.cards.{card}", taker) for card, taker in cards.items()},
        moon_choice=checks.one_of(f"{place}.moon", values["moon"], MOON_CHOICES)
        if "moon" in values
        else None,
        sun=checks.flag(f"{place}.sun", values.get("sun", False)),
        passed=_whole(f"{place}.pass", values["pass"]) if "pass" in values else None,
        dealer=_whole(f"{place}.dealer", values["dealer"]) if "dealer" in values else None,
    )


def _moment(place: str, value: object) -> datetime | None:
    """A point in time in ISO 8601, with its offset from UTC; ``null`` where it is not known."""
    if value is None:
        return None
    text = checks.text(place, value)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise RulesError(place, "is not a time such as 2026-11-20T19:30:00Z") from None
    if moment.tzinfo is None:
        raise RulesError(place, "must say its offset from UTC (a Z at the end, for UTC)")
    return moment
