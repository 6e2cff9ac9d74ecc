"""names of pens and numbers of games

A device's name belongs to the pen. Used links are deleted. A game's number is given once. Indexes
for what refers to rows that are deleted. A moon's choice is kept only where the rules leave one.

Revision ID: 0004
Revises: 0003
Create Date: 2026-11-21 14:30:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.add_column(sa.Column('last_number', sa.Integer(), nullable=False, server_default='0'))
    op.execute('UPDATE pads SET last_number = coalesce('
               '(SELECT max(number) FROM games WHERE games.pad_id = pads.id), 0)')
    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.alter_column('last_number', server_default=None)

    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.add_column(sa.Column('name', sa.String(length=240), nullable=True))
    op.execute('UPDATE pens SET name = '
               '(SELECT devices.name FROM devices WHERE devices.id = pens.device_id)')
    with op.batch_alter_table('devices', schema=None) as batch_op:
        batch_op.drop_column('name')

    op.execute('DELETE FROM pen_links WHERE used IS NOT NULL')
    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.drop_column('used')
        batch_op.create_index(batch_op.f('ix_pen_links_device_id'), ['device_id'], unique=False)

    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_substitutions_player_id'), ['player_id'], unique=False)
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_changes_hand_id'), ['hand_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_device_id'), ['device_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_undoes'), ['undoes'], unique=False)

    forget_needless_choices(op.get_bind())


def forget_needless_choices(connection):
    """Such a choice agreed with the rules when it was written, and need not after a correction."""
    games = sa.table('games', sa.column('id'), sa.column('rules', sa.JSON()))
    hands = sa.table('hands', sa.column('game_id'), sa.column('moon'))
    written = sa.select(games).where(
        sa.exists().where(hands.c.game_id == games.c.id, hands.c.moon.is_not(None))
    )
    for game in connection.execute(written).all():
        # No preset leaves a choice: only who asked for it has one.
        if game.rules.get('moon') != 'choice':
            connection.execute(hands.update().where(hands.c.game_id == game.id).values(moon=None))


def downgrade():
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_changes_undoes'))
        batch_op.drop_index(batch_op.f('ix_changes_device_id'))
        batch_op.drop_index(batch_op.f('ix_changes_hand_id'))
    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_substitutions_player_id'))

    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_pen_links_device_id'))
        batch_op.add_column(sa.Column('used', sa.DateTime(), nullable=True))

    with op.batch_alter_table('devices', schema=None) as batch_op:
        batch_op.add_column(sa.Column('name', sa.String(length=240), nullable=True))
    op.execute('UPDATE devices SET name = (SELECT min(pens.name) FROM pens '
               'WHERE pens.device_id = devices.id)')
    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.drop_column('name')

    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.drop_column('last_number')
