"""The pads that tests and benchmarks fill in bulk are such as the verbs leave behind."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from scorepad import rules
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.game.undo import step
from scorepad.store.game.writing import finished_at
from scorepad.store.log.changes import GameStarted, HandRecorded, change_of
from scorepad.store.models import Device, Game, Pad, Pen, Substitution
from scorepad.store.pad.pens import pens_held
from tests.store.table import Database, changes_of
from tests.support.many_games import FilledPad, Size, fill

SIZE = Size(games=100, binned=20, pens=8, held=3)


@pytest.fixture(scope="module")
def pad(kept_database: Database) -> FilledPad:
    with kept_database.writing() as session:
        fill(session, Size(games=3), seed=2)
        return fill(session, SIZE)


def test_every_game_is_as_its_hands_and_its_log_say(
    kept_database: Database, pad: FilledPad
) -> None:
    with kept_database.reading() as session:
        rows = session.scalars(select(Game).where(Game.pad_id == pad.id).order_by(Game.number))
        games = [game_with_id(session.connection(), row.id) for row in rows]
        assert [game.number for game in games] == list(range(1, 121))
        for game in games:
            sheet = game.sheet
            for hand in game.hands:
                rules.check_hand(hand.hand, game.ruleset)
            recorded_at = [hand.recorded for hand in game.hands]
            assert game.finished == finished_at(sheet, recorded_at, game.stopped)
            assert (game.finished is None) == (game.number == pad.running) == (not sheet.over)
            log = changes_of(session, game.id)
            assert game.revision == len(log)
            changes = [change_of(row) for row in log]
            assert isinstance(changes[0], GameStarted)
            recorded = [each.hand for each in changes if isinstance(each, HandRecorded)]
            assert recorded == [hand.hand for hand in game.hands]
            assert [row.at for row in log] == sorted(row.at for row in log)
        assert len([game for game in games if game.binned]) == SIZE.binned
        assert any(game.stopped for game in games)
        assert 8 < sum(len(game.hands) for game in games) / len(games) < 16
        assert len({game.options["preset"] for game in games}) > 1


def test_its_pens_are_given_and_withdrawn(kept_database: Database, pad: FilledPad) -> None:
    with kept_database.reading() as session:
        pens = select(func.count()).select_from(Pen).where(Pen.pad_id == pad.id)
        assert session.scalar(pens) == SIZE.pens
        held = pens_held(session.connection(), pad.id)
        assert len(held) == SIZE.held
        assert all(pen.last_used for pen in held)


def test_it_goes_on_like_any_other_pad(kept_database: Database, pad: FilledPad) -> None:
    """Somebody left some games; a game can be undone, and the next one gets the next number."""
    with kept_database.writing() as session:
        group, device = session.get_one(Pad, pad.id), session.scalars(select(Device)).all()[-1]
        new = start_game(session, group, device.id, NewGame(["A", "B", "C"], {}, 0), entry_id="new")
        assert new.number == pad.running + 1
        left = session.scalars(select(Substitution)).all()
        assert left
        for each in left:
            while (game := game_with_id(session.connection(), each.game_id)).substitutions:
                assert step(session, game, device.id, back=True, revision=game.revision)
            begun = change_of(changes_of(session, game.id)[0])
            assert isinstance(begun, GameStarted)
            assert begun.players == game.names
