"""lists by their keys

Indexes of what a list shows and of nothing else, in its order. When a device wrote last, and what
of one kind was written in a pad, is found without reading the whole log.

Revision ID: 0006
Revises: 0005
Create Date: 2026-11-22 10:20:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0006'
down_revision = '0005'
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_changes_device_id'))
        batch_op.drop_index(batch_op.f('ix_changes_game_id'))
        batch_op.drop_index(batch_op.f('ix_changes_pad_id'))
        batch_op.create_index(batch_op.f('ix_changes_device_id_pad_id_at'), ['device_id', 'pad_id', 'at'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_game_id_id'), ['game_id', 'id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_pad_id_what'), ['pad_id', 'what'], unique=False)

    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_games_pad_id_finished_number'))
        batch_op.create_index('ix_games_binned', ['pad_id', 'number'], unique=False,
                              sqlite_where=sa.text('binned IS NOT NULL'),
                              postgresql_where=sa.text('binned IS NOT NULL'))
        batch_op.create_index('ix_games_finished', ['pad_id', 'started', 'number'], unique=False,
                              sqlite_where=sa.text('binned IS NULL AND finished IS NOT NULL'),
                              postgresql_where=sa.text('binned IS NULL AND finished IS NOT NULL'))
        batch_op.create_index('ix_games_kept', ['pad_id', 'number'], unique=False,
                              sqlite_where=sa.text('binned IS NULL'),
                              postgresql_where=sa.text('binned IS NULL'))
        batch_op.create_index('ix_games_running', ['pad_id', 'number'], unique=False,
                              sqlite_where=sa.text('binned IS NULL AND finished IS NULL'),
                              postgresql_where=sa.text('binned IS NULL AND finished IS NULL'))

    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_pen_links_made'), ['made'], unique=False)

    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.create_index('ix_pens_held', ['pad_id', 'given', 'id'], unique=False,
                              sqlite_where=sa.text('withdrawn IS NULL'),
                              postgresql_where=sa.text('withdrawn IS NULL'))

    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_players_pad_id_id'), ['pad_id', 'id'], unique=False)


def downgrade():
    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_players_pad_id_id'))

    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.drop_index('ix_pens_held')

    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_pen_links_made'))

    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.drop_index('ix_games_running')
        batch_op.drop_index('ix_games_kept')
        batch_op.drop_index('ix_games_finished')
        batch_op.drop_index('ix_games_binned')
        batch_op.create_index(batch_op.f('ix_games_pad_id_finished_number'), ['pad_id', 'finished', 'number'], unique=False)

    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_changes_pad_id_what'))
        batch_op.drop_index(batch_op.f('ix_changes_game_id_id'))
        batch_op.drop_index(batch_op.f('ix_changes_device_id_pad_id_at'))
        batch_op.create_index(batch_op.f('ix_changes_pad_id'), ['pad_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_game_id'), ['game_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_device_id'), ['device_id'], unique=False)
