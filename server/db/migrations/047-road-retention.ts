import { sql, type Kysely } from 'kysely'

/** What was told of photos that never came, and which places were taken out of the logs of phones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- When dispatchers were told that it has not arrived.
    alter table photos add missing_at timestamptz;
    create index photos_overdue on photos (expected_at) where state = 'expected' and missing_at is null;
    -- When the place was taken out, because it is kept for a limited time. Its hash and signature stay.
    alter table road_entries add fix_removed_at timestamptz;
    create index road_entries_fixes on road_entries (workspace_id, happened_at) where fix is not null;
    create index road_entries_proofs on road_entries (workspace_id, received_at)
      where kind = 'proof_taken' and erased_at is null;
    create index eta_history_delivery on eta_history (workspace_id, delivery_id) where delivery_id is not null;
    create index alerts_done on alerts (done_at) where state = 'done';`,
    )
    .execute(db)
}
