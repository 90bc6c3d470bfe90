import { sql, type Kysely } from 'kysely'

/** Cash that somebody at the depot counts while the driver has no phone that works, and what the driver says of it later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table cash_hand_ins
      add column started_by text not null default 'driver' check (started_by in ('driver', 'depot')),
      -- What the driver wrote with it.
      add column note text,
      -- Of one that was counted at the depot first: what the driver says of it, and when.
      add column driver_amount bigint,
      add column driver_said_at timestamptz;
    create index cash_hand_ins_unsaid on cash_hand_ins (workspace_id, driver_id)
      where started_by = 'depot' and driver_said_at is null;`,
    )
    .execute(db)
}
