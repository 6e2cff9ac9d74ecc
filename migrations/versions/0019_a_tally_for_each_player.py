"""one tally for each player and agreement, and meetings of two

By pass and by seat, and for each pair of players, a game of four had 36 rows to add to; now it has
four tallies and twelve short meetings. All figures are counted anew at the next start.

Revision ID: 0019
Revises: 0018
Create Date: 2026-11-25 17:50:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0019'
down_revision = '0018'
branch_labels = None
depends_on = None

SUMS = ('games', 'wins', 'shared', 'places', 'hands', 'points', 'queens', 'moons', 'suns',
        'exact_hits')
BY_HAND = ('above', 'squares', 'queen_hands', 'queen_chance', 'passes', 'feared', 'feared_chance',
           'closes', 'closed', 'closed_chance', 'after_queen', 'bounced', 'bounced_chance',
           'near_moons', 'stopped', 'stopped_chance', 'leader_passes', 'spoiled', 'spoiled_chance')


def counted_by_hand():
    return [
        sa.Column(name, sa.BigInteger() if name == 'squares' else sa.Integer(),
                  server_default='0', nullable=False)
        for name in BY_HAND
    ]


def numbers(*names):
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def key(*names):
    return [sa.Column(name, sa.Integer(), autoincrement=False, nullable=False) for name in names]


def upgrade():
    op.drop_table('tallies')
    op.create_table(
        'tallies',
        *key('player_id', 'agreement_id'),
        *numbers(*SUMS),
        sa.Column('by_pass', sa.JSON(), nullable=False),
        sa.Column('by_seat', sa.JSON(), nullable=False),
        *counted_by_hand(),
        sa.PrimaryKeyConstraint('player_id', 'agreement_id', name=op.f('pk_tallies')),
    )
    op.create_table(
        'meetings',
        *key('player_id', 'other_id', 'agreement_id'),
        *numbers('games', 'wins', 'hands', 'ahead', 'level'),
        sa.PrimaryKeyConstraint('player_id', 'other_id', 'agreement_id', name=op.f('pk_meetings')),
    )
    op.execute('UPDATE pads SET counted = 0')


def downgrade():
    op.drop_table('meetings')
    op.drop_table('tallies')
    op.create_table(
        'tallies',
        sa.Column('player_id', sa.Integer(), nullable=False),
        sa.Column('kind', sa.String(length=4), nullable=False),
        sa.Column('agreement_id', sa.Integer(), nullable=False),
        *key('of'),
        *numbers(*SUMS, 'ahead', 'level'),
        *counted_by_hand(),
        sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'],
                                name=op.f('fk_tallies_agreement_id_agreements')),
        sa.ForeignKeyConstraint(['player_id'], ['players.id'],
                                name=op.f('fk_tallies_player_id_players')),
        sa.PrimaryKeyConstraint('player_id', 'kind', 'agreement_id', 'of',
                                name=op.f('pk_tallies')),
    )
    op.create_index(op.f('ix_tallies_agreement_id'), 'tallies', ['agreement_id'])
    op.execute('UPDATE pads SET counted = 0')
