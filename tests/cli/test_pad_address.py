"""A pad's address, as people copy it into a command."""

from __future__ import annotations

from scorepad.cli.pad_address import PadAddress, pad_address

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
