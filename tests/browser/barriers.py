"""What would keep somebody with a screen reader or weak eyes out, as far as axe can see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# This one rule takes four times as long as all the others, and contrast.py finds what it finds.
_CONTRAST: Final = "color-contrast"
_USUAL: Final[Mapping[str, Any]] = {"rules": {_CONTRAST: {"enabled": False}}}
# What else depends on colours, which is all that a theme changes.
OF_COLOURS: Final = {"runOnly": {"type": "rule", "values": ["link-in-text-block"]}}
_AXE: Final = Axe()


def barriers(page: Page, rules: Mapping[str, Any] = _USUAL) -> list[str]:
    """What axe finds by these of its rules."""
    violations = _run(page, {"resultTypes": ["violations"], **rules})["violations"]
    return [
        f"{found['id']}: {node['html'][:120]} {node.get('failureSummary', '')[-160:]}"
        for found in violations
        for node in found["nodes"]
    ]


def _run(page: Page, options: Mapping[str, Any]) -> Mapping[str, Any]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.axe_script)
    results: Mapping[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return results
