"""What LibreOffice makes of a CSV file: its cells as it shows them, and formulas as they are."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.support.patience import PATIENCE

from .need import unavailable

# RFC 4180's quotes, UTF-8, from the first line on; on the way out cells as shown, and formulas.
_IMPORT = "CSV:{separator},34,76,1"
_EXPORT = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,true"


def opened(files: Sequence[Path], separator: str, folder: Path) -> list[list[list[str]]]:
    """The rows of these files, opened in LibreOffice with this separator and no settings kept.

    ``folder``: an empty one to work in. Skips the test (in CI: fails it) where there is no
    LibreOffice.
    """
    program = shutil.which("soffice")
    if program is None:
        unavailable("LibreOffice")
    subprocess.run(
        [
            program,
            "--headless",
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            f"--infilter={_IMPORT.format(separator=ord(separator))}",
            *("--convert-to", _EXPORT, "--outdir", folder / "opened"),
            *files,
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    written = [(folder / "opened" / file.name).read_text("utf-8-sig") for file in files]
    return [[*csv.reader(text.splitlines(keepends=True))] for text in written]
