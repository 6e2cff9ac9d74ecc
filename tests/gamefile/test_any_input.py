"""For any input, the reader gives a sheet or an error with a place, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.cli import main
from scorepad.gamefile import score
from scorepad.rules import RulesError
from tests.gamefile.documents import game
from tests.rules.strategies import SETTINGS, document_of, games
from tests.support.torture import examples

MANY = settings(SETTINGS, max_examples=examples(60, 300))

NUMBERS = (
    st.integers(-2, 14)
    | st.sampled_from([10**30, 0.0, 1.5, float("nan"), float("inf"), 1e300])
    | st.integers()
)
# Words that game files know, and any others. No empty key: see test_faults, "an empty key".
WORDS = st.sampled_from(
    ["QS", "JD", "2D", "AH", "add", "choice", "safe", "zero", "hearts", "cards", "moon", "sun",
     "pass", "rules", "preset", "omnibus", "Anna", "\ud800", "{", "{0}", "\n"]
) | st.text(st.characters(), min_size=1, max_size=5)  # fmt: skip
ANY_JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def comes_out_well(data: bytes) -> None:
    """Check that a file gives a sheet, or an error that says where."""
    fault = None
    try:
        assert json.dumps(score(data))
    except RulesError as error:
        fault = error
    if fault:
        assert fault.place
        assert fault.message
        assert str(fault) == f"{fault.place}: {fault.message}"


def places_in(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values within a JSON value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, below in inner:
        yield (*path, key)
        yield from places_in(below, (*path, key))


@st.composite
def mutated_games(draw: st.DrawFn) -> dict[str, Any]:
    """A valid game in which one to three values were changed, taken out, or put in."""
    document: dict[str, Any] = draw(st.builds(game) | games(most_hands=3).map(document_of))
    for _ in range(draw(st.integers(1, 3))):
        paths = list(places_in(document))
        if not paths:
            break
        *above, last = draw(st.sampled_from(paths))
        holder: Any = document
        for step in above:
            holder = holder[step]
        match draw(st.sampled_from(["change", "take out", "put in"])):
            case "change":
                holder[last] = draw(ANY_JSON)
            case "take out":
                del holder[last]
            case _ if isinstance(holder, list):
                holder.append(draw(ANY_JSON))
            case _:
                holder[draw(WORDS)] = draw(ANY_JSON)
    return document


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A valid game file with some of its bytes replaced, doubled or cut off."""
    data = bytearray(json.dumps(draw(st.builds(game))).encode())
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(start + 12, len(data))))
        piece = draw(
            st.sampled_from(
                [b"", b'"', b"{", b"}", b",", b"[" * 2000, b"\x00", b"\xff", b"9" * 5000]
            )
            | st.binary(max_size=3)
            | st.just(bytes(data[start:end] * 2))
        )
        data[start:end] = piece
    return bytes(data)


@MANY
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes(data: bytes) -> None:
    comes_out_well(data)


@MANY
@given(ANY_JSON)
def test_any_json(document: object) -> None:
    comes_out_well(json.dumps(document).encode())


@MANY
@given(mutated_games())
def test_a_valid_game_with_changes(document: dict[str, Any]) -> None:
    comes_out_well(json.dumps(document).encode())


@MANY
@given(damaged_files())
def test_a_valid_file_with_damage(data: bytes) -> None:
    comes_out_well(data)


# Each example overwrites the same file, so that one folder for all of them is enough.
@settings(SETTINGS, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary()
    | damaged_files()
    | st.lists(damaged_files() | st.binary(), max_size=4).map(b"\n".join),
    name=st.sampled_from(["game.json", "games.jsonl"]),
)
def test_the_command_prints_json_for_any_file(data: bytes, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    result = CliRunner().invoke(main, ["score", str(file)])
    assert result.exit_code in (0, 1), result.exception
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines
    broken = [line for line in lines if "error" in line]
    assert result.exit_code == bool(broken)
    assert all(line["error"] for line in broken)
    assert all(line["format"] == "scorepad-sheet" for line in lines if line not in broken)
    assert len(result.stderr.splitlines()) >= len(broken)
