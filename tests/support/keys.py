"""The keys of the entry, as tests name them."""

from __future__ import annotations


def key_selector(key: str) -> str:
    """The radio button of a key in CSS: ``hearts_3-10`` are ten hearts for the last of four."""
    field, value = key.split("-")
    return f"input[name='{field}'][value='{value}']"
