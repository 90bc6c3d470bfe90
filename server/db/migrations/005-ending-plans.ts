import { sql, type Kysely } from 'kysely'

/** When a member asked for the best plan so far, and the unassigned deliveries by reason. Older plans have no groups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add finish_requested_at timestamptz, add unassigned_groups jsonb`.execute(db)
}
