"""The ``scorepad`` command: by itself it serves, and each subcommand does one thing."""

from __future__ import annotations

from pathlib import Path

import click

from scorepad import __version__
from scorepad.cli.backup import backup
from scorepad.cli.export import export
from scorepad.cli.forget import forget
from scorepad.cli.import_games import import_games
from scorepad.cli.pen import pen
from scorepad.cli.restore import restore
from scorepad.cli.score import score
from scorepad.cli.stopping import Stop
from scorepad.settings import (
    AT_HOME,
    DATA_FOLDER,
    DATABASE_URI,
    DEFAULT_THREADS,
    FEWEST_THREADS,
    HOSTS,
    HSTS,
    LIMIT_LINKS,
    LIMIT_PADS,
    LIMIT_PICTURES,
    LIMIT_STORAGE,
    MOST_PROXIES,
    MOST_THREADS,
    PROXIES,
    SECRET_KEY,
    THREADS,
    Guard,
    Settings,
    SetupError,
    default_data_folder,
    make_settings,
    names_in,
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104 (phones at the table are to reach it)
    show_default=True,
    envvar="SCOREPAD_HOST",
    show_envvar=True,
    help="The address to listen on; 127.0.0.1 keeps it to this computer.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    show_default=True,
    envvar="SCOREPAD_PORT",
    show_envvar=True,
    help="The port to listen on; 0 picks a free one.",
)
@click.option(
    "--threads",
    type=click.IntRange(FEWEST_THREADS, MOST_THREADS),
    default=DEFAULT_THREADS,
    show_default=True,
    envvar=THREADS,
    show_envvar=True,
    help="How many requests are answered at the same time.",
)
@click.option(
    "--data-folder",
    type=click.Path(path_type=Path),
    show_default="Scorepad's folder in your home",
    envvar=DATA_FOLDER,
    show_envvar=True,
    help="Where database and secret key are kept.",
)
@click.option(
    "--database-uri",
    envvar=DATABASE_URI,
    show_envvar=True,
    help="Another database, such as postgresql+psycopg://user@host/name.",
)
@click.option(
    "--secret-key",
    envvar=SECRET_KEY,
    show_envvar=True,
    help="Signs the cookies; at least 16 characters. Made and kept in the data folder by default.",
)
@click.option(
    "--hosts",
    default="",
    envvar=HOSTS,
    show_envvar=True,
    help="The host names to answer to, separated by commas; any by default.",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, MOST_PROXIES),
    default=AT_HOME.proxies,
    show_default=True,
    envvar=PROXIES,
    show_envvar=True,
    help="How many reverse proxies in front have their X-Forwarded headers trusted.",
)
@click.option(
    "--limit-pads",
    default=AT_HOME.pads,
    show_default=True,
    envvar=LIMIT_PADS,
    show_envvar=True,
    help="How many pads one address may create.",
)
@click.option(
    "--limit-links",
    default=AT_HOME.links,
    show_default=True,
    envvar=LIMIT_LINKS,
    show_envvar=True,
    help="How many wrong pen links one address may try.",
)
@click.option(
    "--limit-pictures",
    default=AT_HOME.pictures,
    show_default=True,
    envvar=LIMIT_PICTURES,
    show_envvar=True,
    help="How many PNG pictures of results one address may have made.",
)
@click.option(
    "--limit-storage",
    default=AT_HOME.storage,
    show_default=True,
    envvar=LIMIT_STORAGE,
    show_envvar=True,
    help="Where this is counted for several processes, such as redis://host.",
)
@click.option(
    "--hsts",
    type=click.IntRange(0),
    default=AT_HOME.hsts,
    show_default=True,
    envvar=HSTS,
    show_envvar=True,
    help="For how many seconds browsers that came over HTTPS must keep using it.",
)
@click.version_option(__version__)
@click.pass_context
def main(
    context: click.Context,
    host: str,
    port: int,
    threads: int,
    data_folder: Path | None,
    database_uri: str | None,
    secret_key: str | None,
    hosts: str,
    proxies: int,
    limit_pads: str,
    limit_links: str,
    limit_pictures: str,
    limit_storage: str,
    hsts: int,
) -> None:
    """Keep score at a real table, on a phone, for Hearts and its family.

    Without a command it serves: open the address it prints on a phone in the same network.
    """

    def settings() -> Settings:
        limits = (limit_pads, limit_links, limit_pictures)
        guard = Guard(names_in(hosts), proxies, *limits, limit_storage, hsts)
        folder = data_folder or default_data_folder()
        return make_settings(folder, database_uri, secret_key, guard, threads)

    if context.invoked_subcommand is not None:
        # Only some commands need the data folder; those make it.
        context.obj = settings
        return
    stop = Stop()
    try:
        # Only now: the commands that need no web app are twice as fast without it.
        from scorepad.cli.serve import serve

        serve(host, port, settings(), stop)
    except SetupError as error:
        click.echo(f"scorepad: {error}", err=True)
        context.exit(1)
    except KeyboardInterrupt:
        # A stop signal before it served: there is nothing to finish.
        pass


main.add_command(backup)
main.add_command(export)
main.add_command(forget)
main.add_command(import_games)
main.add_command(pen)
main.add_command(restore)
main.add_command(score)
