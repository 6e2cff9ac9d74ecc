"""Hearts in English: how the rules' values are said on a page.

Every sentence that is not in a template is here, so that another language finds them together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from markupsafe import Markup

from scorepad.rules import PRESETS, Card, RulesError, Ruleset, Sheet
from scorepad.rules.cards import suit
from scorepad.rules.ending import points_to_end
from scorepad.rules.outlook import Notable, Prospect
from scorepad.rules.passing import HOLD

_SUITS: Final = {"C": ("♣", "clubs"), "D": ("♦", "diamonds"), "S": ("♠", "spades"),
                 "H": ("♥", "hearts")}  # fmt: skip
_RANKS: Final = {"T": "10"}
_RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

OVERTAKEN: Final = "This game was changed meanwhile, so nothing was saved. Here it is as it is now"
RELOAD: Final = "This page was not complete, so nothing was done. Please try again."
NOT_DONE: Final = "This was not done yet; please look at what is marked."
NO_SHEET: Final = "This was not done: afterwards the sheet could not be worked out."

LAST_PEN: Final = "This is the last pen: without it nobody could write in this pad any more."
LINK_GONE: Final = (
    "This link gives no pen",
    "It was used already, is more than a quarter of an hour old, or was not copied whole. "
    "Please ask for a new one.",
)

OTHER_LINK: Final = (
    "Another link for a pen was opened on this phone meanwhile, so nothing was done yet: "
    "this is now about the pad of that link."
)

PAD_DELETED: Final = "The pad was deleted, with everything in it."
NOT_THIS_PAD: Final = "That is not this pad’s address."
NOT_THIS_NAME: Final = "That is neither this pad’s name nor its address."

OUR_FAULT: Final = (
    "Something broke",
    "That is our mistake, not yours. What was saved before is safe; please try again.",
)
# What the machine cannot do just now: a title and a text.
BUSY: Final = (
    "Somebody else is writing",
    "That took too long, so nothing was saved. Please try again in a few seconds.",
)
GONE: Final = (
    "The database does not answer",
    "It is not sure that this was saved; what was saved before is not touched. Sent again, it is "
    "saved once. Whoever runs this Scorepad finds the reason where it was started.",
)
NO_ROOM: Final = (
    "The disk is full",
    "There is no room left where this Scorepad keeps its data, so nothing was saved. "
    "Please make room there and try again.",
)
# More than any evening needs, by what there is too much of (store/caps.py).
TOO_MUCH: Final = (
    "That is a lot",
    {
        "hands": "This game has as many hands as one game can have: please start another one.",
        "changes": "This game was changed as often as one game can be. It can still be put into "
        "the bin; please start another one.",
        "games": "This pad has as many games as one pad can have: please start another pad.",
        "games_a_day": "So many games were started in this pad today that this has to wait "
        "until tomorrow.",
        "players": "This pad has as many players as one pad can have: please use names that it "
        "knows, or start another pad.",
        "pens": "This pad has given out as many pens as one pad can: please withdraw some first.",
        "links": "There are enough links for a pen of this pad that nobody has used yet. "
        "They are good for a quarter of an hour; please use one, or wait.",
    },
)

MOON_NAMES: Final = {"add": "old moon", "subtract": "new moon"}

_MOONS: Final = {
    "off": "There is no moon: whoever takes everything gets everything.",
    "add": "Old moon: whoever takes every penalty card gets nothing, everybody else {t}.",
    "subtract": "New moon: whoever takes every penalty card has {t} taken off.",
    "choice": "Moon: whoever takes every penalty card chooses – {t} for everybody else, "
    "or {t} off their own total.",
    "safe": "Moon: everybody else gets {t}, unless that would lose the shooter the game: "
    "then {t} come off the shooter’s total.",
}

# The place of a hand in a game file; what follows is below it.
_HAND: Final = re.compile(r"hands\[(\d+)\]")


def game_deleted(number: int) -> str:
    """What is said once a game was deleted for good."""
    return f"Game {number} was deleted, with everything in it."


def symbol(card: Card) -> str:
    """A card in two or three signs: ♠Q, ♦10."""
    return _SUITS[suit(card)][0] + _RANKS.get(card[0], card[0])


def card_name(card: Card) -> str:
    """A card as one says it: queen of spades."""
    rank = _RANK_NAMES.get(card[0], _RANKS.get(card[0], card[0]))
    return f"{rank} of {_SUITS[suit(card)][1]}"


def red(card: Card) -> bool:
    """Whether the card's signs are red."""
    return suit(card) in ("D", "H")


def listed(parts: Iterable[str]) -> Markup:
    """Parts as one says them: Anna, Ben and Cara."""
    said = list(parts)
    if len(said) < 2:
        return Markup().join(said)
    return Markup("{} and {}").format(Markup(", ").join(said[:-1]), said[-1])


def passing(offset: int, players: int) -> str:
    """Where the cards go: to the left, to the right, across, three places to the left."""
    if offset == HOLD:
        return "nobody passes"
    if offset == 1:
        return "to the left"
    if offset == players - 1:
        return "to the right"
    if 2 * offset == players:
        return "across"
    return f"{_number(offset)} places to the left"


def passing_now(offset: int, players: int) -> str:
    """What to do with the cards now: pass to the left, or nobody passes."""
    said = passing(offset, players)
    return said if offset == HOLD else f"pass {said}"


def ordinal(place: int) -> str:
    """A place: 1st, 2nd, 3rd, 4th."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def signed(points: int) -> str:
    """Points as they are added: +5, −26, 0."""
    return f"+{points}" if points > 0 else number(points)


def date(moment: datetime) -> str:
    """A day: 21 November 2026."""
    return f"{moment.day} {moment:%B %Y}"


def number(points: int) -> str:
    """A total, with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def result(sheet: Sheet, names: Sequence[str]) -> Markup:
    """How a game ended, in a sentence."""
    winners = listed(isolated(names[seat]) for seat in sheet.winners)
    points = number(min(sheet.totals))
    if len(sheet.winners) == 1:
        return Markup("{} wins with {}.").format(winners, points)
    return Markup("A draw: {} share first place with {}.").format(winners, points)


def leaders(sheet: Sheet, names: Sequence[str]) -> Markup:
    """Who is lowest while the game runs."""
    lowest = [isolated(names[seat]) for seat, place in enumerate(sheet.places) if place == 1]
    return Markup("{} {}").format(listed(lowest), "leads." if len(lowest) == 1 else "lead.")


def isolated(name: str) -> Markup:
    """A name in a sentence, whatever the direction of its script."""
    return Markup("<bdi>{}</bdi>").format(name)


def prospect(each: Prospect, names: Sequence[str]) -> Markup:
    """What a seat can do with the next hand: end the game, or hit the target exactly."""
    name = isolated(names[each.seat])
    said = []
    if each.ends_from is not None:
        reach = "reaches the end" if each.may_go_on else "ends the game"
        said.append(Markup("{} {} with {} or more").format(name, reach, each.ends_from))
    if each.exact is not None:
        lowered = number(each.lowered_to or 0)
        said.append(Markup("exactly {} brings {} to {}").format(each.exact, name, lowered))
    return Markup("; ").join(said) + "."


def notable(found: Notable, names: Sequence[str]) -> Iterator[Markup]:
    """What was notable in a game, in sentences."""
    for seat, moons in enumerate(found.moons):
        if moons:
            suns = f", {_times(found.suns[seat])} a sun" if found.suns[seat] else ""
            yield Markup("{} shot the moon {}{}.").format(
                isolated(names[seat]), _times(moons), suns
            )
    most = max(found.taken)
    if found.card is not None and most > 1:
        seats = [isolated(names[seat]) for seat, taken in enumerate(found.taken) if taken == most]
        each = " each" if len(seats) > 1 else ""
        yield Markup("{} took {} {}{}, most of all.").format(
            listed(seats), symbol(found.card), _times(most), each
        )
    for seat, hits in enumerate(found.exact_hits):
        if hits:
            yield Markup("{} hit the target exactly {}.").format(
                isolated(names[seat]), _times(hits)
            )
    if found.comeback is not None:
        yield Markup("{} was {} points behind after hand {} and won.").format(
            isolated(names[found.comeback.seat]), found.comeback.behind, found.comeback.number
        )


def distance(rules: Ruleset, total: int) -> str:
    """How far a total is from the end."""
    left = points_to_end(total, rules)
    return f"{left} to go" if left > 0 else "at the end"


def cards(count: int) -> str:
    """A number of cards: one card, two cards."""
    return f"{_number(count)} card{'' if count == 1 else 's'}"


def moment(at: datetime) -> str:
    """A day and a time in UTC, which is what is known: 21 November, 20:15."""
    return f"{at.day} {at:%B}, {at:%H:%M} UTC"


def changes(before: Sheet, after: Sheet, names: Sequence[str]) -> list[Markup]:
    """What is different in the end, in sentences: totals, the end, who wins."""
    said = [
        Markup("{}: {} → {}.").format(isolated(name), number(old), number(new))
        for name, old, new in zip(names, before.totals, after.totals, strict=True)
        if old != new
    ]
    if before.over and not after.over:
        said.append(Markup("The game goes on."))
    elif after.over and not before.over:
        said.append(Markup("The game is over. {}").format(result(after, names)))
    elif after.over and before.winners != after.winners:
        now, formerly = (
            listed(isolated(names[seat]) for seat in sheet.winners) for sheet in (after, before)
        )
        verb = "wins" if len(after.winners) == 1 else "win"
        said.append(Markup("{} {} instead of {}.").format(now, verb, formerly))
    return said


def fault_of_game(fault: RulesError, hands_before: int) -> str:
    """What the rules refuse about a game, in a sentence that says in which hand it is."""
    hand = _HAND.match(fault.place)
    where = f"Hand {hands_before + int(hand[1]) + 1}" if hand else fault.place
    return f"{where}: {fault.message}."


def takeover(left: str, successor: str, first: int, last: int) -> Markup:
    """Which hands somebody played in what is now the seat of another player."""
    span = f"hand {first}" if first == last else f"hands {first} to {last}"
    return Markup("{} played {} in the seat of {}.").format(
        isolated(left), span, isolated(successor)
    )


def game_name(rules: Ruleset) -> str:
    """The name of the game that is played."""
    return PRESETS[rules.preset].name


def house_rules(rules: Ruleset) -> Iterator[str]:
    """The rules in force, in plain sentences."""
    yield f"{game_name(rules)} for {_number(rules.players)}."
    if rules.deck_removed:
        out = listed(symbol(card) for card in rules.deck_removed)
        yield f"Out of the pack: {out}. Everybody gets {rules.cards_each} cards."
    costs = [f"{symbol(card)} costs {number(rules.card_points[card])}"
             for card in rules.penalty_cards]  # fmt: skip
    yield f"{listed(['Every heart costs 1', *costs])}: {rules.penalty_total} in all."
    for card in rules.bonus_cards:
        yield f"{symbol(card)} takes {-rules.card_points[card]} points off."
    yield _MOONS[rules.moon_rule].format(t=rules.penalty_total)
    if rules.moon_rule != "off":
        if rules.moon_needs_bonus and rules.bonus_cards:
            needed = listed(symbol(card) for card in rules.bonus_cards)
            yield f"A moon needs {needed} too."
        if rules.sun:
            yield "Sun: whoever takes every trick as well has a moon that counts twice."
    yield from _ending(rules)
    yield from _table_habits(rules)


def _ending(rules: Ruleset) -> Iterator[str]:
    reached = "has more than" if rules.end == "exceed" else "reaches"
    yield f"The game ends when somebody {reached} {rules.target}; the lowest total wins."
    if rules.exact == "zero":
        yield f"Exactly {rules.target} goes back to 0."
    elif rules.exact is not None:
        yield f"Exactly {rules.target} goes down to {number(rules.target - rules.exact)}."
    if rules.tie == "play-on":
        yield "If several share the lowest total, play goes on until one is alone."


def _table_habits(rules: Ruleset) -> Iterator[str]:
    ways = [passing(offset, rules.players) for offset in rules.pass_cycle]
    if not any(rules.pass_cycle):
        yield "Cards are never passed."
    else:
        count = _number(rules.pass_count).capitalize()
        cards = f"{count} card is" if rules.pass_count == 1 else f"{count} cards are"
        if len(set(ways)) == 1:
            yield f"{cards} always passed {ways[0]}."
        else:
            yield f"{cards} passed: {', then '.join(ways)}."
    thrown = "may" if rules.first_trick_points else "may not"
    yield f"The holder of {symbol(rules.leads)} leads; "\
          f"point cards {thrown} be thrown on the first trick."  # fmt: skip


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{_number(count)} times")


def _number(count: int) -> str:
    names = ("no", "one", "two", "three", "four", "five", "six")
    return names[count] if count < len(names) else str(count)
