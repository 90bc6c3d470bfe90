import { sql, type Kysely } from 'kysely'

/**
 * A version on every record that `/v1` can change. Triggers raise it, so that no statement can forget it.
 *
 * What the server counts and reports by itself is no change that somebody could overwrite: the last number given to a
 * delivery, when a key was last used, and how far a plan's calculation is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function raise_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`)
    .execute(db)
  for (const [table, condition] of Object.entries(counted)) {
    await sql.raw(`alter table ${table} add version integer not null default 1`).execute(db)
    const when = condition && `when (${condition})`
    await sql
      .raw(`
      create trigger raise_version before update on ${table} for each row ${when} execute function raise_version()`)
      .execute(db)
  }
  // A disconnected shop keeps its row, so that the version goes on.
  await sql
    .raw(`
    alter table integrations drop constraint integrations_state_check, add constraint integrations_state_check
      check (state in ('not_connected', 'connecting', 'connected', 'failed'))`)
    .execute(db)
}

const isRunning = (state: string) => `${state} in ('queued', 'optimizing')`

/** The tables, and which updates count; all of them if empty. */
const counted = {
  deliveries: '',
  drivers: '',
  vehicles: '',
  depots: '',
  addresses: '',
  integrations: '',
  workspaces: 'old.last_delivery_number = new.last_delivery_number',
  api_keys: '(old.name, old.revoked_at) is distinct from (new.name, new.revoked_at)',
  plans: `old.finish_requested_at is distinct from new.finish_requested_at
    or old.state <> new.state and not (${isRunning('old.state')} and ${isRunning('new.state')})`,
}
