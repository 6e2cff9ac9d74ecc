"""Default names of devices, derived from their browsers."""

from __future__ import annotations

from typing import Final

from scorepad.web.words.translation import gettext

# The first match counts, because most browsers also send the names of older ones.
_BROWSERS: Final = {
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "SamsungBrowser": "Samsung Internet",
    "OPR/": "Opera",
    "OPT/": "Opera",
    "Edg": "Edge",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def guessed_name(user_agent: str) -> str:
    """A short name from the header that a browser sends, such as "Firefox on Android"."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), None)
    if system is None:
        return browser or gettext("Browser")
    if browser is None:
        return gettext("Browser on %(system)s", system=system)
    return gettext("%(browser)s on %(system)s", browser=browser, system=system)
