"""The entry of a hand: who took the special cards, the hearts by seat, the moon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from flask import request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorepad import rules
from scorepad.names import short_names
from scorepad.rules.hand import MOON_CHOICES, MoonChoice, unplaced
from scorepad.rules.next_hand import moon_warning, moons
from scorepad.rules.scoring import Totals, moon_penalties
from scorepad.store.game.hands import Seen
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings.parts import shortened
from scorepad.web.forms import (
    Checkbox,
    Faults,
    Hidden,
    Integer,
    Pick,
    add_faults,
    faults_of,
    form_with,
)
from scorepad.web.table.act import ActForm, OvertakenError
from scorepad.web.words import cards
from scorepad.web.words.game import ending, leaders
from scorepad.web.words.names import isolated, listed
from scorepad.web.words.translation import gettext, markup


class HandForm(ActForm):
    """Hearts by seat, takers of the special cards, the moon; made by :func:`hand_form`.

    From a phone's outbox a hand comes with what its page showed besides the ``revision``: the
    ``last`` hand on the sheet, and hands ``after`` that which the phone had taken down itself.
    ``shown``: its revision, if its owner has decided since about changes up to ``revision``.
    """

    last = Hidden()
    shown = Integer()
    shooter: Pick
    moon_choice = Pick(MOON_CHOICES)
    sun = Checkbox()

    @property
    def writer_saw(self) -> Seen:
        """What the writer had seen of the game when they tapped."""
        hands = frozenset(request.form.getlist("after"))
        return Seen(self.seen, hands, str(self.last.data or ""), self.shown.data)

    def is_for(self, revision: int) -> bool:
        """Whether the form was filled in for this revision, or does not say: that is a fault."""
        return bool(self.revision.errors) or self.seen == revision

    def values(self) -> dict[str, str]:
        """The values of the entry by field, as the browser sent them."""
        return {
            field.name: field.raw_data[0]
            for field in self
            if field.raw_data and isinstance(field.raw_data[0], str)
        }


class HandOvertakenError(OvertakenError):
    """Somebody else changed the game before a new hand was saved.

    ``hand``: that of the ``form``, ``None`` if it is not complete.
    """

    def __init__(self, form: HandForm, hand: rules.Hand | None = None) -> None:
        super().__init__(form.seen)
        self.form, self.hand = form, hand


def hand_form(
    ruleset: rules.Ruleset,
    *,
    correcting: bool = False,
    query: MultiDict[str, str] | None = None,
) -> HandForm:
    """The form of this request for a hand by these rules.

    ``query``: the values of an entry that is not to be saved yet. A hand that is corrected
    can also be given another pass or another dealer.
    """
    seats, counts = range(ruleset.players), range(ruleset.hearts + 1)
    fields: dict[str, Field] = {f"hearts_{seat}": Pick(counts) for seat in seats}
    fields |= {f"cards_{card}": Pick(seats) for card in ruleset.card_points}
    for name in ("shooter", "passed", "dealer") if correcting else ("shooter",):
        fields[name] = Pick(seats)
    # Flask-WTF looks for a posted form by itself, unless there is something else to look at.
    options: dict[str, Any] = {} if query is None else {"formdata": query}
    return form_with(HandForm, fields, **options)


def hand_values(hand: rules.Hand) -> dict[str, str]:
    """A recorded hand as the form's fields hold it."""
    fields = {
        **{f"hearts_{seat}": count for seat, count in enumerate(hand.hearts)},
        **{f"cards_{card}": taker for card, taker in hand.cards.items()},
        "moon_choice": hand.moon_choice,
        "sun": "y" if hand.sun else None,
        "passed": hand.passed,
        "dealer": hand.dealer,
    }
    return {name: str(value) for name, value in fields.items() if value is not None}


def draft_of(form: HandForm, ruleset: rules.Ruleset) -> rules.Draft:
    """The hand as far as it is entered."""
    takers: Mapping[str, int | None] = {
        card: form[f"cards_{card}"].data for card in ruleset.card_points
    }
    return rules.Draft(
        hearts=tuple(form[f"hearts_{seat}"].data for seat in range(ruleset.players)),
        cards=takers,
        shooter=form.shooter.data,
        moon_choice=cast("MoonChoice | None", form.moon_choice.data),
        sun=form.sun.data,
        passed=form["passed"].data if "passed" in form else None,
        dealer=form["dealer"].data if "dealer" in form else None,
    )


def read_hand(form: HandForm, ruleset: rules.Ruleset) -> tuple[rules.Hand | None, Faults]:
    """The hand of a form, or what is missing or wrong, by field."""
    form.validate()
    faults = faults_of(form)
    for name in request.form:
        if name.startswith(("hearts_", "cards_")) and name not in form:
            # A seat that is not there, or a card that these rules do not name.
            text = gettext("This hand has no field %(name)s.", name=name[:20])
            faults.setdefault("hearts", []).append(text)
    if faults:
        return None, faults
    hand, errors = rules.complete(draft_of(form, ruleset), ruleset)
    add_faults(faults, errors)
    return hand, faults


@dataclass(frozen=True)
class MoonEffect:
    """A moon choice as a button, and its effect. ``label``: what the button does.

    ``line``: the moon's own; not the sheet's last one where an earlier hand is corrected.
    ``standing``: who then wins or leads. ``loser``: the shooter, if it loses them the game.
    """

    choice: MoonChoice
    label: Markup
    line: rules.Line
    sheet: rules.Sheet
    standing: Markup
    loser: str | None


def moon_effects(draft: rules.Draft, game: GameSnapshot, index: int) -> Sequence[MoonEffect]:
    """The effects of both choices on the hand at ``index`` of a game; none if it is no moon."""
    ruleset, names = game.ruleset, game.names
    before = rules.sheet(replace(game.game, hands=game.game.hands[:index]))
    effects = []
    for choice in MOON_CHOICES:
        hand, _ = rules.complete(replace(draft, moon_choice=choice), ruleset)
        if hand is None:
            return ()
        sheet = rules.sheet(game.game.with_hand(index, hand))
        line = sheet.lines[index]
        shooter = line.shooter or 0
        # What the others get, or what the shooter loses.
        worth = max(map(abs, moon_penalties(ruleset, shooter, choice, sun=line.sun)))
        loses = choice == "add" and moon_warning(game.game, before, hand)
        effects.append(
            MoonEffect(
                choice=choice,
                label=_saves_moon(choice, worth, shortened(short_names(names)[shooter])),
                line=line,
                sheet=sheet,
                standing=(ending if sheet.over else leaders)(sheet, names),
                loser=names[shooter] if loses else None,
            )
        )
    return effects


def _saves_moon(choice: MoonChoice, points: int, shooter: str) -> Markup:
    """The label of a button that saves a moon, counted in one of the two ways."""
    if choice == "add":
        return markup("Save: +%(points)s to the others", points=points)
    return markup("Save: −%(points)s for %(name)s", points=points, name=isolated(shooter))


@dataclass(frozen=True)
class EntryState:
    """The state of the form of a hand.

    ``values``: by field, as a browser sends them. ``own``: whether somebody entered them, so that
    nothing may replace them. ``moon_effects``: those of both moon choices, once that choice is the
    only gap. ``ending``: that the hand ends the game, and who wins.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)
    moon_effects: Sequence[MoonEffect] = ()
    entry_id: str = ""
    own: bool = False
    ending: Markup | None = None


def sent_entry(form: HandForm, faults: Faults, game: GameSnapshot, index: int) -> EntryState:
    """The state of an entry that was sent for the hand at ``index`` of the game.

    Where only the choice of a moon is missing, it has the effects of both and names the shooter.
    """
    values = form.values()
    effects: Sequence[MoonEffect] = ()
    if game.ruleset.moon == "choice" and set(faults) == {"moon_choice"}:
        effects = moon_effects(draft_of(form, game.ruleset), game, index)
        if effects:
            values["shooter"] = str(effects[0].line.shooter)
    return EntryState(values, faults, effects, str(form.entry_id.data or ""), own=True)


@dataclass(frozen=True)
class EntryPart:
    """The form of a hand. ``correcting``: of one that is on the sheet already.

    ``players``: those who played it; ``shorts``: their names in short. ``moons``: the points of
    every moon, as JSON. ``refusal``: why it was not saved. ``labels``: of the special cards' keys.
    """

    ruleset: rules.Ruleset
    players: Sequence[str]
    shorts: Sequence[str]
    state: EntryState
    correcting: bool
    moons: str
    refusal: str | None
    labels: Mapping[rules.Card, str]


def entry_part(
    ruleset: rules.Ruleset,
    players: Sequence[str],
    totals: Totals,
    state: EntryState,
    *,
    correcting: bool = False,
) -> EntryPart:
    """The entry of a hand after these totals, by these players."""
    return EntryPart(
        ruleset=ruleset,
        players=players,
        shorts=short_names(players),
        state=state,
        correcting=correcting,
        moons=json.dumps(_moon_points(ruleset, totals), separators=(",", ":")),
        refusal=_refusal(ruleset, state) if state.faults and not state.moon_effects else None,
        labels={
            card: gettext("Who took the %(card)s", card=cards.card_name(card))
            for card in ruleset.card_points
        },
    )


def _refusal(ruleset: rules.Ruleset, state: EntryState) -> str:
    """Why the hand was not saved: cards without a taker, and missing or surplus hearts."""
    values, left = state.values, 0
    to_place = [
        cards.symbol(card)
        for card in ruleset.card_points
        if f"cards_{card}" in state.faults and not values.get(f"cards_{card}")
    ]
    if "hearts" in state.faults:
        counts = {str(count): count for count in range(ruleset.hearts + 1)}
        hearts = (counts.get(values.get(f"hearts_{seat}", "")) for seat in range(ruleset.players))
        left = unplaced(tuple(hearts), ruleset)
    if left > 0:
        to_place.append(f"{left} ♥")
    if to_place and left < 0:
        return gettext(
            "Not saved: %(cards)s still to place, and %(count)s ♥ too many.",
            cards=listed(to_place),
            count=-left,
        )
    if left < 0:
        return gettext("Not saved: %(count)s ♥ too many.", count=-left)
    if to_place:
        return gettext("Not saved: %(cards)s still to place.", cards=listed(to_place))
    return gettext("Not saved: please look at what is marked.")


def _moon_points(ruleset: rules.Ruleset, totals: Totals) -> dict[str, tuple[int, ...]]:
    """The points of moons after these totals, for the entry to show before saving.

    By "moon" or "sun", the shooter, and the takers of the cards that a moon leaves: "moon,0,2".
    Where the shooter chooses, the choice comes first: "add,moon,0,2".
    """
    return {
        ",".join(
            [
                *([moon.choice] if moon.choice else []),
                "sun" if moon.sun else "moon",
                *map(str, (moon.shooter, *moon.takers)),
            ]
        ): moon.points
        for moon in moons(ruleset, totals)
    }
