import { sql, type Kysely } from 'kysely'

/** What a delivered delivery lacks as proof, so that lists can show and find it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- Its place in the log of the phone.
    alter table proofs add sequence integer not null default 0;
    alter table deliveries add missing_proofs text[] not null default '{}';
    create index deliveries_missing_proofs on deliveries (workspace_id, number) where missing_proofs <> '{}';`,
    )
    .execute(db)
}
