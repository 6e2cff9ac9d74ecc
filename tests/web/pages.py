"""Pages as a browser reads them: the tree, its text, and forms that can be filled in and sent.

Every page that a test reads is looked over on the way: see :func:`page_of`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from types import MappingProxyType
from typing import Final, NamedTuple

from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})
# The closing tags that HTML lets an author leave out, and that ours leave out.
_CLOSED_BY_ITS_PARENT: Final = frozenset({"option"})
# The groups of one question on a form: its label, its controls, what is wrong with the answer.
_GROUPS: Final = frozenset({"field", "taker", "counts", "keys", "tick", "openings"})
_CONTROLS: Final = frozenset({"input", "select", "textarea", "button"})

# A page is cut into tags, comments and the words between them. With Python's own parser the tests
# take a tenth longer.
_CUT: Final = re.compile(r"""(<!--.*?-->|<(?:[^<>"']|"[^"]*"|'[^']*')*>)""", re.DOTALL)
_TAG: Final = re.compile(
    r"""<(?P<begun>[A-Za-z][\w-]*)
        (?P<attributes>(?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*(?P<empty>/?)>
    | </(?P<ended>[A-Za-z][\w-]*)\s*>
    | <!--.*?-->
    | <!(?i:doctype)\s[^>]*>""",
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"""([\w:-]+)(?:="([^"]*)"|='([^']*)')?""")
# Pages have few different tags: each is read once.
_TAGS_REMEMBERED: Final = 20_000
# Those of errors are all alike, and lookers-on all see the same.
_PAGES_REMEMBERED: Final = 32

# The marks around names that keep scripts of both directions apart.
_ISOLATES: Final = {0x2068: None, 0x2069: None}

# What is put into a field; ``None`` leaves the field out, several values send it several times.
Value = str | None | Sequence[str]


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attributes: Mapping[str, str]
    children: list[Node | str] = field(default_factory=list)
    # All elements of its page, in their order, and which of them are below this one.
    _all: list[Node] | None = field(default=None, repr=False, compare=False)
    _first: int = 0
    _end: int = 0

    def all(self, tag: str = "", **attributes: str) -> list[Node]:
        """The elements below; ``class_`` names one of an element's classes."""
        filters = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.below
            if tag in ("", node.tag)
            and all(
                value in node.attributes.get(name, "").split()
                if name == "class"
                else node.attributes.get(name) == value
                for name, value in filters.items()
            )
        ]

    def only(self, tag: str = "", **attributes: str) -> Node:
        """The one element of this kind below."""
        (node,) = self.all(tag, **attributes)
        return node

    @property
    def text(self) -> str:
        """The words in it, with single blanks between them, without the marks around names."""
        return " ".join(plain("".join(self._strings())).split())

    @property
    def links(self) -> list[str]:
        """Where the links below lead."""
        return [link.attributes["href"] for link in self.all("a")]

    @property
    def below(self) -> list[Node]:
        """Every element below, in the order of the page."""
        assert self._all is not None, "this was not read from a page"
        return self._all[self._first : self._end]

    def _strings(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("select", "datalist"):
                yield from child._strings()


@dataclass(frozen=True)
class Form:
    """A form as a browser would send it if nothing were touched.

    ``sent``: names and values in the order of the page. ``offered``: the values of what can only be
    chosen, by name.
    """

    action: str
    sent: Sequence[tuple[str, str]]
    offered: Mapping[str, Sequence[str]]
    named: frozenset[str]

    def __getitem__(self, name: str) -> str | None:
        """What the field holds; ``None`` if a browser would not send it."""
        assert name in self.named, name
        values = [value for key, value in self.sent if key == name]
        assert len(values) <= 1, values
        return values[0] if values else None

    def filled(self, changes: Mapping[str, Value]) -> MultiDict[str, str]:
        """What is sent after these changes, which somebody can make with the page."""
        for name, value in changes.items():
            assert name in self.named, f"the form has no field {name}"
            assert value is None or isinstance(value, str)
            if name in self.offered and value is not None:
                assert value in self.offered[name], f"{name} does not offer {value!r}"
        return self.forced(changes)

    def forced(self, changes: Mapping[str, Value]) -> MultiDict[str, str]:
        """What is sent after any changes, also such as no browser would make."""
        data = MultiDict(self.sent)
        for name, value in changes.items():
            data.poplist(name)
            if value is not None:
                data.setlist(name, [value] if isinstance(value, str) else list(value))
        return data

    def visible(self) -> dict[str, str]:
        """What the fields hold that somebody can see and change."""
        hidden = ("csrf_token", "entry_id", "revision")
        return {name: value for name, value in self.sent if name not in hidden}


class Page(Node):
    """A whole page of ours."""

    @property
    def main(self) -> Node:
        """What stands between the page's frame."""
        return self.only("main", id="main")

    @property
    def title(self) -> str:
        """The heading, without the small print beside it."""
        heading = self.only("h1")
        small = heading.all("small")
        return Node("h1", {}, [child for child in heading.children if child not in small]).text

    @property
    def news(self) -> str:
        """What the page says that the last thing done has changed; empty if it says nothing."""
        return " ".join(node.text for node in self.all(class_="news"))

    def folded(self, summary: str) -> Node:
        """The one part that can be unfolded and is called so."""
        (part,) = [each for each in self.all("details") if each.only("summary").text == summary]
        return part

    @property
    def forms(self) -> list[Form]:
        """The forms of the page that write something."""
        return [_form(node) for node in self.all("form") if node.attributes["method"] != "get"]

    def form(self, ending: str = "") -> Form:
        """The one form whose address ends so."""
        (form,) = [form for form in self.forms if form.action.endswith(ending)]
        return form

    @property
    def faults(self) -> list[str]:
        """The sentences that say what is wrong, in the order of the page."""
        return [node.text for node in self.all(class_="fault")]

    def faults_at(self, name: str) -> list[str]:
        """The sentences in the field's own group, right behind it, or right above its keys."""
        sentences = []
        for parent in [self, *self.below]:
            behind = False
            before: list[str] = []
            for node in parent.children:
                if isinstance(node, Node):
                    group = _GROUPS.intersection(node.attributes.get("class", "").split())
                    if group and node.all(name=name):
                        sentences += [*before, *(each.text for each in node.all(class_="fault"))]
                        # What stands behind keys is in front of the next ones.
                        behind = "keys" not in group
                    elif behind and node.attributes.get("class") == "fault":
                        sentences.append(node.text)
                    else:
                        behind = False
                    before = [node.text] if node.attributes.get("class") == "fault" else []
        return sentences

    @property
    def alert(self) -> str:
        """What the page says first after something was not done; empty if it says nothing."""
        return " ".join(node.text for node in self.all(class_="alert"))


def plain(text: str) -> str:
    """A text without the marks that isolate names."""
    return text.translate(_ISOLATES)


_TEMPLATES: Final = re.compile(r"<template\b.*?</template>", re.DOTALL)


def page_of(response: TestResponse) -> Page:
    """The page in a response, which must be one of ours and sound.

    That is: closed tags, one ``<main id="main">``, ids that are there once, a name on
    every control, and nothing that the Content-Security-Policy would forbid.
    """
    assert response.mimetype == "text/html"
    return _sound(response.text)


@lru_cache(_PAGES_REMEMBERED)
def _sound(text: str) -> Page:
    # What scripts may put on the page is not on it.
    page = _parsed(_TEMPLATES.sub("", text))
    assert len(page.all("main")) == len(page.all("main", id="main")) == 1
    ids = Counter(node.attributes["id"] for node in page.below if "id" in node.attributes)
    assert set(ids.values()) <= {1}, ids.most_common(3)
    assert not any(node.text for node in page.all("script"))
    _check_names_of_controls(page)
    return page


def template_of(response: TestResponse, name: str) -> Page:
    """What scripts find in the page's template of this id."""
    (text,) = re.findall(rf'<template id="{name}"[^>]*>(.*?)</template>', response.text, re.DOTALL)
    return _parsed(text)


def _check_names_of_controls(page: Page) -> None:
    wrapped = {id(node) for label in page.all("label") if label.text for node in label.below}
    labels = {label.attributes.get("for") for label in page.all("label") if label.text}
    for control in page.below:
        if control.tag == "button":
            assert control.text
        elif control.tag in _CONTROLS and control.attributes.get("type") != "hidden":
            labelled = control.attributes.get("aria-label") or id(control) in wrapped
            assert labelled or control.attributes.get("id") in labels, control.attributes


class _Tag(NamedTuple):
    """A tag as it stands in a page; ``name`` is empty if it is none, but a comment."""

    name: str
    ends: bool
    alone: bool
    attributes: Mapping[str, str]


def _parsed(text: str) -> Page:
    """The tree of a page. Our pages say all that they mean: nothing is mended, other HTML fails."""
    nodes: list[Node] = []
    root = Page("page", {}, _all=nodes)
    open_nodes: list[Node] = [root]
    for at, piece in enumerate(_CUT.split(text)):
        if at % 2 == 0:
            if piece:
                assert "<" not in piece, f"this is no HTML of ours: {piece[:80]!r}"
                open_nodes[-1].children.append(unescape(piece))
            continue
        name, ends, alone, attributes = _tag(piece)
        if ends:
            while open_nodes[-1].tag in _CLOSED_BY_ITS_PARENT and open_nodes[-1].tag != name:
                open_nodes.pop()._end = len(nodes)
            assert open_nodes[-1].tag == name, f"</{name}> closes <{open_nodes[-1].tag}>"
            open_nodes.pop()._end = len(nodes)
        elif name:
            if open_nodes[-1].tag == name and name in _CLOSED_BY_ITS_PARENT:
                open_nodes.pop()._end = len(nodes)
            node = Node(name, attributes, _all=nodes)
            nodes.append(node)
            node._first = node._end = len(nodes)
            open_nodes[-1].children.append(node)
            if not alone:
                open_nodes.append(node)
    assert open_nodes == [root], open_nodes[-1].tag
    root._end = len(nodes)
    return root


@lru_cache(_TAGS_REMEMBERED)
def _tag(text: str) -> _Tag:
    """What a tag says, which is nothing that the Content-Security-Policy would forbid."""
    match = _TAG.fullmatch(text)
    assert match, f"this is no HTML of ours: {text[:80]!r}"
    if match["ended"]:
        return _Tag(match["ended"].lower(), ends=True, alone=False, attributes={})
    name = (match["begun"] or "").lower()
    attributes = _attributes(match["attributes"] or "")
    assert name != "style"
    assert name != "script" or attributes["src"]
    forbidden = [each for each in attributes if each == "style" or each.startswith(("on", "hx-on"))]
    assert not forbidden, text
    for each in ("href", "src", "action"):
        assert not attributes.get(each, "").lower().startswith(("javascript:", "data:"))
    return _Tag(
        name, ends=False, alone=name in _VOID or bool(match["empty"]), attributes=attributes
    )


def _attributes(text: str) -> Mapping[str, str]:
    pairs = _ATTRIBUTE.findall(text)
    attributes = {name.lower(): unescape(one or other) for name, one, other in pairs}
    assert len(attributes) == len(pairs), f"an attribute is there twice: {text}"
    return MappingProxyType(attributes)


def _form(node: Node) -> Form:
    assert node.attributes["method"] == "post"
    sent: list[tuple[str, str]] = []
    offered: dict[str, list[str]] = {}
    named = set()
    for control in node.below:
        name = control.attributes.get("name")
        if control.tag not in _CONTROLS or name is None:
            continue
        named.add(name)
        kind = control.attributes.get("type", "text")
        value = control.attributes.get("value", "")
        if control.tag == "button":
            # Sent only if it is the one that is tapped.
            offered.setdefault(name, []).append(value)
        elif control.tag == "textarea":
            sent.append((name, "".join(control._strings())))
        elif control.tag == "select":
            options = control.all("option")
            offered[name] = [option.attributes["value"] for option in options]
            chosen = [option for option in options if "selected" in option.attributes]
            assert len(chosen) <= 1
            sent.append((name, (chosen or options)[0].attributes["value"]))
        elif kind in ("radio", "checkbox"):
            value = value or ("on" if kind == "checkbox" else "")
            offered.setdefault(name, []).append(value)
            if "checked" in control.attributes:
                sent.append((name, value))
        else:
            sent.append((name, value))
    return Form(node.attributes["action"], sent, offered, frozenset(named))
