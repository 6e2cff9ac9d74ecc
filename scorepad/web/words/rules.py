"""Rules in words: the questions about them and their answers; those in force, in full and short.

What an option needs stands here: its question, its answers, its sentence and its part of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from scorepad import caps
from scorepad.rules import PRESETS, Ruleset
from scorepad.rules.cards import QUEEN
from scorepad.rules.house_rules import EXTRA_CARDS
from scorepad.rules.passing import HOLD
from scorepad.rules.presets import JACK_OF_DIAMONDS
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.web.words.cards import deck, left_over, removed, symbol
from scorepad.web.words.names import capitalised, listed
from scorepad.web.words.numbers import number
from scorepad.web.words.translation import N_, gettext, ngettext

_LABELS: Final[Mapping[str, str]] = {
    "preset": N_("Game"),
    "moon": N_("Moon"),
    "moon_needs_bonus": N_("Does a moon need %(bonus)s too?"),
    "sun": N_("Sun: a moon with every trick counts twice"),
    "bonus": N_("Bonus card"),
    "king_and_ace": N_("Extra penalty cards"),
    "queen": N_("%(queen)s counts"),
    "other_cards": N_("Other cards that count"),
    "target": N_("Target"),
    "end": N_("Game ends when someone"),
    "exact": N_("Landing exactly on the target"),
    "tie": N_("Tie for lowest"),
    "passing": N_("Passing"),
    "pass_count": N_("Cards passed"),
    "deck": N_("Cards removed"),
    "other_deck": N_("Other cards removed"),
    "undealt": N_("Cards left over"),
    "first_trick_points": N_("Points allowed on the first trick"),
    "hands_before": N_("Hands played so far"),
}
_YES, _NO = N_("yes"), N_("no")
# In lower case, as after "Default:"; alone they are capitalised.
_ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "preset": {key: preset.name for key, preset in PRESETS.items()},
    "moon": {
        "add": N_("+%(points)s to everyone else"),
        "subtract": N_("−%(points)s for the shooter"),
        "choice": N_("shooter chooses +%(points)s or −%(points)s"),
        "safe": N_("+%(points)s to others; −%(points)s if that would lose the shooter the game"),
        "off": N_("no moon"),
    },
    "moon_needs_bonus": {"y": _YES, "n": _NO},
    "bonus": {"none": N_("none")},
    "king_and_ace": {"none": N_("none")},
    "end": {"reach": N_("reaches the target"), "exceed": N_("goes over the target")},
    "exact": {
        "50": N_("takes 50 points off"),
        "100": N_("takes 100 points off"),
        "zero": N_("back to 0"),
    },
    "tie": {"share": N_("share first place"), "play-on": N_("keep playing")},
    "undealt": {
        "first-trick": N_("go to the first trick"),
        "last-trick": N_("go to the last trick"),
    },
    "passing": {"left": N_("always left"), "right": N_("always right"), "never": N_("never")},
}
# What people call an answer, in any language, besides its words in the form.
_KNOWN_AS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "preset": {key: preset.known_as for key, preset in PRESETS.items()},
    "moon": {
        "add": ("Shooting the moon", "Hitting the moon", "Old moon", "Durchmarsch"),
        "subtract": ("New moon", "Neumond"),
        "choice": ("Shooting the moon", "Durchmarsch"),
    },
    "sun": {"y": ("Shooting the sun", "Sonne")},
    "bonus": {
        "jack": ("Omnibus", "Jack of diamonds", "Karo-Bube"),
        "ten": ("Ten of diamonds", "Karo-Zehn"),
    },
    "exact": {"50": ("Exact hit", "Exactly 100", "Genau 100")},
    "undealt": {
        "first-trick": ("Kitty", "Widow", "Talon"),
        "last-trick": ("Kitty", "Widow", "Talon"),
    },
    "passing": {"never": ("Hold",)},
    "first_trick_points": {"y": ("Bleeding on the first trick", "Bluten")},
}
# What else they type for it, in English and German: for the search alone.
_MOON_TYPED: Final = ("Moon", "Mond", "Vollmond", "Shoot the moon", "Durchmarsch", "Alle Herzen")
_EXACT_TYPED: Final = ("Exact hit", "Genau 100", "Exactly 100", "Punktlandung", "Genauer Treffer")
_TIE_TYPED: Final = ("Tie", "Draw", "Unentschieden", "Gleichstand", "Tie break")
_LEFT_OVER: Final = (
    *("Cards left over", "Leftover cards", "Stock", "Heartsette", "Undealt cards"),
    *("Übrige Karten", "Restkarten", "Skat", "Witwe", "Stock"),
)
_PASSING_TYPED: Final = ("Pass", "Schieben", "Weitergeben", "Tauschen", "Exchange", "Schupfen")

_KING_TYPED: Final = ("King of spades", "Spade king", "Pik-König")
_TYPED_AS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "preset": {key: preset.typed_as for key, preset in PRESETS.items()},
    "moon": {
        "add": (*_MOON_TYPED, "Alter Mond"),
        "subtract": (*_MOON_TYPED, "Neuer Mond"),
        "choice": (*_MOON_TYPED, "Choice", "Wahl"),
        "safe": (*_MOON_TYPED, "Safe moon", "Sicherer Mond"),
        "off": (*_MOON_TYPED, "No moon", "Kein Mond", "Kein Durchmarsch", "Ohne Mond"),
    },
    "sun": {"y": ("Shoot the sun", "All tricks", "Alle Stiche")},
    "bonus": {
        "jack": ("Diamond jack", "Karo-Bauer", "Bonuskarte"),
        "ten": ("Diamond ten", "10 of diamonds", "Karo 10", "Bonuskarte"),
        "none": ("No bonus card", "Keine Bonuskarte"),
    },
    "king_and_ace": {
        "clubs": (*_KING_TYPED, "Ace of clubs", "Club ace", "Kreuz-Ass", "Treff-Ass"),
        "spades": (*_KING_TYPED, "Ace of spades", "Spade ace", "Pik-Ass"),
    },
    "end": {
        "reach": ("Reach the target", "Ziel erreichen"),
        "exceed": ("Over the target", "Exceed the target", "Ziel überschreiten"),
    },
    "exact": {
        "50": _EXACT_TYPED,
        "100": _EXACT_TYPED,
        "zero": (*_EXACT_TYPED, "Back to zero", "Zurück auf null"),
    },
    "tie": {
        "share": (*_TIE_TYPED, "Shared win", "Geteilter Sieg"),
        "play-on": (*_TIE_TYPED, "Play on", "Weiterspielen", "Stechen"),
    },
    "undealt": {"first-trick": _LEFT_OVER, "last-trick": _LEFT_OVER},
    "passing": {
        "left": (*_PASSING_TYPED, "Always left", "Immer links"),
        "right": (*_PASSING_TYPED, "Always right", "Immer rechts"),
        "never": (
            *_PASSING_TYPED,
            "No passing",
            "Nicht schieben",
            "Kein Schieben",
            "Ohne Schieben",
        ),
    },
    "first_trick_points": {
        "y": ("Blood on the first trick", "Points on the first trick", "Punkte im ersten Stich")
    },
}
# An explanation of a game whose name needs one.
_NOTES: Final = {"hearts": N_("no %(queen)s, moon or passing")}
# By the way of counting.
_MOON_SIGNS: Final = {
    "add": N_("moon: + for the others"),
    "subtract": N_("moon: − for the shooter"),
}
_MOONS: Final = {
    "off": N_("No moon: whoever takes everything gets all the points."),
    "add": N_("Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s."),
    "subtract": N_("Moon: whoever takes every penalty card gets −%(points)s, the others nothing."),
    "choice": N_(
        "Moon: whoever takes every penalty card chooses: +%(points)s for everyone else, "
        "or −%(points)s for themselves."
    ),
    "safe": N_(
        "Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s; "
        "but if that would lose them the game, they get −%(points)s."
    ),
}
_ENDS: Final = {
    "reach": N_("The game ends when someone reaches %(target)s; the lowest total wins."),
    "exceed": N_("The game ends when someone goes over %(target)s; the lowest total wins."),
}
_MOONS_IN_SHORT: Final = {
    "off": N_("no moon"),
    "add": N_("moon +%(points)s"),
    "subtract": N_("moon −%(points)s"),
    "choice": N_("moon +%(points)s or −%(points)s"),
    "safe": N_("moon +%(points)s, −%(points)s if that loses"),
}
_ENDS_IN_SHORT: Final = {"reach": N_("to %(target)s"), "exceed": N_("past %(target)s")}


def game_name(preset: str) -> str:
    """The name of a game, by its key."""
    return gettext(PRESETS[preset].name)


def moon_sign(counted: str) -> str:
    """How a moon counted, in a few words; ``counted``: "add" or "subtract"."""
    return gettext(_MOON_SIGNS[counted])


def label(question: str, rules: Ruleset | None = None) -> str:
    """A question, by the name of its field; ``rules``: those in force, whose cards it may name."""
    bonus = rules.bonus_cards if rules else ()
    names = listed(map(symbol, bonus or JACK_OF_DIAMONDS))
    return gettext(_LABELS[question], queen=symbol(QUEEN), bonus=names)


def answer(question: str, value: str, rules: Ruleset) -> str:
    """An answer, as it is in a game with these rules."""
    return capitalised(_phrase(question, value, rules))


def known_as(question: str, value: str) -> Sequence[str]:
    """What people call this answer to a question, besides its words in the form."""
    return _KNOWN_AS.get(question, {}).get(value, ())


def typed_as(question: str, value: str) -> Sequence[str]:
    """What else people type for this answer, which no page shows."""
    return _TYPED_AS.get(question, {}).get(value, ())


def said(question: str, value: str, rules: Ruleset) -> str:
    """A question with one of its answers: Bonus card: ♦J −10."""
    if question == "preset":
        return answer(question, value, rules)
    if question not in _ANSWERS:
        # A switch, which is on.
        return label(question, rules)
    return f"{label(question, rules)}: {_phrase(question, value, rules)}"


def default(question: str, rules: Ruleset) -> str:
    """The default answer of a question; ``rules``: those in force without an answer."""
    in_words = _DEFAULTS.get(question)
    phrase = in_words(rules) if in_words else _in_force(question, rules)
    return gettext("Default: %(answer)s", answer=phrase)


def too_few_hands(rules: Ruleset) -> str:
    """A warning that a game may need more hands to its target than it can have; "" for none."""
    if not rules.may_need_more_than(caps.HANDS):
        return ""
    return gettext(
        "A game has at most %(most)s hands, and may need more to %(target)s.",
        most=number(caps.HANDS),
        target=number(rules.target),
    )


def _phrase(question: str, value: str, rules: Ruleset) -> str:
    if value not in _ANSWERS[question]:
        worth = EXTRA_CARDS[question][value]
        return listed(f"{symbol(card)} {number(points)}" for card, points in worth.items())
    phrase = gettext(_ANSWERS[question][value], points=rules.penalty_total)
    return f"{phrase}: {gettext(_NOTES[value], queen=symbol(QUEEN))}" if value in _NOTES else phrase


def _in_force(option: str, rules: Ruleset) -> str:
    """What holds of an option that has a question of its own name."""
    value = getattr(rules, option)
    if value is None:
        return gettext("nothing special")
    if isinstance(value, bool):
        return gettext(_YES if value else _NO)
    if option in _ANSWERS:
        return _phrase(option, str(value), rules)
    return number(value)


def _extra(question: str, rules: Ruleset) -> str:
    said = EXTRA_CARDS[question]
    played = [name for name, cards in said.items() if cards.keys() <= rules.card_points.keys()]
    # To have none of these cards is always true, so that it is said only if nothing else is.
    return _phrase(question, max(played, key=lambda name: len(said[name])), rules)


def _queen(rules: Ruleset) -> str:
    return number(rules.card_points[QUEEN]) if QUEEN in rules.card_points else gettext("nothing")


def _passing(rules: Ruleset) -> str:
    ways = _ways(rules)
    if not any(rules.pass_cycle):
        return _phrase("passing", "never", rules)
    if len(set(ways)) == 1:
        return gettext("always %(direction)s", direction=ways[0])
    return ", ".join(ways)


def _ways(rules: Ruleset) -> list[str]:
    return [direction(offset, rules.players) for offset in rules.pass_cycle]


# The answers of questions that are not options of their own.
_DEFAULTS: Final[Mapping[str, Callable[[Ruleset], str]]] = {
    **{extra: partial(_extra, extra) for extra in EXTRA_CARDS},
    "queen": _queen,
    "passing": _passing,
    "deck": deck,
    "undealt": lambda _: gettext("none"),
}


def rules_in_full(rules: Ruleset) -> Iterator[str]:
    """The rules in force, in plain sentences."""
    yield gettext(
        "%(game)s for %(players)s players.", game=game_name(rules.preset), players=rules.players
    )
    if rules.left_over:
        yield gettext(
            "Everyone gets %(count)s cards; %(left)s.",
            count=rules.cards_each,
            left=left_over(rules),
        )
    elif rules.deck_removed:
        yield gettext(
            "Removed: %(cards)s. Everyone gets %(count)s cards.",
            cards=listed(map(symbol, rules.deck_removed)),
            count=rules.cards_each,
        )
    yield from _points(rules)
    yield gettext(_MOONS[rules.moon], points=rules.penalty_total)
    if rules.moon != "off":
        if rules.moon_needs_bonus and rules.bonus_cards:
            bonus = listed(map(symbol, rules.bonus_cards))
            yield gettext("A moon needs %(cards)s too.", cards=bonus)
        if rules.sun:
            yield gettext("Sun: a moon with every trick counts twice.")
    yield from _ending(rules)
    yield from _table_habits(rules)


def _points(rules: Ruleset) -> Iterator[str]:
    costs = [f"{symbol(card)} {number(rules.card_points[card])}" for card in rules.penalty_cards]
    if costs:
        yield gettext(
            "Every heart counts 1, %(cards)s: %(points)s in all.",
            cards=listed(costs),
            points=rules.penalty_total,
        )
    else:
        yield gettext("Every heart counts 1: %(points)s in all.", points=rules.penalty_total)
    for card in rules.bonus_cards:
        yield gettext(
            "%(card)s counts %(points)s.",
            card=symbol(card),
            points=number(rules.card_points[card]),
        )


def _ending(rules: Ruleset) -> Iterator[str]:
    yield gettext(_ENDS[rules.end], target=rules.target)
    if rules.exact == "zero":
        yield gettext("Exactly %(target)s goes back to 0.", target=rules.target)
    elif rules.lowered_to is not None:
        yield gettext(
            "Exactly %(target)s drops to %(lowered)s.",
            target=rules.target,
            lowered=number(rules.lowered_to),
        )
    if rules.tie == "play-on":
        yield gettext("If several share the lowest total, play goes on until one is alone.")


def _table_habits(rules: Ruleset) -> Iterator[str]:
    ways = _ways(rules)
    if not any(rules.pass_cycle):
        yield gettext("Cards are never passed.")
    elif len(set(ways)) == 1:
        yield ngettext(
            "Always pass %(num)s card: %(direction)s.",
            "Always pass %(num)s cards: %(direction)s.",
            rules.pass_count,
            direction=ways[0],
        )
    else:
        yield ngettext(
            "Pass %(num)s card, in turn: %(directions)s.",
            "Pass %(num)s cards, in turn: %(directions)s.",
            rules.pass_count,
            directions=", ".join(ways),
        )
    leads = symbol(rules.leads)
    if rules.first_trick_points:
        yield gettext("%(card)s leads; points are allowed on the first trick.", card=leads)
    else:
        yield gettext("%(card)s leads; points are not allowed on the first trick.", card=leads)


def rules_in_short(rules: Ruleset) -> str:
    """The rules in a line: 3 players: twos out, ♠Q 12, moon +24, to 100."""
    return gettext(
        "%(players)s players: %(rules)s", players=rules.players, rules=", ".join(_parts(rules))
    )


def _parts(rules: Ruleset) -> Iterator[str]:
    if rules.deck_removed:
        yield gettext("%(cards)s out", cards=removed(rules))
    if rules.left_over:
        yield left_over(rules)
    for card, points in rules.card_points.items():
        yield f"{symbol(card)} {number(points)}"
    yield gettext(_MOONS_IN_SHORT[rules.moon], points=rules.penalty_total)
    if rules.moon != "off":
        yield from _moon_parts(rules)
    yield gettext(_ENDS_IN_SHORT[rules.end], target=rules.target)
    if rules.lowered_to is not None:
        yield gettext(
            "exactly %(target)s drops to %(lowered)s",
            target=rules.target,
            lowered=number(rules.lowered_to),
        )
    if rules.tie == "play-on":
        yield gettext("no shared win")
    yield from _habits(rules)


def _moon_parts(rules: Ruleset) -> Iterator[str]:
    if rules.bonus_cards:
        bonus = " ".join(map(symbol, rules.bonus_cards))
        if rules.moon_needs_bonus:
            yield gettext("with %(cards)s", cards=bonus)
        else:
            yield gettext("with or without %(cards)s", cards=bonus)
    if rules.sun:
        yield gettext("sun counts double")


def _habits(rules: Ruleset) -> Iterator[str]:
    """The customs of passing and of the first trick, if they are unusual."""
    ways = set(rules.pass_cycle)
    if not any(ways):
        yield gettext("no passing")
    elif len(ways) == 1:
        yield gettext("always %(passing)s", passing=passing(ways.pop(), rules.players))
    if any(rules.pass_cycle) and rules.pass_count != PASS_COUNT:
        yield ngettext("pass %(num)s card", "pass %(num)s cards", rules.pass_count)
    if rules.first_trick_points:
        yield gettext("points on the first trick")


THIS_HAND_ONLY: Final = N_("this hand only")

# A pass by its offset, to the right a negative one: as an instruction, and in a list.
_PASSES: Final = {
    HOLD: (N_("hold – no passing"), N_("hold")),
    1: (N_("pass left"), N_("left")),
    2: (N_("pass to the 2nd on the left"), N_("2nd left")),
    3: (N_("pass to the 3rd on the left"), N_("3rd left")),
    -3: (N_("pass to the 3rd on the right"), N_("3rd right")),
    -2: (N_("pass to the 2nd on the right"), N_("2nd right")),
    -1: (N_("pass right"), N_("right")),
}
_ACROSS: Final = (N_("pass across"), N_("across"))


def passing(offset: int, players: int) -> str:
    """An instruction for the pass, inside a sentence: pass left, pass to the 2nd on the right."""
    return gettext(_pass(offset, players)[0])


def direction(offset: int, players: int) -> str:
    """The direction of a pass in a list: left, right, across, 2nd right, hold."""
    return gettext(_pass(offset, players)[1])


def english_direction(offset: int, players: int) -> str:
    """The same in English, for files that are alike in every language."""
    return _pass(offset, players)[1]


def _pass(offset: int, players: int) -> tuple[str, str]:
    if 2 * offset == players:
        return _ACROSS
    return _PASSES[offset if 2 * offset < players else offset - players]


def directions(players: int) -> list[str]:
    """The directions by their offset, each as a choice of its own."""
    return [capitalised(direction(offset, players)) for offset in range(players)]
