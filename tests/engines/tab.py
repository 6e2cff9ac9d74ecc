"""A page in any engine: what an engine has to be able to do, and what people do with that."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from tests.support.browser import PICTURES_WANTED, SCREENSHOTS
from tests.support.patience import PATIENCE

PORTRAIT: Final = (360, 640)
_POLL_SECONDS: Final = 0.03

# Where to touch the first of these elements that is to be seen: its middle or, where its lines
# break, that of the first part; null while something covers it or it still moves.
_PLACE: Final = """async (selector, text) => {
    const said = (element) => [element.textContent, element.getAttribute("aria-label")];
    const element = [...document.querySelectorAll(selector)].find((each) =>
        each.checkVisibility() && !each.disabled
        && (!text || said(each).some((words) => words?.trim().replace(/\\s+/g, " ") === text)));
    if (!element) return null;
    const middle = () => {
        const { x, y, width, height } = element.getClientRects()[0] ?? {};
        return width && height ? [x + width / 2, y + height / 2] : null;
    };
    const isFree = (place) => place && element.contains(document.elementFromPoint(...place));
    if (!isFree(middle())) element.scrollIntoView({ block: "center", behavior: "instant" });
    const before = middle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const place = middle();
    return isFree(place) && String(place) === String(before) ? place : null;
}"""

_FILL: Final = """(selector, value) => {
    const field = document.querySelector(selector);
    field.focus();
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}"""

_TEXTS: Final = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.textContent.trim().replace(/\\s+/g, " "))"""


class EngineError(Exception):
    """What the engine cannot do now, such as running a script while another page is coming."""


class ScriptedTab(ABC):
    """A page that is open on a phone, as scripts use it."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to an address, and wait until it is loaded."""

    @abstractmethod
    def back(self) -> None:
        """Go back to the page before."""

    @abstractmethod
    def close(self) -> None:
        """Close the tab."""

    @abstractmethod
    def another(self) -> Self:
        """One more tab on the same phone, which is in sight too."""

    @abstractmethod
    def call(self, function: str, *arguments: object) -> Any:
        """What a JavaScript function returns, or resolves to; raises EngineError."""


class Tab(ScriptedTab):
    """One that is used as people do, 360×640 px unless it was turned or changed."""

    engine: str

    @abstractmethod
    def reload(self) -> None:
        """Load the page again, and wait until it is loaded."""

    def begin_with(self, function: str) -> None:
        """Call a JavaScript function at the beginning of every page from now on."""
        raise NotImplementedError

    @abstractmethod
    def touch(self, x: float, y: float) -> None:
        """Put a finger on this place of the screen, in px, and lift it."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Have a screen of this size in px."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is on the screen, as PNG."""

    @property
    def address(self) -> str:
        """Where the page is from."""
        return str(self.call("() => location.href"))

    def until(self, condition: Callable[[], object], what: Callable[[], object] | str) -> Any:
        """The condition's first value that holds; fail if none comes in time."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if value := condition():
                    return value
                error = None
            except EngineError as problem:
                error = problem
            if time.monotonic() > deadline:
                self.show_screen("failed")
                seen = what if isinstance(what, str) else what()
                raise AssertionError(f"{self.engine} waited in vain: {seen}") from error
            time.sleep(_POLL_SECONDS)

    def tap(self, selector: str, text: str = "") -> None:
        """Touch the first element in sight, with this text or label if one is given."""
        place = self.until(lambda: self.call(_PLACE, selector, text), f"{selector} {text}")
        self.touch(*place)

    def fill(self, selector: str, value: str) -> None:
        """Type into a field, or choose from a list."""
        self.until(lambda: self.count(selector), selector)
        self.call(_FILL, selector, value)

    def texts(self, selector: str) -> list[str]:
        """What is to be read on these elements."""
        return list(self.call(_TEXTS, selector))

    def count(self, selector: str) -> int:
        """How many of these elements there are, in sight or not."""
        return int(self.call("(selector) => document.querySelectorAll(selector).length", selector))

    def expect(self, selector: str, texts: Sequence[str]) -> None:
        """These elements say this, sooner or later."""
        self.until(
            lambda: self.texts(selector) == list(texts),
            lambda: f"{selector}: {list(texts)}, not {self.texts(selector)}",
        )

    def expect_in(self, selector: str, text: str) -> None:
        """One of these elements contains this, sooner or later."""
        self.until(
            lambda: any(text in each for each in self.texts(selector)),
            lambda: f"{text!r} in {selector}: {self.texts(selector)}",
        )

    def expect_count(self, selector: str, count: int) -> None:
        """There are so many of these elements, sooner or later."""
        self.until(
            lambda: self.count(selector) == count,
            lambda: f"{count} of {selector}, not {self.count(selector)}",
        )

    def show_screen(self, name: str) -> None:
        """Write what is on the screen to ``tests/screenshots``, if pictures are wanted."""
        if PICTURES_WANTED:
            SCREENSHOTS.mkdir(exist_ok=True)
            (SCREENSHOTS / f"engine-{self.engine}-{name}.png").write_bytes(self.picture())
