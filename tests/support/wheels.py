"""What is installed here as wheels once more: tests install as people do, without a network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.tags import sys_tags

# An installer writes these.
_OF_INSTALLER = {"INSTALLER", "RECORD", "REQUESTED", "direct_url.json"}


def put_wheels(folder: Path, asked: Iterable[str]) -> None:
    """Write a wheel of each of these requirements, and of what it requires in turn."""
    for package in {package.metadata["Name"]: package for package in _needed(asked)}.values():
        _write(package, folder)


def _needed(asked: Iterable[str]) -> Iterator[Distribution]:
    waiting, seen = list(asked), set[str]()
    while waiting:
        requirement = Requirement(waiting.pop())
        key = f"{requirement.name.lower()}{sorted(requirement.extras)}"
        if key in seen:
            continue
        seen.add(key)
        package = distribution(requirement.name)
        yield package
        for text in package.requires or ():
            marker = Requirement(text).marker
            extras = ["", *requirement.extras]
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append(text)


def _write(package: Distribution, folder: Path) -> None:
    said = re.findall(r"^Tag: (\S+)", package.read_text("WHEEL") or "", re.MULTILINE)
    tag = next(tag for tag in map(str, sys_tags()) if tag in said)
    name = re.sub(r"[-_.]+", "_", package.metadata["Name"]).lower()
    files = [
        file
        for file in package.files or ()
        # Not what an installer makes of it elsewhere: programs, and what Python compiles.
        if ".." not in file.parts and file.suffix != ".pyc" and file.name not in _OF_INSTALLER
    ]
    (info,) = {file.parts[0] for file in files if file.parts[0].endswith(".dist-info")}
    with ZipFile(folder / f"{name}-{package.version}-{tag}.whl", "w") as wheel:
        for file in files:
            wheel.write(Path(str(file.locate())), str(file))
        record = f"{info}/RECORD"
        wheel.writestr(record, "".join(f"{file},,\n" for file in [*files, record]))
