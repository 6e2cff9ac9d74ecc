"""A pad with all there is to see, made without tapping: for who looks at its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, FilePayload

from tests.support.server import Server

MID_GAME_HANDS: Final = 15
# The list of games has a middle, between its first and its last page; one more is in the bin.
_OLD_GAMES: Final = 21
_PLAYED_GAMES: Final = 3


@dataclass(frozen=True)
class Pad:
    """A pad with an open table, a long game in the middle, and many that are over.

    Its phone knows another pad besides; a second one holds a pen too.
    """

    address: str
    """Of the pad, ending in a slash."""
    cookies: list[tuple[str, str]] = field(repr=False)

    def open_in(self, context: BrowserContext) -> None:
        """Give the pen to the browser."""
        everywhere = urljoin(self.address, "/")  # A cookie's address is also its path.
        context.add_cookies(
            [{"name": name, "value": value, "url": everywhere} for name, value in self.cookies]
        )


def make_pad(browser: Browser, server: Server, names: Sequence[str]) -> Pad:
    """Make the pad of these players."""
    phones = browser.new_context(), browser.new_context()
    client, second = (each.request for each in phones)
    table = _play(client, f"{server.address}/new", names, hands=9, target=50)
    pad = table.removesuffix("table/1")
    _play(client, f"{pad}new", names, hands=MID_GAME_HANDS, target=1000)
    _play(client, f"{pad}new", names, hands=0, target=100)
    _play(client, f"{server.address}/new", names, hands=0, target=100)
    _import_old_games(client, pad, names)
    last = f"{pad}table/{_PLAYED_GAMES + _OLD_GAMES}"
    _send(client, f"{last}/bin", client.get(last).text(), {})
    _hand_over(client, pad, second, names[-1])
    cookies = [(each.get("name", ""), each.get("value", "")) for each in phones[0].cookies()]
    for each in phones:
        each.close()
    return Pad(pad, cookies)


def _hidden(page: str, name: str) -> str:
    """What a hidden field of the page's first form holds."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return found.group(1)


def _send(
    client: APIRequestContext, address: str, page: str, fields: dict[str, str]
) -> tuple[str, str]:
    """Send the form of a page; the answer's address and page."""
    hidden = {"csrf_token": _hidden(page, "csrf_token"), "entry_id": _hidden(page, "entry_id")}
    if 'name="revision"' in page:
        hidden["revision"] = _hidden(page, "revision")
    answer = client.post(address, form={**hidden, **fields})
    assert answer.ok, f"{answer.status}: {answer.text()}"
    return answer.url, answer.text()


def _play(
    client: APIRequestContext, address: str, names: Sequence[str], *, hands: int, target: int
) -> str:
    """Start a game with the form at ``address``, take down so many hands; the table's address.

    It stops where the game ends.
    """
    fields = {f"name_{seat}": name for seat, name in enumerate(names)}
    fields |= {f"order_{seat}": str(seat + 1) for seat in range(len(names))}
    fields |= {"dealer": "0", "preset": "black-lady", "moon": "add", "target": str(target)}
    table, page = _send(client, address, client.get(address).text(), fields)
    players = len(names)
    in_pack = _in_pack(players)
    for number in range(hands):
        if 'class="paper entry' not in page:
            break
        hearts = [0] * players
        first, second = number % players, (number * 2 + 1) % players
        hearts[first] = in_pack if number == 4 else 5
        hearts[second] += in_pack - sum(hearts)
        fields = {f"hearts_{seat}": str(count) for seat, count in enumerate(hearts)}
        _, page = _send(client, table, page, {**fields, "cards_QS": str(first)})
    return table


def _in_pack(players: int) -> int:
    """How many hearts there are."""
    return 12 if players in {3, 6} else 13


def _import_old_games(client: APIRequestContext, pad: str, names: Sequence[str]) -> None:
    """Add games of two hands that are over: of this evening, and of two years ago."""
    taken = [8, _in_pack(len(names)) - 8, *[0] * (len(names) - 2)]
    game = {
        "format": "scorepad-game",
        "version": 1,
        "rules": {"preset": "black-lady", "target": 20},
        "players": [*names],
        "dealer": 0,
    }
    lines = []
    for number in range(_OLD_GAMES):
        seat = number % len(names)
        hand = {
            "hearts": [*taken[-seat:], *taken[:-seat]],
            "cards": {"QS": (seat + 1) % len(names)},
        }
        years_ago = {"started": "2024-11-22T20:00:00Z"} if number < _OLD_GAMES // 2 else {}
        lines.append(json.dumps({**game, "id": f"old-{number}", "hands": [hand] * 2, **years_ago}))
    file: FilePayload = {
        "name": "games.jsonl",
        "mimeType": "application/json",
        "buffer": "\n".join(lines).encode(),
    }
    token = _hidden(client.get(f"{pad}import").text(), "csrf_token")
    answer = client.post(f"{pad}import", multipart={"csrf_token": token, "file": file})
    assert answer.url == pad, answer.text()


def _hand_over(client: APIRequestContext, pad: str, other: APIRequestContext, name: str) -> None:
    """Give another phone a pen of the pad; that phone is called by this name."""
    token = _hidden(client.get(f"{pad}pens").text(), "csrf_token")
    shown = client.post(f"{pad}pens/link", form={"csrf_token": token}).text()
    link = re.search(r'class="link"><a href="([^"]*)"', shown)
    assert link is not None, shown
    asked = other.get(link.group(1)).text()
    hidden = {field: _hidden(asked, field) for field in ("csrf_token", "link")}
    answer = other.post(urljoin(pad, "/pen"), form={**hidden, "name": name})
    assert answer.url.startswith(f"{pad}table/")
