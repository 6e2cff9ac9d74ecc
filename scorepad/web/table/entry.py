"""The entry of a hand: who took the special cards, the hearts by seat, the moon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from scorepad import rules
from scorepad.names import short_names
from scorepad.rules.draft import unplaced
from scorepad.rules.ending import Totals
from scorepad.rules.next_hand import moons
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.forms import Faults, entry_id
from scorepad.web.fragments import render_fragment
from scorepad.web.table.hand_form import HandForm, draft_of
from scorepad.web.table.moon_chooser import MoonEffect, moon_effects
from scorepad.web.words import cards, entry, names
from scorepad.web.words.game import distance
from scorepad.web.words.translation import gettext

# With a longer name, all keys of a row are set smaller.
_LETTERS_ON_A_KEY: Final = 5
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
class Key:
    """A choice as a large key. ``label``: its name, where ``text`` is not all of it.

    ``note``: small print below the text that is not part of the name.
    """

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

    @property
    def long(self) -> bool:
        """Whether its texts are set smaller: all of them if one is long."""
        return any(key.long for key in self.keys)


@dataclass(frozen=True)
class EntryPart:
    """The form of a hand. ``correcting``: of one that is on the sheet already.

    ``moons``: the points of every moon, as JSON. ``refusal``: why it was not saved. ``takers``: who
    took each special card. ``grid``: the hearts by seat, rendered. ``shooters``: who shot the moon;
    ``choices``: how it counts, for the correction of a hand. ``questions``: what the effects of
    both moon choices still depend on.
    """

    ruleset: rules.Ruleset
    correcting: bool
    state: EntryState
    entry_id: str
    moons: str
    refusal: str | None
    takers: Mapping[rules.Card, KeyRow]
    grid: Markup
    shooters: KeyRow
    choices: KeyRow | None
    questions: Sequence[str]

    @property
    def faults(self) -> list[str]:
        """What is wrong with none of its fields."""
        names = ("entry", "entry_id", "revision")
        return [sentence for name in names for sentence in self.state.faults.get(name, ())]

    @property
    def opens_moon(self) -> bool:
        """Whether the moon's panel is unfolded."""
        values, faults = self.state.values, self.state.faults
        at_fault = faults.keys() & {"moon_choice", "sun", "shooter"}
        return bool(
            self.state.moon_effects or at_fault or values.get("shooter") or values.get("sun")
        )


def entry_part(
    ruleset: rules.Ruleset,
    players: Sequence[str],
    totals: Totals,
    state: EntryState,
    *,
    correcting: bool = False,
) -> EntryPart:
    """The entry of a hand after these totals, by these players."""
    shorts = short_names(players)
    values, faults = state.values, state.faults
    shooter, cancel = values.get("shooter", ""), gettext(entry.CANCEL)
    counts = tuple(
        _offered(values.get(f"hearts_{seat}", ""), ruleset.hearts) for seat in range(len(players))
    )
    seats: list[int | str] = [*range(len(players)), ""]
    chooses = correcting and ruleset.moon == "choice" and not state.moon_effects
    # Small print for each player on the keys of the first special card.
    notes = [] if correcting else [distance(total, ruleset) for total in totals]
    return EntryPart(
        ruleset=ruleset,
        correcting=correcting,
        state=state,
        # An invalid value would be refused again and again.
        entry_id=(state.entry_id if "entry_id" not in faults else "") or entry_id(),
        moons=json.dumps(moon_points(ruleset, totals), separators=(",", ":")),
        refusal=_refusal(ruleset, state, counts) if faults and not state.moon_effects else None,
        takers={
            card: _taker(card, players, shorts, state, () if at else notes)
            for at, card in enumerate(ruleset.card_points)
        },
        grid=_grid(
            tuple(players),
            counts,
            tuple(tuple(faults.get(f"hearts_{seat}", ())) for seat in range(len(players))),
            ruleset.hearts,
        ),
        shooters=KeyRow(
            "shooter",
            gettext(entry.WHO_SHOT),
            _name_keys(seats, [*players, cancel], [*shorts, cancel], shooter, ()),
            tuple(faults.get("shooter", ())),
        ),
        choices=_choices(values.get("moon_choice", "")) if chooses else None,
        questions=[
            entry.who_took(card)
            for card in ruleset.card_points
            if shooter and f"cards_{card}" in faults
        ],
    )


def _refusal(ruleset: rules.Ruleset, state: EntryState, counts: Sequence[str]) -> str:
    """Why the hand was not saved, as far as something is left to place."""
    cards_left = [
        cards.symbol(card)
        for card in ruleset.card_points
        if f"cards_{card}" in state.faults and not state.values.get(f"cards_{card}")
    ]
    if "hearts" not in state.faults:
        return entry.not_saved(cards_left, 0)
    hearts = tuple(int(count) if count else None for count in counts)
    return entry.not_saved(cards_left, unplaced(hearts, ruleset))


def _grid(
    players: tuple[str, ...],
    checked: tuple[str, ...],
    faults: tuple[tuple[str, ...], ...],
    hearts: int,
) -> Markup:
    """The hearts by seat, a key for every count up to all hearts of the pack, rendered.

    ``checked``: the count that is chosen, "" for none.
    """
    tags = map(names.short_tag, players, short_names(players))
    rows = list(zip(players, tags, checked, faults, strict=True))
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


def _taker(
    card: rules.Card,
    players: Sequence[str],
    shorts: Sequence[str],
    state: EntryState,
    notes: Sequence[str],
) -> KeyRow:
    name = f"cards_{card}"
    faults = tuple(state.faults.get(name, ()))
    if faults and name not in state.values:
        faults = (entry.who_took(card),)
    return KeyRow(
        name,
        entry.taker_label(card),
        _name_keys(range(len(players)), players, shorts, state.values.get(name), notes),
        faults,
    )


def _choices(chosen: str) -> KeyRow:
    """How a corrected moon counts; "ask" leaves the question to the next page."""
    texts = entry.moon_keys()
    return KeyRow(
        "moon_choice",
        gettext(entry.HOW_IT_COUNTS),
        tuple(
            Key(
                value=value,
                text=Markup.escape(text),
                checked=chosen == value,
                long=len(text) > _LETTERS_ON_A_KEY,
            )
            for value, text in texts.items()
        ),
    )


def _name_keys(
    seats: Sequence[int | str],
    labels: Sequence[str],
    shorts: Sequence[str],
    chosen: str | None,
    notes: Sequence[str],
) -> tuple[Key, ...]:
    """A key for each seat; the last of ``seats`` may be "", which stands for nobody."""
    return tuple(
        Key(
            value=str(seat),
            text=names.short_tag(label, short) if short != label else Markup.escape(label),
            checked=chosen == str(seat),
            label=label if notes or short != label else None,
            note=notes[at] if notes else None,
            long=len(short) > _LETTERS_ON_A_KEY,
        )
        for at, (seat, label, short) in enumerate(zip(seats, labels, shorts, strict=True))
    )
