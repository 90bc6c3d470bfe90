import { sql, type Kysely } from 'kysely'

/** One server at a time tells a shop about a delivery, and knows which line of the order each parcel is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
      alter table shop_outbox add column claimed_at timestamptz;
      alter table shop_deliveries add column lines jsonb not null default '[]'`,
    )
    .execute(db)
}
