"""A pad's address, as people copy it into a command."""

from __future__ import annotations

import click
from click.testing import CliRunner

from scorepad.cli.pad_address import PadAddress, PadCommand, as_pad_address, pad_address

PART = "x8_AAAAAAAAAAAAAAAAA-Z"
SITE = "http://192.168.178.20:8013"


def test_it_is_found_wherever_it_stands() -> None:
    cases = [
        (PART, ""),
        (f" {PART}\n", ""),
        (f"/pad/{PART}", ""),
        (f"pad/{PART}/", ""),
        (f"{SITE}/pad/{PART}", SITE),
        (f"{SITE}/pad/{PART}/", SITE),
        (f"{SITE}/pad/{PART}/table/3?seen=4#sheet", SITE),
        (f"localhost:8013/pad/{PART}/table/1", ""),
        (f"192.168.178.20:8013/pad/{PART}", ""),
        (f"https://scorepad.example/below/pad/{PART}", "https://scorepad.example/below"),
        (f"http://[::1]:8013/pad/{PART}", "http://[::1]:8013"),
    ]
    for text, site in cases:
        assert pad_address(text) == PadAddress(PART, site), (text, site)


def test_nonsense_is_none() -> None:
    cases = [
        "",
        " ",
        "/",
        "http://[",
        "http://[x]/pad/y",
        f"{SITE}/",
        f"{SITE}/new",
        "/pad/",
        "/pad//",
        "a b",
        "a\x00b",
        "jö",
        "१",
        f"{SITE}/pad/a%20b",
        "..",
        "mailto:x@y",
    ]
    for text in cases:
        assert pad_address(text) is None, text


@click.command(cls=PadCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-y", "--yes", is_flag=True)
@click.option("--pause", type=int, default=0)
@click.argument("pad", callback=as_pad_address)
def command(yes: bool, pause: int, pad: PadAddress) -> None:
    """Do something with a PAD."""
    click.echo(f"{yes} {pause} {pad.part}")


def test_it_may_begin_like_an_option() -> None:
    cases = [
        "-",
        "--",
        "---",
        "-_",
        "-y",
        "-h",
        "-hA",
        "-yh",
        "--h",
        "--help",
        "--helpless",
        "--yes",
        "--pause",
        "-1",
        "x",
        "_",
    ]
    for beginning in cases:
        part = f"{beginning:A<22}"
        for arguments, printed in (
            ([part], "False 0"),
            (["-y", part], "True 0"),
            ([part, "--yes", "--pause", "3"], "True 3"),
            (["--pause=3", "--", part], "False 3"),
        ):
            result = CliRunner().invoke(command, arguments)
            assert (result.exit_code, result.output) == (0, f"{printed} {part}\n"), arguments


def test_options_are_options_still() -> None:
    cases: list[tuple[list[str], int]] = [
        (["-h"], 0),
        (["--help"], 0),
        ([PART, "-h"], 0),
        (["-z", PART], 2),
        (["--none", PART], 2),
        ([], 2),
        ([PART, PART], 2),
        ([f"-{PART[1:]}", f"-{PART[1:]}"], 2),
        (["http://["], 2),
    ]
    for arguments, status in cases:
        result = CliRunner().invoke(command, arguments)
        assert result.exit_code == status, result.output
        assert ("Do something with a PAD." in result.output) == (status == 0), (arguments, status)
