import { sql, type Kysely } from 'kysely'

/** All lines of a workspace's ledgers are read page by page, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index cash_entries_newest on cash_entries (workspace_id, happened_at desc, id desc)')
    .execute(db)
}
