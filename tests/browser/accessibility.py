"""A page as a screen reader has it: Chromium's accessibility tree, by roles and names alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from playwright.sync_api import Error, Page

from tests.support.patience import PATIENCE

_ISOLATES: Final = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
# Parts of a text, which the nodes above them have as well.
_PARTS: Final = {"InlineTextBox"}
_T = TypeVar("_T")


@dataclass(frozen=True)
class Node:
    """One node that is told to people; ``backend``: Chromium's own number of its element."""

    role: str
    name: str
    description: str
    properties: Mapping[str, Any]
    backend: int
    children: list[Node] = field(default_factory=list)

    def below(self) -> Iterator[Node]:
        """Every node below, in the order of the page."""
        for child in self.children:
            yield child
            yield from child.below()

    def all(self, role: str, name: str | None = None) -> list[Node]:
        """The nodes below with this role, and this name if one is given."""
        return [each for each in self.below() if each.role == role and name in (None, each.name)]

    def only(self, role: str, name: str | None = None) -> Node:
        """The one node of this kind below."""
        found = self.all(role, name)
        assert len(found) == 1, f"{len(found)} × {role} {name!r} in:\n{self}"
        return found[0]

    @property
    def text(self) -> str:
        """The words below, with single blanks between them."""
        return " ".join(" ".join(each.name for each in self.all("StaticText")).split())

    def __str__(self) -> str:
        lines = [f"{self.role} {self.name!r}"]
        lines += [f"  {line}" for child in self.children for line in str(child).splitlines()]
        return "\n".join(lines)


class Reader:
    """A screen reader on a page: reads its tree, and presses and types where a node is."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Accessibility.enable")

    def tree(self) -> Node:
        """The page as it is now."""
        raw = self._session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {each["nodeId"]: each for each in raw}

        def told(each: dict[str, Any]) -> list[Node]:
            children = [
                node
                for child in each.get("childIds", ())
                if child in by_id
                for node in told(by_id[child])
            ]
            if each["ignored"] or each["role"]["value"] in _PARTS:
                return children
            return [_node(each, children)]

        (root,) = told(raw[0])
        return root

    def wait(self, read: Callable[[Node], _T]) -> _T:
        """What is read of the page, as soon as that can be read and is something."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if found := read(self.tree()):
                    return found
                # Meanwhile the page goes on.
                self._page.evaluate("() => new Promise(requestAnimationFrame)")
            except (AssertionError, Error):
                # It is not there yet, or another page takes the place of this one just now.
                if time.monotonic() > deadline:
                    raise
            else:
                assert time.monotonic() < deadline, f"waited in vain in:\n{self.tree()}"

    def press(self, role: str, name: str, within: tuple[str, str] | None = None) -> None:
        """Press the one node with this role and name, in another one if that is given."""
        node = self._find(role, name, within)
        element = self._session.send("DOM.resolveNode", {"backendNodeId": node.backend})
        self._session.send(
            "Runtime.callFunctionOn",
            {
                "objectId": element["object"]["objectId"],
                "functionDeclaration": "function () { this.click(); }",
            },
        )

    def type(self, role: str, name: str, text: str) -> None:
        """Type into the one node with this role and name, over what is there."""
        node = self._find(role, name, None)
        self._session.send("DOM.focus", {"backendNodeId": node.backend})
        self._page.keyboard.press("Control+A")
        self._page.keyboard.type(text)

    def _find(self, role: str, name: str, within: tuple[str, str] | None) -> Node:
        def find(root: Node) -> Node:
            return (root if within is None else root.only(*within)).only(role, name)

        return self.wait(find)


def _node(raw: dict[str, Any], children: list[Node]) -> Node:
    def text(part: str) -> str:
        return str(raw.get(part, {}).get("value", "")).translate(_ISOLATES)

    properties = {each["name"]: each["value"].get("value") for each in raw.get("properties", ())}
    backend = raw.get("backendDOMNodeId", 0)
    return Node(text("role"), text("name"), text("description"), properties, backend, children)
