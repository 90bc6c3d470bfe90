import { sql, type Kysely } from 'kysely'

/**
 * Codes of open deliveries' parcels, in an index that an import can ask for thousands at once. It has no list of entries
 * that wait to be sorted in, because each question reads all of them. No other index fits the question, so the planner
 * cannot take one while it still believes that the table is empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index deliveries_parcel_codes;
drop function parcel_codes(uuid, jsonb);
-- With the workspace in each code, so that one index tells the workspaces apart.
create function open_parcel_codes(workspace uuid, parcels jsonb, status text, deleted_at timestamptz) returns text[]
  language sql immutable parallel safe as $$
    select array_agg(workspace::text || ' ' || (each ->> 'code')) from jsonb_array_elements(parcels) as each
      where each ->> 'code' is not null and deleted_at is null
        and status in ('pending', 'planned', 'dispatched', 'in_transit', 'arrived')
$$;
create index deliveries_open_parcels on deliveries
  using gin (open_parcel_codes(workspace_id, parcels, status, deleted_at)) with (fastupdate = off)
  where parcels <> '[]';
`)
    .execute(db)
}
