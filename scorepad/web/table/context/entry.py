"""The entry of a hand: who took the special cards, the hearts by seat, the moon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad import rules
from scorepad.names import short_names
from scorepad.rules.draft import unplaced
from scorepad.rules.ending import Totals
from scorepad.rules.moons import moons
from scorepad.web.forms import Faults
from scorepad.web.fragments import render_fragment
from scorepad.web.table.context.moon_chooser import MoonEffectPart
from scorepad.web.words import cards, entry, names
from scorepad.web.words.translation import cached_by_language, gettext

# A longer name is set smaller on a key.
_LETTERS_ON_A_KEY: Final = 5
_GRIDS_CACHED: Final = 512
_FEW_SEATS: Final = 4
# The keys of a seat's first row. With five or six at the table it is the only one: larger counts
# are a tap away, on a key that takes the last place.
_IN_A_ROW: Final = 7
_FOLDED: Final = _IN_A_ROW - 1


@dataclass(frozen=True)
class EntryState:
    """The state of the form of a hand.

    ``values``: by field, as a browser sends them. ``own``: whether somebody entered them, so that
    nothing may replace them. ``moon_effects``: those of both moon choices, once that choice is the
    only gap.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)
    moon_effects: tuple[MoonEffectPart, ...] = ()
    entry_id: str = ""
    own: bool = False


@dataclass(frozen=True)
class Key:
    """A choice as a large key. ``label``: its name, where ``text`` is not all of it.

    ``note``: small print below the text that is not part of the name.
    """

    id: str
    value: str
    text: Markup
    checked: bool
    label: str | None = None
    note: str | None = None
    long: bool = False


@dataclass(frozen=True)
class KeyRow:
    """A row of keys of which one can be chosen, and the fault of the choice."""

    field: str
    label: str
    keys: tuple[Key, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taker:
    """Who took a special card. ``worth``: its points; ``for_moon``: whether a moon needs it.

    ``question``: asks for the taker in as few signs as possible.
    """

    row: KeyRow
    sign: Markup
    question: str
    worth: int
    for_moon: bool


@dataclass(frozen=True)
class HeartsRow:
    """The hearts of a seat: ``checked`` is the count that is chosen, "" for none."""

    field: str
    name: str
    text: Markup
    checked: str
    faults: tuple[str, ...]


@dataclass(frozen=True)
class MoonPart:
    """The moon: who shot it, how it counts, the sun. ``is_open``: whether its panel is unfolded.

    ``offered``: false where the rules have no moon. ``asks_at``: the address of the
    moon chooser, which the page fetches while the hand is entered. ``choices``: for the correction
    of a hand.
    """

    offered: bool
    is_open: bool
    by_choice: bool
    shooters: KeyRow
    sun_offered: bool
    sun: bool
    sun_faults: tuple[str, ...]
    choices: KeyRow | None
    asks_at: str | None
    effects: tuple[MoonEffectPart, ...]
    names: tuple[Markup, ...]
    faults: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True)
class EntryPart:
    """The form of a hand. ``moons``: the points of every moon, as JSON.

    ``refusal``: why it was not saved. ``more``, ``over``: what the button says while hearts are to
    be placed, and when there are too many; the script puts in the count.
    """

    csrf_token: str
    entry_id: str
    revision: int
    own: bool
    many: bool
    seats: int
    hearts: int
    plays_moon: bool
    moons: str
    refusal: str | None
    faults: tuple[str, ...]
    hearts_faults: tuple[str, ...]
    takers: tuple[Taker, ...]
    grid: Markup
    moon: MoonPart
    save_label: str
    button_id: str
    more: str
    over: str


def entry_part(
    ruleset: rules.Ruleset,
    players: Sequence[str],
    totals: Totals,
    revision: int,
    state: EntryState,
    *,
    save_label: str,
    button_id: str,
    notes: Sequence[str] = (),
    asks_at: str | None = None,
) -> EntryPart:
    """The entry of a hand after these totals, by these players.

    ``notes``: small print for each player on the keys of the first special card. ``asks_at``: the
    address of the moon chooser while the hand is entered; ``None`` for a correction.
    """
    shorts = short_names(players)
    tags = tuple(map(names.short_tag, players, shorts))
    faults = state.faults
    takers = tuple(
        _taker(card, ruleset, players, shorts, state, () if at else notes)
        for at, card in enumerate(ruleset.card_points)
    )
    return EntryPart(
        csrf_token=generate_csrf(),
        # An invalid value would be refused again and again.
        entry_id=(state.entry_id if "entry_id" not in faults else "") or str(uuid4()),
        revision=revision,
        own=state.own,
        many=len(players) > _FEW_SEATS,
        seats=len(players),
        hearts=ruleset.hearts,
        plays_moon=ruleset.moon_rule != "off",
        moons=json.dumps(moon_points(ruleset, totals), separators=(",", ":")),
        refusal=_refusal(ruleset, state) if faults and not state.moon_effects else None,
        faults=tuple(
            sentence
            for name in ("entry", "entry_id", "revision")
            for sentence in faults.get(name, ())
        ),
        hearts_faults=tuple(faults.get("hearts", ())),
        takers=takers,
        grid=_grid(
            tuple(
                HeartsRow(
                    field=f"hearts_{seat}",
                    name=name,
                    text=tags[seat],
                    checked=_offered(state.values.get(f"hearts_{seat}", ""), ruleset.hearts),
                    faults=tuple(faults.get(f"hearts_{seat}", ())),
                )
                for seat, name in enumerate(players)
            ),
            ruleset.hearts,
        ),
        moon=_moon_part(ruleset, players, shorts, state, asks_at),
        save_label=save_label,
        button_id=button_id,
        more=entry.more_hearts(),
        over=entry.too_many_hearts(),
    )


def _refusal(ruleset: rules.Ruleset, state: EntryState) -> str:
    """Why the hand was not saved, as far as something is left to place."""
    cards_left = [
        cards.symbol(card)
        for card in ruleset.card_points
        if f"cards_{card}" in state.faults and not state.values.get(f"cards_{card}")
    ]
    if "hearts" not in state.faults:
        return entry.not_saved(cards_left, 0)
    counts = (
        _offered(state.values.get(f"hearts_{seat}", ""), ruleset.hearts)
        for seat in range(ruleset.players)
    )
    hearts = tuple(int(count) if count else None for count in counts)
    return entry.not_saved(cards_left, unplaced(hearts, ruleset))


@cached_by_language(_GRIDS_CACHED)
def _grid(rows: tuple[HeartsRow, ...], hearts: int) -> Markup:
    """The hearts by seat, a key for every count up to all hearts of the pack, rendered."""
    fold = len(rows) > _FEW_SEATS
    most = min(hearts, _FOLDED if fold else _IN_A_ROW)
    counts = [str(count) for count in range(1, hearts + 1)]
    few, many = counts[:most], counts[most:]
    return render_fragment("table/_hearts.html", rows=rows, few=few, many=many, fold=fold)


def _offered(count: str, hearts: int) -> str:
    """The count, if a key has it. Anything else may be as long as a form, and is not cached."""
    return count if count in map(str, range(hearts + 1)) else ""


def moon_points(ruleset: rules.Ruleset, totals: Totals) -> dict[str, tuple[int, ...]]:
    """The points of moons after these totals, for the entry to show before saving.

    By "moon" or "sun", the shooter, and the takers of the cards that a moon leaves: "moon,0,2".
    """
    return {
        ",".join(map(str, ("sun" if moon.sun else "moon", moon.shooter, *moon.takers))): moon.points
        for moon in moons(ruleset, totals)
    }


def _taker(
    card: rules.Card,
    ruleset: rules.Ruleset,
    players: Sequence[str],
    shorts: Sequence[str],
    state: EntryState,
    notes: Sequence[str],
) -> Taker:
    name = f"cards_{card}"
    faults = tuple(state.faults.get(name, ()))
    if faults and name not in state.values:
        faults = (entry.who_took(card),)
    row = KeyRow(
        name,
        entry.taker_label(card),
        _name_keys(name, range(len(players)), players, shorts, state.values.get(name), notes),
        faults,
    )
    return Taker(
        row,
        cards.sign(card),
        entry.card_missing(card),
        ruleset.card_points[card],
        card in ruleset.moon_cards,
    )


def _moon_part(
    ruleset: rules.Ruleset,
    players: Sequence[str],
    shorts: Sequence[str],
    state: EntryState,
    asks_at: str | None,
) -> MoonPart:
    values, faults = state.values, state.faults
    shooter = values.get("shooter", "")
    by_choice = ruleset.moon_rule == "choice"
    cancel = gettext("Cancel")
    seats: list[int | str] = [*range(len(players)), ""]
    at_fault = [name for name in ("moon_choice", "sun", "shooter") if name in faults]
    questions = tuple(
        entry.who_took(card)
        for card in ruleset.card_points
        if shooter and f"cards_{card}" in faults
    )
    return MoonPart(
        offered=ruleset.moon_rule != "off",
        is_open=bool(state.moon_effects or at_fault or shooter or values.get("sun")),
        by_choice=by_choice,
        shooters=KeyRow(
            "shooter",
            gettext("Who shot the moon"),
            _name_keys("shooter", seats, [*players, cancel], [*shorts, cancel], shooter, ()),
            tuple(faults.get("shooter", ())),
        ),
        sun_offered=ruleset.sun,
        sun=bool(values.get("sun")),
        sun_faults=tuple(faults.get("sun", ())),
        choices=_choices(values.get("moon_choice", ""))
        if by_choice and asks_at is None and not state.moon_effects
        else None,
        asks_at=asks_at if by_choice else None,
        effects=state.moon_effects,
        names=tuple(map(names.short_tag, players, shorts)),
        faults=tuple(faults.get("moon_choice", ())),
        questions=questions,
    )


def _choices(chosen: str) -> KeyRow:
    """How a corrected moon counts; "ask" leaves the question to the next page."""
    texts = entry.moon_keys()
    return KeyRow(
        "moon_choice",
        gettext("How the moon counts"),
        tuple(
            Key(
                id=f"moon_choice-{at}",
                value=value,
                text=Markup.escape(text),
                checked=chosen == value,
                long=len(text) > _LETTERS_ON_A_KEY,
            )
            for at, (value, text) in enumerate(texts.items())
        ),
    )


def _name_keys(
    field: str,
    seats: Sequence[int | str],
    labels: Sequence[str],
    shorts: Sequence[str],
    chosen: str | None,
    notes: Sequence[str],
) -> tuple[Key, ...]:
    """A key for each seat; the last of ``seats`` may be "", which stands for nobody."""
    return tuple(
        Key(
            id=f"{field}-{at}",
            value=str(seat),
            text=names.short_tag(label, short) if short != label else Markup.escape(label),
            checked=chosen == str(seat),
            label=label if notes or short != label else None,
            note=notes[at] if notes else None,
            long=len(short) > _LETTERS_ON_A_KEY,
        )
        for at, (seat, label, short) in enumerate(zip(seats, labels, shorts, strict=True))
    )
