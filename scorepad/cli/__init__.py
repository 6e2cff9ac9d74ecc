"""The ``scorepad`` command: by itself it serves, and each subcommand does one thing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from scorepad import __version__
from scorepad.cli.stopping import serving
from scorepad.cli.terminal import printable
from scorepad.settings import (
    AT_HOME,
    DEFAULT_CONNECTIONS,
    DEFAULT_THREADS,
    FEWEST_THREADS,
    MOST_PROXIES,
    MOST_THREADS,
    Settings,
    settings_from,
)

F = TypeVar("F", bound=Callable[..., Any] | click.Command)

# The module of each command, and what the list of commands says of it.
_COMMANDS: Final = {
    "backup": ("backup", "Copy the database to FILE, even while Scorepad is running."),
    "demo": ("demo", "Serve a throw-away pad with 150 games, to try things out."),
    "export": ("export", "Write the games of a pad to a file."),
    "forget": ("pads", "Delete a pad for good."),
    "import": ("import_games", "Import the games of a file, into a new pad or into one."),
    "pads": ("pads", "List the pads, with their addresses."),
    "pen": ("pads", "Make a link that gives the pen of a pad."),
    "restore": ("backup", 'Replace the database with FILE, made by "scorepad backup".'),
    "score": ("score", "Print the sheet of a game file as JSON."),
}


def _option(flag: str, **how: Any) -> Callable[[F], F]:
    """An option that is also an environment variable: ``SCOREPAD_`` and its name in capitals."""
    how.setdefault("show_default", True)
    variable = f"SCOREPAD_{flag.removeprefix('--').replace('-', '_').upper()}"
    return click.option(flag, envvar=variable, show_envvar=True, **how)


class _Commands(click.Group):
    """Commands of which only the one that is given is imported: some do without the database."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"scorepad.cli.{_COMMANDS[cmd_name][0]}")
        # "import" is a word of Python's.
        name = "import_games" if cmd_name == "import" else cmd_name
        command: click.Command = getattr(module, name)
        command.epilog = 'The options of "scorepad" itself work here too.'
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read options behind a command, as people type them, as if they stood before it."""
        flags = {flag for each in self.params if each.envvar for flag in each.opts}
        before, rest, parts = list[str](), list[str](), iter(args)
        for part in parts:
            if part == "--":
                rest += [part, *parts]
            elif part.partition("=")[0] not in flags:
                rest.append(part)
            elif "=" in part:
                before.append(part)
            elif (value := next(parts, None)) is not None:
                before += [part, value]
            else:
                raise click.BadOptionUsage(part, f"Option '{part}' requires an argument.", ctx)
        return super().parse_args(ctx, before + rest)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            message = printable(error.format_message())
            if isinstance(error, click.UsageError):
                raise click.UsageError(message, error.ctx) from error
            raise click.ClickException(message) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in _COMMANDS.items()])


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@_option(
    "--host",
    default="0.0.0.0",  # noqa: S104 (phones at the table are to reach it)
    help="The address to listen on; 127.0.0.1 keeps it to this computer.",
)
@_option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    help="The port to listen on; 0 picks a free one.",
)
@_option(
    "--threads",
    type=click.IntRange(FEWEST_THREADS, MOST_THREADS),
    default=DEFAULT_THREADS,
    help="How many requests are answered at the same time.",
)
@_option(
    "--connections",
    type=click.IntRange(32, 50_000),
    default=DEFAULT_CONNECTIONS,
    help="How many connections there can be; others wait.",
)
@_option(
    "--data-folder",
    type=click.Path(path_type=Path),
    show_default="Scorepad's folder in your home",
    help="Where database and secret key are kept.",
)
@_option(
    "--database-uri",
    help="Another database, such as postgresql+psycopg://user@host/name.",
)
@_option(
    "--secret-key",
    help="Signs the cookies; at least 16 characters. Made and kept in the data folder by default.",
)
@_option(
    "--hosts",
    default="",
    show_default=False,
    help="The host names to answer to, separated by commas; any by default.",
)
@_option(
    "--proxies",
    type=click.IntRange(0, MOST_PROXIES),
    default=AT_HOME.proxies,
    help="How many reverse proxies in front have their X-Forwarded headers trusted.",
)
@_option(
    "--path",
    default="",
    show_default=False,
    help="The path below which Scorepad is, such as /scores; none by default.",
)
@_option(
    "--limit-writes",
    default=AT_HOME.writes,
    help="How often one address may save.",
)
@_option(
    "--limit-costs",
    default=AT_HOME.costs,
    help="How much other work one address may cause, in points (docs/hosting.md).",
)
@_option(
    "--limit-storage",
    default=AT_HOME.storage,
    help="Where this is counted for several processes, such as redis://host.",
)
@_option(
    "--hsts",
    type=click.IntRange(0),
    default=AT_HOME.hsts,
    help="For how many seconds browsers that came over HTTPS must keep using it.",
)
@click.version_option(__version__)
@click.pass_context
def main(context: click.Context, /, **_: Any) -> None:
    """Keep score at a real table, on a phone, for Hearts and its family.

    Without a command it serves: open the address it prints on a phone in the same network.
    """

    @cache
    def settings(**instead: str) -> Settings:
        """The settings, with other values of some options."""
        given = {**context.params, **instead}
        return settings_from(
            {f"SCOREPAD_{name.upper()}": str(each) for name, each in given.items() if each}
        )

    if context.invoked_subcommand is not None:
        # Only some commands need the data folder; those make it.
        context.obj = settings
        return
    with serving():
        # Only now: the commands that need no web app are twice as fast without it.
        from scorepad.cli.serve import serve

        serve(context.params, settings())
