import { sql, type Kysely } from 'kysely'

/** `history-references.ts` checks these once for each statement, which takes much less work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table delivery_events
      drop constraint delivery_events_delivery_id_fkey,
      drop constraint delivery_events_workspace_id_fkey;
    alter table chain_heads drop constraint chain_heads_workspace_id_fkey;
    alter table events drop constraint events_workspace_id_batch_id_fkey`,
    )
    .execute(db)
}
