"""The form of a hand as a browser sends it; ``entry`` shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.store.game.hands import Seen
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
from scorepad.web.table.act import ActForm
from scorepad.web.words.messages import no_field


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
            sentence = no_field(name[:20])
            faults.setdefault("hearts", []).append(sentence)
    if faults:
        return None, faults
    hand, errors = rules.complete(draft_of(form, ruleset), ruleset)
    add_faults(faults, errors)
    return hand, faults
