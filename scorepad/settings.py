"""Where Scorepad keeps its things, whom it believes and answers, and how much it lets one do."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from filelock import FileLock
from limits import parse_many
from platformdirs import user_data_path
from sqlalchemy import make_url

DATA_FOLDER: Final = "SCOREPAD_DATA_FOLDER"
DATABASE_URI: Final = "SCOREPAD_DATABASE_URI"
SECRET_KEY: Final = "SCOREPAD_SECRET_KEY"  # noqa: S105 (the variable's name, not a secret)
HOSTS: Final = "SCOREPAD_HOSTS"
PROXIES: Final = "SCOREPAD_PROXIES"
LIMIT_PADS: Final = "SCOREPAD_LIMIT_PADS"
LIMIT_LINKS: Final = "SCOREPAD_LIMIT_LINKS"
LIMIT_STORAGE: Final = "SCOREPAD_LIMIT_STORAGE"
MOST_PROXIES: Final = 9


class SetupError(Exception):
    """Scorepad cannot start; the message is one clear line for the person who started it."""


@dataclass(frozen=True)
class Guard:
    """Whom a server on the open net believes and answers; the defaults are for a home.

    ``hosts``: the names it answers to, any if empty; one that begins with a dot stands for all
    below it. ``proxies``: how many reverse proxies stand in front, whose X-Forwarded-… headers are
    believed. ``pads`` and ``links``: how many pads one address may make, and how many wrong
    links for a pen it may try. ``storage``: where that is counted, for several processes.
    """

    hosts: tuple[str, ...] = ()
    proxies: int = 0
    pads: str = "300 per hour"
    links: str = "60 per hour"
    storage: str = field(default="memory://", repr=False)

    def __post_init__(self) -> None:
        """Raise :class:`SetupError` for what cannot be."""
        if not 0 <= self.proxies <= MOST_PROXIES:
            raise SetupError(f"the number of proxies must be from 0 to {MOST_PROXIES}")
        for limit in (self.pads, self.links):
            try:
                parse_many(limit)
            except ValueError as error:
                raise SetupError(f"“{limit}” is no limit such as “300 per hour”") from error


AT_HOME: Final = Guard()


@dataclass(frozen=True)
class Settings:
    """What an app needs to know.

    ``database_uri``: where the database is, unless it is the file in the data folder.
    """

    data_folder: Path
    database_uri: str | None = field(repr=False)
    secret_key: str = field(repr=False)
    guard: Guard = AT_HOME
    threads: int = 8

    @property
    def sqlite_file(self) -> Path | None:
        """The file of the database; ``None`` if a server has it."""
        if self.database_uri is None:
            return self.database_file
        url = make_url(self.database_uri)
        return Path(url.database or "") if url.get_backend_name() == "sqlite" else None

    @property
    def database_file(self) -> Path:
        """The database of who sets nothing else."""
        return self.data_folder / "scorepad.sqlite"

    @property
    def lock(self) -> Path:
        """The file that is locked by the process that is setting things up."""
        return self.data_folder / "starting.lock"


def default_data_folder() -> Path:
    """The folder for Scorepad's data in the home of the user."""
    return user_data_path("scorepad", appauthor=False)


def make_settings(
    data_folder: Path,
    database_uri: str | None = None,
    secret_key: str | None = None,
    guard: Guard = AT_HOME,
) -> Settings:
    """The settings, with what was not given found or made in the data folder.

    Raises :class:`SetupError` if the folder cannot be used.
    """
    settings = Settings(data_folder, database_uri, secret_key or "", guard)
    if secret_key and database_uri and not database_uri.startswith("sqlite"):
        # Nothing is kept here: there may not even be a home.
        return settings
    try:
        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(settings.lock):
            if not secret_key:
                settings = replace(settings, secret_key=_kept_secret(data_folder / "secret-key"))
    except OSError as error:
        raise SetupError(f"cannot write in {data_folder}: {error.strerror}") from error
    return settings


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment gives, for a WSGI server that starts the app itself."""
    folder = environment.get(DATA_FOLDER)
    return make_settings(
        Path(folder) if folder else default_data_folder(),
        environment.get(DATABASE_URI),
        environment.get(SECRET_KEY),
        _guard_from(environment),
    )


def names_in(text: str) -> tuple[str, ...]:
    """The names in a list that is separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _guard_from(environment: Mapping[str, str]) -> Guard:
    proxies = environment.get(PROXIES) or "0"
    if not proxies.isdecimal():
        raise SetupError(f"{PROXIES} must be a number, not “{proxies}”")
    return Guard(
        hosts=names_in(environment.get(HOSTS, "")),
        proxies=int(proxies),
        pads=environment.get(LIMIT_PADS) or AT_HOME.pads,
        links=environment.get(LIMIT_LINKS) or AT_HOME.links,
        storage=environment.get(LIMIT_STORAGE) or AT_HOME.storage,
    )


def _kept_secret(file: Path) -> str:
    """The secret in the file; made, for its owner's eyes only, if there is none."""
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            opened.write(secrets.token_urlsafe(32))
    return file.read_text()
