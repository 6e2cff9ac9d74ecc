"""lines of early logs as today's

Hands say who dealt, if anybody did by choice; a moon's choice is kept only where the rules leave
one, as for the hands themselves (0004). That a link for a pen was made is no longer said.

Revision ID: 0011
Revises: 0010
Create Date: 2026-11-23 16:30:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0011'
down_revision = '0010'
branch_labels = None
depends_on = None

SIDE = sa.JSON(none_as_null=True)


def upgrade():
    op.execute("DELETE FROM changes WHERE what = 'link'")
    games = sa.table('games', sa.column('id'), sa.column('rules', sa.JSON()))
    changes = sa.table('changes', sa.column('id'), sa.column('game_id'),
                       sa.column('before', SIDE), sa.column('after', SIDE))
    connection = op.get_bind()
    early = (
        sa.select(changes, games.c.rules)
        .join(games, games.c.id == changes.c.game_id)
        .where(is_early(changes.c.before) | is_early(changes.c.after))
    )
    for row in connection.execute(early).all():
        # No preset leaves a choice: only who asked for it has one.
        chooses = row.rules.get('moon') == 'choice'
        sides = {'before': as_today(row.before, chooses), 'after': as_today(row.after, chooses)}
        connection.execute(sa.update(changes).where(changes.c.id == row.id).values(sides))


def is_early(side):
    written = sa.cast(side, sa.Text)
    return written.like('%"hearts"%') & (
        written.not_like('%"dealer"%') | written.like('%"moon": "%')
    )


def as_today(side, chooses):
    if side is None or 'hearts' not in side:
        return side
    return {**side, 'dealer': side.get('dealer'), 'moon': side['moon'] if chooses else None}


def downgrade():
    # What these lines say now, they said before.
    pass
