"""``scorepad demo``: the pad of a group that has played for years, gone when it stops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final, cast

import click
from click.core import ParameterSource

from scorepad.cli.stopping import serving
from scorepad.settings import Settings, SetupError

if TYPE_CHECKING:
    from scorepad.cli.import_games import NewPad
    from scorepad.cli.reach import Sites

# Made by tests/support/demo_games.py.
GAMES: Final = Path(__file__).with_name("demo.jsonl")
_OF_REAL_PADS: Final = ("data_folder", "database_uri", "secret_key")


@click.command()
@click.pass_context
def demo(context: click.Context) -> None:
    """Serve the pad of a group of five that has played 150 games, to try things out.

    It is kept in a temporary folder and gone when this stops; your own pads are not touched.
    """
    root = context.find_root()
    for name in _OF_REAL_PADS:
        if root.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"the demo keeps nothing, so it takes no {option}.")
    with serving(), _temporary_folder() as folder:
        # Only now: see the command that serves.
        from scorepad.cli.serve import serve

        settings = context.obj(folder)
        greet = partial(_greet, _filled(settings))
        options = root.params
        serve(options["host"], options["port"], options["connections"], settings, greet)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    # tempfile's leaves the folder behind if a signal arrives while it is being made.
    folder = None
    try:
        try:
            folder = Path(gettempdir(), f"scorepad-demo-{token_hex(8)}")
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise SetupError(f"cannot make a temporary folder: {error.strerror}") from error
        yield folder
    finally:
        if folder:
            rmtree(folder, ignore_errors=True)


def _filled(settings: Settings) -> NewPad:
    from scorepad import caps
    from scorepad.cli.database import opened_database
    from scorepad.cli.import_games import import_into
    from scorepad.store.transfer.check import check

    with opened_database(lambda: settings, new=True) as database, GAMES.open("rb") as file:
        _, made = import_into(database, check(file, most=caps.GAMES, lines_for_sure=True), None)
    return cast("NewPad", made)


def _greet(pad: NewPad, sites: Sites) -> None:
    from scorepad.cli.serve import greet
    from scorepad.store.verbs.pens import LINK_MINUTES

    link = f"{sites.best}{pad.link}"
    lines = (
        f"The demo’s pad is at {sites.best}{pad.path}",
        f"A link that gives its pen, good once, for {LINK_MINUTES} minutes: {link}",
    )
    greet(sites, lines, link, "Ctrl-C stops it, and nothing of it is left.")
