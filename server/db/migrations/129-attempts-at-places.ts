import { sql, type Kysely } from 'kysely'

/**
 * What attempts add up to at their places, by day, from the index alone. The days around whole months are read by attempt, and
 * an attempt has fifty columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index figure_attempts_trouble on figure_attempts (workspace_id, day) include (place_id, depot_id, client_id,
    driver_id, failed_there, planned_service_seconds, actual_service_seconds, waiting_seconds, late_address, late_seconds,
    pin_unsure) where place_id is not null`.execute(db)
}
