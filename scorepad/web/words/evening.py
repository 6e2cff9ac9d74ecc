"""Sentences about an evening: its winners, the line to send to the group, and its story.

Each fact of a story has several wordings. Which one is used depends on the evening, so that stories
differ and the same one always reads the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from markupsafe import Markup

from scorepad.rules.cards import QUEEN
from scorepad.rules.story import KINDS, Fact, Kind
from scorepad.store.figures.evenings import Attendance, best_places, most_wins
from scorepad.store.figures.story import Story
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import capitalised, isolated, isolated_text, listed, listed_text
from scorepad.web.words.numbers import average, number
from scorepad.web.words.translation import N_, gettext, markup, ngettext, pgettext

# A script replaces this with the day in the reader's time zone.
DAY: str = "{day}"


def winners(players: Sequence[Attendance], games: int) -> Iterator[Markup]:
    """Who won the evening, in sentences: by wins if anybody did, by places after several games."""
    if by_wins := most_wins(players):
        values = {
            "names": listed(isolated(each.name) for each in by_wins),
            "wins": by_wins[0].wins,
            "games": games,
        }
        if games == 1:
            yield markup("Won by %(names)s.", **values)
        elif len(by_wins) == 1:
            yield markup("By wins: %(names)s, %(wins)s of %(games)s.", **values)
        else:
            yield markup("By wins: %(names)s, %(wins)s of %(games)s each.", **values)
    by_places = best_places(players, games)
    if by_places and games > 1:
        yield markup(
            "By places: %(names)s, averaging %(place)s.",
            names=listed(isolated(each.name) for each in by_places),
            place=_average(by_places[0]),
        )


def line(day: str, players: Sequence[Attendance], games: int, moons: Mapping[str, int]) -> str:
    """The line to send to the group, as plain text; ``day``: its text; ``moons``: by name."""
    said = [_won(day, players, games)]
    by_places = best_places(players, games)
    if by_places and games > 1:
        best = gettext(
            "Best average place: %(names)s, %(place)s.",
            names=_names(by_places),
            place=_average(by_places[0]),
        )
        said.append(best)
    if moons:
        if len(moons) > 1 and set(moons.values()) == {1}:
            said.append(gettext("Moons: one each for %(names)s.", names=listed_text([*moons])))
        else:
            said.append(gettext("Moons: %(counts)s.", counts=_counts(moons.items())))
    return " ".join(said)


def _won(day: str, players: Sequence[Attendance], games: int) -> str:
    winners = most_wins(players)
    if not winners:
        return ngettext(
            "%(day)s: %(num)s game, and nobody won.",
            "%(day)s: %(num)s games, and nobody won.",
            games,
            day=day,
        )
    others = sorted(
        (each for each in players if each.wins and each not in winners),
        key=lambda each: -each.wins,
    )
    values = {
        "day": day,
        "names": _names(winners),
        "wins": winners[0].wins,
        "games": games,
        "others": _counts((each.name, each.wins) for each in others),
    }
    if others and len(winners) > 1:
        return gettext(
            "%(day)s: %(names)s won %(wins)s of %(games)s games each (%(others)s).", **values
        )
    if others:
        return gettext("%(day)s: %(names)s won %(wins)s of %(games)s games (%(others)s).", **values)
    if len(winners) > 1:
        return ngettext(
            "%(day)s: %(names)s shared the win of the only game.",
            "%(day)s: %(names)s won %(wins)s of %(num)s games each.",
            games,
            **values,
        )
    return ngettext(
        "%(day)s: %(names)s won the only game.",
        "%(day)s: %(names)s won %(wins)s of %(num)s games.",
        games,
        **values,
    )


def _names(players: Sequence[Attendance]) -> str:
    return listed_text([each.name for each in players])


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{isolated_text(name)} {count}" for name, count in counts)


def _average(player: Attendance) -> str:
    return average(sum(player.places), len(player.places))


# As they are said; larger ones are written in figures.
_NUMBERS: Final = (
    *("", "", N_("two"), N_("three"), N_("four"), N_("five"), N_("six")),
    *(N_("seven"), N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve")),
)
# Where somebody came from, by place: from second to first.
_PLACES: Final = (
    *("", "", N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"), N_("seventh")),
)
# Where a fact stands: in the first game, hand 3 of the first game.
_GAMES: Final = (
    *("", N_("the first game"), N_("the second game"), N_("the third game")),
    *(N_("the fourth game"), N_("the fifth game"), N_("the sixth game")),
    *(N_("the seventh game"), N_("the eighth game"), N_("the ninth game"), N_("the tenth game")),
)

WORDINGS: Final[Mapping[Kind, Sequence[str]]] = {
    "went ahead": (
        N_("%(name)s went ahead at the very last moment, in %(hand)s."),
        N_("It took the very last hand to put %(name)s ahead: %(hand)s."),
    ),
    "moon": (
        N_("%(name)s shot the moon in %(hand)s."),
        N_("In %(hand)s %(name)s shot the moon."),
    ),
    "sun": (
        N_("A sun! %(name)s took every single trick in %(hand)s."),
        N_("In %(hand)s %(name)s shot the sun: every trick."),
    ),
    "moon to the win": (
        N_(
            "It all turned in %(hand)s: a moon took %(name)s from %(place)s to first, and to the "
            "win."
        ),
        N_("%(name)s turned it around with a moon in %(hand)s, from %(place)s to first, and won."),
    ),
    "came back": (
        N_("%(name)s was %(points)s points behind after %(hand)s and still won."),
        N_("What a comeback: after %(hand)s %(name)s trailed by %(points)s, and won."),
    ),
    "queen at last": (
        N_("After %(count)s hands without it, %(card)s found %(name)s in %(hand)s."),
        N_("%(name)s kept clear of %(card)s for %(count)s hands, until %(hand)s."),
    ),
    "close": (
        N_("It was close%(where)s: %(name)s won by just %(count)s points."),
        N_("%(count)s points decided it for %(name)s%(where)s."),
    ),
    "won": (
        N_("%(name)s came first%(where)s, with %(total)s."),
        N_("%(name)s won%(where)s with %(total)s."),
        N_("%(name)s took the win%(where)s, on %(total)s."),
    ),
    "streak ended": (
        N_("%(name)s had won %(count)s in a row; that streak ended%(where)s."),
        N_("That ended the streak of %(name)s%(where)s: %(count)s wins in a row."),
    ),
    "won in a row": (
        N_("%(name)s made it %(count)s wins in a row%(where)s."),
        N_("A win%(where)s made it %(count)s in a row for %(name)s."),
    ),
}
_TIED: Final = (
    N_("%(names)s tied for the win%(where)s, on %(total)s each."),
    N_("Nothing between them: %(names)s shared the win%(where)s, on %(total)s."),
)
_BY_ONE_POINT: Final = (
    N_("It was close%(where)s: %(name)s won by a single point."),
    N_("One point decided it for %(name)s%(where)s."),
)


def story_sentences(story: Story) -> Sequence[str]:
    """The story, at most ten sentences."""
    said = [_one_of(_beginning(story), story.evening)]
    before: Counter[Kind] = Counter()
    last = 0
    for fact in story.facts:
        wordings = WORDINGS[fact.kind]
        if fact.kind == "close" and fact.count == 1:
            wordings = _BY_ONE_POINT
        elif fact.kind == "won" and len(fact.players) > 1:
            wordings = _TIED
        # Two facts of one kind have different wordings.
        turn = story.evening + KINDS.index(fact.kind) + before[fact.kind]
        # A sentence names its game unless the one before was about it too.
        named = story.games > 1 and fact.game != last
        said.append(gettext(_one_of(wordings, turn), **_values(fact, story, named=named)))
        before[fact.kind] += 1
        last = fact.game
    said.append(_one_of(_ending(story), story.evening))
    # After a name that ends with one, there is no other full stop.
    return [capitalised(sentence).replace(".\u2069.", ".\u2069") for sentence in said]


def story_message(day: str, said: Iterable[str]) -> str:
    """The story to send to the group; ``day``: its text."""
    heading = gettext("Hearts on %(day)s", day=day)
    return f"{heading}\n\n{' '.join(said)}"


def _one_of(wordings: Sequence[str], turn: int) -> str:
    return wordings[turn % len(wordings)]


def _values(fact: Fact, story: Story, *, named: bool) -> Mapping[str, str]:
    """What fills the gaps of a fact's wordings; ``named``: whether to say in which game it was."""
    names = listed_text([story.names[player] for player in fact.players])
    game = _game(fact.game)
    hand, where = gettext("hand %(number)s", number=fact.hand), ""
    if named:
        where = " " + gettext("in %(game)s", game=game)
        hand = gettext("hand %(number)s of %(game)s", number=fact.hand, game=game)
    return {
        "name": names,
        "names": names,
        "where": where,
        "hand": hand,
        "card": symbol(QUEEN),
        "count": _in_words(fact.count),
        "points": str(fact.count),
        "total": number(fact.count),
        "place": gettext(_PLACES[fact.place]) if fact.place > 1 else "",
    }


def _game(game: int) -> str:
    if game < len(_GAMES):
        return gettext(_GAMES[game])
    return pgettext("of an evening", "game %(number)s", number=game)


def _in_words(count: int) -> str:
    """A number as it is said, from two on."""
    return gettext(_NUMBERS[count]) if 1 < count < len(_NUMBERS) else str(count)


def _beginning(story: Story) -> Sequence[str]:
    """Who played, and how much."""
    count, games, hands = len(story.names), story.games, story.hands
    some = {
        "names": listed_text([*story.names.values()])
        # A group's names are listed, a crowd is counted.
        if count <= 7
        else ngettext("%(num)s player", "%(num)s players", count),
        "games": ngettext("one game", "%(count)s games", games, count=_in_words(games)),
        "hands": ngettext("one hand", "%(count)s hands", hands, count=_in_words(hands)),
    }
    if games == 1 and hands:
        some["games"] = ngettext(
            "one game of one hand", "one game of %(hands)s hands", hands, hands=_in_words(hands)
        )
    sat_down = gettext("%(names)s sat down for %(games)s.", **some)
    if not hands:
        return (sat_down,)
    if games == 1:
        return (
            sat_down,
            gettext("%(names)s played %(games)s.", **some),
            gettext("%(games)s, with %(names)s at the table.", **some),
        )
    return (
        sat_down,
        gettext("%(names)s played %(games)s, %(hands)s in all.", **some),
        gettext("%(games)s and %(hands)s, with %(names)s at the table.", **some),
    )


def _ending(story: Story) -> Sequence[str]:
    """Who won the night."""
    names = listed_text([each.name for each in story.winners])
    wins, shared = story.winners[0].wins, len(story.winners) > 1
    some = {"name": names, "names": names, "games": _in_words(story.games)}
    some["wins"] = some["count"] = _in_words(wins)
    some["winners"] = _in_words(len(story.winners))
    if story.total is not None:
        some["total"] = number(story.total)
        if shared:
            return (
                gettext("%(names)s share the win, with %(total)s each.", **some),
                gettext("The end of it: %(names)s level, on %(total)s each.", **some),
            )
        return (
            gettext("The evening goes to %(name)s, with %(total)s.", **some),
            gettext("And the winner is %(name)s, with %(total)s.", **some),
        )
    if shared:
        return (
            ngettext(
                "%(names)s share the night, with one win each.",
                "%(names)s share the night, with %(count)s wins each.",
                wins,
                **some,
            ),
            ngettext(
                "The night has %(winners)s winners: %(names)s, with one win each.",
                "The night has %(winners)s winners: %(names)s, with %(count)s wins each.",
                wins,
                **some,
            ),
        )
    if wins < story.games:
        return (
            ngettext(
                "The night goes to %(name)s, with one win in %(games)s games.",
                "The night goes to %(name)s, with %(wins)s wins in %(games)s games.",
                wins,
                **some,
            ),
            ngettext(
                "Nobody won more than %(name)s that night: one of %(games)s games.",
                "Nobody won more than %(name)s that night: %(wins)s of %(games)s games.",
                wins,
                **some,
            ),
        )
    if story.games == 2:
        return (
            gettext("The night goes to %(name)s, who won both games.", **some),
            gettext("%(name)s won both games.", **some),
        )
    return (
        gettext("The night goes to %(name)s, who won all %(games)s games.", **some),
        gettext("%(name)s won every single game, all %(games)s of them.", **some),
    )
