"""Sentences about a game: who is ahead and wins, what the next hand can do, what changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup

from scorepad.rules import RulesError, Ruleset, Sheet
from scorepad.rules.ending import points_to_end
from scorepad.rules.notable import Notable
from scorepad.rules.prospects import Prospect
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.numbers import number, times
from scorepad.web.words.passing import passing_now

# The place of a hand in a game file; what follows is below it.
_HAND: Final = re.compile(r"hands\[(\d+)\]")


def result(sheet: Sheet, names: Sequence[str]) -> Markup:
    """The result of a game, in a sentence."""
    winners = listed(isolated(names[seat]) for seat in sheet.winners)
    points = number(min(sheet.totals))
    if len(sheet.winners) == 1:
        return Markup("{} wins with {}.").format(winners, points)
    return Markup("A draw: {} share first place with {}.").format(winners, points)


def leaders(sheet: Sheet, names: Sequence[str]) -> Markup:
    """The leaders of a running game, in a sentence."""
    lowest = [isolated(names[seat]) for seat, place in enumerate(sheet.places) if place == 1]
    ahead = Markup("{} is ahead.") if len(lowest) == 1 else Markup("{} are ahead.")
    return ahead.format(listed(lowest))


def prospect(each: Prospect, names: Sequence[str]) -> Markup:
    """What a seat can do with the next hand: end the game, or hit the target exactly."""
    name, least = isolated(names[each.seat]), each.ends_from
    if each.exact is None and least is not None:
        if least <= 0:
            return Markup("{}: at the end already.").format(name)
        return _PROSPECTS[each.may_go_on].format(name, least)
    lowered = number(each.lowered_to or 0)
    if least is None:
        return Markup("{}: exactly {} drops to {}.").format(name, number(each.exact or 0), lowered)
    return _PROSPECTS_WITH_HIT[each.may_go_on].format(
        name, number(each.exact or 0), lowered, number(each.ends_for_sure_from or 0)
    )


# By whether the game can go on all the same.
_PROSPECTS: Final = {
    False: Markup("{}: {} or more ends the game."),
    True: Markup("{}: {} or more reaches the end."),
}
_PROSPECTS_WITH_HIT: Final = {
    False: Markup("{}: exactly {} drops to {}, {} or more ends the game."),
    True: Markup("{}: exactly {} drops to {}, {} or more reaches the end."),
}


def departure(passed: int | None, dealer: int | None, names: Sequence[str]) -> Markup | None:
    """What the players decide for one hand, in a sentence; ``None`` if it is all as usual.

    ``passed``: an offset; ``dealer``: a seat; each ``None`` where it is as usual.
    """
    if passed is None and dealer is None:
        return None
    if dealer is None:
        return Markup("This hand only: {}.").format(passing_now(passed or 0, len(names)))
    if passed is None:
        return Markup("This hand only: {} deals.").format(isolated(names[dealer]))
    return Markup("This hand only: {}, {} deals.").format(
        passing_now(passed, len(names)), isolated(names[dealer])
    )


def goal(rules: Ruleset) -> str:
    """When the game ends, in a few words."""
    return f"ends past {rules.target}" if rules.end == "exceed" else f"ends at {rules.target}"


def notable(highlights: Notable, names: Sequence[str]) -> Iterator[Markup]:
    """What was notable in a game, in sentences."""
    for seat, moons in enumerate(highlights.moons):
        if moons:
            suns = f", {times(highlights.suns[seat])} a sun" if highlights.suns[seat] else ""
            yield Markup("{} shot the moon {}{}.").format(isolated(names[seat]), times(moons), suns)
    most = max(highlights.times_taken)
    if highlights.card is not None and most > 1:
        seats = [
            isolated(name)
            for name, count in zip(names, highlights.times_taken, strict=True)
            if count == most
        ]
        each = " each" if len(seats) > 1 else ""
        yield Markup("{} took {} {}{}, the most of all.").format(
            listed(seats), symbol(highlights.card), times(most), each
        )
    for seat, hits in enumerate(highlights.exact_hits):
        if hits:
            yield Markup("{} hit the target exactly {}.").format(isolated(names[seat]), times(hits))
    if highlights.comeback is not None:
        yield Markup("{} was {} points behind after hand {} and won.").format(
            isolated(names[highlights.comeback.seat]),
            highlights.comeback.behind,
            highlights.comeback.number,
        )


def distance(rules: Ruleset, total: int) -> str:
    """How far a total is from the end."""
    left = points_to_end(total, rules)
    return f"{left} left" if left > 0 else "at the end"


def changes(before: Sheet, after: Sheet, names: Sequence[str]) -> list[Markup]:
    """The effects of a change, in sentences: totals, the end, who wins."""
    sentences = [
        Markup("{} {} → {}.").format(isolated(name), number(old), number(new))
        for name, old, new in zip(names, before.totals, after.totals, strict=True)
        if old != new
    ]
    if before.ended_by == "stopped" and not after.over:
        sentences.append(Markup("Game resumed."))
    elif before.over and not after.over:
        sentences.append(Markup("The game goes on."))
    elif after.over and not before.over:
        sentences.append(Markup("The game is over. {}").format(result(after, names)))
    elif after.over and before.winners != after.winners:
        now, formerly = (
            listed(isolated(names[seat]) for seat in sheet.winners) for sheet in (after, before)
        )
        verb = "wins" if len(after.winners) == 1 else "win"
        sentences.append(Markup("{} {} instead of {}.").format(now, verb, formerly))
    return sentences


def fault_of_game(fault: RulesError, hands_before: int) -> str:
    """The fault that the rules find in a game, in a sentence that names the hand."""
    hand = _HAND.match(fault.place)
    where = f"Hand {hands_before + int(hand[1]) + 1}" if hand else fault.place
    return f"{where}: {fault.message}."


def replaced(successor: str, former: str) -> Markup:
    """Who plays in the seat of whom from now on."""
    return Markup("{} takes over from {}.").format(isolated(successor), isolated(former))


def took_over(successor: str, former: str, number: int) -> Markup:
    """Who plays in the seat of whom, since the hand after this number."""
    return Markup("{} took over from {} after hand {}.").format(
        isolated(successor), isolated(former), number
    )


def own_part(
    me: int, pairs: Sequence[tuple[int, int]], tags: Sequence[Markup], *, deals: bool
) -> Markup:
    """The viewer's part in the next hand: to whom they pass, who passes to them, the deal.

    ``pairs``: giver and taker, by seat; ``tags``: the players' names by seat, ready to print.
    """
    taker = next((taker for giver, taker in pairs if giver == me), None)
    giver = next((giver for giver, taker in pairs if taker == me), None)
    if taker is None or giver is None:
        sentence = Markup("You keep your cards.")
    elif taker == giver:
        sentence = Markup("You pass to <b>%s</b>, and they to you.") % tags[taker]
    else:
        sentence = Markup("You pass to <b>%s</b>, you get from <b>%s</b>.") % (
            tags[taker],
            tags[giver],
        )
    return sentence + Markup(" You deal.") if deals else sentence
