"""Snapshots of pads for the tests of contexts, and what pages make of their names and days."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from markupsafe import Markup

from scorepad.store.visit import PadSnapshot

STARTED = datetime(2026, 11, 21, 19, 5, tzinfo=UTC)
PAD = PadSnapshot(1, "secret", None, STARTED)
NAMED = replace(PAD, name="<Freitag>")
DAY = Markup('<time datetime="2026-11-21T19:05:00+00:00" data-day>21 November 2026</time>')
PAD_OF_THE_DAY = Markup("Pad from {}").format(DAY)


def name_tag(name: str) -> Markup:
    return Markup('<bdi class="name">%s</bdi>') % name
