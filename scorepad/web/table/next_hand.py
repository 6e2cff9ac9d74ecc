"""What the table shows before a hand to come: its picture, and who can reach what with it.

Cards cannot change who deals and what is passed. So the holder of the pen is also sent what the
table shows before the hands after the next one: the page goes on to them while hands wait on a
phone without a network, and counts those into the totals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import render_template
from markupsafe import Markup

from scorepad import rules
from scorepad.rules.next_hand import Prospect, prospects
from scorepad.rules.passing import HOLD
from scorepad.rules.scoring import near_end, points_to_end
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings.parts import fit_names
from scorepad.web.drawings.picture import Picture, picture
from scorepad.web.words import cards, game
from scorepad.web.words.names import capitalised, isolated_text
from scorepad.web.words.numbers import number, signed
from scorepad.web.words.rules import passing
from scorepad.web.words.translation import gettext

# What the cards of each preset count where nothing else is agreed on: what differs is worth saying.
_USUAL_POINTS: Final = {
    preset: rules.ruleset(4, {"preset": preset}).card_points for preset in rules.PRESETS
}
# As many hands as are kept on a phone that cannot send them: more than most evenings have.
_HANDS_AHEAD: Final = 12


@dataclass(frozen=True)
class HandPart:
    """The table before a hand to come.

    ``prospects``: who can reach what with it; ``may_end``: whether it can end the game. ``ahead``:
    for a phone that enters hands, those after it: the numbers of those that look alike, and the
    first of them. ``end_at``: the total that reaches the end; ``near``: how many points before it
    keys say what is left.
    """

    coming: rules.NextHand
    prospects: Sequence[Prospect]
    may_end: bool
    ahead: Sequence[tuple[list[int], rules.NextHand]]
    end_at: int
    near: int


def hand_part(snapshot: GameSnapshot, *, enters: bool) -> HandPart | None:
    """The table before the next hand, ``None`` once the game is over.

    ``enters``: whether the viewer enters the hand here.
    """
    coming = snapshot.sheet.next
    if coming is None:
        return None
    reach = prospects(snapshot.game, snapshot.sheet)
    return HandPart(
        coming=coming,
        prospects=reach,
        may_end=any(each.ends_from is not None for each in reach),
        ahead=_hands_ahead(snapshot.game) if enters else (),
        end_at=points_to_end(0, snapshot.ruleset),
        near=near_end(snapshot.ruleset),
    )


def _hands_ahead(game: rules.Game) -> Sequence[tuple[list[int], rules.NextHand]]:
    """The hands after the next one.

    Those that differ in their numbers alone are one: the same deals, and passes to the same.
    """
    alike: dict[tuple[object, ...], list[rules.NextHand]] = {}
    for hand in rules.hands_to_come(game, 1 + _HANDS_AHEAD)[1:]:
        key = (hand.dealer, hand.passed, hand.pass_count, hand.leads)
        alike.setdefault(key, []).append(hand)
    return [([hand.number for hand in hands], hands[0]) for hands in alike.values()]


def prospect_sentences(snapshot: GameSnapshot, every: Sequence[Prospect]) -> Sequence[str]:
    """Who can reach what with the next hand; ``every``: all prospects.

    First what keeps the game going although the end is reached: from then on nobody reaches it.
    """
    tie, sheet = [], snapshot.sheet
    if sheet.tied:
        tie = [game.tie(sheet.tied, sheet.totals, snapshot.names)]
        every = [replace(each, ends_from=None) for each in every if each.exact is not None]
    return [*tie, *(game.prospect(each, snapshot.names, snapshot.ruleset) for each in every)]


def last_moments(
    snapshot: GameSnapshot, as_written: Callable[[Sequence[str]], Sequence[str]] = tuple
) -> tuple[str, ...]:
    """What the last hand brought that is worth a moment, with the names of those who played it."""
    if not snapshot.hands or not snapshot.sheet.lines[-1].counts:
        return ()
    played_by = snapshot.names_at(snapshot.hands[-1].line)
    return tuple(game.moments(snapshot.sheet.lines[-1], as_written(played_by)))


def names_in_the_middle(names: Sequence[str]) -> tuple[str, ...]:
    """The names of a table as there is room for them in the middle of the picture."""
    # In columns: with more seats, the arrows leave less room.
    return tuple(fit_names(names, 10 if len(names) <= 4 else 8))


def _moments_before(snapshot: GameSnapshot) -> tuple[str, ...]:
    """What stands in the middle until the next hand: what the last one brought, and a tie."""
    moments, sheet = last_moments(snapshot, names_in_the_middle), snapshot.sheet
    if not sheet.tied:
        return moments
    return *moments, game.tied_on(sheet.tied, sheet.totals, names_in_the_middle(snapshot.names))


def texts_in_the_middle(snapshot: GameSnapshot, coming: rules.NextHand) -> tuple[str, ...]:
    """The texts in the middle: the pass, who leads, and what is unusual about the pack."""
    ruleset = snapshot.ruleset
    texts = [passing(coming.passed, ruleset.players)]
    departs = (snapshot.next_passed, snapshot.next_dealer) != (None, None)
    if departs and coming == snapshot.sheet.next:
        texts.append(gettext("this hand only"))
    usual = _USUAL_POINTS[ruleset.preset]
    pack = [
        f"{cards.symbol(card)}\N{NO-BREAK SPACE}{number(ruleset.card_points[card])}"
        for card in ruleset.penalty_cards
        if ruleset.card_points[card] != usual.get(card)
    ]
    if ruleset.deck_removed:
        pack.append(cards.without(ruleset.deck_removed))
    texts.append(gettext("%(card)s leads", card=cards.symbol(coming.leads)))
    if pack:
        texts.append(" · ".join(pack))
    if ruleset.left_over:
        texts.append(cards.left_over(ruleset))
    return tuple(texts)


def table_picture(snapshot: GameSnapshot, coming: rules.NextHand, me: int | None) -> Markup:
    """The picture of the table before a hand, with the viewer's seat at the bottom.

    That of a hand after the next one has no seats, which the page has, and on a phone that lies
    sideways no arrows, which would cost a save 300 bytes.
    """
    sheet, is_next = snapshot.sheet, coming == snapshot.sheet.next
    geometry = picture(
        snapshot.names,
        sheet.totals,
        sheet.lines[-1].changes if sheet.lines else None,
        sheet.ahead if is_next else (),
        coming.dealer,
        coming.passed,
        me or 0,
        texts_in_the_middle(snapshot, coming),
        _moments_before(snapshot) if is_next else (),
    )
    label = picture_in_words(geometry, with_totals=is_next)
    if not is_next:
        geometry = replace(geometry, seats=(), round_arrows=())
    page = render_template("table/_picture.html", picture=geometry, me=me, label=label)
    return Markup(page)  # noqa: S704 (the template escapes it)


def picture_in_words(geometry: Picture, *, with_totals: bool = True) -> str:
    """The text alternative of the picture; without totals it has gaps for a script to fill in."""
    seats = []
    for each in geometry.seats:
        points = f"{{{each.seat}}}"
        if with_totals:
            last = "" if each.last is None else f" ({signed(each.last)})"
            points = f"{number(each.total)}{last}"
        said = [f"{isolated_text(each.name)} {points}"]
        if each.leads:
            said.append(gettext("ahead"))
        if each.deals:
            said.append(gettext("deals"))
        seats.append(", ".join(said))
    names = [isolated_text(each.name) for each in geometry.seats]
    passes = [
        gettext("%(giver)s passes to %(taker)s", giver=names[giver], taker=names[taker])
        for giver, taker in geometry.passes
    ]
    return gettext(
        "Seats clockwise: %(seats)s. %(passes)s. %(middle)s.",
        seats="; ".join(seats),
        passes=", ".join(passes) or capitalised(passing(HOLD, len(seats))),
        # The first text is the pass.
        middle=" · ".join(row.text for row in geometry.rows if not row.first),
    )
