"""Sentences about an evening: its winners, and the line to send to the group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from scorepad.store.figures.evenings import Attendance, best_places, most_wins
from scorepad.web.words.names import isolated, isolated_text, listed, listed_text
from scorepad.web.words.numbers import average
from scorepad.web.words.translation import gettext, markup, ngettext

# A script replaces this with the day in the reader's time zone.
DAY: str = "{day}"


def winners(players: Sequence[Attendance], games: int) -> Iterator[Markup]:
    """Who won the evening, in sentences: by wins if anybody did, by places after several games."""
    if by_wins := most_wins(players):
        values = {"names": _listed(by_wins), "wins": by_wins[0].wins, "games": games}
        if games == 1:
            yield markup("Won by %(names)s.", **values)
        elif len(by_wins) == 1:
            yield markup("By wins: %(names)s, %(wins)s of %(games)s.", **values)
        else:
            yield markup("By wins: %(names)s, %(wins)s of %(games)s each.", **values)
    by_places = best_places(players, games)
    if by_places and games > 1:
        yield markup(
            "By places: %(names)s, on average %(place)s.",
            names=_listed(by_places),
            place=_average(by_places[0]),
        )


def line(day: str, players: Sequence[Attendance], games: int, moons: Mapping[str, int]) -> str:
    """The line to send to the group, as plain text; ``day``: its text; ``moons``: by name."""
    return " ".join(_sentences(day, players, games, moons))


def _sentences(
    day: str, players: Sequence[Attendance], games: int, moons: Mapping[str, int]
) -> Iterator[str]:
    yield _won(day, players, games)
    by_places = best_places(players, games)
    if by_places and games > 1:
        yield gettext(
            "Best average place: %(names)s, %(place)s.",
            names=_names(by_places),
            place=_average(by_places[0]),
        )
    if moons:
        yield gettext("Moons: %(counts)s.", counts=_counts(moons.items()))


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


def _listed(players: Sequence[Attendance]) -> Markup:
    return listed(isolated(each.name) for each in players)


def _names(players: Sequence[Attendance]) -> str:
    return listed_text([each.name for each in players])


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{isolated_text(name)} {count}" for name, count in counts)


def _average(player: Attendance) -> str:
    return average(sum(player.places), len(player.places))
