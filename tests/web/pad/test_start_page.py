"""The start form as it is shown: blank, proposed after a game, and refused."""

from __future__ import annotations

from tests.web.cast import NAMES, Phone, players, start
from tests.web.pages import Page, page_of


def is_open(page: Page, fold: str) -> bool:
    return "open" in page.only("details", id=fold).attributes


def refused(phone: Phone, **fields: str) -> Page:
    """The form again, with these fields instead of those of three players."""
    form = phone.open("/new").form()
    response = phone.force(form, {**players(*NAMES[:3]), "dealer": "0", **fields})
    assert response.status_code == 422
    return page_of(response)


def answers(page: Page) -> dict[str, str]:
    """The answers besides the players and their order."""
    fields = page.form().visible().items()
    return {
        name: value for name, value in fields if value and not name.startswith(("name_", "order_"))
    }


def test_a_blank_form_has_numbers_the_lot_and_black_lady_and_is_folded(phone: Phone) -> None:
    page = phone.open("/new")
    assert [page.form()[f"order_{row}"] for row in range(7)] == ["1", "2", "3", "4", "5", "6", "7"]
    hints = [each.attributes["placeholder"] for each in page.all("input", class_="who")]
    assert ["optional" in hint for hint in hints] == [False] * 3 + [True] * 4
    lines = page.only("ol", class_="players").all("li")
    assert ["spare" in line.attributes.get("class", "") for line in lines] == (
        [False] * 4 + [True] * 3
    )
    assert answers(page) == {"dealer": "lot", "preset": "black-lady"}
    assert not is_open(page, "rules")
    assert not is_open(page, "paper")
    assert (page.alert, page.faults) == ("", [])


def test_the_last_game_is_proposed_without_what_it_brought_from_paper(phone: Phone) -> None:
    rules = {"preset": "omnibus", "sun": "y", "exact": "50", "passing": "right"}
    table = start(phone, *NAMES[:3], dealer="2", opening_1="40", hands_before="2", **rules)
    page = phone.open(f"{table.pad}new")
    assert [page.form()[f"name_{row}"] for row in range(7)] == [*NAMES[:3], *[""] * 4]
    assert answers(page) == {"dealer": "2", **rules}
    assert not is_open(page, "rules")


def test_a_fault_in_the_game_or_the_players_leaves_the_folds_closed(phone: Phone) -> None:
    page = refused(phone, preset="bridge", name_1="Anna", dealer="x")
    assert page.alert == "Two players are called \u2068Anna\u2069."
    assert len(page.faults_at("preset")) == 1
    assert len(page.faults) == 3
    assert not is_open(page, "rules")
    assert not is_open(page, "paper")


def test_what_comes_from_paper_is_not_folded_away(phone: Phone) -> None:
    for field in ({"opening_3": "5"}, {"hands_before": "2"}):
        assert is_open(refused(phone, name_1="Anna", **field), "paper"), field


def test_a_refused_start_keeps_its_id_unless_that_was_what_is_wrong(phone: Phone) -> None:
    assert refused(phone, target="5", entry_id="mine").form()["entry_id"] == "mine"
    for wrong in ("<mine>", ""):
        assert refused(phone, entry_id=wrong).form()["entry_id"] not in ("", wrong)


def test_a_target_warns_where_a_game_can_have_too_few_hands(phone: Phone) -> None:
    for target, warning in (("700", ""), ("1000", "A game has at most 150 hands, and may need ")):
        page = phone.open(f"/new?players=5&target={target}")
        text = page.only("div", id="warns-target").text
        assert text.startswith(warning), target
        assert bool(text) == bool(warning), target
