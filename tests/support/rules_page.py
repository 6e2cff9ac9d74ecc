"""``docs/rules.md``: the rules as a player reads them, from the facts of the start form.

``python -m tests.support.rules_page`` writes it; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scorepad.rules import PRESETS, ruleset
from scorepad.rules.presets import Preset
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.web.pad.questions import HOUSE_RULES, Question
from scorepad.web.words import rules as words
from scorepad.web.words.cards import symbol
from scorepad.web.words.rule_names import NOT_SCORED, known_as

PAGE: Final = Path(__file__).parents[2] / "docs" / "rules.md"
_FOUR: Final = ruleset(4, {})
_BEGINNING: Final = """# The rules that Scorepad scores

Every game, every house rule, and what Scorepad does with it. The start form offers the same:
under “Change” a search finds a rule by any of these names. This page is made from the program
(`make rules`).

## What they have in common

All cards are dealt, three of them are passed on, and whoever holds the lowest club leads. Every
heart counts a point against its taker, and so does each special card what is said below. Whoever
takes every penalty card has shot the moon, known from the cards and not from the points. Bonus
cards count for whoever took them, in a moon too. After each hand the points are added, then an
exact hit is taken off, then the end is judged. The lowest total wins; equal totals share the
better place.
"""
_SOURCES: Final = """
## Sources

- Two German texts, on Black Widow and on Hearts (Schwarze Dame): the games, the decks and passes
  for three, five and six players, old and new moon, the exact hit.
- R. F. Foster, 1909, as these quote him: Discard Hearts and Black Jack.
- David Parlett's and John McLeod's (pagat.com) descriptions of the family: cards left over, the
  ten of diamonds, the ace of spades beside the king, what is not scored here.

Where they are silent, the choice is ours: the deck and the passes of seven, the card that three
remove if they remove one, that an exact hit is always taken, and that a bonus card counts beside
a moon.
"""


def rules_page() -> str:
    """The page, in English."""
    return "".join(
        [
            _BEGINNING,
            "\n## Players and decks\n\n",
            *_decks(),
            "\n## Games\n",
            *(line for preset in PRESETS.values() for line in _game(preset)),
            "\n## House rules\n\nOn top of any game.\n\n",
            *(line for question in HOUSE_RULES for line in _house_rule(question)),
            "\n## Not scored\n\n",
            *(f"- {', '.join(names)}: {why}\n" for names, why in NOT_SCORED.items()),
            _SOURCES,
        ]
    )


def _decks() -> Iterator[str]:
    yield "| players | removed | cards each | hearts | ♠Q | in all | leads | passes, in turn |\n"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        rules = ruleset(players, {})
        out = " ".join(symbol(card) for card in rules.deck_removed) or "–"
        passes = ", ".join(words.direction(offset, players) for offset in rules.pass_cycle)
        yield (
            f"| {players} | {out} | {rules.cards_each} | {rules.hearts} | {rules.hearts} "
            f"| {rules.penalty_total} | {symbol(rules.leads)} | {passes} |\n"
        )


def _game(preset: Preset) -> Iterator[str]:
    yield f"\n### {preset.name}\n\n"
    if preset.known_as:
        yield f"Also called {', '.join(preset.known_as)}.\n\n"
    for sentence in words.rules_in_full(ruleset(4, {"preset": preset.key})):
        yield f"- {sentence}\n"


def _house_rule(question: Question) -> Iterator[str]:
    default = f". {words.default(question.name, _FOUR)}" if question.kind == "blank" else ""
    yield f"- **{words.label(question.name, _FOUR)}**{default}\n"
    if question.kind not in ("choice", "prominent") or question.name == "deck":
        # Its words say all of it, or it depends on the players.
        known = known_as(question.name, "y")
        if known:
            yield f"  - also called {', '.join(known)}\n"
        return
    for value in question.values:
        known = known_as(question.name, value)
        called = f" (also called {', '.join(known)})" if known else ""
        yield f"  - {words.answer(question.name, value, _FOUR)}{called}\n"


if __name__ == "__main__":
    PAGE.write_text(rules_page(), "utf-8")
