"""A headless Chromium that shows pages as a phone does and reaches nothing but this machine."""

import os
import shutil
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Route,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from .need import unavailable
from .patience import PATIENCE

# As long as Playwright waits for everything else; for this it would be five seconds.
expect.set_options(timeout=1000 * PATIENCE / 4)

HTMX_ADDRESS = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"

_TESTS = Path(__file__).resolve().parent.parent
HTMX_FILE = _TESTS / "data" / "npm" / "htmx.org-4.0.1" / "dist" / "htmx.min.js"
HTMX_HEADERS = {
    "Content-Type": "text/javascript; charset=utf-8",
    # The script tag asks with CORS, as it has to for its integrity check.
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "public, max-age=31536000, immutable",
}
SCREENSHOTS = _TESTS / "screenshots"
PICTURES_WANTED = "SCOREPAD_TEST_PICTURES" in os.environ

# This machine as other phones see it: without HTTPS, there is no secure context under this name.
NAME_IN_THE_HOUSE = "scorepad.test"

# The first one has no window to keep up, and takes half the time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Containers tend to have a /dev/shm of 64 MB, too small for Chromium, which then crashes.
    "--disable-dev-shm-usage",
    # The pages of a profile share a process: to start one is most of what a page costs.
    "--renderer-process-limit=1",
    # Phones have been told to trust the authority of a home, for service workers too.
    "--ignore-certificate-errors",
    # Whatever asks for it, Chromium on its own account or a page: nothing but this machine has an
    # address, not even what is written as one.
    f"--host-resolver-rules=MAP {NAME_IN_THE_HOUSE} 127.0.0.1, MAP * ~NOTFOUND, "
    "EXCLUDE 127.0.0.1, EXCLUDE localhost",
]

# Chromium says nothing on the console when it forbids an eval() whose exception is caught.
_REPORT_CSP_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => console.error(
    `CSP violation: ${event.effectiveDirective} forbids ${event.blockedURI} ${event.sample}`
));
"""


@dataclass
class Phone:
    """A page on a phone, and what went wrong on it.

    Records arrive while Playwright is at work, so ask after a step that waits for its effect.
    """

    page: Page
    errors: list[str] = field(default_factory=list)
    """Console errors (failed requests among them), uncaught exceptions, CSP violations."""
    strangers: list[str] = field(default_factory=list)
    """Addresses asked for that are neither this machine nor htmx; none was reached."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a headless Chromium: use it for many tests, each with a ``phone()`` of its own.

    The executable is SCOREPAD_TEST_CHROMIUM, or one found on PATH, or Playwright's own.
    Skips the test (in CI: fails it) where there is none.
    """
    # Otherwise Playwright does not see what a service worker asks for, and htmx would not come.
    os.environ.setdefault("PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS", "1")
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


_LIKE_A_PHONE: dict[str, Any] = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}
_UPRIGHT: ViewportSize = {"width": 360, "height": 640}


@contextmanager
def phone_with_workers(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that may have service workers; htmx is the package’s, while there is a network."""
    context = browser.new_context(viewport=_UPRIGHT, locale="en", **_LIKE_A_PHONE)
    try:
        _answer_for_htmx_everywhere(context, "package")
        yield context
    finally:
        context.close()


@contextmanager
def phone_with_memory(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """The same, whose browser is closed in the end, and opened again with the same folder."""
    context = kept_in(browser, folder)
    try:
        yield context
    finally:
        context.close()


def kept_in(
    browser: Browser, folder: Path, htmx: Literal["package", "dead"] = "package"
) -> BrowserContext:
    """A browser of its own that keeps everything in a folder, until it is closed."""
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=_executable(),
        args=FLAGS,
        chromium_sandbox=os.geteuid() != 0,
        viewport=_UPRIGHT,
        locale="en",
        **_LIKE_A_PHONE,
    )
    _answer_for_htmx_everywhere(context, htmx)
    return context


def _answer_for_htmx_everywhere(context: BrowserContext, htmx: Literal["package", "dead"]) -> None:
    """Let the address of htmx answer workers, too, with the package's file, or not."""

    def answer(route: Route) -> None:
        if htmx == "dead":
            route.abort("connectionfailed")
        else:
            route.fulfill(headers=HTMX_HEADERS, body=HTMX_FILE.read_bytes())

    context.route(HTMX_ADDRESS, answer)


def _executable() -> str | None:
    return os.environ.get("SCOREPAD_TEST_CHROMIUM") or next(
        filter(None, map(shutil.which, _PROGRAMS)), None
    )


@contextmanager
def launched(kind: BrowserType, environment: Mapping[str, str] | None = None) -> Iterator[Browser]:
    """Run one more Chromium, with these environment variables besides the tests' own."""
    executable = _executable()
    try:
        browser = kind.launch(
            executable_path=executable,
            args=FLAGS,
            # Chromium's sandbox does not work for root. (Playwright's default is none.)
            chromium_sandbox=os.geteuid() != 0,
            env={**os.environ, **(environment or {})},
        )
    except Error as error:
        # A wrong SCOREPAD_TEST_CHROMIUM is a mistake to show, not a missing browser.
        if executable is None and "Executable doesn't exist" in error.message:
            unavailable("Chromium")
        raise
    try:
        yield browser
    finally:
        _kept.pop(browser, None)
        browser.close()


def _is_stranger(address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme in {"about", "blob", "data"}:  # These do not leave the page.
        return False
    return parts.hostname not in {"127.0.0.1", "localhost", NAME_IN_THE_HOUSE}


@dataclass(frozen=True)
class _Settings:
    """What is the same for all pages of a profile."""

    htmx: Literal["package", "dead"]
    javascript: bool
    width: int
    height: int
    color_scheme: Literal["light", "dark"]
    language: str


class _Profile:
    """Cookies, storages and the files of pages, for one phone after another."""

    def __init__(self, settings: _Settings, browser: Browser) -> None:
        self.settings = settings
        self.context = browser.new_context(
            viewport={"width": settings.width, "height": settings.height},
            java_script_enabled=settings.javascript,
            color_scheme=settings.color_scheme,
            locale=settings.language,
            service_workers="block",  # Requests through one would escape what is listened to here.
            **_LIKE_A_PHONE,
        )
        self.context.add_init_script(_REPORT_CSP_VIOLATIONS)
        # Stays open and keeps the process alive in which the others are shown.
        self._keeper = self.context.new_page()
        self._session = self.context.new_cdp_session(self._keeper)
        self._visited: set[str] = set()

    @contextmanager
    def page(self) -> Iterator[Phone]:
        """Open a page, and note what goes wrong on it and on those that it opens."""
        handset = Phone(self.context.new_page())

        def note_request(request: Request) -> None:
            if request.is_navigation_request():
                self._visited.add("{0.scheme}://{0.netloc}".format(urlsplit(request.url)))
            if request.url != HTMX_ADDRESS and _is_stranger(request.url):
                handset.strangers.append(request.url)

        def note_console(message: ConsoleMessage) -> None:
            address = message.location["url"]
            is_expected = (
                self.settings.htmx == "dead"
                and address == HTMX_ADDRESS
                and message.text.startswith("Failed to load resource")
            )
            if message.type == "error" and not is_expected:
                handset.errors.append(f"{message.text} ({address})")

        def note_exception(exception: WebError) -> None:
            handset.errors.append(str(exception.error))

        listeners: dict[Any, Any] = {
            "request": note_request,
            "console": note_console,
            "weberror": note_exception,
        }
        for event, listener in listeners.items():
            self.context.on(event, listener)
        answer_for_htmx(handset.page, self.settings.htmx)
        yield handset
        for event, listener in listeners.items():
            self.context.remove_listener(event, listener)

    def clear(self) -> None:
        """Forget all that somebody did with it.

        Raises :class:`PlaywrightTimeout` if a page does not close.
        """
        for page in self.context.pages:
            if page is not self._keeper:
                # By itself a close waits for ever, and once in some hundred evenings it has to.
                with page.expect_event("close"):
                    page.close(run_before_unload=True)
        self.context.set_offline(False)
        self.context.unroute_all()
        self.context.clear_permissions()
        self.context.clear_cookies()
        for origin in self._visited:
            what = {"origin": origin, "storageTypes": "local_storage,indexeddb,cache_storage"}
            self._session.send("Storage.clearDataForOrigin", what)
        self._visited.clear()


# Those that are not in use, in each browser: no test has more phones at a time.
_kept: dict[Browser, list[_Profile]] = {}
_MOST_KEPT = 4


@contextmanager
def phone(
    browser: Browser,
    *,
    htmx: Literal["package", "dead"] = "package",
    javascript: bool = True,
    width: int = 360,
    height: int = 640,
    color_scheme: Literal["light", "dark"] = "light",
    language: str = "en",
    fresh: bool = False,
) -> Iterator[Phone]:
    """Open an empty page on a touch screen that knows nothing; its owner reads this language.

    The address of htmx answers with the package's file, or with ``htmx="dead"`` does not
    answer; that one failure is not recorded as an error.

    A profile is cleared and used again, since its first page costs twice as much as all others;
    only the files of pages stay. ``fresh``: in one of its own, for its clock can't be set back.
    """
    settings = _Settings(htmx, javascript, width, height, color_scheme, language)
    kept = _kept.setdefault(browser, [])
    again = None if fresh else next((each for each in kept if each.settings == settings), None)
    if again:
        kept.remove(again)
    profile = again or _Profile(settings, browser)
    try:
        with profile.page() as handset:
            yield handset
    except BaseException:
        profile.context.close()
        raise
    try:
        profile.clear()
    except PlaywrightTimeout:
        profile.context.close()
        return
    kept.insert(len(kept) if fresh else 0, profile)
    if fresh or len(kept) > _MOST_KEPT:
        kept.pop().context.close()


def new_tab(page: Page) -> Page:
    """One more empty page beside a phone's, with htmx from the package."""
    tab = page.context.new_page()
    answer_for_htmx(tab, "package")
    return tab


def answer_for_htmx(page: Page, htmx: Literal["package", "dead"]) -> None:
    """Let the address of htmx answer this page with the package's file, which may be kept, or not.

    Playwright's own routes would stop every request, and have the browser keep nothing at all.
    """
    session = page.context.new_cdp_session(page)

    def answer(event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        with suppress(Error):  # The page may be closed by now.
            if htmx == "dead":
                session.send("Fetch.failRequest", {**request, "errorReason": "ConnectionFailed"})
            else:
                session.send("Fetch.fulfillRequest", {**request, **_htmx_answer()})

    session.on("Fetch.requestPaused", answer)
    session.send("Fetch.enable", {"patterns": [{"urlPattern": HTMX_ADDRESS}]})


@cache
def _htmx_answer() -> dict[str, object]:
    return {
        "responseCode": 200,
        "responseHeaders": [{"name": name, "value": value} for name, value in HTMX_HEADERS.items()],
        "body": b64encode(HTMX_FILE.read_bytes()).decode(),
    }


def screenshot(page: Page, name: str, scale: Literal["css", "device"] = "device") -> None:
    """Write the whole page to ``tests/screenshots/NAME.png``, if SCOREPAD_TEST_PICTURES is set.

    Nothing looks at the pictures but people, and they cost as much as all the rest of a visit.
    ``scale``: a dot for each of the screen's, or one for each px.
    """
    if not PICTURES_WANTED:
        return
    path = SCREENSHOTS / f"{name}.png"
    # Hiding the caret would leave empty style attributes behind, which the page's policy refuses.
    page.screenshot(path=path, full_page=True, caret="initial", scale=scale)
