"""The tests' own phones: nobody finds anything of who had one before."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser

from tests.support.browser import NAME_IN_THE_HOUSE, phone
from tests.support.server import Server

_LEAVE: Final = """async () => {
    document.cookie = "known=1";
    localStorage.known = sessionStorage.known = "1";
    await new Promise((resolve) => { indexedDB.open("known").onsuccess = resolve; });
}"""
_FIND: Final = """async () => [
    document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage),
    ...(window.known ? ["script"] : []),
    ...(await indexedDB.databases()).map(({ name }) => name).filter((name) => name === "known"),
]"""


def test_a_phone_knows_nothing_of_the_one_before(browser: Browser, scorepad: Server) -> None:
    here = f"{scorepad.address}/sw.js"
    addresses = (here, here.replace("127.0.0.1", NAME_IN_THE_HOUSE))
    with phone(browser) as handset:
        context = handset.page.context
        handset.page.add_init_script("window.known = 1")
        for address in addresses:
            handset.page.goto(address)
            handset.page.evaluate(_LEAVE)
        context.route("**/*", lambda route: route.abort())
        context.set_offline(True)
    with phone(browser) as handset:
        assert handset.page.context is context
        assert handset.page.context.cookies() == []
        for address in addresses:
            handset.page.goto(address)
            assert handset.page.evaluate(_FIND) == [""]


def test_what_goes_wrong_is_told_of_the_phone_on_which_it_does(
    browser: Browser, scorepad: Server
) -> None:
    with phone(browser) as first:
        first.page.evaluate("fetch('http://192.0.2.1/').catch(() => {})")
        assert first.strangers == ["http://192.0.2.1/"]
        first.page.goto(f"{scorepad.address}/nowhere")
        assert "404" in first.errors[-1]
        errors = list(first.errors)
    with phone(browser) as second:
        second.page.goto(f"{scorepad.address}/nowhere")
        assert len(second.errors) == 1
        assert second.strangers == []
        assert first.errors == errors
