"""The table's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import get_flashed_messages, render_template, request
from markupsafe import Markup

from scorepad.store.log_rows import steps
from scorepad.store.running import next_running
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.http.theme import theme
from scorepad.web.table.chart import HEIGHT, WIDTH, text_alternative
from scorepad.web.table.context.ahead import HandsAhead, hands_ahead
from scorepad.web.table.context.bin import BinPart, bin_part
from scorepad.web.table.context.end import EndPart, end_part
from scorepad.web.table.context.entry import EntryPart, EntryState, entry_part
from scorepad.web.table.context.form_parts import Act
from scorepad.web.table.context.mishaps import FormState, MishapsPart, mishaps_part
from scorepad.web.table.context.next_hand import NextHandPart, next_hand_part, prospect_sentences
from scorepad.web.table.context.notice import NO_NOTICE, Notice
from scorepad.web.table.context.preview import Preview, preview_of
from scorepad.web.table.context.rival import RivalPart
from scorepad.web.table.context.scene import ScenePart, scene_part
from scorepad.web.table.context.sheet import SheetPart, sheet_part
from scorepad.web.table.context.undo import UndoPart, undo_part
from scorepad.web.words import game
from scorepad.web.words.house_rules import game_name, house_rules
from scorepad.web.words.translation import gettext, language


@dataclass(frozen=True)
class Links:
    """The links of the page; ``pens`` for the holder of a pen."""

    pad: str
    table_url: str
    follow: str
    show: str
    log: str
    csv: str
    csv_sheet: str
    file: str
    pens: str | None


@dataclass(frozen=True)
class ChartPart:
    """The chart as an image: its address, its size, its text alternative."""

    url: str
    size: tuple[int, int]
    label: str


@dataclass(frozen=True)
class TablePage:
    """The values of the table's page.

    ``scene``, ``next_hand``: while the game runs. ``prospects``, ``entry``, ``ahead``, ``undo``,
    ``mishaps``: for the holder of the pen. ``redo``: right after an undo; later it is at the end of
    the page only. ``rival``: in place of the entry. ``bin``: of a game in the bin.
    ``announcement``: what screen readers say of the hand that was just saved. ``last_entry``: the
    id of the last hand's entry, for the holder of the pen, whose phone may wait for its answer.
    ``preview``: of a game that is over. ``takes_focus``: whether the page replaces one whose button
    had the focus, which then goes to what is to be done next.
    """

    number: int
    game_name: str
    notice: Notice
    announcement: Markup
    last_entry: str | None
    takes_focus: bool
    links: Links
    scene: ScenePart | None
    bin: BinPart | None
    rival: RivalPart | None
    entry: EntryPart | None
    ahead: tuple[HandsAhead, ...]
    next_hand: NextHandPart | None
    prospects: tuple[Markup, ...]
    end: EndPart | None
    preview: Preview | None
    sheet: SheetPart
    chart: ChartPart | None
    undo: UndoPart | None
    redo: Act | None
    mishaps: MishapsPart | None
    house_rules: tuple[str, ...]
    writes: bool


def table_page(
    snapshot: GameSnapshot,
    entry: EntryState | None = None,
    notice: Notice = NO_NOTICE,
    refused: Mapping[str, FormState] | None = None,
    rival: RivalPart | None = None,
    *,
    saved: bool = False,
) -> str:
    """The table's page. ``entry``: the state of a refused entry; ``refused``: other forms, by name.

    ``rival``: the choice after another phone saved a hand first, in place of the entry. ``saved``:
    the last hand was just saved.

    Lookers-on get no forms: a CSRF token would need a cookie, and all of them share one page.
    """
    return render_template(
        "table/table.html",
        page=_page(snapshot, entry or EntryState(), notice, refused or {}, rival, saved=saved),
    )


def _page(
    snapshot: GameSnapshot,
    state: EntryState,
    notice: Notice,
    refused: Mapping[str, FormState],
    rival: RivalPart | None,
    *,
    saved: bool,
) -> TablePage:
    sheet, writes, binned = snapshot.sheet, access.holds_pen(), snapshot.binned is not None
    coming = sheet.next
    enters = coming is not None and writes and not binned and rival is None
    over = coming is None and not binned
    following = next_running(db.session(), snapshot.id) if over else None
    undo = undo_part(snapshot, steps(db.session(), snapshot.id)) if writes else None
    return TablePage(
        number=snapshot.number,
        game_name=game_name(snapshot.ruleset.preset),
        notice=notice,
        announcement=_announcement(snapshot) if saved else Markup(),
        last_entry=snapshot.hands[-1].entry_id if writes and snapshot.hands else None,
        takes_focus=_answers_a_form() and not (notice.message or refused or rival or state.own),
        links=links(snapshot, following, writes=writes),
        scene=scene_part(snapshot, coming) if coming else None,
        bin=bin_part(snapshot, writes=writes) if binned else None,
        rival=rival,
        entry=_entry(snapshot, state) if enters else None,
        ahead=hands_ahead(snapshot) if enters else (),
        next_hand=next_hand_part(snapshot, coming, writes=writes) if coming else None,
        prospects=prospect_sentences(snapshot) if coming and writes else (),
        end=end_part(snapshot, following, writes=writes) if over else None,
        preview=preview_of(snapshot) if over else None,
        sheet=sheet_part(snapshot, writes=writes and not binned),
        chart=_chart(snapshot) if sheet.lines else None,
        undo=undo,
        redo=undo.quick_redo if undo and get_flashed_messages() else None,
        mishaps=mishaps_part(snapshot, refused) if writes and not binned else None,
        house_rules=tuple(house_rules(snapshot.ruleset)),
        writes=writes,
    )


def _chart(snapshot: GameSnapshot) -> ChartPart:
    return ChartPart(
        # Browsers keep it: its address says what it is drawn in.
        urls.game_url("chart.chart", v=snapshot.revision, lang=language(), theme=theme()),
        (WIDTH, HEIGHT),
        text_alternative(snapshot.sheet, snapshot.names),
    )


def _answers_a_form() -> bool:
    """Whether htmx puts this page in place of another one, not because the game went on."""
    return "HX-Request" in request.headers and "seen" not in request.args


def _announcement(snapshot: GameSnapshot) -> Markup:
    lines = snapshot.sheet.lines
    opening = [seat.opening for seat in snapshot.seats]
    before = lines[-2].totals if len(lines) > 1 else opening
    return game.hand_saved(snapshot.sheet, before, snapshot.names)


def _entry(snapshot: GameSnapshot, state: EntryState) -> EntryPart:
    number = snapshot.sheet.next.number if snapshot.sheet.next else 0
    return entry_part(
        snapshot.ruleset,
        snapshot.names,
        snapshot.sheet.totals,
        snapshot.revision,
        state,
        save_label=gettext("Save hand %(number)s", number=number),
        button_id=f"save-hand-{number}",
        notes=[game.distance(snapshot.ruleset, total) for total in snapshot.sheet.totals],
        asks_at=urls.game_url("table.moon_chooser"),
    )


def links(snapshot: GameSnapshot, following: int | None = None, *, writes: bool) -> Links:
    """The links of a game's page. ``following``: the number of the game after one that is over."""
    seen = {"seen": snapshot.revision} | ({} if following is None else {"next": following})
    return Links(
        pad=urls.pad_url("pad.front"),
        table_url=urls.game_url("table.table"),
        follow=urls.game_url("table.table", **seen),
        show=urls.game_url("share.show"),
        log=urls.game_url("log.log"),
        csv=urls.game_url("hands_csv.of_game"),
        csv_sheet=urls.game_url("hands_csv.of_game", layout="sheet"),
        file=urls.game_url("game_files.of_game"),
        pens=urls.pad_url("pens.list_of_pens") if writes else None,
    )
