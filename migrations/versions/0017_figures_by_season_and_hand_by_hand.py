"""figures by season, and what is counted hand by hand

All figures are counted anew at the next start.

Revision ID: 0017
Revises: 0016
Create Date: 2026-11-25 13:40:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0017'
down_revision = '0016'
branch_labels = None
depends_on = None

OF_RESULTS = ('points', 'queens', 'moons', 'suns', 'exact_hits')
OF_BOTH = ('above', 'squares', 'queen_hands', 'queen_chance', 'passes', 'feared', 'feared_chance',
           'closes', 'closed', 'closed_chance', 'after_queen', 'bounced', 'bounced_chance',
           'near_moons', 'stopped', 'stopped_chance', 'leader_passes', 'spoiled', 'spoiled_chance')


def upgrade():
    for table, columns in (('results', OF_RESULTS + OF_BOTH), ('tallies', OF_BOTH)):
        with op.batch_alter_table(table) as batch_op:
            for name in columns:
                kind = sa.BigInteger() if name == 'squares' else sa.Integer()
                batch_op.add_column(sa.Column(name, kind, server_default='0', nullable=False))
    op.execute('UPDATE pads SET counted = 0')


def downgrade():
    for table, columns in (('results', OF_RESULTS + OF_BOTH), ('tallies', OF_BOTH)):
        with op.batch_alter_table(table) as batch_op:
            for name in columns:
                batch_op.drop_column(name)
