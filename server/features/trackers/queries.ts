import { sql } from 'kysely'
import type { Tracker } from '#domain/schema/position.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

export const trackerColumns = ['id', 'driver_id', 'name', 'created_at', 'last_seen_at', 'revoked_at'] as const

/** The trackers of a driver, newest first. */
export function listTrackers(trx: Trx, workspaceId: string, driverId: string): Promise<Tracker[]> {
  return trx
    .selectFrom('trackers')
    .select(trackerColumns)
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

type Found = { id: string; workspace_id: string; driver_id: string; revoked_at: string | null }

/** Whose tracker it is, whatever the workspace. */
export async function findTracker(db: Db, hash: Buffer): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select id, workspace_id, driver_id, revoked_at from find_tracker(${hash})`.execute(
    inOneStatement(db),
  )
  return rows[0]
}
