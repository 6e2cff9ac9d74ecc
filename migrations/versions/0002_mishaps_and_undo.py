"""mishaps and undo

Revision ID: 0002
Revises: 0001
Create Date: 2026-11-21 01:58:00.000000

"""
from alembic import op
import sqlalchemy as sa


revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('substitutions',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('last_line', sa.Integer(), nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_substitutions_game_id_games')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_substitutions_player_id_players')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_substitutions'))
    )
    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_substitutions_game_id'), ['game_id'], unique=False)

    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.add_column(sa.Column('undone', sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column('undoes', sa.Integer(), nullable=True))
        batch_op.create_foreign_key(batch_op.f('fk_changes_undoes_changes'), 'changes', ['undoes'], ['id'])

    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.add_column(sa.Column('next_passed', sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column('next_dealer', sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column('binned', sa.DateTime(), nullable=True))

    with op.batch_alter_table('hands', schema=None) as batch_op:
        batch_op.add_column(sa.Column('dealer', sa.Integer(), nullable=True))


def downgrade():
    with op.batch_alter_table('hands', schema=None) as batch_op:
        batch_op.drop_column('dealer')

    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.drop_column('binned')
        batch_op.drop_column('next_dealer')
        batch_op.drop_column('next_passed')

    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f('fk_changes_undoes_changes'), type_='foreignkey')
        batch_op.drop_column('undoes')
        batch_op.drop_column('undone')

    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_substitutions_game_id'))

    op.drop_table('substitutions')
