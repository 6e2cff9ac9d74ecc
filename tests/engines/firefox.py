"""Firefox's engine, by WebDriver BiDi: all that Firefox itself needs for that is a port."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from websocket import WebSocket, WebSocketException, create_connection

from tests.engines.cdn import HERE, Network
from tests.engines.tab import PORTRAIT, EngineError, Tab
from tests.support.hosting import until
from tests.support.need import unavailable
from tests.support.patience import PATIENCE

_LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# A script that broke, or did what the page forbids; a server that is away is none of our faults.
_WRONG: Final = re.compile(r"[A-Za-z]*Error:|uncaught|Content-Security-Policy", re.IGNORECASE)
_SETTINGS: Final[dict[str, object]] = {
    "network.proxy.type": 1,
    "network.proxy.no_proxies_on": ", ".join(HERE),
    # As on phones, they take no room.
    "ui.useOverlayScrollbars": 1,
    # What it asks for on its own account.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "data:,",
    # Tabs in the background go on as those in sight.
    "dom.min_background_timeout_value": 4,
    "browser.shell.checkDefaultBrowser": False,
}


class _Connection:
    """Questions to Firefox, one after another, and what it said meanwhile."""

    def __init__(self, address: str) -> None:
        self._socket: WebSocket = create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._number = 0
        self.errors: list[str] = []

    def ask(self, method: str, **parameters: object) -> Any:
        """The result of a command."""
        self._number += 1
        question = {"id": self._number, "method": method, "params": parameters}
        try:
            self._socket.send(json.dumps(question))
            while (answer := json.loads(self._socket.recv())).get("id") != self._number:
                self._note(answer)
        except (OSError, WebSocketException) as error:
            raise EngineError(f"{method}: {error}") from error
        if "error" in answer:
            raise EngineError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def _note(self, event: dict[str, Any]) -> None:
        text = str(event.get("params", {}).get("text"))
        if event.get("method") == "log.entryAdded" and _WRONG.match(text):
            self.errors.append(text)

    def close(self) -> None:
        self._socket.close()


@dataclass
class Firefox:
    """A running Firefox: use it for many tests, each with a ``phone()`` of its own."""

    connection: _Connection

    @contextmanager
    def phone(self) -> Iterator[Tab]:
        """A phone that knows nothing yet."""
        ask = self.connection.ask
        profile = ask("browser.createUserContext", acceptInsecureCerts=True)["userContext"]
        try:
            ask("emulation.setLocaleOverride", locale="en", userContexts=[profile])
            yield FirefoxTab.new(self.connection, profile)
        finally:
            ask("browser.removeUserContext", userContext=profile)


@contextmanager
def firefox(
    folder: Path, network: Network, settings: dict[str, object] | None = None
) -> Iterator[Firefox]:
    """Run a headless Firefox with its profile in a new folder; ``settings``: of its own besides."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        unavailable("Firefox")
    profile = folder / "profile"
    profile.mkdir()
    through: dict[str, object] = {
        f"network.proxy.{kind}": value
        for scheme in ("http", "ssl")
        for kind, value in ((scheme, "127.0.0.1"), (f"{scheme}_port", network.port))
    }
    (profile / "user.js").write_text(
        "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**_SETTINGS, **through, **(settings or {})}.items()
        )
    )
    log = folder / "log"
    with log.open("wb") as output:
        running = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-remote",
                "--profile",
                profile,
                "--remote-debugging-port=0",
            ],
            env={**os.environ, "HOME": str(folder), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=output,
            start_new_session=True,
        )
    try:
        until(lambda: _LISTENING.search(log.read_text()) or running.poll() is not None, "Firefox")
        listening = _LISTENING.search(log.read_text())
        assert listening is not None, log.read_text()
        connection = _Connection(listening[1])
        connection.ask("session.new", capabilities={})
        connection.ask("session.subscribe", events=["log.entryAdded"])
        yield Firefox(connection)
        connection.close()
    finally:
        running.kill()
        running.wait()


@dataclass
class FirefoxTab(Tab):
    """A tab of Firefox, in a container that is a phone's."""

    connection: _Connection
    profile: str
    context: str
    engine = "firefox"

    @classmethod
    def new(cls, connection: _Connection, profile: str) -> Self:
        """A new empty tab."""
        created = connection.ask("browsingContext.create", type="window", userContext=profile)
        tab = cls(connection, profile, created["context"])
        tab.resize(*PORTRAIT)
        return tab

    def _ask(self, method: str, **parameters: object) -> Any:
        return self.connection.ask(method, context=self.context, **parameters)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", url=address, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", wait="complete")

    def back(self) -> None:
        self._ask("browsingContext.traverseHistory", delta=-1)

    def close(self) -> None:
        self._ask("browsingContext.close")

    def another(self) -> Self:
        return self.new(self.connection, self.profile)

    def call(self, function: str, *arguments: object) -> Any:
        # As JSON, which needs no types beside the values.
        given = ", ".join(json.dumps(each) for each in arguments)
        answer = self.connection.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({function})({given}) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise EngineError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def begin_with(self, function: str) -> None:
        self.connection.ask(
            "script.addPreloadScript", functionDeclaration=function, contexts=[self.context]
        )

    def touch(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        finger = {"pointerType": "touch"}
        self._ask(
            "input.performActions",
            actions=[
                {"type": "pointer", "id": "f", "parameters": finger, "actions": [move, *press]}
            ],
        )

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", viewport=size, devicePixelRatio=2)

    def picture(self) -> bytes:
        return b64decode(self._ask("browsingContext.captureScreenshot")["data"])
