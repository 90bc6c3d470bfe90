import { sql, type Kysely } from 'kysely'

/**
 * What attempts add up to at their places, by month and by day, from the indexes alone. A year of a large workspace has half a
 * million months of places, and an attempt has fifty columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create index figure_attempts_trouble on figure_attempts (workspace_id, day)
  include (place_id, depot_id, client_id, driver_id, failed_there, planned_service_seconds, actual_service_seconds,
    waiting_seconds, late_address, late_seconds, pin_unsure)
  where place_id is not null;

create unique index figure_place_months_sums on figure_place_months (workspace_id, month, place_id, depot_id, client_id)
  include (failed_there, planned_service_seconds, actual_service_seconds, waiting_seconds, late_address_seconds, pin_unsure)
  nulls not distinct;
alter table figure_place_months drop constraint figure_place_months_workspace_id_month_place_id_depot_id_cl_key;
`
