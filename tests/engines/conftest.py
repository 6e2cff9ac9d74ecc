"""Phones with the engines besides Chromium, and a server that can go away and come back.

Chromium is what ``tests/browser`` plays in. Without htmx it is the engine of all iPhones only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engines.cdn import Network, network
from tests.engines.firefox import Firefox, firefox
from tests.engines.tab import Tab
from tests.engines.webkit import hidden_screen as run_hidden_screen
from tests.engines.webkit import webkit
from tests.support.home import Home, running_home

# WebKit has a switch for each; what others have is for cookies too, so there a script refuses.
NO_STORAGE = ("--enable-html5-database=false", "--enable-html5-local-storage=false")
_NO_STORAGE = """() => {
    const refuse = () => { throw new DOMException("", "SecurityError"); };
    IDBFactory.prototype.open = refuse;
    for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, { get: refuse });
    }
}"""


@pytest.fixture(scope="session")
def cdn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    with network(tmp_path_factory.mktemp("cdn")) as running:
        yield running


@pytest.fixture(scope="session")
def hidden_screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with run_hidden_screen(tmp_path_factory.mktemp("screen")) as environment:
        yield environment


@pytest.fixture(scope="session")
def running_firefox(tmp_path_factory: pytest.TempPathFactory, cdn: Network) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox"), cdn) as running:
        yield running


# All tests in an engine are one worker's: each takes seconds to start.
_WEBKIT = pytest.param(("webkit", True), id="webkit", marks=pytest.mark.xdist_group("webkit"))
_FIREFOX = pytest.param(("firefox", True), id="firefox", marks=pytest.mark.xdist_group("firefox"))
_CDN_DEAD = pytest.param(
    ("webkit", False), id="webkit, CDN dead", marks=pytest.mark.xdist_group("webkit")
)


@pytest.fixture(params=[_WEBKIT, _FIREFOX, _CDN_DEAD])
def way(request: pytest.FixtureRequest, cdn: Network) -> tuple[str, bool]:
    """The engine of a phone, and whether it gets htmx."""
    engine, cdn.htmx = request.param
    return engine, cdn.htmx


# For what is the same without htmx, or is not there at all.
with_htmx = pytest.mark.parametrize("way", [_WEBKIT, _FIREFOX], indirect=True)


@pytest.fixture
def engine(way: tuple[str, bool]) -> str:
    return way[0]


@pytest.fixture
def htmx(way: tuple[str, bool]) -> bool:
    return way[1]


@pytest.fixture
def tab(request: pytest.FixtureRequest, engine: str, cdn: Network) -> Iterator[Tab]:
    """An empty page on a phone that knows nothing; nothing goes wrong on it to the end."""
    with _phone(request, engine, cdn) as page:
        yield page


@pytest.fixture
def forgetful_tab(request: pytest.FixtureRequest, engine: str, cdn: Network) -> Iterator[Tab]:
    """The same on a phone whose browser keeps nothing but cookies."""
    with _phone(request, engine, cdn, *NO_STORAGE) as page:
        if engine != "webkit":
            page.begin_with(_NO_STORAGE)
        yield page


@contextmanager
def _phone(
    request: pytest.FixtureRequest, engine: str, cdn: Network, *webkit_options: str
) -> Iterator[Tab]:
    cdn.strangers.clear()
    if engine == "webkit":
        environment = request.getfixturevalue("hidden_screen")
        with webkit(environment, cdn, *webkit_options) as tab:
            yield tab
    else:
        running: Firefox = request.getfixturevalue("running_firefox")
        running.connection.errors.clear()
        with running.phone() as tab:
            yield tab
        assert running.connection.errors == []
    assert cdn.strangers == []


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with running_home(tmp_path / "data") as running:
        yield running
