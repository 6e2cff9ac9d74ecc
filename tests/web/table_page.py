"""What the pages of a table say of the game."""

from __future__ import annotations

from tests.web.pages import Node, Page


def seats(page: Page) -> list[str]:
    """The players in the order of their seats."""
    names = page.only("table", class_="sheet").only("thead").all("bdi")
    return ["".join(each.text for each in name.all(class_="full")) or name.text for name in names]


def totals(page: Page) -> list[int]:
    """Everybody's total, by seat: in the picture, or at the end beside the places."""
    if plates := page.all("svg", class_="seat"):
        by_seat = {plate.attributes["data-seat"]: plate for plate in plates}
        return [number(_total_on(by_seat[str(seat)])) for seat in range(len(plates))]
    positions = {
        each.only("bdi").text: number(each.only("b").text)
        for each in page.only(class_="places").all("li")
    }
    return [positions[name] for name in seats(page)]


def _total_on(plate: Node) -> str:
    """The total on a plate; beside it is what the last hand did to it."""
    total = plate.only("text", class_="total")
    last = "".join(part.text for part in total.all("tspan"))
    return total.text.removesuffix(last).strip()


def sheet(page: Page) -> list[list[str]]:
    """The lines of the sheet: what a line is called, then its cells.

    Points above zero may have a sign or none.
    """
    body = page.only("table", class_="sheet").only("tbody")
    return [
        [
            cell.text.partition(" Σ")[0].replace("+", "")
            for cell in row.all()
            if cell.tag in ("th", "td")
        ]
        for row in body.all("tr")
    ]


def sums(page: Page) -> list[str]:
    """The sums of hands that do not add up as they usually do, "" for the others."""
    rows = page.only("table", class_="sheet").only("tbody").all("tr")
    return ["".join(each.text for each in row.all(class_="sum")) for row in rows]


def pairs(page: Page) -> list[tuple[str, str]]:
    """Who passes to whom, on the page More."""
    names = [tuple(name.text for name in item.all("bdi")) for item in _pairs(page)]
    return [(giver, taker) for giver, taker in names]


def now(page: Page) -> str:
    """The text about the next hand on the page More."""
    return page.only("section", class_="now").text


def number(text: str) -> int:
    """A number as a page writes it."""
    return int(text.replace("−", "-"))


def standing(node: Node) -> list[tuple[str, int]]:
    """Names, each with the total that follows it."""
    rows = []
    name = ""
    for each in node.below:
        if each.tag == "bdi":
            name = each.text
        elif each.tag == "b" and name:
            rows.append((name, number(each.text)))
            name = ""
    return rows


def _pairs(page: Page) -> list[Node]:
    return [item for group in page.all("ul", class_="pairs") for item in group.all("li")]
