"""Phones with each engine, with and without htmx, and a server that can go away and come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.engines.cdn import Network, network
from tests.engines.chromium import chromium_phone
from tests.engines.firefox import Firefox, firefox
from tests.engines.tab import Tab
from tests.engines.webkit import hidden_screen as run_hidden_screen
from tests.engines.webkit import webkit
from tests.support.server import Server, running_scorepad

ENGINES = ("webkit", "firefox", "chromium")

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


@pytest.fixture(
    # All tests in an engine are one worker's: each takes seconds to start.
    params=[pytest.param(each, marks=pytest.mark.xdist_group(each)) for each in ENGINES]
)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[True, False], ids=["htmx", "CDN dead"])
def htmx(request: pytest.FixtureRequest, cdn: Network) -> bool:
    """Whether the phone gets htmx."""
    cdn.htmx = request.param
    return cdn.htmx


# For what asks htmx for nothing: without it in one engine only, which is that of all iPhones.
without_htmx_in_webkit = pytest.mark.parametrize(
    ("engine", "htmx"),
    [
        pytest.param(
            engine,
            htmx,
            id=f"{engine}-{'htmx' if htmx else 'CDN dead'}",
            marks=pytest.mark.xdist_group(engine),
        )
        for engine in ENGINES
        for htmx in (True, False)
        if htmx or engine == "webkit"
    ],
    indirect=True,
)


@pytest.fixture
def tab(request: pytest.FixtureRequest, engine: str, cdn: Network, htmx: bool) -> Iterator[Tab]:
    """An empty page on a phone that knows nothing; nothing goes wrong on it to the end."""
    with _phone(request, engine, cdn) as page:
        yield page


@pytest.fixture
def forgetful_tab(
    request: pytest.FixtureRequest, engine: str, cdn: Network, htmx: bool
) -> Iterator[Tab]:
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
    elif engine == "firefox":
        running: Firefox = request.getfixturevalue("running_firefox")
        running.connection.errors.clear()
        with running.phone() as tab:
            yield tab
        assert running.connection.errors == []
    else:
        with chromium_phone(request.getfixturevalue("browser"), cdn) as tab:
            yield tab
    assert cdn.strangers == []


@dataclass
class Home:
    """A computer on which Scorepad runs or not, always with the same address and the same pads."""

    folder: Path
    server: Server = field(init=False)
    _running: ExitStack = field(default_factory=ExitStack)

    def start(self, *options: str, working_folder: Path | None = None) -> None:
        """Start Scorepad, where it was before if it ran before."""
        again = ["--port", str(self.server.port)] if hasattr(self, "server") else []
        self.server = self._running.enter_context(
            running_scorepad(self.folder, options=[*again, *options], working_folder=working_folder)
        )

    def stop(self) -> None:
        """End the process."""
        self._running.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    running = Home(tmp_path / "data")
    running.start()
    yield running
    running.stop()
