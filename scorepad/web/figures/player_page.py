"""The context of a player's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import abort, render_template
from markupsafe import Markup

from scorepad.rules import Ruleset
from scorepad.rules.cards import QUEEN
from scorepad.store.figures.agreements import AgreementSnapshot, played_by
from scorepad.store.figures.players_page import (
    Extreme,
    NamedPlayer,
    PlayerFigures,
    Streaks,
    figures_of,
    player_named,
)
from scorepad.store.figures.tallies import Sums
from scorepad.web.database import db
from scorepad.web.figures.chosen_rules import ALL, RulesChoice, asked_rules, rules_choice
from scorepad.web.figures.figure import Figure
from scorepad.web.figures.form_chart import chart_size, fingerprint, form_alternative
from scorepad.web.figures.names_forms import NamesForms, RefusedNames, names_forms
from scorepad.web.http import access
from scorepad.web.http.theme import theme
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words import passing
from scorepad.web.words.cards import symbol
from scorepad.web.words.figures import average, share
from scorepad.web.words.names import capitalised, tag
from scorepad.web.words.numbers import number
from scorepad.web.words.translation import gettext, language, ngettext


@dataclass(frozen=True)
class Form:
    """The chart of a player's form: its URL, its text alternative and its size."""

    image: str
    text: str
    games: int
    size: tuple[int, int]


@dataclass(frozen=True)
class PassLine:
    """A player's results after a pass in this direction."""

    direction: str
    hands: int
    points: str
    queens: str | None


@dataclass(frozen=True)
class SeatLine:
    """A player's results in this seat, counted from 1."""

    seat: int
    games: int
    wins: str
    place: str


@dataclass(frozen=True)
class OtherLine:
    """A player's results against another one, and in games with and without them."""

    name: Markup
    url: str
    ahead: int
    level: int
    behind: int
    wins_with: str
    wins_without: str


@dataclass(frozen=True)
class PlayerPage:
    """The page of a player. ``rules``: ``None`` before any game.

    ``over_all``: over all rules, so without points. ``queens``: whether the rules have the queen of
    spades, whose sign is ``queen``. ``names``: for holders of the pen.
    """

    back: str
    title: str
    name: Markup
    rules: RulesChoice | None
    over_all: bool
    queen: str
    queens: bool
    figures: Sequence[Figure]
    form: Form | None
    passes: Sequence[PassLine]
    seats: Sequence[SeatLine]
    others: Sequence[OtherLine]
    more_others: bool
    streaks: Sequence[Figure]
    names: NamesForms | None


def page_of(player_id: int, refused: RefusedNames | None = None) -> str:
    """The page of a player of the request's pad; ``refused``: a form about their name.

    Under the rules they played most, unless the query names others.
    """
    session = db.session()
    player = player_named(session, access.this_pad().id, player_id) or abort(404)
    agreements = played_by(session, player_id)
    chosen = asked_rules(agreements)
    figures = figures_of(session, player_id, None if chosen is None else chosen.id)
    names = names_forms(player, refused) if access.holds_pen() else None
    page = player_page(player, figures, agreements, chosen, names)
    return render_template("figures/player.html", page=page)


def player_page(
    player: NamedPlayer,
    figures: PlayerFigures,
    agreements: Sequence[AgreementSnapshot],
    chosen: AgreementSnapshot | None,
    names: NamesForms | None = None,
) -> PlayerPage:
    """The page of a player of the request's pad; ``chosen``: ``None`` for all rules."""
    ruleset = None if chosen is None else chosen.ruleset
    has_played = figures.all.hands > 0 or figures.all.games > 0

    def address(rules: int | str) -> str:
        return pad_url("player.player", player=player.id, rules=rules)

    return PlayerPage(
        back=pad_url("players.list_of_players"),
        title=player.name,
        name=tag(player.name),
        rules=rules_choice(agreements, chosen, address) if agreements or chosen else None,
        over_all=ruleset is None,
        queen=symbol(QUEEN),
        queens=_has_queen(ruleset),
        figures=[*_figures(figures, ruleset)] if has_played else [],
        form=_form(player, figures, chosen),
        passes=[] if ruleset is None else [*_passes(figures.by_pass, ruleset)],
        seats=[
            SeatLine(seat + 1, sums.games, share(sums.wins, sums.games), _place(sums))
            for seat, sums in sorted(figures.by_seat.items())
        ],
        others=[
            OtherLine(
                name=tag(other.name),
                url=pad_url("player.player", player=other.id),
                ahead=other.sums.ahead,
                level=other.sums.level,
                behind=other.sums.games - other.sums.ahead - other.sums.level,
                wins_with=share(other.sums.wins, other.sums.games),
                wins_without=share(
                    figures.all.wins - other.sums.wins, figures.all.games - other.sums.games
                ),
            )
            for other in figures.others
        ],
        more_others=figures.more_others,
        streaks=[*_streaks(figures.streaks)],
        names=names,
    )


def _has_queen(ruleset: Ruleset | None) -> bool:
    return ruleset is None or QUEEN in ruleset.penalty_cards


def _place(sums: Sums) -> str:
    return average(sums.places, sums.games)


def _figures(figures: PlayerFigures, ruleset: Ruleset | None) -> Iterator[Figure]:
    sums = figures.all
    yield Figure(
        gettext("Games"),
        number(sums.games),
        gettext("Finished games with this player at the table to the end; none from the bin."),
    )
    yield Figure(
        gettext("Wins"),
        share(sums.wins, sums.games),
        gettext("A shared first place is a win for each of those who share it."),
    )
    yield Figure(
        gettext("Shared wins"),
        share(sums.shared, sums.wins),
        gettext("So many of these wins were shared."),
    )
    if ruleset is not None:
        yield from _figures_of_rules(figures, ruleset)
    if _has_queen(ruleset):
        yield Figure(
            gettext("%(card)s taken", card=symbol(QUEEN)),
            share(sums.queens, sums.hands),
            gettext("Hands in which this player took it, of all hands played."),
        )
    if ruleset is None or ruleset.moon_rule != "off":
        yield Figure(
            gettext("Moons"),
            number(sums.moons),
            gettext("Hands with every penalty card, suns included.")
            if ruleset is None or ruleset.sun
            else gettext("Hands with every penalty card."),
        )
    if (ruleset is None and sums.suns) or (ruleset is not None and ruleset.sun):
        yield Figure(gettext("Suns"), number(sums.suns), gettext("Hands with every trick."))
    if (ruleset is None and sums.exact_hits) or (
        ruleset is not None and ruleset.lowered_to is not None
    ):
        yield Figure(
            gettext("Exact hits"),
            number(sums.exact_hits),
            gettext("How often a total landed exactly on the target and dropped."),
        )


def _figures_of_rules(figures: PlayerFigures, ruleset: Ruleset) -> Iterator[Figure]:
    """Figures in points, which make sense only under one set of rules."""
    sums = figures.all
    yield Figure(
        gettext("Average place"),
        _place(sums),
        ngettext("The places of %(num)s game.", "The places of %(num)s games.", sums.games),
    )
    yield Figure(
        gettext("Points per hand"),
        average(sums.points, sums.hands),
        ngettext(
            "In %(num)s hand, without what an exact hit takes off.",
            "In %(num)s hands, without what an exact hit takes off.",
            sums.hands,
        ),
    )
    for label, extreme, definition in (
        (gettext("Best game"), figures.lowest, gettext("The lowest total at the end of a game.")),
        (gettext("Worst game"), figures.highest, gettext("The highest total.")),
    ):
        if extreme is not None:
            yield Figure(label, _in_game(extreme), definition, _address(extreme))


def _in_game(extreme: Extreme) -> str:
    return gettext(
        "%(value)s in game %(number)s", value=number(extreme.value), number=extreme.number
    )


def _address(extreme: Extreme) -> str:
    return game_url("table.table", extreme.number)


def _streaks(streaks: Streaks) -> Iterator[Figure]:
    wins, without_queen = streaks.best_wins, streaks.best_without_queen
    if wins is not None and wins.value:
        yield Figure(
            gettext("Wins in a row"),
            gettext("%(value)s, up to game %(number)s", value=wins.value, number=wins.number),
            gettext("Shared wins count. At the moment: %(count)s.", count=streaks.wins),
            _address(wins),
        )
    if without_queen is not None and without_queen.value:
        yield Figure(
            gettext("Hands without %(card)s", card=symbol(QUEEN)),
            gettext(
                "%(value)s, up to game %(number)s",
                value=without_queen.value,
                number=without_queen.number,
            ),
            gettext(
                "Hands in a row in which this player did not take it. At the moment: %(count)s.",
                count=streaks.without_queen,
            ),
            _address(without_queen),
        )


def _form(
    player: NamedPlayer, figures: PlayerFigures, chosen: AgreementSnapshot | None
) -> Form | None:
    if not figures.form:
        return None
    points = chosen is not None
    return Form(
        image=pad_url(
            "form_image.image",
            player=player.id,
            rules=ALL if chosen is None else chosen.id,
            v=fingerprint(player.name, figures.form),
            lang=language(),
            theme=theme(),
        ),
        text=form_alternative(player.name, figures.form, points=points),
        games=len(figures.form),
        size=chart_size(figures.form, points=points),
    )


def _passes(by_pass: Mapping[int, Sums], ruleset: Ruleset) -> Iterator[PassLine]:
    """Each direction in the order of the cycle, then those that the table chose on its own."""
    if len({*by_pass}) < 2:
        return
    queens = _has_queen(ruleset)
    for offset in dict.fromkeys((*ruleset.pass_cycle, *sorted(by_pass))):
        if sums := by_pass.get(offset):
            yield PassLine(
                direction=capitalised(passing.direction(offset, ruleset.players)),
                hands=sums.hands,
                points=average(sums.points, sums.hands),
                queens=share(sums.queens, sums.hands) if queens else None,
            )
