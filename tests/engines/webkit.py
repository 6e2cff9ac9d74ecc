"""Safari's engine, as WebKitGTK: its MiniBrowser on a hidden screen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Remote
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from tests.engines.cdn import HERE, Network
from tests.engines.tab import PORTRAIT, EngineError, Tab
from tests.support.hosting import until
from tests.support.need import unavailable
from tests.support.patience import PATIENCE

# As wide as it gets below a mouse, in px, and a little more.
_SCROLL_BAR: Final = 26

# It is no program for users, and in no folder of programs.
_BROWSERS: Final = "webkit2gtk-4.*/MiniBrowser"
# Its window would be as wide as its bar of buttons.
_STYLE: Final = (
    "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }"
)


@contextmanager
def hidden_screen(folder: Path) -> Iterator[dict[str, str]]:
    """Run an X server, and yield the environment of who is to use it."""
    if not shutil.which("Xvfb"):
        unavailable("Xvfb")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(_STYLE)
    reading, writing = os.pipe()
    with os.fdopen(reading) as number:
        server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                "2000x2000x24",
                "-nolisten",
                "tcp",
            ],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(writing)
        try:
            display = number.readline().strip()
            assert display, "Xvfb did not start"
            yield {
                **os.environ,
                "DISPLAY": f":{display}",
                "XDG_CONFIG_HOME": str(folder),
                "XDG_DATA_HOME": str(folder),
                "XDG_CACHE_HOME": str(folder),
                "GDK_SCALE": "2",
                "LC_ALL": "en_US.UTF-8",
                # To draw as if there were a graphics card takes twice the time.
                "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
                # It does not work for root, nor in most containers.
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            }
        finally:
            server.terminate()
            server.wait()


@contextmanager
def webkit(environment: dict[str, str], network: Network, *options: str) -> Iterator[Tab]:
    """A phone that knows nothing yet; ``options``: of the MiniBrowser, besides."""
    driver = shutil.which("WebKitWebDriver")
    browser = next(Path("/usr").glob(f"lib*/**/{_BROWSERS}"), None)
    if not driver or not browser:
        unavailable("WebKitGTK's WebDriver and its MiniBrowser (webkit2gtk-driver)")
    wanted = Options()
    wanted.binary_location = str(browser)
    for option in (
        "--automation",
        f"--proxy={network.proxy}",
        *(f"--ignore-host={host}" for host in HERE),
        "--ignore-tls-errors",
        *options,
    ):
        wanted.add_argument(option)
    with _driven(driver, environment, wanted) as running:
        tab = WebKitTab(running, running.current_window_handle)
        tab.resize(*PORTRAIT)
        yield tab


@contextmanager
def _driven(driver: str, environment: dict[str, str], options: Options) -> Iterator[Remote]:
    """A MiniBrowser that does what it is told.

    Now and then one ends while it starts. Its driver does not see that, and would wait without end.
    """
    for tries_left in (2, 1, 0):
        service = Service(driver, env=environment, popen_kw={"start_new_session": True})
        with ExitStack() as started:
            service.start()
            started.callback(service.stop)
            client = ClientConfig(service.service_url, timeout=int(PATIENCE))
            try:
                running = Remote(
                    service.service_url,
                    options=options,
                    client_config=client,
                    # Its files are here.
                    file_detector=UselessFileDetector(),
                )
            except HTTPError:
                if not tries_left:
                    raise
                continue
            started.callback(running.quit)
            yield running
            return


@dataclass
class WebKitTab(Tab):
    """A window of the MiniBrowser."""

    driver: Remote
    window: str
    engine = "webkit"

    def _do(self, command: Callable[[Remote], Any]) -> Any:
        try:
            if self.driver.current_window_handle != self.window:
                self.driver.switch_to.window(self.window)
            return command(self.driver)
        except (WebDriverException, HTTPError) as error:
            raise EngineError(str(error)) from error

    def open(self, address: str) -> None:
        self._do(lambda driver: driver.get(address))

    def reload(self) -> None:
        self._do(lambda driver: driver.refresh())

    def back(self) -> None:
        self._do(lambda driver: driver.back())

    def close(self) -> None:
        self._do(lambda driver: driver.close())
        self.driver.switch_to.window(self.driver.window_handles[0])

    def another(self) -> Self:
        self._do(lambda driver: driver.switch_to.new_window("window"))
        tab = type(self)(self.driver, self.driver.current_window_handle)
        tab.resize(*PORTRAIT)
        return tab

    def call(self, function: str, *arguments: object) -> Any:
        script = f"return ({function})(...arguments)"
        return self._do(lambda driver: driver.execute_script(script, *arguments))

    def touch(self, x: float, y: float) -> None:
        # Its scroll bar, which phones have not, lies over the last px.
        free = float(self.call("() => innerWidth")) - _SCROLL_BAR
        move = {"type": "pointerMove", "x": round(min(x, free)), "y": round(y), "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        # It has no fingers, and takes any pointer for a mouse.
        finger = {"type": "pointer", "id": "finger", "actions": [move, *press]}
        self._do(lambda driver: driver.execute("actions", {"actions": [finger]}))

    def resize(self, width: int, height: int) -> None:
        def fits() -> bool:
            inner = self.call("() => [innerWidth, innerHeight]")
            if inner == [width, height]:
                return True
            outer = self._do(lambda driver: driver.get_window_size())
            self._do(
                lambda driver: driver.set_window_size(
                    outer["width"] + width - inner[0], outer["height"] + height - inner[1]
                )
            )
            return False

        until(fits, f"a window of {width}×{height}")

    def picture(self) -> bytes:
        return bytes(self._do(lambda driver: driver.get_screenshot_as_png()))
