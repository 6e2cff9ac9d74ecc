"""Rules in words: the questions about them and their answers; those in force, in full and short.

What an option needs stands here: its question, its answers, its sentence and its part of the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scorepad import caps
from scorepad.rules import PRESETS, Ruleset
from scorepad.rules.cards import QUEEN
from scorepad.rules.passing import HOLD
from scorepad.rules.presets import EXTRA_CARDS, JACK_OF_DIAMONDS
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.web.words.cards import deck, left_over, symbol, without
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
# By the way of counting: as an answer, in a sentence, in short.
_MOONS: Final[Mapping[str, tuple[str, str, str]]] = {
    "add": (
        N_("+%(points)s to everyone else"),
        N_("Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s."),
        N_("moon +%(points)s"),
    ),
    "subtract": (
        N_("−%(points)s for the shooter"),
        N_("Moon: whoever takes every penalty card gets −%(points)s, the others nothing."),
        N_("moon −%(points)s"),
    ),
    "choice": (
        N_("shooter chooses +%(points)s or −%(points)s"),
        N_(
            "Moon: whoever takes every penalty card chooses: +%(points)s for everyone else, "
            "or −%(points)s for themselves."
        ),
        N_("moon +%(points)s or −%(points)s"),
    ),
    "safe": (
        N_("+%(points)s to others; −%(points)s if that would lose the shooter the game"),
        N_(
            "Moon: whoever takes every penalty card gets nothing, everyone else +%(points)s; "
            "but if that would lose them the game, they get −%(points)s."
        ),
        N_("moon +%(points)s, −%(points)s if that loses"),
    ),
    "off": (
        N_("no moon"),
        N_("No moon: whoever takes everything gets all the points."),
        N_("no moon"),
    ),
}
# In lower case, as after "Default:"; alone they are capitalised.
_ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "preset": {key: preset.name for key, preset in PRESETS.items()},
    "moon": {way: answer for way, (answer, _, _) in _MOONS.items()},
    "moon_needs_bonus": {"y": N_("yes"), "n": N_("no")},
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


def game_name(preset: str) -> str:
    """The name of a game, by its key."""
    return gettext(PRESETS[preset].name)


def moon_sign(counted: str) -> str:
    """How a moon counted, in a few words; ``counted``: "add" or "subtract"."""
    if counted == "add":
        return gettext("moon: + for the others")
    return gettext("moon: − for the shooter")


def label(question: str, rules: Ruleset | None = None) -> str:
    """A question, by the name of its field; ``rules``: those in force, whose cards it may name."""
    bonus = rules.bonus_cards if rules else ()
    names = listed(map(symbol, bonus or JACK_OF_DIAMONDS))
    return gettext(_LABELS[question], queen=symbol(QUEEN), bonus=names)


def answer(question: str, value: str, rules: Ruleset) -> str:
    """An answer, as it is in a game with these rules."""
    return capitalised(_phrase(question, value, rules))


def said(question: str, value: str, rules: Ruleset) -> str:
    """A question with one of its answers: Bonus card: ♦J −10."""
    if question == "preset":
        return answer(question, value, rules)
    if question not in _ANSWERS:
        # A switch, which is on.
        return label(question, rules)
    asked, phrase = label(question, rules), _phrase(question, value, rules)
    return f"{asked} {capitalised(phrase)}" if asked.endswith("?") else f"{asked}: {phrase}"


def default(question: str, rules: Ruleset) -> str:
    """The default answer of a question; ``rules``: those in force without an answer."""
    return gettext("Default: %(answer)s", answer=_in_force(question, rules))


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
    if value == "hearts":
        # The one game whose name needs an explanation.
        note = gettext("no %(queen)s, moon or passing", queen=symbol(QUEEN))
        return f"{phrase}: {note}"
    return phrase


def _in_force(question: str, rules: Ruleset) -> str:
    """What holds under these rules."""
    match question:
        case "bonus" | "king_and_ace":
            return _extra(question, rules)
        case "queen":
            points = rules.card_points.get(QUEEN)
            return gettext("nothing") if points is None else number(points)
        case "passing":
            return _passing(rules)
        case "deck":
            return deck(rules)
        case "undealt":
            return gettext("none")
    value = getattr(rules, question)
    if value is None:
        return gettext("nothing special")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return _phrase(question, str(value), rules) if question in _ANSWERS else number(value)


def _extra(question: str, rules: Ruleset) -> str:
    said = EXTRA_CARDS[question]
    played = [name for name, cards in said.items() if cards.keys() <= rules.card_points.keys()]
    # To have none of these cards is always true, so that it is said only if nothing else is.
    return _phrase(question, max(played, key=lambda name: len(said[name])), rules)


def _passing(rules: Ruleset) -> str:
    ways = _ways(rules)
    if not any(rules.pass_cycle):
        return _phrase("passing", "never", rules)
    if len(set(ways)) == 1:
        return gettext("always %(direction)s", direction=ways[0])
    return ", ".join(ways)


def _ways(rules: Ruleset) -> list[str]:
    return [direction(offset, rules.players) for offset in rules.pass_cycle]


def rules_in_full(rules: Ruleset) -> Iterator[str]:
    """The rules in force, in plain sentences."""
    yield gettext(
        "%(game)s for %(players)s players.", game=game_name(rules.preset), players=rules.players
    )
    yield from (sentence for sentence, _ in _each_rule(rules) if sentence)


def rules_in_short(rules: Ruleset) -> str:
    """The rules in a line: 3 players: twos out, ♠Q 12, moon +24, to 100."""
    parts = (part for _, part in _each_rule(rules) if part)
    return gettext("%(players)s players: %(rules)s", players=rules.players, rules=", ".join(parts))


def _each_rule(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Each rule in force in a sentence, and in short; empty where that goes without saying."""
    yield from _deal(rules)
    yield from _points(rules)
    yield from _moon(rules)
    yield from _ending(rules)
    yield from _table_habits(rules)


def _deal(rules: Ruleset) -> Iterator[tuple[str, str]]:
    if rules.deck_removed:
        removed = gettext(
            "Removed: %(cards)s. Everyone gets %(count)s cards.",
            cards=listed(map(symbol, rules.deck_removed)),
            count=rules.cards_each,
        )
        yield "" if rules.left_over else removed, without(rules.deck_removed)
    if rules.left_over:
        left = left_over(rules)
        yield (
            gettext("Everyone gets %(count)s cards; %(left)s.", count=rules.cards_each, left=left),
            left,
        )


def _points(rules: Ruleset) -> Iterator[tuple[str, str]]:
    costs = [f"{symbol(card)} {number(rules.card_points[card])}" for card in rules.penalty_cards]
    if costs:
        all_costs = gettext(
            "Every heart counts 1, %(cards)s: %(points)s in all.",
            cards=listed(costs),
            points=rules.penalty_total,
        )
    else:
        all_costs = gettext("Every heart counts 1: %(points)s in all.", points=rules.penalty_total)
    yield all_costs, ""
    for card, worth in rules.card_points.items():
        card_sign, points = symbol(card), number(worth)
        counts = gettext("%(card)s counts %(points)s.", card=card_sign, points=points)
        yield counts if worth < 0 else "", f"{card_sign} {points}"


def _moon(rules: Ruleset) -> Iterator[tuple[str, str]]:
    _, sentence, part = _MOONS[rules.moon]
    yield gettext(sentence, points=rules.penalty_total), gettext(part, points=rules.penalty_total)
    if rules.moon == "off":
        return
    bonus = [symbol(card) for card in rules.bonus_cards]
    if bonus and rules.moon_needs_bonus:
        needs = gettext("A moon needs %(cards)s too.", cards=listed(bonus))
        yield needs, gettext("with %(cards)s", cards=" ".join(bonus))
    elif bonus:
        yield "", gettext("with or without %(cards)s", cards=" ".join(bonus))
    if rules.sun:
        yield gettext("Sun: a moon with every trick counts twice."), gettext("sun counts double")


def _ending(rules: Ruleset) -> Iterator[tuple[str, str]]:
    target = rules.target
    if rules.end == "exceed":
        ends = N_("The game ends when someone goes over %(target)s; the lowest total wins.")
        yield gettext(ends, target=target), gettext("past %(target)s", target=target)
    else:
        ends = N_("The game ends when someone reaches %(target)s; the lowest total wins.")
        yield gettext(ends, target=target), gettext("to %(target)s", target=target)
    if rules.lowered_to is not None:
        drops = N_("Exactly %(target)s drops to %(lowered)s.")
        if rules.exact == "zero":
            drops = N_("Exactly %(target)s goes back to 0.")
        both = {"target": target, "lowered": number(rules.lowered_to)}
        yield gettext(drops, **both), gettext("exactly %(target)s drops to %(lowered)s", **both)
    if rules.tie == "play-on":
        yield (
            gettext("If several share the lowest total, play goes on until one is alone."),
            gettext("no shared win"),
        )


def _table_habits(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The customs of passing and of the first trick; in short only if they are unusual."""
    ways, count = _ways(rules), rules.pass_count
    if not any(rules.pass_cycle):
        yield gettext("Cards are never passed."), gettext("no passing")
    elif len(set(ways)) == 1:
        always = ngettext(
            "Always pass %(num)s card: %(direction)s.",
            "Always pass %(num)s cards: %(direction)s.",
            count,
            direction=ways[0],
        )
        way = passing(rules.pass_cycle[0], rules.players)
        yield always, gettext("always %(passing)s", passing=way)
    else:
        in_turn = ngettext(
            "Pass %(num)s card, in turn: %(directions)s.",
            "Pass %(num)s cards, in turn: %(directions)s.",
            count,
            directions=", ".join(ways),
        )
        yield in_turn, ""
    if any(rules.pass_cycle) and count != PASS_COUNT:
        yield "", ngettext("pass %(num)s card", "pass %(num)s cards", count)
    if rules.first_trick_points:
        leads = N_("%(card)s leads; points are allowed on the first trick.")
        yield gettext(leads, card=symbol(rules.leads)), gettext("points on the first trick")
    else:
        leads = N_("%(card)s leads; points are not allowed on the first trick.")
        yield gettext(leads, card=symbol(rules.leads)), ""


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
        return N_("pass across"), N_("across")
    return _PASSES[offset if 2 * offset < players else offset - players]


def directions(players: int) -> list[str]:
    """The directions by their offset, each as a choice of its own."""
    return [capitalised(direction(offset, players)) for offset in range(players)]
