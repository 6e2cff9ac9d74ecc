"""Where Scorepad keeps its things, and the secret that signs its cookies."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from filelock import FileLock
from platformdirs import user_data_path

DATA_FOLDER: Final = "SCOREPAD_DATA_FOLDER"
DATABASE_URI: Final = "SCOREPAD_DATABASE_URI"
SECRET_KEY: Final = "SCOREPAD_SECRET_KEY"  # noqa: S105 (the variable's name, not a secret)


class SetupError(Exception):
    """Scorepad cannot start; the message is one clear line for the person who started it."""


@dataclass(frozen=True)
class Settings:
    """What an app needs to know.

    ``database_uri``: where the database is, unless it is the file in the data folder.
    """

    data_folder: Path
    database_uri: str | None = field(repr=False)
    secret_key: str = field(repr=False)

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
    data_folder: Path, database_uri: str | None = None, secret_key: str | None = None
) -> Settings:
    """The settings, with what was not given found or made in the data folder.

    Raises :class:`SetupError` if the folder cannot be used.
    """
    try:
        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        settings = Settings(data_folder, database_uri, secret_key or "")
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
    )


def _kept_secret(file: Path) -> str:
    """The secret in the file; made, for its owner's eyes only, if there is none."""
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            opened.write(secrets.token_urlsafe(32))
    return file.read_text()
