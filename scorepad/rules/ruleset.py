"""What one table plays: a preset with its house rules, checked, for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from scorepad.rules import checks
from scorepad.rules.cards import CARDS, CLUB, HEART, RANKS, TAKEN_OUT, Card, suit
from scorepad.rules.errors import RulesError
from scorepad.rules.passing import CYCLES
from scorepad.rules.presets import AS_MANY_AS_HEARTS, DEFAULT_PRESET, PRESETS

MoonRule: TypeAlias = Literal["off", "add", "subtract", "choice", "safe"]
End: TypeAlias = Literal["reach", "exceed"]
Exact: TypeAlias = Literal[50, 100, "zero"]
Tie: TypeAlias = Literal["share", "play-on"]

FEWEST_PLAYERS: Final = min(TAKEN_OUT)
MOST_PLAYERS: Final = max(TAKEN_OUT)

TARGET: Final = 100
LOWEST_TARGET: Final = 20
HIGHEST_TARGET: Final = 1000
PASS_COUNT: Final = 3
# No card of any known game counts nearly as much; the limit keeps totals readable.
MOST_CARD_POINTS: Final = 1000

MOON_RULES: Final[tuple[MoonRule, ...]] = ("off", "add", "subtract", "choice", "safe")
ENDS: Final[tuple[End, ...]] = ("reach", "exceed")
EXACT_HITS: Final[tuple[Exact, ...]] = (50, 100, "zero")
TIES: Final[tuple[Tie, ...]] = ("share", "play-on")

OPTIONS: Final = (
    "preset",
    "deck_removed",
    "card_points",
    "moon",
    "moon_needs_bonus",
    "sun",
    "target",
    "end",
    "exact",
    "tie",
    "pass_cycle",
    "pass_count",
    "first_trick_points",
)


@dataclass(frozen=True)
class Ruleset:
    """Everything a table has agreed on; made and checked by :func:`ruleset`.

    ``card_points`` gives the points of every special card, penalties positive and bonuses negative;
    hearts count 1 each besides. ``pass_cycle`` holds offsets, hand by hand (see ``passing``).
    """

    players: int
    preset: str
    deck_removed: tuple[Card, ...]
    card_points: Mapping[Card, int] = field(hash=False)
    moon_rule: MoonRule
    moon_needs_bonus: bool
    sun: bool
    target: int
    end: End
    exact: Exact | None
    tie: Tie
    pass_cycle: tuple[int, ...]
    pass_count: int
    first_trick_points: bool

    @cached_property
    def hearts(self) -> int:
        """How many hearts are in the pack."""
        return _hearts_left(self.deck_removed)

    @cached_property
    def penalty_cards(self) -> tuple[Card, ...]:
        """The special cards that cost their taker points."""
        return tuple(card for card, points in self.card_points.items() if points > 0)

    @cached_property
    def bonus_cards(self) -> tuple[Card, ...]:
        """The special cards that take points off."""
        return tuple(card for card, points in self.card_points.items() if points < 0)

    @cached_property
    def moon_cards(self) -> tuple[Card, ...]:
        """The special cards that a moon needs, besides all hearts."""
        return self.penalty_cards + (self.bonus_cards if self.moon_needs_bonus else ())

    @cached_property
    def penalty_total(self) -> int:
        """T: what all penalty cards of the pack add up to."""
        return self.hearts + sum(self.card_points[card] for card in self.penalty_cards)

    @cached_property
    def lowered_to(self) -> int | None:
        """The total that an exact hit leads to; ``None`` where the table does not play it."""
        if self.exact is None:
            return None
        return 0 if self.exact == "zero" else self.target - self.exact

    @cached_property
    def cards_each(self) -> int:
        """How many cards each seat is dealt."""
        return (len(CARDS) - len(self.deck_removed)) // self.players

    @cached_property
    def leads(self) -> Card:
        """The card whose holder leads to the first trick: the lowest club in the pack."""
        return next(card for card in CARDS if suit(card) == CLUB and card not in self.deck_removed)


def ruleset(players: int, options: Mapping[str, object]) -> Ruleset:
    """The ruleset that ``options`` (the ``rules`` of a game file) mean for so many players.

    A key left out has the preset's value. Raises :class:`RulesError` with a place below ``rules``.
    """
    checks.whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    checks.no_others("rules", options, OPTIONS)
    preset = checks.one_of("rules.preset", options.get("preset", DEFAULT_PRESET), tuple(PRESETS))
    chosen = {**PRESETS[preset].options, **options}

    removed = _deck_removed(chosen.get("deck_removed", TAKEN_OUT[players]), players)
    points = checks.mapping("rules.card_points", chosen["card_points"])
    for index, card in enumerate(checks.sequence("", options.get("deck_removed", ()))):
        if card in points:
            raise RulesError(
                f"rules.deck_removed[{index}]", "{card} counts points, so it must stay", card=card
            )
    return Ruleset(
        players=players,
        preset=preset,
        deck_removed=removed,
        card_points=_card_points(points, removed),
        moon_rule=checks.one_of("rules.moon", chosen.get("moon", "add"), MOON_RULES),
        moon_needs_bonus=_flag(chosen, "moon_needs_bonus"),
        sun=_flag(chosen, "sun"),
        target=checks.whole(
            "rules.target", chosen.get("target", TARGET), LOWEST_TARGET, HIGHEST_TARGET
        ),
        end=checks.one_of("rules.end", chosen.get("end", "reach"), ENDS),
        exact=_exact(chosen.get("exact")),
        tie=checks.one_of("rules.tie", chosen.get("tie", "share"), TIES),
        pass_cycle=_pass_cycle(chosen.get("pass_cycle", CYCLES[players]), players),
        pass_count=_pass_count(chosen.get("pass_count", PASS_COUNT), players, removed),
        first_trick_points=_flag(chosen, "first_trick_points"),
    )


def _flag(chosen: Mapping[str, object], option: str) -> bool:
    return checks.flag(f"rules.{option}", chosen.get(option, False))


def _hearts_left(removed: tuple[Card, ...]) -> int:
    return len(RANKS) - [suit(card) for card in removed].count(HEART)


def _deck_removed(value: object, players: int) -> tuple[Card, ...]:
    place = "rules.deck_removed"
    listed = checks.sequence(place, value)
    removed: list[Card] = []
    for index, card in enumerate(listed):
        if not isinstance(card, str) or card not in CARDS:
            raise RulesError(f"{place}[{index}]", "is not a card (write 2D, QS, …)")
        if card in removed:
            raise RulesError(f"{place}[{index}]", "{card} is out already", card=card)
        removed.append(card)
    left = len(CARDS) - len(removed)
    if left % players:
        raise RulesError(
            place,
            "{left} cards do not deal out evenly to {players}",
            left=left,
            players=players,
        )
    suits = [suit(card) for card in removed]
    for needed, why in (
        (CLUB, "the lowest club leads"),
        (HEART, "hearts are the game"),
    ):
        if suits.count(needed) == len(RANKS):
            raise RulesError(place, "must leave cards of this suit in: {why}", why=why)
    return tuple(sorted(removed, key=CARDS.index))


def _card_points(value: Mapping[str, object], removed: tuple[Card, ...]) -> Mapping[Card, int]:
    points: dict[Card, int] = {}
    for card, worth in value.items():
        place = f"rules.card_points.{card}"
        if card not in CARDS:
            raise RulesError(place, "is not a card (write QS, JD, …)")
        if suit(card) == HEART:
            raise RulesError(place, "every heart counts 1; only other cards can be special")
        if card in removed:
            raise RulesError(place, "is taken out of the pack, so it cannot count")
        if worth == AS_MANY_AS_HEARTS:
            points[card] = _hearts_left(removed)
        elif type(worth) is int:
            points[card] = checks.whole(place, worth, -MOST_CARD_POINTS, MOST_CARD_POINTS)
        else:
            raise RulesError(place, 'must be a whole number or "hearts"')
    return MappingProxyType({card: points[card] for card in sorted(points, key=CARDS.index)})


def _exact(value: object) -> Exact | None:
    if value is None:
        return None
    for known in EXACT_HITS:
        if type(value) is type(known) and value == known:
            return known
    raise RulesError("rules.exact", 'must be null, 50, 100 or "zero"')


def _pass_cycle(value: object, players: int) -> tuple[int, ...]:
    place = "rules.pass_cycle"
    listed = checks.sequence(place, value)
    return tuple(
        [
            checks.whole(f"{place}[{index}]", offset, 0, players - 1)
            for index, offset in enumerate(listed)
        ]
    )


def _pass_count(value: object, players: int, removed: tuple[Card, ...]) -> int:
    each = (len(CARDS) - len(removed)) // players
    return checks.whole("rules.pass_count", value, 1, each)
