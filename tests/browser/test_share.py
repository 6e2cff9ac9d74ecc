"""The picture of a result: given to the phone's other apps, else saved as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, expect

from tests.browser.play import Hand, save, sit_down, started, tap
from tests.browser.ways import HTMX, NO_SCRIPT, Way, expect_clean
from tests.support.browser import new_tab
from tests.support.server import Server, running_scorepad

_ENDING: Final = Hand((7, 4, 2, 0), 0)  # Of a game to 20.
# The phone's part: whether it takes files of this kind, and what becomes of them.
_PHONE: Final = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files: [file] }) => {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    window.shared.push([file.name, file.type, String.fromCharCode(...start.slice(1))]);
    OUTCOME
};
"""
_TAKEN: Final = _PHONE.replace("OUTCOME", "")
_CANCELLED: Final = _PHONE.replace("OUTCOME", 'throw new DOMException("no", "AbortError");')
_REFUSED: Final = _PHONE.replace("OUTCOME", 'throw new DOMException("no", "NotAllowedError");')
_NONE: Final = "delete Navigator.prototype.canShare; delete Navigator.prototype.share;"


def _link(page: Page) -> Locator:
    return page.get_by_role("link", name="Result as a picture")


def _saved(page: Page) -> bytes:
    """The picture that is saved as a file."""
    with page.expect_download() as saving:
        _link(page).click()
    assert saving.value.suggested_filename == "scorepad-1.png"
    return saving.value.path().read_bytes()


@pytest.mark.parametrize("script", [_TAKEN, _CANCELLED], ids=["taken", "cancelled"])
def test_the_picture_goes_to_the_phones_apps(
    browser: Browser, scorepad: Server, script: str
) -> None:
    """From the page that answers the last hand, also after one of them was closed again."""
    game = started(scorepad, target=20)
    with HTMX.page(browser) as page:
        page.add_init_script(script)
        saved: list[Download] = []
        page.on("download", lambda download: saved.append(download))
        sit_down(page, game)
        tap(page, _ENDING)
        save(page)
        for times in (1, 2):
            _link(page).click()
            page.wait_for_function("(times) => window.shared.length === times", arg=times)
        assert page.evaluate("window.shared") == [["scorepad-1.png", "image/png", "PNG"]] * 2
        # No file is saved.
        assert not saved


@pytest.mark.parametrize(
    ("way", "script"),
    [
        (HTMX, _NONE),
        (HTMX, _REFUSED),
        pytest.param(NO_SCRIPT, "", marks=pytest.mark.slow),
    ],
    ids=["no sharing", "refused", "no script"],
)
def test_elsewhere_it_is_saved_as_a_file(
    browser: Browser, scorepad: Server, way: Way, script: str
) -> None:
    over = started(scorepad, hands=[_ENDING], target=20)
    with way.page(browser) as page:
        page.add_init_script(script)
        page.goto(over.url)
        assert _saved(page).startswith(b"\x89PNG")
        assert page.url == over.url


@pytest.mark.slow
def test_where_the_server_makes_no_png_the_browser_draws_it(
    browser: Browser, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    # Found before the real one: as if the extra were not installed.
    (bare / "resvg_py.py").write_text("raise ImportError")
    with (
        running_scorepad(tmp_path / "data", working_folder=bare) as server,
        HTMX.phone(browser) as handset,
    ):
        game = started(server, hands=[_ENDING], target=20)
        page = handset.page
        page.add_init_script(_TAKEN)
        page.goto(game.url)
        expect(_link(page)).to_have_attribute("download", "scorepad-1.svg")
        _link(page).click()
        page.wait_for_function("() => window.shared.length")
        assert page.evaluate("window.shared") == [["scorepad-1.png", "image/png", "PNG"]]
        tab = new_tab(page)
        tab.add_init_script(_NONE)
        tab.goto(game.url)
        saved = _saved(tab)
        # As wide as the server's, and not empty.
        assert int.from_bytes(saved[16:20]) == 1200
        assert len(saved) > 20_000
        expect_clean(handset)
