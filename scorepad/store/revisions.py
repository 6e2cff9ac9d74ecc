"""The revisions of the tables: each is the beginning of the name of its migration's file."""

from __future__ import annotations

from scorepad.assets import assets


def known_revisions() -> list[str]:
    """The revisions that this Scorepad knows, oldest first."""
    files = (assets("migrations") / "versions").glob("[0-9]*_*.py")
    return sorted(file.name.partition("_")[0] for file in files)
