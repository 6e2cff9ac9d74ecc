"""The next hand in words: who deals, who passes to whom, who leads; and all totals."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.prospects import prospects
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table import viewer
from scorepad.web.words import cards, game, names, passing
from scorepad.web.words.names import capitalised
from scorepad.web.words.numbers import number, signed
from scorepad.web.words.translation import ngettext

Pair = tuple[int, int]


@dataclass(frozen=True)
class SeatLink:
    """A link that chooses a player as the user of this browser."""

    name: Markup
    address: str
    chosen: bool


@dataclass(frozen=True)
class Total:
    """A player's total, its change by the last hand, and its distance from the end."""

    name: Markup
    total: str
    change: str | None
    distance: str
    leads: bool


@dataclass(frozen=True)
class NextHandPart:
    """The next hand. ``mine``: what the viewer does, if the browser knows who they are.

    ``prospects``, ``totals``: empty for the holder of the pen, who has them elsewhere. ``pairs``:
    names of who passes to whom, empty for a hold; ``count``: how many cards, where that is not the
    usual number. ``departure``: what the players decided for this hand alone. ``viewer``: the name
    of this browser's user. ``watch_url``: chooses no player at all.
    """

    mine: Markup | None
    departure: Markup | None
    prospects: tuple[Markup, ...]
    dealer: Markup
    way: str
    count: str | None
    pairs: tuple[tuple[Markup, Markup], ...]
    leads: Markup
    first_trick_points: bool
    removed: Markup
    viewer: Markup | None
    sit: tuple[SeatLink, ...]
    watch_url: str
    totals: tuple[Total, ...]
    many: bool


def next_hand_part(snapshot: GameSnapshot, coming: rules.NextHand, *, writes: bool) -> NextHandPart:
    """A hand to come of a running game; what is decided or expected now is about the next one."""
    is_next = coming == snapshot.sheet.next
    ruleset, me = snapshot.ruleset, viewer.seat_of_user(snapshot)
    tags = tuple(map(names.tag, snapshot.names))
    pairs = passing_pairs(coming, ruleset)
    return NextHandPart(
        mine=None if me is None else game.own_part(me, pairs, tags, deals=coming.dealer == me),
        departure=game.departure(snapshot.next_passed, snapshot.next_dealer, snapshot.names)
        if is_next
        else None,
        prospects=() if writes else prospect_sentences(snapshot),
        dealer=tags[coming.dealer],
        way=capitalised(passing.passing(coming.passed, ruleset.players)),
        count=None
        if coming.pass_count == PASS_COUNT
        else ngettext("%(num)s card", "%(num)s cards", coming.pass_count),
        pairs=tuple((tags[giver], tags[taker]) for giver, taker in pairs),
        leads=cards.sign(coming.leads),
        first_trick_points=ruleset.first_trick_points,
        removed=Markup(" ").join(map(cards.sign, ruleset.deck_removed)),
        viewer=None if me is None else tags[me],
        sit=tuple(
            SeatLink(name, urls.game_url("table.table", me=seat), seat == me)
            for seat, name in enumerate(tags)
        ),
        watch_url=urls.game_url("table.table", me="nobody"),
        totals=() if writes else tuple(_totals(snapshot, tags)),
        many=len(tags) > _FEW,
    )


# As many names as easily fit side by side.
_FEW = 4


def prospect_sentences(snapshot: GameSnapshot) -> tuple[Markup, ...]:
    """Who can reach what with the next hand."""
    every = prospects(snapshot.game, snapshot.sheet)
    return tuple(game.prospect(each, snapshot.names) for each in every)


def passing_pairs(coming: rules.NextHand, ruleset: rules.Ruleset) -> list[Pair]:
    """Who passes to whom, as seats; empty if nobody does."""
    if coming.passed == HOLD:
        return []
    return [
        (giver, receiver(giver, coming.passed, ruleset.players)) for giver in range(ruleset.players)
    ]


def _totals(snapshot: GameSnapshot, tags: tuple[Markup, ...]) -> list[Total]:
    sheet = snapshot.sheet
    changes = last_changes(sheet)
    # Whoever comes from paper has a leader before the first hand.
    begun = bool(sheet.lines) or len(set(sheet.totals)) > 1
    return [
        Total(
            name=name,
            total=number(sheet.totals[seat]),
            change=None if changes is None else signed(changes[seat]),
            distance=game.distance(snapshot.ruleset, sheet.totals[seat]),
            leads=begun and sheet.places[seat] == 1,
        )
        for seat, name in enumerate(tags)
    ]


def last_changes(sheet: rules.Sheet) -> list[int] | None:
    """Every total's change by the last hand; ``None`` before the first hand."""
    if not sheet.lines:
        return None
    last = sheet.lines[-1]
    return [points + adjusted for points, adjusted in zip(last.points, last.adjusted, strict=True)]
