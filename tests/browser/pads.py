"""A pad with all there is to see, made without tapping: to look at its pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from tests.browser.pens import other_holder, pad_of
from tests.browser.play import Game, Hand, started
from tests.support.server import Server
from tests.web.pad.importing import form_with_file

_MID_GAME_HANDS: Final = 15
# The list of games has a middle, between its first and its last page; one more is in the bin.
_OLD_GAMES: Final = 21
_PLAYED_GAMES: Final = 3


def make_pad(server: Server, names: Sequence[str]) -> Game:
    """The long game of such a pad, which is the second of three; most others are over.

    Its phone knows another pad besides; a second one holds a pen too.
    """
    hands = [*_hands(len(names))]
    first = started(server, names, moon="add", target=50)
    for hand in hands[:9]:
        if "paper entry" in first.client.get(first.path).text:
            first.take_down(hand)
    long = started(server, names, hands, beside=first, moon="add", target=1000)
    started(server, names, beside=first)
    page = f"{pad_of(first.path)}import"
    token = first.client.get(page).form(page)["csrf_token"]
    body, kind = form_with_file(token, _old_games(names))
    assert first.client.upload(page, body, kind).status == 303
    last = f"{pad_of(first.path)}table/{_PLAYED_GAMES + _OLD_GAMES}"
    answer = first.client.post(f"{last}/bin", first.client.get(f"{last}/more").form(f"{last}/bin"))
    assert answer.status == 303
    other_holder(first, names[-1])
    # Another pad of the same phone.
    fields = first.client.get("/new").form("/new")
    fields |= {f"name_{seat}": name for seat, name in enumerate(names)}
    assert first.client.post("/new", fields).status == 303
    return long


def _hands(players: int) -> Iterator[Hand]:
    """Hands in which two have all the hearts; the fifth is a moon."""
    for number in range(_MID_GAME_HANDS):
        hearts = [0] * players
        first, second = number % players, (number * 2 + 1) % players
        hearts[first] = _in_pack(players) if number == 4 else 5
        hearts[second] += _in_pack(players) - sum(hearts)
        yield Hand(tuple(hearts), first)


def _in_pack(players: int) -> int:
    """How many hearts there are."""
    return 12 if players in {3, 6} else 13


def _old_games(names: Sequence[str]) -> bytes:
    """Games of two hands that are over: of this evening, and of two years ago."""
    taken = [8, _in_pack(len(names)) - 8, *[0] * (len(names) - 2)]
    rules = {"preset": "black-lady", "target": 20}
    game = {"format": "scorepad-game", "version": 1, "rules": rules, "players": [*names]}
    lines = []
    for number in range(_OLD_GAMES):
        seat = number % len(names)
        hearts = [*taken[-seat:], *taken[:-seat]]
        hands = [{"hearts": hearts, "cards": {"QS": (seat + 1) % len(names)}}] * 2
        years_ago = {"started": "2024-11-22T20:00:00Z"} if number < _OLD_GAMES // 2 else {}
        lines.append(json.dumps({**game, "id": f"old-{number}", "hands": hands, **years_ago}))
    return "\n".join(lines).encode()
