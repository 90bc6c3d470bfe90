import { sql, type Kysely } from 'kysely'

/*
 * These tables only grow (decision 87). By default PostgreSQL tidies a table up, and learns what is in it, after a fifth or a
 * tenth of its rows has changed: with ten million, once in months, and then for long.
 */
const tables = [
  'deliveries',
  'delivery_events',
  'chain_heads',
  'stops',
  'stop_progress',
  'notifications',
  'audit_entries',
  'event_batches',
  'eta_history',
  'road_entries',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} set (autovacuum_vacuum_scale_factor = 0.05,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  }
}
