"""Keys are tapped fast: neither a long press nor a second tap does anything else."""

from __future__ import annotations

from tests.engines.conftest import with_htmx
from tests.engines.tab import Tab
from tests.engines.table import start
from tests.support.home import Home

# What is tapped, and whether its text can be selected, and whether two taps zoom there.
_TAPPED = """() => [...document.querySelectorAll(
    "button, label:has([type=radio], [type=checkbox]), summary, .button"
)].map((each) => {
    const { webkitUserSelect, userSelect } = getComputedStyle(each);
    let zooms = true;
    for (let at = each; at; at = at.parentElement) {
        zooms &&= getComputedStyle(at).touchAction === "auto";
    }
    return [each.outerHTML.slice(0, 60), (userSelect ?? webkitUserSelect) !== "none", zooms];
})"""
_FIELDS = """() => [...document.querySelectorAll(
    "input.who, label input:not([type=radio], [type=checkbox])"
)]
    .map((each) => getComputedStyle(each))
    .map(({ webkitUserSelect, userSelect }) => userSelect ?? webkitUserSelect)"""


def expect_keys(tab: Tab, fewest: int) -> None:
    """There are so many keys at least, and all of them can be tapped fast."""
    tapped = tab.call(_TAPPED)
    assert len(tapped) >= fewest
    assert [each for each, selects, zooms in tapped if selects or zooms] == []


@with_htmx
def test_keys_can_be_tapped_fast(tab: Tab, home: Home) -> None:
    tab.open(f"{home.server.address}/new")
    expect_keys(tab, 10)
    # What is typed can be selected, even within the label that a tap on its name leads from.
    fields = tab.call(_FIELDS)
    assert len(fields) > 6
    assert "none" not in fields
    start(tab, home.server.address)
    expect_keys(tab, 60)
