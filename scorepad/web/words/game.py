"""Sentences about a game: its leaders, its result, what the next hand can do, what changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup, escape

from scorepad.rules import Line, NextHand, RulesError, Ruleset, Sheet
from scorepad.rules.next_hand import Prospect
from scorepad.rules.notable import Notable
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.scoring import near_end, points_to_end
from scorepad.web.words.cards import symbol
from scorepad.web.words.messages import fault_text
from scorepad.web.words.names import isolated, isolated_text, listed, listed_text, tag
from scorepad.web.words.numbers import number, times
from scorepad.web.words.rules import passing
from scorepad.web.words.translation import N_, gettext, markup, nmarkup

# The place of a hand in a game file, or the beginning of a place inside one.
_HAND: Final = re.compile(r"hands\[(\d+)\]")


def result(sheet: Sheet, names: Sequence[str]) -> Markup:
    """The result of a game, in a sentence."""
    winners = listed(isolated(names[seat]) for seat in sheet.winners)
    points = number(min(sheet.totals))
    if len(sheet.winners) == 1:
        return markup("%(name)s wins with %(points)s.", name=winners, points=points)
    return markup("A tie: %(names)s share first place with %(points)s.",
                  names=winners, points=points)  # fmt: skip


def verdict(sheet: Sheet, names: Sequence[str]) -> Markup:
    """What came of a game that is over: its result, if it was played."""
    return result(sheet, names) if sheet.played else markup("Not played, doesn’t count.")


def leaders(sheet: Sheet, names: Sequence[str]) -> Markup:
    """The leaders of a running game, in a sentence."""
    lowest = [isolated(names[seat]) for seat, place in enumerate(sheet.places) if place == 1]
    return nmarkup("%(names)s is ahead.", "%(names)s are ahead.", len(lowest), names=listed(lowest))


def ending(sheet: Sheet, names: Sequence[str]) -> Markup:
    """A hand would end the game, with its result."""
    return markup("The game ends. %(result)s", result=result(sheet, names))


def ends_game(sheet: Sheet, names: Sequence[str]) -> Markup:
    """A hand would end the game, in as few words as stand on a button."""
    winners = [isolated(names[seat]) for seat in sheet.winners]
    return nmarkup(
        "Ends the game: %(names)s wins",
        "Ends the game: %(names)s tie",
        len(winners),
        names=listed(winners),
    )


def prospect(each: Prospect, names: Sequence[str], rules: Ruleset) -> Markup:
    """A seat's prospects in the next hand: ending the game, or hitting the target exactly."""
    values = {
        "name": isolated(names[each.seat]),
        "target": rules.target,
        "exact": number(each.exact or 0),
        "lowered": number(rules.lowered_to or 0),
        # An exact hit ends nothing.
        "points": number((each.ends_from or 0) + (each.ends_from == each.exact)),
    }
    if each.ends_from is None:
        return markup("%(name)s: exactly %(exact)s drops to %(lowered)s.", **values)
    if each.exact is None:
        if each.ends_from <= 0 and rules.end == "exceed":
            return markup("%(name)s: already over %(target)s.", **values)
        if each.ends_from <= 0:
            return markup("%(name)s: %(target)s already reached.", **values)
        if rules.tie == "play-on":
            return markup(
                "%(points)s more for %(name)s ends the game, unless there is a tie.", **values
            )
        return markup("%(points)s more for %(name)s ends the game.", **values)
    if rules.tie == "play-on":
        return markup(
            "%(name)s: exactly %(exact)s drops to %(lowered)s, %(points)s or more ends the game, "
            "unless there is a tie.",
            **values,
        )
    return markup(
        "%(name)s: exactly %(exact)s drops to %(lowered)s, %(points)s or more ends the game.",
        **values,
    )


def tie(seats: Sequence[int], totals: Sequence[int], names: Sequence[str]) -> str:
    """What keeps a game going: a tie of these seats for the lowest total."""
    return gettext(
        "%(names)s tie on %(points)s, so the game goes on.",
        names=listed_text([names[seat] for seat in seats]),
        points=number(min(totals)),
    )


def tied_on(seats: Sequence[int], totals: Sequence[int], names: Sequence[str]) -> str:
    """The same in a few words, for the picture."""
    return gettext(
        "Tie on %(points)s: %(names)s",
        points=number(min(totals)),
        names=listed_text([names[seat] for seat in seats]),
    )


def moments(line: Line, names: Sequence[str]) -> Iterator[str]:
    """What of a hand is worth a moment, in a few words each: a moon or a sun, exact hits."""
    if line.shooter is not None:
        text = N_("%(name)s shot the sun!") if line.sun else N_("%(name)s shot the moon!")
        yield gettext(text, name=isolated_text(names[line.shooter]))
    hits = [seat for seat, lowered in enumerate(line.adjusted) if lowered]
    if hits:
        total = line.totals[hits[0]]
        yield gettext(
            "Exactly %(target)s: %(names)s back to %(total)s",
            target=number(total - line.adjusted[hits[0]]),
            names=listed_text([names[seat] for seat in hits]),
            total=number(total),
        )


def departure(passed: int | None, dealer: int | None, names: Sequence[str]) -> Markup | None:
    """The players' decision about one hand, in a sentence; ``None`` if all is as usual.

    ``passed``: an offset; ``dealer``: a seat; each ``None`` if it is as usual.
    """
    if passed is None and dealer is None:
        return None
    if dealer is None:
        return markup("This hand only: %(passing)s.", passing=passing(passed or 0, len(names)))
    if passed is None:
        return markup("This hand only: %(name)s deals.", name=isolated(names[dealer]))
    return markup(
        "This hand only: %(passing)s; %(name)s deals.",
        passing=passing(passed, len(names)),
        name=isolated(names[dealer]),
    )


def goal(rules: Ruleset, tied: Sequence[int] = ()) -> str:
    """When the game ends, in a few words. ``tied``: the seats whose tie keeps it going."""
    if tied:
        return gettext("tie: play on")
    # Exactly the target ends nothing where it lowers the total.
    if rules.end == "exceed" or rules.exact is not None:
        return gettext("ends past %(target)s", target=rules.target)
    return gettext("ends at %(target)s", target=rules.target)


def notable(highlights: Notable, names: Sequence[str], target: int) -> Iterator[Markup]:
    """The highlights of a game to ``target`` points, in sentences."""
    for name, moons, suns in zip(names, highlights.moons, highlights.suns, strict=True):
        if moons > suns:
            yield markup(
                "%(name)s shot the moon %(times)s.", name=isolated(name), times=times(moons - suns)
            )
        if suns:
            yield markup("%(name)s shot the sun %(times)s.", name=isolated(name), times=times(suns))
    most = max(highlights.times_taken)
    if highlights.card is not None and most > 1:
        yield nmarkup(
            "%(names)s took %(card)s %(times)s, more than anyone else.",
            "%(names)s took %(card)s %(times)s each, more than anyone else.",
            highlights.times_taken.count(most),
            names=listed(
                isolated(name)
                for name, count in zip(names, highlights.times_taken, strict=True)
                if count == most
            ),
            card=symbol(highlights.card),
            times=times(most),
        )
    for name, hits in zip(names, highlights.exact_hits, strict=True):
        if hits:
            yield markup(
                "%(name)s landed exactly on %(target)s %(times)s.",
                name=isolated(name),
                target=target,
                times=times(hits),
            )
    if highlights.comeback is not None:
        yield nmarkup(
            "%(name)s was %(num)s point behind after hand %(number)s and still finished first.",
            "%(name)s was %(num)s points behind after hand %(number)s and still finished first.",
            highlights.comeback.behind,
            name=isolated(names[highlights.comeback.seat]),
            number=highlights.comeback.number,
        )


def distance(total: int, rules: Ruleset) -> str:
    """How far a total is from the end; empty while that is far, as it says nothing then."""
    return "" if points_to_end(total, rules) > near_end(rules) else points_left(total, rules)


def points_left(total: int, rules: Ruleset) -> str:
    """How far a total is from the end, however far that is."""
    points = points_to_end(total, rules)
    if points > 0:
        return gettext("%(points)s left", points=points)
    if rules.end == "exceed":
        return gettext("over %(target)s", target=rules.target)
    return gettext("%(target)s reached", target=rules.target)


def changes(before: Sheet, after: Sheet, names: Sequence[str]) -> list[Markup]:
    """The effects of a change, in sentences: totals, the end, who wins."""
    sentences = _moved(before.totals, after.totals, names)
    if before.ended_by == "stopped" and not after.over:
        sentences.append(markup("Game resumed."))
    elif before.over and not after.over:
        sentences.append(markup("The game goes on."))
    elif after.over and not before.over and after.played:
        sentences.append(markup("The game is over. %(result)s", result=result(after, names)))
    elif after.over and before.over and before.winners != after.winners:
        now, formerly = (
            listed(isolated(names[seat]) for seat in sheet.winners) for sheet in (after, before)
        )
        sentences.append(
            nmarkup(
                "%(now)s wins instead of %(before)s.",
                "%(now)s win instead of %(before)s.",
                len(after.winners),
                now=now,
                before=formerly,
            )
        )
    return sentences


def hand_saved(sheet: Sheet, before: Sequence[int], names: Sequence[str]) -> Markup:
    """The effects of the last hand, which is saved; ``before``: the totals before it."""
    sentences = [
        markup("Hand %(number)s saved.", number=sheet.lines[-1].number),
        *map(escape, moments(sheet.lines[-1], names)),
        *_moved(before, sheet.totals, names),
    ]
    if sheet.over:
        sentences.append(markup("The game is over. %(result)s", result=result(sheet, names)))
    if sheet.tied:
        sentences.append(escape(tie(sheet.tied, sheet.totals, names)))
    return Markup(" ").join(sentences)


def _moved(before: Sequence[int], after: Sequence[int], names: Sequence[str]) -> list[Markup]:
    return [
        Markup("{} {} → {}.").format(isolated(name), number(old), number(new))
        for name, old, new in zip(names, before, after, strict=True)
        if old != new
    ]


def fault_of_game(fault: RulesError, hands_before: int) -> str:
    """A fault of the rules in a game, in a sentence that names the hand."""
    hand = _HAND.match(fault.place)
    if hand:
        number = hands_before + int(hand[1]) + 1
        return gettext("Hand %(number)s: %(fault)s.", number=number, fault=fault_text(fault))
    return f"{fault.place}: {fault_text(fault)}."


def replaced(successor: str, former: str) -> Markup:
    """A substitution in the log: the successor plays from now on."""
    return markup(
        "%(successor)s takes over from %(former)s.",
        successor=isolated(successor),
        former=isolated(former),
    )


def own_part(coming: NextHand, me: int, names: Sequence[str]) -> Markup:
    """The viewer's part in a hand to come: whom they pass to and get from, and the deal."""
    bold = [Markup("<b>%s</b>") % tag(name) for name in names]
    taker = receiver(me, coming.passed, len(names))
    giver = receiver(me, -coming.passed, len(names))
    if coming.passed == HOLD:
        sentence = markup("You keep your cards.")
    elif taker == giver:
        sentence = markup("You and %(name)s swap cards.", name=bold[taker])
    else:
        sentence = markup(
            "You pass to %(taker)s, you get from %(giver)s.", taker=bold[taker], giver=bold[giver]
        )
    if coming.dealer == me:
        return Markup(" ").join((sentence, markup("You deal.")))
    return sentence
