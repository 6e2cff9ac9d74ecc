"""Names in sentences, whatever the direction of their script, and names that devices are given.

Browsers that translate a page leave names alone: Will, Rose and Mark are words, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup, escape

from scorepad.names import short_names
from scorepad.store.log.changes import PlayerRenamed, PlayersChange
from scorepad.web.words.translation import N_, gettext, markup

# As isolated_text() marks a name.
_ISOLATED: Final = re.compile("\u2068[^\u2068\u2069]*\u2069")


def listed(parts: Iterable[str]) -> Markup:
    """A list in words: Anna, Ben and Cara."""
    *others, last = list(parts) or [Markup()]
    if not others:
        return escape(last)
    return markup("%(others)s and %(last)s", others=Markup(", ").join(others), last=last)


def listed_text(names: Sequence[str]) -> str:
    """The same of names, where there is no markup."""
    items = [isolated_text(name) for name in names]
    if len(items) < 2:
        return "".join(items)
    return gettext("%(others)s and %(last)s", others=", ".join(items[:-1]), last=items[-1])


def capitalised(phrase: str) -> str:
    """A phrase that stands alone, with a capital."""
    return phrase[:1].upper() + phrase[1:]


def isolated(name: str) -> Markup:
    """A name in a sentence, whatever the direction of its script."""
    return Markup(f'<bdi translate="no">{escape(name)}</bdi>')  # noqa: S704 (it is escaped)


def tag(name: str) -> Markup:
    """A name on its own, as the pages style it."""
    # Pages have dozens of names, and Markup.format takes three times as long.
    return Markup(f'<bdi translate="no" class="name">{escape(name)}</bdi>')  # noqa: S704 (it is escaped)


def short_tags(players: Sequence[str], room: int = 7) -> list[Markup]:
    """The names of a table, each with the short form that ``names.js`` shows where it does not fit.

    It tells a name from the others.
    """
    both = Markup(
        '<bdi translate="no" class="name"><span class="full">%s</span>'
        '<span class="short" aria-hidden="true">%s</span></bdi>'
    )
    shorts = zip(players, short_names(players, room), strict=True)
    return [tag(name) if short == name else both % (name, short) for name, short in shorts]


def untranslated(text: str) -> Markup:
    """A text with names between the marks of :func:`isolated_text`, on a page."""
    return Markup(_ISOLATED.sub(r'<bdi translate="no">\g<0></bdi>', str(escape(text))))  # noqa: S704 (it is escaped)


def in_lines(note: str) -> Markup:
    """A note with its lines, whatever the direction of its script."""
    return Markup("<br>\n").join(isolated(line) for line in note.split("\n"))


def isolated_text(name: str) -> str:
    """A name where there is no markup, such as in an attribute or an image."""
    return f"\u2068{name}\u2069"


CHANGED_MEANWHILE: Final = N_(
    "The players were changed meanwhile, so nothing was done. This is how they are now."
)


def names_changed(change: PlayersChange) -> Markup:
    """A change of the players as a sentence of the log."""
    if isinstance(change, PlayerRenamed):
        return markup(
            "%(former)s is called %(name)s.",
            former=isolated(change.former),
            name=isolated(change.name),
        )
    return markup(
        "%(player)s is the same person as %(other)s.",
        player=isolated(change.player),
        other=isolated(change.into),
    )


def both_played(player: str, other: str, number: int) -> str:
    """Error: both players played in the game of this number."""
    return gettext(
        "%(player)s and %(other)s both played in game %(number)s, so they are two people.",
        player=isolated_text(player),
        other=isolated_text(other),
        number=number,
    )


# The first match counts, because most browsers also send the names of older ones.
_BROWSERS: Final = {
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "SamsungBrowser": "Samsung Internet",
    "OPR/": "Opera",
    "OPT/": "Opera",
    "Edg": "Edge",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def guessed_name(user_agent: str) -> str:
    """A short name from the header that a browser sends, such as "Firefox on Android"."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), None)
    if system is None:
        return browser or gettext("Phone")
    if browser is None:
        return gettext("Browser on %(system)s", system=system)
    return gettext("%(browser)s on %(system)s", browser=browser, system=system)
