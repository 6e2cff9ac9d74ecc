"""Names in sentences, whatever the direction of their script."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from scorepad.web.words.translation import markup


def listed(parts: Iterable[str]) -> Markup:
    """A list in words: Anna, Ben and Cara."""
    items = list(parts)
    if len(items) < 2:
        return Markup().join(items)
    return markup("%(others)s and %(last)s", others=Markup(", ").join(items[:-1]), last=items[-1])


def capitalised(phrase: str) -> str:
    """A phrase that stands alone, with a capital."""
    return phrase[:1].upper() + phrase[1:]


def isolated(name: str) -> Markup:
    """A name in a sentence, whatever the direction of its script."""
    return Markup("<bdi>{}</bdi>").format(name)


def tag(name: str) -> Markup:
    """A name on its own, as the pages style it."""
    # Pages have dozens of names, and Markup.format takes three times as long.
    return Markup(f'<bdi class="name">{escape(name)}</bdi>')  # noqa: S704 (it is escaped)


def short_tag(name: str, short: str) -> Markup:
    """A name, and a short form for narrow places; ``short``: letters that tell it apart."""
    if short == name:
        return tag(name)
    return Markup(
        '<bdi class="name"><span class="roomy">%s</span>'
        '<span class="narrow" aria-hidden="true">%s</span></bdi>'
    ) % (name, short)


def isolated_text(name: str) -> str:
    """A name where there is no markup, such as in an attribute or an image."""
    return f"\u2068{name}\u2069"
