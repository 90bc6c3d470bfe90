import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { doubtOf } from '#domain/fleet/reading.ts'
import type { NewReading, OdometerReading, ReadingSource, SettledReading } from '#domain/schema/odometer.ts'
import { inOneStatement, setWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getReading, neighborsOf } from './queries.ts'

/**
 * Adds what somebody read. One that does not fit counts only with a reason.
 * @throws AppError `vehicle_not_found`, `odometer_doubtful` with what does not fit, `validation_failed`
 */
export async function addReading(
  trx: Trx,
  actor: Actor,
  vehicleId: string,
  { km, read_at, reason }: NewReading,
  now: Date,
): Promise<OdometerReading> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await getVehicle(trx, workspaceId, vehicleId)
  const at = new Date(read_at ?? now)
  if (at > now) {
    throw new AppError('validation_failed', { errors: [{ path: 'read_at', message: 'That is in the future.' }] })
  }
  const { doubt } = await judge(trx, workspaceId, { vehicleId, km, at })
  if (doubt && !reason) throw new AppError('odometer_doubtful', { doubt })
  const source = actor.isApiKey ? 'api' : 'hand'
  return store(trx, actor, { vehicle_id: vehicleId, km, read_at: at, source, doubt, reason, state: 'counted' }, now)
}

type Noted = { vehicle: { id: string; code: string }; km: number; at: Date; source: ReadingSource }

/** Notes what the odometer showed when something else was done. It cannot be refused, so one that does not fit waits for somebody. */
export async function noteReading(
  trx: Trx,
  author: Author,
  { vehicle, km, at, source }: Noted,
  now: Date,
): Promise<OdometerReading> {
  const { workspaceId } = author
  const { doubt } = await judge(trx, workspaceId, { vehicleId: vehicle.id, km, at })
  const state = doubt ? 'doubted' : 'counted'
  const row = { vehicle_id: vehicle.id, km, read_at: at, source, doubt, reason: null, state } as const
  const reading = await store(trx, author, row, now)
  if (!doubt) return reading
  const sentence = `${author.name} read ${vehicle.code} at ${Math.round(km).toLocaleString('en-US')} km. ${doubt}`
  const draft = { kind: 'odometer_doubt', severity: 'low', key: keyOf(reading), sentence } as const
  await setWorkspace(trx, workspaceId)
  await raiseAlert(trx, workspaceId, { ...draft, vehicle_id: vehicle.id }, now)
  return reading
}

const keyOf = ({ id }: { id: string }) => `odometer_doubt:${id}`

type Judged = { vehicleId: string; km: number; at: Date }
async function judge(trx: Trx, workspaceId: string, { vehicleId, km, at }: Judged): Promise<{ doubt: string | null }> {
  const { before, after } = await neighborsOf(trx, workspaceId, vehicleId, at)
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  return { doubt: doubtOf({ km, read_at: at.toISOString() }, { before, after, zone }) ?? null }
}

type Row = Pick<OdometerReading, 'vehicle_id' | 'km' | 'source' | 'state' | 'doubt' | 'reason'> & { read_at: Date }

async function store(trx: Trx, author: Author, row: Row, now: Date): Promise<OdometerReading> {
  const { workspaceId, name } = author
  const { id } = await trx
    .insertInto('odometer_readings')
    .values({ ...row, workspace_id: workspaceId, author_name: name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getReading(trx, workspaceId, id)
  const type = row.state === 'doubted' ? ('odometer_reading.doubted' as const) : ('odometer_reading.added' as const)
  await appendEvents(trx, author, [{ type, id, data }], now)
  return data
}

/**
 * Counts or drops a reading, with a reason.
 * @throws AppError `reading_not_found`
 */
export async function settleReading(
  trx: Trx,
  actor: Actor,
  id: string,
  { state, reason }: SettledReading,
  now: Date,
): Promise<OdometerReading> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getReading(trx, workspaceId, id)
  await trx
    .updateTable('odometer_readings')
    .set({ state, reason })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getReading(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'odometer_reading.settled', id, data, before, why: reason }], now)
  await setWorkspace(trx, workspaceId)
  await settleAlert(trx, workspaceId, keyOf(before), now)
  return data
}

/** Adds up how far so many shifts went. Returns how many it looked at. */
export async function stepDrives(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ looked: number }>`select step_drives(${now}, ${most}) as looked`.execute(
    inOneStatement(db),
  )
  return rows[0]!.looked
}
