"""Names in sentences, whatever the direction of their script."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup


def listed(parts: Iterable[str]) -> Markup:
    """Parts as one says them: Anna, Ben and Cara."""
    said = list(parts)
    if len(said) < 2:
        return Markup().join(said)
    return Markup("{} and {}").format(Markup(", ").join(said[:-1]), said[-1])


def isolated(name: str) -> Markup:
    """A name in a sentence, whatever the direction of its script."""
    return Markup("<bdi>{}</bdi>").format(name)


def tag(name: str) -> Markup:
    """A name on its own, as the pages style it."""
    return Markup('<bdi class="name">%s</bdi>') % name
