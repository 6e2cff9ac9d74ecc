"""The ruleset of one table: a preset with house rules, checked, for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from scorepad.rules import checks
from scorepad.rules.cards import CARDS, CLUB, HEART, RANKS, REMOVED_CARDS, Card, suit
from scorepad.rules.checks import RulesError
from scorepad.rules.passing import CYCLES
from scorepad.rules.presets import AS_MANY_AS_HEARTS, DEFAULT_PRESET, PRESETS

MoonRule: TypeAlias = Literal["off", "add", "subtract", "choice", "safe"]
End: TypeAlias = Literal["reach", "exceed"]
Exact: TypeAlias = Literal[50, 100, "zero"]
Tie: TypeAlias = Literal["share", "play-on"]
Undealt: TypeAlias = Literal["first-trick", "last-trick"]

FEWEST_PLAYERS: Final = min(REMOVED_CARDS)
MOST_PLAYERS: Final = max(REMOVED_CARDS)

TARGET: Final = 100
LOWEST_TARGET: Final = 20
HIGHEST_TARGET: Final = 1000
PASS_COUNT: Final = 3
# Far more than any card of a known game counts; the limit keeps totals readable.
MOST_CARD_POINTS: Final = 1000

# How many characters of a text that is no card a fault quotes.
_MOST_QUOTED: Final = 20
MOON_RULES: Final[tuple[MoonRule, ...]] = ("off", "add", "subtract", "choice", "safe")
ENDS: Final[tuple[End, ...]] = ("reach", "exceed")
EXACT_HITS: Final[tuple[Exact, ...]] = (50, 100, "zero")
TIES: Final[tuple[Tie, ...]] = ("share", "play-on")
TRICKS: Final[tuple[Undealt, ...]] = ("first-trick", "last-trick")


@dataclass(frozen=True)
class Ruleset:
    """Everything that a table agrees on before a game; :func:`ruleset` makes and checks it.

    Its fields, but for ``players``, are the options of a game file, in the order of the file.
    ``card_points`` gives the points of every special card, penalties positive and bonuses negative;
    hearts count 1 each besides. ``pass_cycle`` holds offsets, hand by hand (see ``passing``).
    ``undealt``: who gets the cards that do not deal out evenly, by the trick that they take; with
    ``None`` there may be none.
    """

    players: int
    preset: str
    deck_removed: tuple[Card, ...]
    card_points: Mapping[Card, int] = field(hash=False)
    moon: MoonRule
    moon_needs_bonus: bool
    sun: bool
    target: int
    end: End
    exact: Exact | None
    tie: Tie
    pass_cycle: tuple[int, ...]
    pass_count: int
    first_trick_points: bool
    undealt: Undealt | None

    @cached_property
    def hearts(self) -> int:
        """How many hearts are in the deck."""
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
        """T: what all penalty cards of the deck add up to."""
        return self.hearts + sum(self.card_points[card] for card in self.penalty_cards)

    @cached_property
    def hand_total(self) -> int:
        """What all points of a hand add up to, bonus cards included, unless somebody shoots."""
        return self.hearts + sum(self.card_points.values())

    def may_need_more_than(self, hands: int) -> bool:
        """Whether players of equal luck have not reached the target after so many hands."""
        return self.target * self.players > self.hand_total * hands

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
    def left_over(self) -> int:
        """How many cards are not dealt, and lie aside."""
        return (len(CARDS) - len(self.deck_removed)) % self.players

    @cached_property
    def leads(self) -> Card:
        """The card whose holder leads to the first trick: the lowest club in the deck.

        With cards left over it may be one of them: then the lowest club dealt leads.
        """
        return next(card for card in CARDS if suit(card) == CLUB and card not in self.deck_removed)


OPTIONS: Final = tuple(each.name for each in fields(Ruleset) if each.name != "players")


def ruleset(players: int, options: Mapping[str, object]) -> Ruleset:
    """The ruleset that ``options`` (the ``rules`` of a game file) mean for so many players.

    A key left out has the preset's value. Raises :class:`RulesError` with a place below ``rules``.
    """
    checks.whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    checks.no_others("rules", options, OPTIONS)
    preset = checks.one_of("rules.preset", options.get("preset", DEFAULT_PRESET), tuple(PRESETS))
    values = {"card_points": PRESETS[preset].card_points, **PRESETS[preset].others, **options}

    undealt = _undealt(values.get("undealt"))
    deck_removed = _deck_removed(values.get("deck_removed", REMOVED_CARDS[players]))
    left = len(CARDS) - len(deck_removed)
    if left < players or (undealt is None and left % players):
        raise RulesError(
            "rules.deck_removed",
            "{left} cards cannot be dealt evenly to {players}",
            left=left,
            players=players,
        )
    points = checks.mapping("rules.card_points", values["card_points"])
    for index, card in enumerate(checks.sequence("", options.get("deck_removed", ()))):
        if card in points:
            raise RulesError(
                f"rules.deck_removed[{index}]", "{card} counts points, so it must stay", card=card
            )
    return Ruleset(
        players=players,
        preset=preset,
        deck_removed=deck_removed,
        card_points=_card_points(points, deck_removed),
        moon=checks.one_of("rules.moon", values.get("moon", "add"), MOON_RULES),
        moon_needs_bonus=_flag(values, "moon_needs_bonus"),
        sun=_flag(values, "sun"),
        target=checks.whole(
            "rules.target", values.get("target", TARGET), LOWEST_TARGET, HIGHEST_TARGET
        ),
        end=checks.one_of("rules.end", values.get("end", "reach"), ENDS),
        exact=_exact(values.get("exact")),
        tie=checks.one_of("rules.tie", values.get("tie", "share"), TIES),
        pass_cycle=_pass_cycle(values.get("pass_cycle", CYCLES[players]), players),
        pass_count=checks.whole(
            "rules.pass_count", values.get("pass_count", PASS_COUNT), 1, left // players
        ),
        first_trick_points=_flag(values, "first_trick_points"),
        undealt=undealt,
    )


def _flag(values: Mapping[str, object], option: str) -> bool:
    return checks.flag(f"rules.{option}", values.get(option, False))


def _hearts_left(deck_removed: tuple[Card, ...]) -> int:
    return len(RANKS) - [suit(card) for card in deck_removed].count(HEART)


def _deck_removed(value: object) -> tuple[Card, ...]:
    place = "rules.deck_removed"
    cards: list[Card] = []
    for index, card in enumerate(checks.sequence(place, value)):
        if not isinstance(card, str) or card not in CARDS:
            text = checks.text(f"{place}[{index}]", card) if isinstance(card, str) else str(card)
            given = text[:_MOST_QUOTED]
            raise RulesError(f"{place}[{index}]", "“{given}” is not a card", given=given)
        if card in cards:
            raise RulesError(f"{place}[{index}]", "{card} is out already", card=card)
        cards.append(card)
    suits = [suit(card) for card in cards]
    for needed_suit, why in (
        (CLUB, "the lowest club leads"),
        (HEART, "hearts are the game"),
    ):
        if suits.count(needed_suit) == len(RANKS):
            raise RulesError(place, "must leave cards of this suit in: {why}", why=why)
    return tuple(sorted(cards, key=CARDS.index))


def _card_points(value: Mapping[str, object], deck_removed: tuple[Card, ...]) -> Mapping[Card, int]:
    points: dict[Card, int] = {}
    for card, worth in value.items():
        place = f"rules.card_points.{card}"
        if card not in CARDS:
            raise RulesError(place, "is not a card (write QS, JD, …)")
        if suit(card) == HEART:
            raise RulesError(place, "every heart counts 1; only other cards can be special")
        if card in deck_removed:
            raise RulesError(place, "is removed, so it cannot count")
        if worth == AS_MANY_AS_HEARTS:
            points[card] = _hearts_left(deck_removed)
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


def _undealt(value: object) -> Undealt | None:
    return None if value is None else checks.one_of("rules.undealt", value, TRICKS)


def _pass_cycle(value: object, players: int) -> tuple[int, ...]:
    place = "rules.pass_cycle"
    return tuple(
        [
            checks.whole(f"{place}[{index}]", offset, 0, players - 1)
            for index, offset in enumerate(checks.sequence(place, value))
        ]
    )
