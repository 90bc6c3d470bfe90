import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { HeldEntry } from '#domain/api/road.ts'
import type { EntryResult, SentEntry } from '#domain/road/entry.ts'
import { outcomeSentences, type OutcomeCode } from '#domain/road/outcomes.ts'
import type { Trx } from '../../db/connect.ts'

/** Whose log it is. */
export type LogOwner = { workspaceId: string; driverId: string }

/** @throws AppError `device_not_found` */
export async function readDevice(trx: Trx, { workspaceId, driverId }: LogOwner, id: string) {
  const device = await trx
    .selectFrom('driver_devices')
    .select(['id', 'public_key', 'last_sequence', 'last_hash', 'last_happened_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!device) throw new AppError('device_not_found')
  return device
}

/** Locks the phones of a driver, so that what the driver did is taken one at a time, whichever phone says it. */
export async function lockLogs(trx: Trx, { workspaceId, driverId }: LogOwner): Promise<void> {
  await trx
    .selectFrom('driver_devices')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** What is stored of entries with these ids, of whichever phone of the driver. */
export function readTaken(trx: Trx, { workspaceId, driverId }: LogOwner, ids: string[]) {
  return trx
    .selectFrom('road_entries')
    .select(['id', 'device_id', 'sequence', 'hash', 'outcome', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

export function resultOf({ id, outcome, code }: Pick<EntryResult, 'id' | 'outcome' | 'code'>): EntryResult {
  return { id, outcome, code, sentence: sentenceOf(code) }
}

const sentenceOf = (code: OutcomeCode | null) => (code === null ? null : outcomeSentences[code])

/** The name and account of a driver, active or not. @throws AppError `no_driver_record` */
export async function readDriver(trx: Trx, { workspaceId, driverId }: LogOwner) {
  const driver = await trx
    .selectFrom('drivers')
    .select(['id', 'name', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', driverId)
    .executeTakeFirst()
  if (!driver) throw new AppError('no_driver_record')
  return driver
}

/** An entry of the driver, of whichever phone, that had an effect or might have had one. */
export function readOwnEntry(trx: Trx, { workspaceId, driverId }: LogOwner, id: string) {
  return trx
    .selectFrom('road_entries')
    .select(['id', 'device_id', 'sequence', 'kind', 'happened_at', 'data', 'before', 'undone_by'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('id', '=', id)
    .orderBy('received_at')
    .executeTakeFirst()
}

/** Those of the deliveries whose recipients were erased. */
export async function erasedAmong(trx: Trx, workspaceId: string, ids: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('erased_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whose phone it is, and how much of it waits for a decision. @throws AppError `device_not_found` */
export async function findOwner(trx: Trx, workspaceId: string, deviceId: string) {
  const found = await trx
    .selectFrom('driver_devices as d')
    .innerJoin('drivers as r', 'r.id', 'd.driver_id')
    .select(['d.driver_id', 'r.name as driver_name'])
    .select((eb) =>
      eb
        .selectFrom('road_entries as e')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('e.workspace_id', '=', 'd.workspace_id')
        .whereRef('e.device_id', '=', 'd.id')
        .where('e.held', '=', true)
        .as('held'),
    )
    .where('d.workspace_id', '=', workspaceId)
    .where('d.id', '=', deviceId)
    .$narrowType<{ held: number }>()
    .executeTakeFirst()
  if (!found) throw new AppError('device_not_found')
  return found
}

const mostHeldAtOnce = 1000

/** What waits of a phone's log, in its order, as it was sent. */
export async function readHeld(
  trx: Trx,
  workspaceId: string,
  deviceId: string,
): Promise<{ sent: SentEntry; happened_at: string }[]> {
  const rows = await trx
    .selectFrom('road_entries')
    .select(['id', 'device_id', 'sequence', 'kind', 'at', 'clock_offset_ms', 'fix', 'data', 'previous_hash', 'hash'])
    .select(['signature', 'happened_at'])
    .where('workspace_id', '=', workspaceId)
    .where('device_id', '=', deviceId)
    .where('held', '=', true)
    .orderBy('sequence')
    .limit(mostHeldAtOnce)
    .execute()
  return rows.map(({ happened_at, data, ...sent }) => ({
    happened_at,
    sent: { format: 1, ...sent, data: (data ?? {}) as SentEntry['data'] },
  }))
}

export async function isHeld(
  trx: Trx,
  workspaceId: string,
  { device_id, sequence }: Pick<SentEntry, 'device_id' | 'sequence'>,
): Promise<boolean> {
  const found = await trx
    .selectFrom('road_entries')
    .select('held')
    .where('workspace_id', '=', workspaceId)
    .where('device_id', '=', device_id)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return found?.held ?? false
}

/** The same, as a dispatcher is shown it. @throws AppError `device_not_found` */
export async function listHeld(trx: Trx, workspaceId: string, deviceId: string): Promise<HeldEntry[]> {
  await findOwner(trx, workspaceId, deviceId)
  return trx
    .selectFrom('road_entries as e')
    .leftJoin('deliveries as d', 'd.id', 'e.delivery_id')
    .select(['e.id', 'e.sequence', 'e.kind', 'e.happened_at', 'e.delivery_id', 'd.number as delivery_number'])
    .where('e.workspace_id', '=', workspaceId)
    .where('e.device_id', '=', deviceId)
    .where('e.held', '=', true)
    .orderBy('e.sequence')
    .limit(mostHeldAtOnce)
    .execute()
}

/** The deliveries that stops and earlier entries are about, by their ids. */
export async function deliveriesBehind(
  trx: Trx,
  workspaceId: string,
  { stopIds, entryIds }: { stopIds: string[]; entryIds: string[] },
): Promise<Map<string, string>> {
  if (!stopIds.length && !entryIds.length) return new Map()
  const { rows } = await sql<{ id: string; delivery_id: string }>`
    select s.id, s.delivery_id from stops s
      where s.workspace_id = ${workspaceId} and s.id = any(${stopIds}::uuid[]) and s.delivery_id is not null
    union all
    select e.id, e.delivery_id from road_entries e
      where e.workspace_id = ${workspaceId} and e.id = any(${entryIds}::uuid[]) and e.delivery_id is not null`.execute(
    trx,
  )
  return new Map(rows.map(({ id, delivery_id }) => [id, delivery_id]))
}

/** The shifts of a driver that touch a span of time. */
export async function shiftsBetween(
  trx: Trx,
  { workspaceId, driverId }: LogOwner,
  from: Date,
  to: Date,
): Promise<{ from: string; to: string | null }[]> {
  return trx
    .selectFrom('shifts')
    .select(['started_at as from', 'ended_at as to'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('started_at', '<=', to.toISOString())
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from.toISOString())]))
    .execute()
}
