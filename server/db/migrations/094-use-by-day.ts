import { sql, type Kysely } from 'kysely'

/** Counts of deliveries by day need not read all that a workspace ever had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index deliveries_created on deliveries (workspace_id, created_at)').execute(db)
}
