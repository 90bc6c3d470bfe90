import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { distanceKm, drivenKm } from '#domain/fleet/distance.ts'
import type { Odometer, OdometerReading } from '#domain/schema/odometer.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { getVehicle } from '../vehicles/queries.ts'

const readingsOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('odometer_readings')
    .select(['id', 'vehicle_id', 'km', 'read_at', 'source', 'state', 'doubt', 'reason', 'author_name', 'created_at'])
    .select('version')
    .where('workspace_id', '=', workspaceId)

/** @throws AppError `reading_not_found` */
export async function getReading(trx: Trx, workspaceId: string, id: string): Promise<OdometerReading> {
  const row = await readingsOf(trx, workspaceId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('reading_not_found')
  return row
}

/** The counted readings around a moment. */
export async function neighborsOf(trx: Trx, workspaceId: string, vehicleId: string, moment: Date) {
  const at = moment.toISOString()
  const counted = readingsOf(trx, workspaceId).where('vehicle_id', '=', vehicleId).where('state', '=', 'counted')
  const before = await counted
    .where('read_at', '<=', at)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = await counted.where('read_at', '>', at).orderBy('read_at').orderBy('id').limit(1).executeTakeFirst()
  return { before, after }
}

export type Reached = { km: number | null; read_km: number | null; read_at: string | null; driven_km: number }

/**
 * What the odometers of these vehicles show at a moment: the last counted reading, and what positions add since. Of a shift in
 * which it was read, the share of the time counts.
 */
export async function odometersOf(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  at: Date | null = null,
): Promise<Map<string, Reached>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; read_km: number | null; read_at: string | null; driven_km: number }>`
    select v.id, r.km as read_km, r.read_at, coalesce((
      select sum(d.meters * greatest(0, case when d.until_at > d.started_at then
          (extract(epoch from least(d.until_at, coalesce(${at}::timestamptz, d.until_at))
            - greatest(d.started_at, coalesce(r.read_at, d.started_at)))
            / extract(epoch from d.until_at - d.started_at))::double precision else 0 end))
        from vehicle_drives d where d.vehicle_id = v.id and d.workspace_id = ${workspaceId}
          and d.until_at > coalesce(r.read_at, '-infinity')
          and (${at}::timestamptz is null or d.started_at < ${at}::timestamptz)), 0) / 1000 as driven_km
    from vehicles v left join lateral (
      select o.km, o.read_at from odometer_readings o
        where o.workspace_id = ${workspaceId} and o.vehicle_id = v.id and o.state = 'counted'
          and (${at}::timestamptz is null or o.read_at <= ${at}::timestamptz)
        order by o.read_at desc, o.id desc limit 1) r on true
    where v.workspace_id = ${workspaceId} and v.id = any(${ids}::uuid[])`.execute(trx)
  return new Map(
    rows.map(({ id, ...reached }) => [
      id,
      { ...reached, km: reached.read_km === null ? null : round(reached.read_km + reached.driven_km) },
    ]),
  )
}

const round = (km: number) => Math.round(km * 10) / 10

/**
 * The odometer of a vehicle, with how it is known.
 * @throws AppError `vehicle_not_found`
 */
export async function readOdometerOf(trx: Trx, workspaceId: string, vehicleId: string): Promise<Odometer> {
  await getVehicle(trx, workspaceId, vehicleId)
  const reached = (await odometersOf(trx, workspaceId, [vehicleId])).get(vehicleId)!
  const readings = await readingsOf(trx, workspaceId)
    .where('vehicle_id', '=', vehicleId)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return { ...reached, driven_km: round(reached.driven_km), readings }
}

const newestFirst = {
  name: 'read_at',
  order: 'desc',
  by: sql`read_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`id`,
  ties: z.uuid(),
} as const

/**
 * One page of a vehicle's readings, the newest first.
 * @throws AppError `vehicle_not_found`
 */
export async function listReadings(
  trx: Trx,
  workspaceId: string,
  vehicleId: string,
  asked: { state?: OdometerReading['state'] | undefined; cursor?: string | undefined; limit: number },
) {
  await getVehicle(trx, workspaceId, vehicleId)
  let found = readingsOf(trx, workspaceId).where('vehicle_id', '=', vehicleId)
  if (asked.state) found = found.where('state', '=', asked.state)
  const { rows: data, next_cursor } = await readPage(found, newestFirst, asked)
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data, next_cursor, total }
}

/** What the odometer of a vehicle showed at any moment; null before the first reading. It reads everything once. */
export async function driveReader(trx: Trx, workspaceId: string, vehicleId: string) {
  const readings = await trx
    .selectFrom('odometer_readings')
    .select(['km', 'read_at'])
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', vehicleId)
    .where('state', '=', 'counted')
    .orderBy('read_at')
    .orderBy('id')
    .execute()
  const drives = await trx
    .selectFrom('vehicle_drives')
    .select(['meters', 'started_at', 'until_at'])
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', vehicleId)
    .orderBy('started_at')
    .execute()
  return (at: string): number | null => {
    const last = readings.findLast(({ read_at }) => read_at <= at)
    return last ? round(last.km + drivenKm(drives, last.read_at, at)) : null
  }
}

/** How far vehicles went between two moments. It reads everything of them once. */
export async function distanceReader(trx: Trx, workspaceId: string, ids: string[]) {
  const of = sql<boolean>`vehicle_id = any(${ids}::uuid[])`
  const readings = await trx
    .selectFrom('odometer_readings')
    .select(['vehicle_id', 'km', 'read_at', 'reason'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'counted')
    .where(of)
    .orderBy('read_at')
    .orderBy('id')
    .execute()
  const drives = await trx
    .selectFrom('vehicle_drives')
    .select(['vehicle_id', 'meters', 'started_at', 'until_at'])
    .where('workspace_id', '=', workspaceId)
    .where(of)
    .execute()
  const readingsOf = Map.groupBy(readings, ({ vehicle_id }) => vehicle_id)
  const drivesOf = Map.groupBy(drives, ({ vehicle_id }) => vehicle_id)
  return (id: string, from: string, to: string) =>
    distanceKm(readingsOf.get(id) ?? [], drivesOf.get(id) ?? [], from, to)
}
