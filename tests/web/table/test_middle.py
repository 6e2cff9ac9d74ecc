"""The table in the middle: what its plates and its centre say, and that it follows like a table."""

from __future__ import annotations

from tests.web.cast import Phone, Table, start
from tests.web.pages import Page
from tests.web.table.polls import revision, statements


def middle(table: Table, phone: Phone | None = None) -> Page:
    """The page as somebody sees it, usually one who looks on."""
    return (phone or Phone(table.app)).open(f"{table.address}/middle")


def plates(page: Page) -> list[str]:
    """What stands on each plate and before it, by seat."""
    return [plate.text for plate in page.all(class_="plate")]


def centre(page: Page, part: str = "coming") -> list[str]:
    """The lines in the middle."""
    first, second = page.all("div", class_=part)
    assert first.text == second.text
    return [line.text for line in first.all("p") if line.text]


def follows(page: Page) -> str:
    return page.only(id="follow").attributes["data-asks"]


def marked(page: Page, mark: str) -> list[int]:
    """The seats whose plates have a class."""
    return [int(plate.attributes["data-seat"]) for plate in page.all(class_=mark)]


def test_after_a_hand(played: Table) -> None:
    """The next one is passed to the right, and Dora is ahead."""
    page = middle(played)
    assert plates(page)[1] == "Ben +17 ♠Q · 83 left 17 passes to Anna"
    assert [plate.attributes["data-to"] for plate in page.all(class_="plate")] == [*"3012"]
    assert centre(page) == ["Hand 2", "Pass right", "Dora is ahead.", "♣2 leads"]
    assert marked(page, "leads") == [3]
    ways = [plate.only("path").attributes["d"] for plate in page.all(class_="plate")]
    assert ways == ["M0 .5H6", "M0 .5H17", "M0 .5H2", "M0 .5H1"]
    # To look at only, even with the pen; the one link leads back to the table.
    for phone in (played.phone, Phone(played.app)):
        page = middle(played, phone)
        assert not page.forms
        assert page.main.links == [played.address]


def test_an_exact_hit_is_shown_before_and_after(phone: Phone) -> None:
    table = start(phone, exact="50", opening_0="62", opening_1="96")
    page = middle(table.recorded(3, 4, 5, 1, QS=3))
    assert centre(page, "brought")[0] == "100 → 50"
    assert marked(page, "hit") == [1]


def test_who_is_near_the_end_is_warned_of(phone: Phone) -> None:
    table = start(phone, opening_0="62", opening_1="95", opening_2="90", opening_3="80")
    page = middle(table.recorded(1, 2, 4, 6, QS=3))
    assert marked(page, "near") == [1, 2, 3]
    # No more than two, those who need least.
    assert centre(page)[-2:] == ["1 more for Dora ends the game.", "3 more for Ben ends the game."]


def test_a_moon_has_its_moment(phone: Phone) -> None:
    table = start(phone)
    table.saved(phone.submit(table.entry(), {"shooter": "0"}))
    page = middle(table)
    assert centre(page, "brought") == ["Anna shot the moon!", "Anna is ahead."]
    assert page.all(class_="moon")
    assert marked(page, "hit") == [0]
    assert plates(page)[:2] == [
        "Anna 0 ☾ · 100 left 0 passes to Dora",
        "Ben +26 · 74 left 26 passes to Anna",
    ]
    # The next hand is without one.
    assert not middle(table.recorded(6, 4, 2, 1, QS=1)).all(class_="brought")


def test_the_end_has_its_places(finished: Table) -> None:
    page = middle(finished)
    assert centre(page) == ["Game over", "Anna wins with 0.", "after hand 2"]
    places = [plate.only(class_="rank").text for plate in page.all(class_="plate")]
    assert places == ["1st", "4th", "3rd", "2nd"]
    assert marked(page, "leads") == [0]
    assert "left" not in " ".join(plates(page))
    assert page.all(class_="over")


def test_a_game_ended_early_and_one_in_the_bin_say_so(played: Table) -> None:
    played.do("stop")
    assert centre(middle(played)) == [
        "Game over",
        "Dora wins with 1.",
        "Ended early, by agreement.",
    ]
    played.do("bin")
    page = middle(played)
    assert centre(page) == ["In the bin"]
    assert page.title == "In the bin"


def test_it_follows_the_game(played: Table, looker_on: Phone) -> None:
    address = follows(middle(played))
    assert address == f"{played.address}/middle?seen={revision(played)}"
    with statements(played.app) as queries:
        assert looker_on.client.get(address).status_code == 204
    assert len(queries) == 1
    played.recorded(6, 4, 2, 1, QS=1)
    assert centre(looker_on.open(address))[0] == "Hand 3"
    assert looker_on.client.get(f"{played.address}/middle/?seen=2").status_code == 404


def test_it_goes_on_to_the_next_game(finished: Table, looker_on: Phone) -> None:
    """The page asks for the next game from then on, and without scripts the browser does."""
    page = middle(finished, looker_on)
    address = follows(page)
    assert "seen=" in address
    assert looker_on.client.get(address).status_code == 204
    assert refresh(page) == "15"
    (form,) = [form for form in finished.acts("rematch") if form["seats"] == "kept"]
    following = f"{finished.phone.submit(form).location}/middle"
    page = looker_on.open(address)
    assert follows(page) == following
    assert refresh(page) == f"15; url={following}"
    assert "seen=" in follows(looker_on.open(following))


def refresh(page: Page) -> str:
    """What makes the page reload where there are no scripts."""
    return page.only("noscript").only("meta").attributes["content"]
