"""What a writer had seen of a game, and whether somebody else has changed it since."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.orm import Session

from scorepad import caps, rules
from scorepad.store.base import count, now
from scorepad.store.errors import BinnedError, CapError, GoneError, StaleError
from scorepad.store.game.snapshot import (
    CARDS,
    GameSnapshot,
    HandSnapshot,
    as_stored,
    columns_of,
    game_with_id,
    hand_of,
    last_line_of,
    was_written,
)
from scorepad.store.game.writing import check_revision, check_running, finish_change
from scorepad.store.log.changes import Decision, HandCorrected, HandRecorded, HandRemoved, LogRow
from scorepad.store.log.rows import rows_since
from scorepad.store.models import Change, Hand


@dataclass(frozen=True)
class Seen:
    """What a writer's page showed when they tapped.

    ``revision``: of the game, as the server sent it. ``hands``: entry ids of hands that the page
    showed besides, as waiting or just sent. ``last``: the entry id of the last hand that the server
    had sent; empty if there was none, or the page doesn't say. ``shown``: the revision of that
    page, if the writer has decided since what to do about changes up to ``revision``.
    """

    revision: int
    hands: frozenset[str] = frozenset()
    last: str = ""
    shown: int | None = None

    @property
    def before_deciding(self) -> Seen:
        """What the page showed when the hand was entered."""
        shown = self.revision if self.shown is None else min(self.shown, self.revision)
        return replace(self, revision=shown)

    def changed_by_others(self, connection: Connection, game: GameSnapshot) -> list[LogRow]:
        """The changes since then that the writer did not make, oldest first."""
        rows = rows_since(connection, game.id, self.revision)
        return [row for row in rows if not self._is_own(row)]

    def check(self, connection: Connection, game: GameSnapshot) -> None:
        """Raise :class:`StaleError` unless the game is what the writer had seen.

        True unless another device changed it or the names of its players. If it lacks a hand that
        the writer had seen, the database is an older copy.
        """
        rows = rows_since(connection, game.id, self.revision)
        if sum(map(self._is_own, rows)) != game.revision - self.revision:
            raise StaleError
        hands = self.hands | {self.last} - {""}
        known = Hand.game_id == game.id, Hand.entry_id.in_(hands)
        if hands and count(connection, Hand, *known) < len(hands):
            raise StaleError

    def _is_own(self, row: LogRow) -> bool:
        """Whether a change is one of the writer's: only their outbox has acts on their hands."""
        return row.entry in self.hands and (row.what == HandRecorded.what or row.act is not None)


def was_done(connection: Connection, game: GameSnapshot, act: str) -> bool:
    """Whether the act with this id was carried out before."""
    # Found among the few changes of its game, which have an index.
    return count(connection, Change, Change.game_id == game.id, Change.act == act) > 0


def record_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    hand: rules.Hand,
    *,
    entry_id: str,
    seen: Seen,
) -> rules.Sheet | None:
    """Record the next hand, once for every ``entry_id`` however often it is sent.

    Raises :class:`StaleError` if somebody else changed the game since the writer's page, or has
    recorded these cards, or the entry was sent before with other cards, :class:`BinnedError`,
    :class:`GameOverError`, :class:`CapError`, or :class:`~scorepad.rules.RulesError` with a place
    in the game.

    What the table decided for the hand to come goes into the hand, unless it says otherwise.
    """
    connection = session.connection()
    entered = select(Hand.id, *CARDS).where(Hand.game_id == game.id, Hand.entry_id == entry_id)
    same_entry = connection.execute(entered).one_or_none()
    if same_entry is not None:
        _check_repetition(connection, game, hand, same_entry[0], hand_of(*same_entry[1:]))
        return None
    seen.check(connection, game)
    others = recorded_by_others(connection, game, seen.before_deciding)
    if any(is_identical(game, index, hand) for index, _ in others):
        raise StaleError
    check_running(game, game.revision)
    decision = Decision(game.next_passed, game.next_dealer)
    hand = completed(hand, decision.passed, decision.dealer)
    rules.sheet(replace(game.game, hands=(*game.game.hands, hand)))
    hand = as_stored(hand, game.ruleset)
    line = last_line_of(connection, game.id) + 1
    if len(game.hands) >= caps.HANDS:
        raise CapError("hands")
    at = now()
    row = {"game_id": game.id, "line": line, "entry": entry_id, "recorded": at}
    made = connection.execute(insert(Hand), row | columns_of(hand)).inserted_primary_key
    (hand_id,) = made or (0,)
    written = HandSnapshot(hand_id, line, hand, False, entry_id, at)
    return finish_change(
        session,
        replace(game, hands=(*game.hands, written)),
        device_id,
        HandRecorded(hand, None if decision == Decision() else decision),
        hand_id=hand_id,
        next_passed=None,
        next_dealer=None,
    )


def completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand, with this pass and dealer where it has none of its own."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def _check_repetition(
    connection: Connection,
    game: GameSnapshot,
    hand: rules.Hand,
    entered_id: int,
    now_there: rules.Hand,
) -> None:
    """Go on only if the entry was recorded before as this hand: as it is now, or was at first.

    Raises :class:`StaleError` if it was another hand.
    """
    recorded = select(Change.after).where(
        # Found among the few of its game, which have an index.
        Change.game_id == game.id,
        Change.hand_id == entered_id,
        Change.what == HandRecorded.what,
    )
    first = connection.scalars(recorded).one_or_none()
    known = [now_there]
    if first is not None:
        known.append(HandRecorded.from_json(None, first).hand)
    hand = as_stored(hand, game.ruleset)
    if not any(completed(hand, each.passed, each.dealer) == each for each in known):
        raise StaleError


def recorded_by_others(
    connection: Connection, game: GameSnapshot, seen: Seen
) -> list[tuple[int, LogRow]]:
    """The hands on the sheet that others recorded since: the index of each, and its row."""
    found = []
    for row in seen.changed_by_others(connection, game):
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None:
                found.append((index, row))
    return found


def is_identical(game: GameSnapshot, index: int, own: rules.Hand) -> bool:
    """Whether a hand of the game has the cards of a new one, which has no pass and no dealer."""
    saved, own = game.hands[index].hand, as_stored(own, game.ruleset)
    return (saved.hearts, saved.cards, saved.moon_choice, saved.sun) == (
        own.hearts,
        own.cards,
        own.moon_choice,
        own.sun,
    )


def correct_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    line: int,
    hand: rules.Hand,
    *,
    revision: int,
    act: str | None = None,
) -> rules.Sheet | None:
    """Replace the cards of the hand on a line. Raises :class:`~scorepad.rules.RulesError` too."""
    if (index := game.index_of(line)) is None:
        raise StaleError
    rules.sheet(game.game.with_hand(index, hand))
    row, hand = game.hands[index], as_stored(hand, game.ruleset)
    if row.hand == hand:
        # A repeated request, or nothing to correct: either way the row already has these cards.
        return None
    check_revision(game, revision)
    corrected = {"corrected": now(), **columns_of(hand)}
    session.connection().execute(update(Hand).where(Hand.id == row.id).values(corrected))
    game = game_with_id(session.connection(), game.id)
    change = HandCorrected(row.hand, hand)
    return finish_change(session, game, device_id, change, hand_id=row.id, act=act)


def remove_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    line: int,
    *,
    revision: int,
    act: str | None = None,
) -> rules.Sheet | None:
    """Remove the hand on a line from the sheet: it is struck out, not deleted."""
    if (index := game.index_of(line)) is None:
        if was_written(session.connection(), game.id, line):
            # A repeated request: the hand is removed already.
            return None
        raise StaleError
    check_revision(game, revision)
    row = game.hands[index]
    struck = update(Hand).where(Hand.id == row.id).values(struck=now())
    session.connection().execute(struck)
    game = game_with_id(session.connection(), game.id)
    change = HandRemoved(row.hand)
    return finish_change(session, game, device_id, change, hand_id=row.id, act=act)


def correct_entry(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    entry_id: str,
    hand: rules.Hand,
    *,
    act: str,
    seen: Seen,
) -> rules.Sheet | None:
    """Replace the cards of the hand of an entry, once for every ``act``.

    Its pass and its dealer stay, unless the new one has others. Raises :class:`GoneError` if it is
    not on the sheet, :class:`StaleError` if somebody else changed it since the writer's page,
    :class:`BinnedError`, or :class:`~scorepad.rules.RulesError`.
    """
    if was_done(session.connection(), game, act):
        return None
    row = _hand_of_entry(session, game, entry_id, seen)
    if row is None:
        raise GoneError
    hand = completed(hand, row.hand.passed, row.hand.dealer)
    revision = game.revision
    return correct_hand(session, game, device_id, row.line, hand, revision=revision, act=act)


def remove_entry(
    session: Session, game: GameSnapshot, device_id: int, entry_id: str, *, act: str, seen: Seen
) -> rules.Sheet | None:
    """Remove the hand of an entry, if it is on the sheet, once for every ``act``.

    Raises :class:`StaleError` if somebody else changed it since the writer's page, or
    :class:`BinnedError`.
    """
    if was_done(session.connection(), game, act):
        return None
    row = _hand_of_entry(session, game, entry_id, seen)
    if row is None:
        return None
    return remove_hand(session, game, device_id, row.line, revision=game.revision, act=act)


def _hand_of_entry(
    session: Session, game: GameSnapshot, entry_id: str, seen: Seen
) -> HandSnapshot | None:
    if game.binned is not None:
        raise BinnedError
    row = next((each for each in game.hands if each.entry_id == entry_id), None)
    own = replace(seen, hands=seen.hands | {entry_id})
    others = own.changed_by_others(session.connection(), game)
    if row is not None and any(change.hand_id == row.id for change in others):
        raise StaleError
    return row
