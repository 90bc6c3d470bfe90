import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { amountOf, isCharged, judgeFuel, type Judged } from '#domain/fleet/fuel.ts'
import type { FuelEntry } from '#domain/schema/fuel.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { driveReader } from '../odometer/queries.ts'
import { getVehicle } from '../vehicles/queries.ts'

const entriesOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('fuel_entries')
    .select(['id', 'vehicle_id', 'filled_at', 'quantity', 'unit', 'is_full', 'cost', 'currency', 'odometer_km'])
    .select(['place', 'lat', 'lng', 'card', 'source', 'away_m', 'accepted_reason', 'author_name', 'created_at'])
    .select('version')
    .where('workspace_id', '=', workspaceId)

export type StoredFuel = Omit<FuelEntry, 'km' | 'per_100_km' | 'anomalies'> & { away_m: number | null }

/** So far back, entries are judged. Older ones are shown as they are. */
const judgedEntries = 1000

/** The judged entries of a vehicle, the newest first. */
async function judgedOf(trx: Trx, workspaceId: string, vehicle: Vehicle) {
  const newest = await entriesOf(trx, workspaceId)
    .where('vehicle_id', '=', vehicle.id)
    .orderBy('filled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(judgedEntries)
    .execute()
  const entries: StoredFuel[] = newest.toReversed()
  const kmAt = await driveReader(trx, workspaceId, vehicle.id)
  const filled = entries.map((entry) => ({
    ...entry,
    km: entry.odometer_km ?? kmAt(entry.filled_at),
    is_read: entry.odometer_km !== null,
  }))
  const { code, tank_l, battery_kwh } = vehicle
  const judged = judgeFuel(filled, { code, tank_l, battery_kwh, is_electric: isElectric(vehicle) })
  return new Map(filled.map((entry, at) => [entry.id, { ...entry, ...judged[at]! }]))
}

const isElectric = ({ energy, battery_kwh }: Vehicle) =>
  energy === 'electric' || (energy === null && battery_kwh !== null)

const shown = (
  { away_m: _, ...entry }: StoredFuel,
  judged: (Judged & { km: number | null }) | undefined,
): FuelEntry => ({
  ...entry,
  km: judged?.km ?? entry.odometer_km,
  per_100_km: judged?.per_100_km ?? null,
  anomalies: entry.accepted_reason === null ? (judged?.anomalies ?? []) : [],
})

const newestFirst = {
  name: 'filled',
  order: 'desc',
  by: sql`filled_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`id`,
  ties: z.uuid(),
} as const

/**
 * What a vehicle was filled with, the newest first, and its average of the last year.
 * @throws AppError `vehicle_not_found`
 */
export async function listEntries(
  trx: Trx,
  workspaceId: string,
  vehicleId: string,
  page: { cursor?: string | undefined; limit: number },
  now: Date,
) {
  const vehicle = await getVehicle(trx, workspaceId, vehicleId)
  const found = entriesOf(trx, workspaceId).where('vehicle_id', '=', vehicleId)
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  const judged = await judgedOf(trx, workspaceId, vehicle)
  const { total } = await trx
    .selectFrom('fuel_entries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow()
  const data = (rows as StoredFuel[]).map((row) => shown(row, judged.get(row.id)))
  return { data, next_cursor, total, ...averageOf([...judged.values()], now) }
}

/** Weighed by distance: all that was consumed on all kilometers for which that is known. */
function averageOf(entries: readonly (Pick<FuelEntry, 'filled_at' | 'quantity' | 'unit'> & Judged)[], now: Date) {
  const since = new Date(now.getTime() - 365 * 86_400_000).toISOString()
  const known = entries.filter(({ per_100_km, filled_at }) => per_100_km !== null && filled_at >= since)
  const charged = known.filter(isCharged)
  const most = charged.length > known.length / 2 ? charged : known.filter((entry) => !isCharged(entry))
  if (!most.length) return { average_per_100_km: null, average_unit: null }
  const amount = most.reduce((sum, entry) => sum + amountOf(entry), 0)
  const hundreds = most.reduce((sum, entry) => sum + amountOf(entry) / entry.per_100_km!, 0)
  const average_per_100_km = Math.round((amount / hundreds) * 10) / 10
  return { average_per_100_km, average_unit: isCharged(most[0]!) ? ('kwh' as const) : ('l' as const) }
}

/** @throws AppError `fuel_entry_not_found` */
export async function getStored(trx: Trx, workspaceId: string, id: string): Promise<StoredFuel> {
  const row = await entriesOf(trx, workspaceId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('fuel_entry_not_found')
  return row
}

/** @throws AppError `fuel_entry_not_found` */
export async function getEntry(trx: Trx, workspaceId: string, id: string): Promise<FuelEntry> {
  const [entry] = await getEntries(trx, workspaceId, [id])
  if (!entry) throw new AppError('fuel_entry_not_found')
  return entry
}

/** Entries by their ids, judged. */
export async function getEntries(trx: Trx, workspaceId: string, ids: string[]): Promise<FuelEntry[]> {
  const rows: StoredFuel[] = await entriesOf(trx, workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('filled_at')
    .orderBy('id')
    .execute()
  const all: FuelEntry[] = []
  for (const [vehicleId, entries] of Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)) {
    const judged = await judgedOf(trx, workspaceId, await getVehicle(trx, workspaceId, vehicleId))
    all.push(...entries.map((entry) => shown(entry, judged.get(entry.id))))
  }
  return all
}

/** Which of these cards and times are there already, as `card time`; without a card, the vehicle's id stands for it. */
export async function knownKeys(trx: Trx, workspaceId: string, cards: string[], times: Date[]): Promise<Set<string>> {
  const { rows } = await sql<{ card: string; filled_at: string }>`
    select coalesce(f.card, f.vehicle_id::text) as card, f.filled_at from fuel_entries f
      join unnest(${cards}::text[], ${times}::timestamptz[]) as g(card, filled_at)
        on coalesce(f.card, f.vehicle_id::text) = g.card and f.filled_at = g.filled_at
      where f.workspace_id = ${workspaceId}`.execute(trx)
  return new Set(rows.map(({ card, filled_at }) => fuelKey(card, filled_at)))
}

export const fuelKey = (card: string, at: string | Date) => `${card} ${new Date(at).getTime()}`

/** How far a vehicle was from a place at a time, by the position next to it within 15 minutes. Null if nobody knows. */
export async function metersAway(
  trx: Trx,
  workspaceId: string,
  { vehicleId, at, lat, lng }: { vehicleId: string; at: Date; lat: number; lng: number },
): Promise<number | null> {
  const { rows } = await sql<{ meters: number }>`
    select 12742017.6 * asin(least(1, sqrt(sin(radians(p.lat - ${lat}::double precision) / 2) ^ 2
        + cos(radians(${lat}::double precision)) * cos(radians(p.lat))
          * sin(radians(p.lng - ${lng}::double precision) / 2) ^ 2))) as meters
      from shifts s join positions p on p.workspace_id = s.workspace_id and p.driver_id = s.driver_id
        and p.shift_id = s.id and p.hidden is null
        and p.recorded_at between ${at}::timestamptz - interval '15 minutes' and ${at}::timestamptz + interval '15 minutes'
      where s.workspace_id = ${workspaceId} and s.vehicle_id = ${vehicleId}
        and s.started_at <= ${at}::timestamptz + interval '15 minutes'
        and (s.ended_at is null or s.ended_at >= ${at}::timestamptz - interval '15 minutes')
      order by abs(extract(epoch from p.recorded_at - ${at}::timestamptz)) limit 1`.execute(trx)
  return rows[0]?.meters ?? null
}

/** Finds vehicles by code or plate, else by card, however they are spaced. */
export async function vehiclesByName(trx: Trx, workspaceId: string) {
  const rows = await trx
    .selectFrom('vehicles')
    .select(['id', 'code', 'plate', 'fuel_cards'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('active')
    .execute()
  const plain = (text: string) => text.toLowerCase().replace(/[\s.-]/g, '')
  const byName = new Map(
    rows.flatMap((row) => [row.plate, row.code].flatMap((name) => (name ? [[plain(name), row]] : []))) as [
      string,
      (typeof rows)[0],
    ][],
  )
  const byCard = new Map(rows.flatMap((row) => row.fuel_cards.map((card) => [plain(card), row] as const)))
  return ({ vehicle, card }: { vehicle: string | null; card: string | null }) =>
    vehicle === null ? (card === null ? undefined : byCard.get(plain(card))) : byName.get(plain(vehicle))
}
