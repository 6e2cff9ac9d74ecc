"""The verbs of a game: start it, record a hand, correct it, take it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorepad import rules
from scorepad.names import name_faults
from scorepad.rules.hand import MoonChoice
from scorepad.store import caps
from scorepad.store.base import now
from scorepad.store.changes import (
    Decision,
    GameStarted,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    change_of,
)
from scorepad.store.errors import CapError, GameOverError, StaleError
from scorepad.store.log import note
from scorepad.store.models import Change, Device, Game, Hand, Pad, Seat
from scorepad.store.pads import player_named
from scorepad.store.writing import expect, lock, settle

# How many games a page shows, and how many are in memory at once.
_AT_A_TIME: Final = 20
_MOST_PAGES: Final = 10**6


@dataclass(frozen=True)
class NewGame:
    """What a game starts with: trimmed, different names clockwise, the rules' options, the dealer.

    ``opening`` and ``hands_before``: what a sheet of paper brings along.
    """

    players: Sequence[str]
    options: Mapping[str, Any]
    dealer: int
    opening: Sequence[int] = field(default=())
    hands_before: int = 0


def start_game(session: Session, pad: Pad, device: Device, new: NewGame, *, entry_id: str) -> Game:
    """Start a game in a pad, once for every ``entry_id`` however often it is sent.

    Raises :class:`~scorepad.rules.RulesError` for what cannot be, with its place in a game file.
    """
    for seat, fault in name_faults(new.players):
        raise rules.RulesError(f"players[{seat}]", fault)
    ruleset = rules.ruleset(len(new.players), new.options)
    rules.sheet(rules.Game(ruleset, (), new.dealer, tuple(new.opening), new.hands_before))
    # One at a time per pad: the next number and new players are found without a gap in between.
    session.refresh(pad, with_for_update=True)
    repeated = session.scalar(select(Game).where(Game.pad_id == pad.id, Game.entry_id == entry_id))
    if repeated is not None:
        return repeated
    caps.expect_room_for_game(session, pad)
    pad.last_number += 1
    game = Game(
        pad=pad,
        number=pad.last_number,
        entry_id=entry_id,
        rules=dict(new.options),
        dealer=new.dealer,
        hands_before=new.hands_before,
        seats=[
            Seat(seat=seat, player=player_named(session, pad, name), opening=opening)
            for seat, (name, opening) in enumerate(
                zip(new.players, new.opening or (0,) * len(new.players), strict=True)
            )
        ],
    )
    session.add(game)
    session.flush()
    change = GameStarted(
        tuple(new.players), new.options, new.dealer, tuple(new.opening), new.hands_before
    )
    note(session, change, game, device)
    return game


def record_hand(
    session: Session, game: Game, device: Device, hand: rules.Hand, *, entry_id: str, revision: int
) -> Hand:
    """Take down the next hand, once for every ``entry_id`` however often it is sent.

    ``revision`` is the one that the writer saw. Raises :class:`StaleError` if the game went on
    since, or the entry was sent before with other cards, :class:`BinnedError`,
    :class:`GameOverError`, or :class:`~scorepad.rules.RulesError` with a place in the game.

    What the table decided for the hand to come goes into the hand, unless it says otherwise.
    """
    lock(session, game)
    repeated = next((row for row in game.lines if row.entry_id == entry_id), None)
    if repeated is not None:
        if not _is_repetition(session, game, repeated, hand):
            raise StaleError
        return repeated
    expect(game, revision)
    if game.finished is not None:
        raise GameOverError
    decision = Decision(game.next_passed, game.next_dealer)
    hand = _completed(hand, decision.passed, decision.dealer)
    played = as_game(game)
    sheet = rules.sheet(replace(played, hands=(*played.hands, hand)))
    last_line = last_line_of(game)
    if last_line >= caps.HANDS:
        raise CapError("hands")
    row = Hand(line=last_line + 1, entry_id=entry_id, recorded=now())
    write(row, hand, played.rules)
    game.lines.append(row)
    game.next_passed = game.next_dealer = None
    settle(game, sheet)
    change = HandRecorded(as_rules(row), None if decision == Decision() else decision)
    note(session, change, game, device, hand=row)
    return row


def correct_hand(
    session: Session, game: Game, device: Device, line: int, hand: rules.Hand, *, revision: int
) -> None:
    """Replace the cards of the hand on a line. Raises as :func:`record_hand` does."""
    lock(session, game)
    row = _on_line(game, line)
    played, index = as_game(game), game.hands.index(row)
    hands = (*played.hands[:index], hand, *played.hands[index + 1 :])
    sheet = rules.sheet(replace(played, hands=hands))
    before = played.hands[index]
    if before == _as_stored(hand, played.rules):
        # A repeated request, or nothing changed: either way it already says so.
        return
    expect(game, revision)
    write(row, hand, played.rules)
    row.corrected = now()
    settle(game, sheet)
    note(session, HandCorrected(before, as_rules(row)), game, device, hand=row)


def remove_hand(session: Session, game: Game, device: Device, line: int, *, revision: int) -> None:
    """Take the hand on a line out of the game; it is struck out, not deleted."""
    lock(session, game)
    if any(row.line == line and row.struck for row in game.lines):
        # A repeated request: it is out already.
        return
    expect(game, revision)
    row = _on_line(game, line)
    row.struck = now()
    settle(game, sheet_of(game))
    note(session, HandRemoved(as_rules(row)), game, device, hand=row)


def game_numbered(session: Session, pad: Pad, number: int) -> Game | None:
    """The pad's game of this number."""
    return session.scalar(select(Game).where(Game.pad_id == pad.id, Game.number == number))


def changes_since(session: Session, game: Game, revision: int, *, most: int) -> Sequence[Change]:
    """The last things done with a game since a revision of it, oldest first, ``most`` at most.

    Every revision has a line of the log.
    """
    newest = select(Change).where(Change.game_id == game.id).order_by(Change.id.desc())
    return session.scalars(newest.limit(min(max(game.revision - revision, 0), most))).all()[::-1]


def last_game(session: Session, pad: Pad) -> Game | None:
    """The pad's newest game that is not in the bin."""
    kept = select(Game).where(Game.pad_id == pad.id, Game.binned.is_(None))
    return session.scalar(kept.order_by(Game.number.desc()).limit(1))


def binned_games(session: Session, pad: Pad) -> Sequence[Game]:
    """The games in the pad's bin, newest first."""
    binned = select(Game).where(Game.pad_id == pad.id, Game.binned.is_not(None))
    return session.scalars(binned.order_by(Game.number.desc())).all()


def all_games(session: Session, pad: Pad, number: int | None = None) -> Iterator[Game]:
    """The pad's games without those in the bin, oldest first, a few at a time.

    With ``number`` only that one, wherever it is.
    """
    every = (
        select(Game)
        .where(Game.pad_id == pad.id)
        .order_by(Game.number)
        .options(selectinload(Game.substitutions))
    )
    every = every.where(Game.binned.is_(None) if number is None else Game.number == number)
    yield from session.scalars(every.execution_options(yield_per=_AT_A_TIME))


@dataclass(frozen=True)
class GamesPage:
    """One page of a pad's games: those that run first, then the others, each newest first."""

    running: Sequence[Game]
    finished: Sequence[Game]
    number: int
    more: bool


def games_page(session: Session, pad: Pad, number: int) -> GamesPage:
    """Page ``number`` (from 1) of a pad's games, without those in the bin."""
    number = min(max(number, 1), _MOST_PAGES)
    found = session.scalars(
        select(Game)
        .where(Game.pad_id == pad.id, Game.binned.is_(None))
        .order_by(Game.finished.is_not(None), Game.number.desc())
        .offset((number - 1) * _AT_A_TIME)
        .limit(_AT_A_TIME + 1)
    ).all()
    shown = found[:_AT_A_TIME]
    return GamesPage(
        running=[game for game in shown if game.finished is None],
        finished=[game for game in shown if game.finished is not None],
        number=number,
        more=len(found) > _AT_A_TIME,
    )


def hand_on_line(game: Game, line: int) -> Hand | None:
    """The hand on a line of the game's sheet, unless it was struck out."""
    return next((hand for hand in game.hands if hand.line == line), None)


def last_line_of(game: Game) -> int:
    """The last line that a hand was ever written on, struck out or not; 0 if there is none."""
    return max((hand.line for hand in game.lines), default=0)


def was_written(session: Session, game: Game, line: int) -> bool:
    """Whether the game ever had a hand on this line, struck out or not."""
    return any(hand.line == line for hand in game.lines)


def rules_of(game: Game) -> rules.Ruleset:
    """What the game's table plays."""
    return rules.ruleset(len(game.seats), game.rules)


def as_game(game: Game) -> rules.Game:
    """The game as the rules see it."""
    return rules.Game(
        rules=rules_of(game),
        hands=tuple(as_rules(hand) for hand in game.hands),
        dealer=game.dealer,
        opening=tuple(seat.opening for seat in game.seats),
        hands_before=game.hands_before,
        stopped=game.stopped is not None,
        next_passed=game.next_passed,
        next_dealer=game.next_dealer,
    )


def players_at(game: Game, line: int) -> list[str]:
    """Who sat there, by seat, for the hand on a line of the sheet: the names of the players."""
    names = [seat.player.name for seat in game.seats]
    # Newest first: if several left after this line, the one who played it left first.
    for left in reversed(game.substitutions):
        if left.last_line >= line:
            names[left.seat] = left.player.name
    return names


def sheet_of(game: Game) -> rules.Sheet:
    """The game's sheet, worked out from its hands."""
    return rules.sheet(as_game(game))


def as_rules(hand: Hand) -> rules.Hand:
    """A recorded hand as the rules see it."""
    return rules.Hand(
        hearts=tuple(hand.hearts),
        cards=dict(hand.cards),
        moon_choice=cast("MoonChoice | None", hand.moon_choice),
        sun=hand.sun,
        passed=hand.passed,
        dealer=hand.dealer,
    )


def write(row: Hand, hand: rules.Hand, ruleset: rules.Ruleset) -> None:
    """Write the cards into the row of a hand, and what the rules leave open about them."""
    hand = _as_stored(hand, ruleset)
    row.hearts = list(hand.hearts)
    row.cards = dict(hand.cards)
    row.moon_choice = hand.moon_choice
    row.sun = hand.sun
    row.passed = hand.passed
    row.dealer = hand.dealer


def _on_line(game: Game, line: int) -> Hand:
    hand = hand_on_line(game, line)
    if hand is None:
        raise StaleError
    return hand


def _as_stored(hand: rules.Hand, ruleset: rules.Ruleset) -> rules.Hand:
    """The hand without a choice that these rules do not leave to the shooter.

    How its moon counts can change with the hands before it, and the hand must not contradict that.
    """
    return hand if ruleset.moon_rule == "choice" else replace(hand, moon_choice=None)


def _completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand with this pass and dealer where it says none itself."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def _is_repetition(session: Session, game: Game, row: Hand, hand: rules.Hand) -> bool:
    """Whether a hand that was sent is the one in the row, as it is now or was recorded at first."""
    stored = _as_stored(hand, rules_of(game))
    return any(
        _completed(stored, known.passed, known.dealer) == known
        for known in (as_rules(row), _first_recorded(session, row))
    )


def _first_recorded(session: Session, hand: Hand) -> rules.Hand:
    """The hand as it was recorded, before any correction."""
    row = session.scalar(
        select(Change).where(Change.hand_id == hand.id, Change.what == HandRecorded.what)
    )
    change = None if row is None else change_of(row)
    return change.hand if isinstance(change, HandRecorded) else as_rules(hand)
