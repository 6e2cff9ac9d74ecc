"""What LibreOffice makes of a CSV file: its cells as it shows them, and which are formulas."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, parse

from tests.support.patience import PATIENCE

from .need import unavailable

# RFC 4180's quotes, UTF-8, from the first line on.
_IMPORT = "CSV:{separator},34,76,1"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


@dataclass(frozen=True)
class Spreadsheet:
    """An opened file: the text of each cell by row, and all formulas in it."""

    rows: list[list[str]]
    formulas: list[str]


def opened(files: Sequence[Path], separator: str, folder: Path) -> list[Spreadsheet]:
    """Open the files in LibreOffice, with this separator, and nothing of its settings kept.

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
            *("--convert-to", "fods", "--outdir", folder / "opened"),
            *files,
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    return [_read(folder / "opened" / f"{file.stem}.fods") for file in files]


def _read(file: Path) -> Spreadsheet:
    tree = parse(file)  # noqa: S314 (LibreOffice's own)
    rows = [
        [text for cell in row.iter(f"{_TABLE}table-cell") for text in _texts(cell)]
        for row in tree.iter(f"{_TABLE}table-row")
    ]
    formulas = [
        cell.attrib[f"{_TABLE}formula"]
        for cell in tree.iter(f"{_TABLE}table-cell")
        if f"{_TABLE}formula" in cell.attrib
    ]
    return Spreadsheet(rows, formulas)


def _texts(cell: Element) -> list[str]:
    """The text of a cell, as often as it is repeated."""
    text = "\n".join("".join(_pieces(line)) for line in cell.iter(f"{_TEXT}p"))
    return [text] * int(cell.get(f"{_TABLE}number-columns-repeated", "1"))


def _pieces(element: Element) -> Iterator[str]:
    """The text in an element; several blanks are an element of their own."""
    yield element.text or ""
    for child in element:
        if child.tag == f"{_TEXT}s":
            yield " " * int(child.get(f"{_TEXT}c", "1"))
        yield from _pieces(child)
        yield child.tail or ""
