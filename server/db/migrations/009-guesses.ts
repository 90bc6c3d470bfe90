import { sql, type Kysely } from 'kysely'

/** How many wrong passwords and codes came for an address, so that guessing gets slower and slower. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table auth.guesses (
  -- A keyed hash of what is guessed and, for a device that the account knows, of the device.
  lane bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  blocked_until timestamptz
);
create index guesses_failed_at on auth.guesses (failed_at);`)
    .execute(db)
}
