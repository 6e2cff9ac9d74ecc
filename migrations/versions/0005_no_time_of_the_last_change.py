"""no time of the last change

Nothing read it: the log has the time of every change of a game.

Revision ID: 0005
Revises: 0004
Create Date: 2026-11-21 18:00:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None


def upgrade():
    dialect = op.get_bind().dialect
    # Older ones can only copy the whole table.
    cannot_drop = dialect.name == 'sqlite' and dialect.dbapi.sqlite_version_info < (3, 35)
    with op.batch_alter_table('games', recreate='always' if cannot_drop else 'never') as batch_op:
        batch_op.drop_column('changed')


def downgrade():
    with op.batch_alter_table('games') as batch_op:
        batch_op.add_column(sa.Column('changed', sa.DateTime(), nullable=True))
    op.execute('UPDATE games SET changed = coalesce('
               '(SELECT max(at) FROM changes WHERE changes.game_id = games.id), started)')
    with op.batch_alter_table('games') as batch_op:
        batch_op.alter_column('changed', nullable=False)
