"""figures of finished games

What is here is worked out from the hands: pads that are not counted yet are counted at the next
start (scorepad/store/figures).

Revision ID: 0007
Revises: 0006
Create Date: 2026-11-22 10:30:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0007'
down_revision = '0006'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('agreements',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('key', sa.String(length=64), nullable=False),
    sa.Column('players', sa.Integer(), nullable=False),
    sa.Column('options', sa.JSON(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_agreements_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_agreements')),
    sa.UniqueConstraint('pad_id', 'key', name=op.f('uq_agreements_pad_id_key'))
    )
    with op.batch_alter_table('agreements', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_agreements_pad_id_games'), ['pad_id', 'games'], unique=False)

    op.create_table('outcomes',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.Column('lead', sa.Integer(), nullable=True),
    sa.Column('comeback', sa.Integer(), nullable=False),
    sa.Column('comeback_of', sa.Integer(), nullable=True),
    sa.Column('evening', sa.Integer(), nullable=False),
    sa.Column('evening_moons', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'], name=op.f('fk_outcomes_agreement_id_agreements')),
    sa.ForeignKeyConstraint(['comeback_of'], ['players.id'], name=op.f('fk_outcomes_comeback_of_players')),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_outcomes_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_outcomes_pad_id_pads')),
    sa.PrimaryKeyConstraint('game_id', name=op.f('pk_outcomes'))
    )
    with op.batch_alter_table('outcomes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_outcomes_agreement_id'), ['agreement_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_comeback_of'), ['comeback_of'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_comeback_started'), ['pad_id', 'agreement_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_hands_started'), ['pad_id', 'agreement_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_lead_started'), ['pad_id', 'agreement_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_started_number'), ['pad_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_comeback_started'), ['pad_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_evening_started_number'), ['pad_id', 'evening', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_evening_moons_started'), ['pad_id', 'evening_moons', 'started'], unique=False)
        batch_op.create_index('ix_outcomes_evenings', ['pad_id', 'started', 'number'], unique=False, sqlite_where=sa.text('number = evening'), postgresql_where=sa.text('number = evening'))
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_hands_started'), ['pad_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_lead_started'), ['pad_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_started_number'), ['pad_id', 'started', 'number'], unique=False)

    op.create_table('results',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=True),
    sa.Column('place', sa.Integer(), nullable=True),
    sa.Column('total', sa.Integer(), nullable=True),
    sa.Column('winners', sa.Integer(), nullable=False),
    sa.Column('deeds', sa.JSON(), nullable=False),
    sa.Column('queen_first', sa.Integer(), nullable=True),
    sa.Column('queen_last', sa.Integer(), nullable=True),
    sa.Column('queen_longest', sa.Integer(), nullable=True),
    sa.Column('wins_in_a_row', sa.Integer(), nullable=False),
    sa.Column('without_queen', sa.Integer(), nullable=False),
    sa.Column('still_without_queen', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'], name=op.f('fk_results_agreement_id_agreements')),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_results_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_results_pad_id_pads')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_results_player_id_players')),
    sa.PrimaryKeyConstraint('game_id', 'player_id', name=op.f('pk_results'))
    )
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_results_agreement_id'), ['agreement_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_pad_id_wins_in_a_row_started'), ['pad_id', 'wins_in_a_row', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_pad_id_without_queen_started'), ['pad_id', 'without_queen', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_started_number'), ['player_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_total_started'), ['player_id', 'agreement_id', 'total', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_started_number'), ['player_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_wins_in_a_row_started'), ['player_id', 'wins_in_a_row', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_without_queen_started'), ['player_id', 'without_queen', 'started'], unique=False)

    op.create_table('tallies',
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('kind', sa.String(length=4), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('of', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.Column('wins', sa.Integer(), nullable=False),
    sa.Column('shared', sa.Integer(), nullable=False),
    sa.Column('places', sa.Integer(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('points', sa.Integer(), nullable=False),
    sa.Column('queens', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.Column('suns', sa.Integer(), nullable=False),
    sa.Column('exact_hits', sa.Integer(), nullable=False),
    sa.Column('ahead', sa.Integer(), nullable=False),
    sa.Column('level', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'], name=op.f('fk_tallies_agreement_id_agreements')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_tallies_player_id_players')),
    sa.PrimaryKeyConstraint('player_id', 'kind', 'agreement_id', 'of', name=op.f('pk_tallies'))
    )
    with op.batch_alter_table('tallies', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_tallies_agreement_id'), ['agreement_id'], unique=False)

    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.add_column(sa.Column('merged_into', sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f('ix_players_merged_into'), ['merged_into'], unique=False)
        batch_op.create_foreign_key(
            batch_op.f('fk_players_merged_into_players'), 'players', ['merged_into'], ['id'])

    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.add_column(sa.Column('counted', sa.Integer(), server_default='0', nullable=False))


def downgrade():
    for table in ('tallies', 'results', 'outcomes', 'agreements'):
        op.drop_table(table)
    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.drop_column('counted')
    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f('fk_players_merged_into_players'), type_='foreignkey')
        batch_op.drop_index(batch_op.f('ix_players_merged_into'))
        batch_op.drop_column('merged_into')
