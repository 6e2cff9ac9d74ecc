"""The picture of the table before the next hand, and the texts in its corners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.fragments import render_fragment
from scorepad.web.table import viewer
from scorepad.web.table.context.next_hand import last_changes
from scorepad.web.table.picture import Arrow, Picture, SeatPlate, picture
from scorepad.web.words import cards, game, passing
from scorepad.web.words.names import isolated_text
from scorepad.web.words.numbers import number, signed
from scorepad.web.words.translation import cached_by_language, gettext

_PICTURES_CACHED: Final = 512
# What differs from their cards is worth saying.
_USUAL_PLAYERS: Final = 4


@dataclass(frozen=True)
class Plate:
    """A seat of the picture with its texts; ``mine``: whether the viewer sits there."""

    at: SeatPlate
    title: str
    name: str
    total: str
    last: str | None
    mine: bool


@dataclass(frozen=True)
class PicturePart:
    """A picture with its texts. ``label``: its text alternative.

    ``arrows``: each with whether it begins or ends at the viewer. ``turned``: whether the viewer is
    a player.
    """

    picture: Picture
    plates: tuple[Plate, ...]
    arrows: tuple[tuple[Arrow, bool], ...]
    label: str
    turned: bool


@dataclass(frozen=True)
class ScenePart:
    """The picture, and its corners: the number of the next hand, and the target.

    ``corners_free``: whether the texts fit into the picture's corners; they stand above it where a
    seat is in the way.
    """

    hand: int
    goal: str
    picture: Markup
    corners_free: bool


def scene_part(snapshot: GameSnapshot, coming: rules.NextHand) -> ScenePart:
    """The picture of a running game before a hand to come."""
    sheet, me = snapshot.sheet, viewer.seat_of_user(snapshot)
    departs = (snapshot.next_passed, snapshot.next_dealer) != (None, None)
    decided = departs and coming == sheet.next
    middle = _middle(snapshot.ruleset, coming, decided=decided)
    changes = last_changes(sheet)
    return ScenePart(
        hand=coming.number,
        goal=game.goal(snapshot.ruleset),
        picture=_picture(
            snapshot.names,
            sheet.totals,
            None if changes is None else tuple(changes),
            sheet.places,
            coming.dealer,
            coming.passed,
            me or 0,
            middle,
            me,
        ),
        # Four seats stand at the middles of the sides.
        corners_free=len(snapshot.names) == 4,
    )


@cache
def _usual_points(preset: str) -> Mapping[rules.Card, int]:
    """What the special cards of a game cost where nothing else is agreed on."""
    return rules.ruleset(_USUAL_PLAYERS, {"preset": preset}).card_points


def _middle(ruleset: rules.Ruleset, coming: rules.NextHand, *, decided: bool) -> tuple[str, ...]:
    """The text in the middle: the pass, who leads, and what is unusual about the pack.

    ``decided``: whether the players decided something for this hand alone.
    """
    usual = _usual_points(ruleset.preset)
    costs = [
        f"{cards.symbol(card)} {number(ruleset.card_points[card])}"
        for card in ruleset.penalty_cards
        if ruleset.card_points[card] != usual.get(card)
    ]
    leads = " · ".join([gettext("%(card)s leads", card=cards.symbol(coming.leads)), *costs])
    way = passing.passing(coming.passed, ruleset.players)
    out = (cards.without(ruleset.deck_removed),) if ruleset.deck_removed else ()
    return (way, *((gettext("this hand only"),) if decided else ()), leads, *out)


@cached_by_language(_PICTURES_CACHED)
def _picture(
    names: tuple[str, ...],
    totals: tuple[int, ...],
    last: tuple[int, ...] | None,
    places: tuple[int, ...],
    dealer: int,
    offset: int,
    bottom: int,
    middle: tuple[str, ...],
    me: int | None,
) -> Markup:
    """A picture (:func:`~scorepad.web.table.picture.picture`) as the viewer sees it, rendered."""
    geometry = picture(names, totals, last, places, dealer, offset, bottom, middle)
    return render_fragment("table/_picture.html", part=picture_part(geometry, me))


def picture_part(geometry: Picture, me: int | None = None) -> PicturePart:
    """A picture for one viewer; ``me``: their seat, if they play."""
    return PicturePart(
        picture=geometry,
        plates=tuple(_plate(seat, me) for seat in geometry.seats),
        arrows=tuple((arrow, me in (arrow.giver, arrow.taker)) for arrow in geometry.arrows),
        label=_label(geometry),
        turned=me is not None,
    )


def _plate(seat: SeatPlate, me: int | None) -> Plate:
    roles = {
        (True, True): gettext("%(name)s is ahead and deals", name=seat.name),
        (True, False): gettext("%(name)s is ahead", name=seat.name),
        (False, True): gettext("%(name)s deals", name=seat.name),
        (False, False): seat.name,
    }
    return Plate(
        at=seat,
        title=roles[seat.leads, seat.deals],
        name=isolated_text(seat.short),
        total=number(seat.total),
        last=None if seat.last is None else signed(seat.last),
        mine=seat.seat == me,
    )


def _label(geometry: Picture) -> str:
    """The text alternative of the picture."""
    passes = [
        gettext(
            "%(giver)s passes to %(taker)s",
            giver=isolated_text(geometry.seats[arrow.giver].name),
            taker=isolated_text(geometry.seats[arrow.taker].name),
        )
        for arrow in geometry.arrows
    ]
    return gettext(
        "Seats clockwise: %(seats)s. %(passes)s. %(middle)s.",
        seats="; ".join(map(_seat_in_words, geometry.seats)),
        passes=", ".join(passes) or gettext("Nobody passes"),
        # The first text is the pass.
        middle=" · ".join(row.text for row in geometry.rows if not row.first),
    )


def _seat_in_words(seat: SeatPlate) -> str:
    last = "" if seat.last is None else f" ({signed(seat.last)})"
    roles = (
        *([gettext("ahead")] if seat.leads else ()),
        *([gettext("deals")] if seat.deals else ()),
    )
    return ", ".join((f"{isolated_text(seat.name)} {number(seat.total)}{last}", *roles))
