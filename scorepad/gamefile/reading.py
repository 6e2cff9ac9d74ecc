"""From parsed JSON to a game (docs/files.md). Nothing is guessed or repaired."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from scorepad import caps
from scorepad.gamefile.game import GAME_FORMAT, VERSION, FormerPlayer, GameFile
from scorepad.gamefile.parsing import RepeatedName
from scorepad.names import MOST_TYPED, name_faults, name_key, note_fault, same_name
from scorepad.rules import Game, Hand, RulesError, Ruleset, checks, ruleset
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS

_GAME_KEYS: Final = (
    "format",
    "version",
    "id",
    "name",
    "number",
    "started",
    "stopped",
    "note",
    "evening_note",
    "rules",
    "players",
    "dealer",
    "opening",
    "hands_before",
    "hands",
    "next",
    "left",
)
_HAND_KEYS: Final = ("hearts", "cards", "moon", "sun", "pass", "dealer", "recorded")
_NEXT_KEYS: Final = ("pass", "dealer")
_LEFT_KEYS: Final = ("seat", "player", "after")
# What a game's entry can be called: a phone makes a UUID.
_ID: Final = re.compile(r"[\x20-\x7e]{1,64}")
# Far more than anybody writes in a pad; calendars and time zones work with all of these years.
_FIRST: Final = datetime(1900, 1, 1, tzinfo=UTC)
_END: Final = datetime(3000, 1, 1, tzinfo=UTC)


def read_game(document: object) -> GameFile:
    """The game that a parsed file holds. Raises :class:`RulesError` with the place of a fault."""
    values = _object_at("", document)
    # The version is the fault, not the keys that a later version adds or leaves out.
    _require("", values, "format", "version")
    checks.one_of("format", values["format"], (GAME_FORMAT,))
    _check_version(values["version"])
    _require("", values, "players", "hands")
    checks.no_others("", values, _GAME_KEYS)
    players = _players(values["players"])
    options = _object_at("rules", values.get("rules", {}))
    if "card_points" in options:
        _object_at("rules.card_points", options["card_points"])
    name = values.get("name")
    number = values.get("number")
    stopped = _moment("stopped", values.get("stopped"))
    hands = checks.sequence("hands", values["hands"])
    _expect_at_most("hands", hands, caps.HANDS)
    played = [_hand(f"hands[{index}]", hand) for index, hand in enumerate(hands)]
    next_hand = _next_hand(values.get("next", {}), len(players))
    game = Game(
        rules=ruleset_of(len(players), json.dumps(options)),
        hands=tuple([hand for hand, _ in played]),
        dealer=checks.whole("dealer", values.get("dealer", 0), 0, len(players) - 1),
        opening=_opening(values, len(players)),
        # The rules limit the number of hands on paper.
        hands_before=_whole("hands_before", values.get("hands_before", 0)),
        stopped=stopped is not None,
        next_passed=next_hand["pass"],
        next_dealer=next_hand["dealer"],
    )
    return GameFile(
        game=game,
        players=players,
        options=options,
        name=None if name is None else _name(name),
        started=_moment("started", values.get("started")),
        stopped=stopped,
        recorded=tuple([recorded for _, recorded in played]),
        left=_left(values.get("left", ()), players, len(hands)),
        id=_id(values["id"]) if "id" in values else None,
        number=None if number is None else checks.whole("number", number, 1, 999_999),
        note=_note("note", values.get("note")),
        evening_note=_note("evening_note", values.get("evening_note")),
    )


def _require(place: str, values: Mapping[str, object], *keys: str) -> None:
    for key in keys:
        if key not in values:
            raise RulesError(checks.inside(place, key), "is missing")


def _check_version(value: object) -> None:
    if type(value) is int and value > VERSION:
        raise RulesError(
            "version", "is newer than this Scorepad, which reads {known}", known=VERSION
        )
    checks.whole("version", value, VERSION, VERSION)


def _object_at(place: str, value: object) -> Mapping[str, object]:
    if isinstance(value, RepeatedName):
        raise RulesError(checks.inside(place, value.name), "is given twice")
    return checks.mapping(place or "game", value)


def _expect_at_most(place: str, values: Sequence[object], most: int) -> None:
    if len(values) > most:
        raise RulesError(place, "must be at most {most}", most=most)


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


def _note(place: str, value: object) -> str | None:
    if value is None:
        return None
    note = checks.text(place, value)
    if fault := note_fault(note):
        raise RulesError(place, fault.text, **fault.values)
    return note


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


# The games of a pad or a file are played by a few agreements.
@lru_cache(128)
def ruleset_of(players: int, options: str) -> Ruleset:
    """The ruleset of so many players; ``options``: as JSON, which tells 1 from true.

    Raises :class:`RulesError` with a place below ``rules``.
    """
    return ruleset(players, json.loads(options))


def _left(value: object, players: Sequence[str], hands: int) -> tuple[FormerPlayer, ...]:
    """The former players; at every moment the names at the table are different."""
    values = checks.sequence("left", value)
    if not values:
        return ()
    _expect_at_most("left", values, caps.LEFT)
    left = tuple(
        _former_player(f"left[{index}]", each, len(players), hands)
        for index, each in enumerate(values)
    )
    seated = [name_key(name) for name in players]
    after = hands
    # From the end, where it is known who sits there, back to the start.
    for index, each in reversed([*enumerate(left)]):
        place = f"left[{index}]"
        if each.after > after:
            raise RulesError(f"{place}.after", "must not be more than in the one that follows")
        after = each.after
        # Of this name alone: the others were looked at before.
        for _, fault in name_faults([each.player]):
            raise RulesError(f"{place}.player", fault.text, **fault.values)
        key = name_key(each.player)
        if key == seated[each.seat]:
            raise RulesError(f"{place}.player", "must not be the one who goes on in this seat")
        if key in seated:
            fault = same_name(seated.index(key))
            raise RulesError(f"{place}.player", fault.text, **fault.values)
        seated[each.seat] = key
    return left


def _former_player(place: str, value: object, players: int, hands: int) -> FormerPlayer:
    values = _object_at(place, value)
    checks.no_others(place, values, _LEFT_KEYS)
    _require(place, values, *_LEFT_KEYS)
    return FormerPlayer(
        seat=checks.whole(f"{place}.seat", values["seat"], 0, players - 1),
        player=checks.text(f"{place}.player", values["player"]),
        after=checks.whole(f"{place}.after", values["after"], 0, hands),
    )


def _next_hand(value: object, players: int) -> Mapping[str, int | None]:
    values = _object_at("next", value)
    checks.no_others("next", values, _NEXT_KEYS)
    return {
        key: checks.whole(f"next.{key}", values[key], 0, players - 1) if key in values else None
        for key in _NEXT_KEYS
    }


def _id(value: object) -> str:
    text = checks.text("id", value)
    if not _ID.fullmatch(text):
        raise RulesError("id", "must be 1 to {most} plain letters", most=64)
    return text


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


def _hand(place: str, value: object) -> tuple[Hand, datetime | None]:
    values = _object_at(place, value)
    checks.no_others(place, values, _HAND_KEYS)
    _require(place, values, "hearts", "cards")
    hearts: Sequence[object] = checks.sequence(f"{place}.hearts", values["hearts"])
    cards = _object_at(f"{place}.cards", values["cards"])
    hand = Hand(
        hearts=tuple(_whole(f"{place}.hearts[{seat}]", count) for seat, count in enumerate(hearts)),
        cards={card: _whole(f"{place}.cards.{card}", taker) for card, taker in cards.items()},
        moon_choice=checks.one_of(f"{place}.moon", values["moon"], MOON_CHOICES)
        if "moon" in values
        else None,
        sun=checks.flag(f"{place}.sun", values.get("sun", False)),
        passed=_whole(f"{place}.pass", values["pass"]) if "pass" in values else None,
        dealer=_whole(f"{place}.dealer", values["dealer"]) if "dealer" in values else None,
    )
    return hand, _moment(f"{place}.recorded", values.get("recorded"))


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
    # Years of UTC, in which times are written, so that an exported file can be read again.
    if not _FIRST <= moment < _END:
        raise RulesError(
            place, "must be in the years {low} to {high}", low=_FIRST.year, high=_END.year - 1
        )
    return moment
