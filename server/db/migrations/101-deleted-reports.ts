import { sql, type Kysely } from 'kysely'

/** A deleted report can be restored for a day, with when it was mailed and who does not want it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table reports add column deleted_at timestamptz;
drop index reports_name;
create unique index reports_name on reports (workspace_id, lower(name)) where deleted_at is null;
create index reports_deleted on reports (deleted_at) where deleted_at is not null;`,
    )
    .execute(db)
}
