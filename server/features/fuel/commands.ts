import { AppError } from '#domain/errors.ts'
import type { Imported } from '#domain/api/import.ts'
import type { FuelEntry, FuelEntryChange, FuelRow, NewFuelEntry } from '#domain/schema/fuel.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { dayOf } from '#domain/time.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { beginImport, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { noteReading } from '../odometer/commands.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  fuelKey,
  getEntries,
  getEntry,
  getStored,
  knownKeys,
  metersAway,
  vehiclesByName,
  type StoredFuel,
} from './queries.ts'
import { judgeRows } from './rules.ts'

const once = { fuel_entries_once: 'duplicate_fuel_entry' } as const

/**
 * Adds what a vehicle was filled with. Its odometer is a reading.
 * @throws AppError `vehicle_not_found`, `duplicate_fuel_entry`, `validation_failed`
 */
export async function createEntry(
  trx: Trx,
  actor: Actor,
  vehicleId: string,
  entry: NewFuelEntry,
  now: Date,
): Promise<FuelEntry> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const vehicle = await getVehicle(trx, workspaceId, vehicleId)
  const source = actor.isApiKey ? ('api' as const) : ('hand' as const)
  const id = await add(trx, actor, { vehicle, entry, source }, now)
  await follow(trx, actor, [{ id, vehicle }], now)
  return getEntry(trx, workspaceId, id)
}

type Added = { vehicle: Pick<Vehicle, 'id' | 'code'>; entry: NewFuelEntry; source: FuelEntry['source'] }

async function add(trx: Trx, author: Author, { vehicle, entry, source }: Added, now: Date): Promise<string> {
  const { workspaceId, name } = author
  const filled_at = new Date(entry.filled_at ?? now)
  if (filled_at > now) {
    throw new AppError('validation_failed', { errors: [{ path: 'filled_at', message: 'That is in the future.' }] })
  }
  const { lat, lng } = entry
  const away_m =
    lat === null || lng === null
      ? null
      : await metersAway(trx, workspaceId, { vehicleId: vehicle.id, at: filled_at, lat, lng })
  const currency = entry.currency ?? (await readWorkspace(trx, workspaceId)).currency
  const row = { ...entry, filled_at, currency, away_m, source, vehicle_id: vehicle.id, workspace_id: workspaceId }
  const write = trx
    .insertInto('fuel_entries')
    .values({ ...row, author_name: name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(once, write)
  await tell(trx, author, 'fuel_entry.created', await getStored(trx, workspaceId, id), undefined, now)
  return id
}

type Type = 'fuel_entry.created' | 'fuel_entry.updated' | 'fuel_entry.deleted'

async function tell(
  trx: Trx,
  author: Author,
  type: Type,
  stored: StoredFuel,
  before: StoredFuel | undefined,
  now: Date,
) {
  const { away_m: _, ...data } = stored
  const { away_m: __, ...previous } = before ?? stored
  await appendEvents(trx, author, [{ type, id: data.id, data, before: before && previous }], now)
}

/** Odometers become readings, and what is odd is told. It goes on as Karta itself, so it comes last. */
async function follow(
  trx: Trx,
  author: Author,
  added: { id: string; vehicle: Pick<Vehicle, 'id' | 'code'> }[],
  now: Date,
): Promise<void> {
  const { workspaceId } = author
  const vehicles = new Map(added.map(({ id, vehicle }) => [id, vehicle]))
  const ids = [...vehicles.keys()]
  // Judged before their own readings count, so that one that goes backwards shows.
  const entries = await getEntries(trx, workspaceId, ids)
  for (const { id, odometer_km, filled_at } of entries) {
    if (odometer_km === null) continue
    const reading = { vehicle: vehicles.get(id)!, km: odometer_km, at: new Date(filled_at), source: 'fuel' as const }
    await noteReading(trx, author, reading, now)
  }
  await setWorkspace(trx, workspaceId)
  for (const entry of entries) await watch(trx, workspaceId, entry, vehicles.get(entry.id)!.code, now)
}

async function watch(trx: Trx, workspaceId: string, entry: FuelEntry, code: string, now: Date): Promise<void> {
  const key = `fuel_anomaly:${entry.id}`
  if (!entry.anomalies.length) return settleAlert(trx, workspaceId, key, now)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const day = dayOf(new Date(entry.filled_at), time_zone)
  const sentence = `${code}, filled on ${day}: ${entry.anomalies.map((each) => each.sentence).join(' ')}`
  const draft = { kind: 'fuel_anomaly', severity: 'low', key, sentence, vehicle_id: entry.vehicle_id } as const
  await raiseAlert(trx, workspaceId, draft, now)
}

/**
 * Corrects an entry, or accepts what is odd about it.
 * @throws AppError `fuel_entry_not_found`, `version_conflict`
 */
export async function changeEntry(
  trx: Trx,
  actor: Actor,
  id: string,
  change: FuelEntryChange,
  seen: Seen,
  now: Date,
): Promise<FuelEntry> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getStored(trx, workspaceId, id)
  await checkSeen(seen, before, async () => ({ current: await getEntry(trx, workspaceId, id) }))
  if (Object.keys(change).length) {
    await trx
      .updateTable('fuel_entries')
      .set(change)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await tell(trx, actor, 'fuel_entry.updated', await getStored(trx, workspaceId, id), before, now)
  }
  const entry = await getEntry(trx, workspaceId, id)
  const { code } = await getVehicle(trx, workspaceId, entry.vehicle_id)
  await setWorkspace(trx, workspaceId)
  await watch(trx, workspaceId, entry, code, now)
  return entry
}

/**
 * Deletes an entry. The reading that came with it stays, and can be dropped by itself.
 * @throws AppError `fuel_entry_not_found`, `version_conflict`
 */
export async function deleteEntry(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getStored(trx, workspaceId, id)
  await checkSeen(seen, before, async () => ({ current: await getEntry(trx, workspaceId, id) }))
  await trx.deleteFrom('fuel_entries').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await tell(trx, actor, 'fuel_entry.deleted', before, undefined, now)
  await setWorkspace(trx, workspaceId)
  await settleAlert(trx, workspaceId, `fuel_anomaly:${id}`, now)
}

type Batch = { entries: FuelRow[]; at?: number[] | undefined; part?: ImportPart | undefined; isDryRun: boolean }

/**
 * Adds the entries of a file. Those that are there already, by card and time, stay as they are.
 * @throws AppError `quota_reached`
 */
export async function importEntries(
  trx: Trx,
  actor: Actor,
  { entries, at, part, isDryRun }: Batch,
  quotas: Quotas,
): Promise<Imported> {
  const { now } = quotas
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const find = await vehiclesByName(trx, workspaceId)
  const found = entries.map((row) => find(row))
  const keyed = entries.map((row, index) => ({
    card: row.card ?? found[index]?.id ?? '',
    time: new Date(row.filled_at),
  }))
  const known = await knownKeys(
    trx,
    workspaceId,
    keyed.map(({ card }) => card),
    keyed.map(({ time }) => time),
  )
  const keys = keyed.map(({ card, time }) => fuelKey(card, time))
  const verdicts = judgeRows({ entries, at, found, keys, known, now })
  const outcome = (which: string) => verdicts.filter((verdict) => verdict.outcome === which).length
  const ids: (string | null)[] = verdicts.map(() => null)
  if (!isDryRun) {
    await beginImport(trx, workspaceId, { part, rows: entries.length }, quotas)
    const added: Parameters<typeof follow>[2] = []
    for (const [index, { outcome: what }] of verdicts.entries()) {
      if (what !== 'created') continue
      const { vehicle: _, ...entry } = entries[index]!
      const vehicle = found[index]!
      ids[index] = await add(trx, actor, { vehicle, entry, source: 'import' }, now)
      added.push({ id: ids[index], vehicle })
    }
    if (added.length) await follow(trx, actor, added, now)
  }
  return {
    created: outcome('created'),
    updated: 0,
    unchanged: outcome('unchanged'),
    outcomes: verdicts.map((verdict) => verdict.outcome),
    ids,
    refused: verdicts.flatMap(({ reason }, index) => (reason ? [{ index, reason }] : [])),
  }
}
