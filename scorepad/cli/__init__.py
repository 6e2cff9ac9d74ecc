"""The ``scorepad`` command: by itself it serves, and each subcommand does one thing."""

from __future__ import annotations

from pathlib import Path

import click

from scorepad import __version__
from scorepad.cli.score import score
from scorepad.settings import (
    DATA_FOLDER,
    DATABASE_URI,
    SECRET_KEY,
    SetupError,
    default_data_folder,
    make_settings,
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104 (phones at the table are to reach it)
    show_default=True,
    envvar="SCOREPAD_HOST",
    show_envvar=True,
    help="The address to listen on; 127.0.0.1 is for this computer alone.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    show_default=True,
    envvar="SCOREPAD_PORT",
    show_envvar=True,
    help="The port to listen on; 0 takes any that is free.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=8,
    show_default=True,
    envvar="SCOREPAD_THREADS",
    show_envvar=True,
    help="How many requests are answered at once.",
)
@click.option(
    "--data-folder",
    type=click.Path(path_type=Path),
    default=default_data_folder,
    show_default="Scorepad's folder in your home",
    envvar=DATA_FOLDER,
    show_envvar=True,
    help="Where database and secret key are kept.",
)
@click.option(
    "--database-uri",
    envvar=DATABASE_URI,
    show_envvar=True,
    help="A database elsewhere, such as postgresql+psycopg://user@host/name.",
)
@click.option(
    "--secret-key",
    envvar=SECRET_KEY,
    show_envvar=True,
    help="Signs the cookies; made and kept in the data folder if not given.",
)
@click.version_option(__version__)
@click.pass_context
def main(
    context: click.Context,
    host: str,
    port: int,
    threads: int,
    data_folder: Path,
    database_uri: str | None,
    secret_key: str | None,
) -> None:
    """Keep score at a real table, on a phone, for Hearts and its family.

    Without a command it serves: open the address it prints on a phone in the same network.
    """
    if context.invoked_subcommand is not None:
        return
    # Only now: the commands that need no web app are twice as fast without it.
    from scorepad.cli.serve import serve

    try:
        serve(host, port, threads, make_settings(data_folder, database_uri, secret_key))
    except SetupError as error:
        click.echo(f"scorepad: {error}", err=True)
        context.exit(1)


main.add_command(score)
