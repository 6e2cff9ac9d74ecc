"""``scorepad demo`` as a process of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from .hosting import until
from .server import Server, running_scorepad


class Demo(NamedTuple):
    """A running demo: the paths of its pad, and of a link that gives the pen, once."""

    server: Server
    pad: str
    link: str


@contextmanager
def running_demo(environment: Mapping[str, str] | None = None) -> Iterator[Demo]:
    """Run it on a free port of 127.0.0.1."""
    with running_scorepad(None, options=["demo"], environment=environment) as server:
        until(lambda: "Ctrl-C" in "".join(server.stdout), "the end of the greeting")
        _, pad, link = re.findall(r"http://\S+", "".join(server.stdout))
        yield Demo(server, urlsplit(pad).path, urlsplit(link).path)
