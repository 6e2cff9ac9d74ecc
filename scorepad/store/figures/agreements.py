"""The rules that games of a pad were played by, as pages choose between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from sqlalchemy import Connection, Text, bindparam, cast, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import Agreement, Tally
from scorepad.store.models import Player

# A pad can have any number of agreements; these are offered.
MOST_OFFERED: Final = 20

# As text: the same rules need not be read from JSON again.
COLUMNS: Final = (Agreement.id, Agreement.players, cast(Agreement.options, Text))


@dataclass(frozen=True)
class AgreementSnapshot:
    """Rules for a number of players; ``options_text`` as JSON.

    ``games``: how many finished games there are, of the pad or of one player.
    """

    id: int
    players: int
    options_text: str
    games: int

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        """What they come to."""
        return ruleset_of(self.players, self.options_text)


class PlayerWithRules(NamedTuple):
    """A player, and the rules that they played by, most used first."""

    id: int
    name: str
    agreements: Sequence[AgreementSnapshot]


_OF_PAD: Final = Agreement.pad_id == bindparam("pad")
_ONE: Final = select(*COLUMNS, Agreement.games).where(
    _OF_PAD, Agreement.id == bindparam("agreement")
)


def agreement(connection: Connection, pad_id: int, agreement_id: int) -> AgreementSnapshot | None:
    """The pad's agreement of this id, with its games."""
    parameters = {"pad": pad_id, "agreement": agreement_id}
    row = connection.execute(_ONE, parameters).one_or_none()
    return None if row is None else AgreementSnapshot(*row)


_MOST_USED: Final = (
    select(*COLUMNS, Agreement.games)
    .where(_OF_PAD)
    .order_by(Agreement.games.desc())
    .limit(MOST_OFFERED)
)


def most_used(connection: Connection, pad_id: int) -> Sequence[AgreementSnapshot]:
    """The agreements with most games of a pad, most first."""
    rows = connection.execute(_MOST_USED, {"pad": pad_id})
    return [AgreementSnapshot(*row) for row in rows]


_WITH_RULES: Final = (
    select(Player.name, *COLUMNS, Tally.games)
    .select_from(Player)
    .outerjoin(Tally, Tally.player_id == Player.id)
    .outerjoin(Agreement, Agreement.id == Tally.agreement_id)
    .where(
        Player.pad_id == bindparam("pad"),
        Player.id == bindparam("player"),
        Player.merged_into.is_(None),
    )
    .order_by(Tally.games.desc(), Agreement.id)
    .limit(MOST_OFFERED)
)


def player_with_rules(
    connection: Connection, pad_id: int, player_id: int
) -> PlayerWithRules | None:
    """The pad's player of this id."""
    rows = connection.execute(_WITH_RULES, {"pad": pad_id, "player": player_id}).all()
    if not rows:
        return None
    # Whoever has not finished a game has a row without an agreement.
    agreements = [AgreementSnapshot(*row[1:]) for row in rows if row.id is not None]
    return PlayerWithRules(player_id, rows[0].name, agreements)
