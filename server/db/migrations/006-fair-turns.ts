import { sql, type Kysely } from 'kysely'

/** Plans take the same turns as operations. Both say when their server last gave a sign of life. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans
    add ticket uuid,
    add attempts integer not null default 0,
    add started_at timestamptz,
    add heartbeat_at timestamptz`.execute(db)
  await sql`alter table operations add heartbeat_at timestamptz`.execute(db)
  await sql`create index plans_served on plans (workspace_id, started_at) where started_at is not null`.execute(db)
}
