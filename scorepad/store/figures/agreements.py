"""The rules that games of a pad were played by, as pages choose between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sqlalchemy import Connection, Select, Text, bindparam, cast, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.store.figure_models import Agreement, Tally

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
    return _all(connection, _MOST_USED, {"pad": pad_id})


_PLAYED: Final = (
    select(*COLUMNS, Tally.games)
    .join(Tally, Tally.agreement_id == Agreement.id)
    .where(Tally.player_id == bindparam("player"))
    .order_by(Tally.games.desc(), Agreement.id)
    .limit(MOST_OFFERED)
)


def played_by(connection: Connection, player_id: int) -> Sequence[AgreementSnapshot]:
    """The agreements with most games of a player, most first."""
    return _all(connection, _PLAYED, {"player": player_id})


def _all(
    connection: Connection, statement: Select[int, int, str, int], parameters: Mapping[str, int]
) -> Sequence[AgreementSnapshot]:
    rows = connection.execute(statement, parameters)
    return [AgreementSnapshot(*row) for row in rows]
