"""What is wrong with an input, and where."""

from __future__ import annotations


class RulesError(ValueError):
    """An input that the rules do not allow.

    ``place`` says where it stands, as a path into a game file (``hands[3].hearts``). ``text`` is a
    sentence with ``{named}`` gaps and ``values`` fill them: two things, so that a page can show the
    sentence in another language.
    """

    def __init__(self, place: str, text: str, **values: object) -> None:
        super().__init__(place, text)
        self.place = place
        self.text = text
        self.values = values

    @property
    def message(self) -> str:
        """The sentence, without the place."""
        return self.text.format(**self.values)

    def within(self, outer: str) -> RulesError:
        """The same error seen from further out: ``hearts`` within ``hands[3]``."""
        return RulesError(f"{outer}.{self.place}", self.text, **self.values)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
