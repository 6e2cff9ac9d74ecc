"""The build compiles the catalogues: wheel and editable install speak every language."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles every catalogue beside its source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them before anything is packed."""
        for source in Path(self.root, "scorepad", "translations").glob("*/LC_MESSAGES/*.po"):
            compile_catalogue(source)


def compile_catalogue(source: Path) -> None:
    """Write the compiled form of a catalogue beside it; a running program never sees half of it."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    compiled = source.with_suffix(".mo")
    with NamedTemporaryFile(dir=source.parent, suffix=".tmp", delete=False) as new:
        write_mo(new, catalogue)
    # As readable as its source.
    Path(new.name).chmod(source.stat().st_mode)
    Path(new.name).replace(compiled)
