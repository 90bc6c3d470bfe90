import { sql } from 'kysely'
import { z } from 'zod'
import {
  excursionsOf,
  extremes,
  meanKinetic,
  type Excursion,
  type Point,
  type Range,
} from '#domain/cold-chain/excursions.ts'
import { AppError } from '#domain/errors.ts'
import { temperatureOf } from '#domain/problem/temperature.ts'
import type { Compartment } from '#domain/schema/compartment.ts'
import type { CompartmentNow, DeliveryTemperatures, Reading, TemperatureExcursion } from '#domain/schema/temperature.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { compartmentFor, stateNow, type KnownVehicle } from './rules.ts'

/** The place of a sensor: a compartment of a vehicle, or all of it. */
export type Place = { vehicle_id: string; compartment: string }

/** A chart has so many points. */
const mostPoints = 1500
const mostDays = 31
const dayMs = 86_400_000

/** Vehicles by ID or code, in any letters. */
export async function vehiclesNamed(trx: Trx, workspaceId: string, names: string[]): Promise<KnownVehicle[]> {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  return trx
    .selectFrom('vehicles')
    .select(['id', 'code', 'compartments'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(id::text = any(${lower}::text[]) or lower(code) = any(${lower}::text[]))`)
    .execute()
}

export const pointOf = ({ read_at, celsius }: { read_at: string; celsius: number }): Point => ({
  at: Date.parse(read_at),
  celsius,
})

/**
 * What a compartment was at. Of many readings, each stretch of time has its coldest and its warmest.
 * @throws AppError `validation_failed` for more than 31 days
 */
export async function readTemperatures(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, compartment, from, to }: Place & { from: string; to: string },
): Promise<Reading[]> {
  const span = Date.parse(to) - Date.parse(from)
  if (!(span > 0 && span <= mostDays * dayMs)) {
    const message = `Choose a time of at most ${mostDays} days that ends after it begins.`
    throw new AppError('validation_failed', { errors: [{ path: 'to', message }] })
  }
  const seconds = Math.max(1, span / 1000 / (mostPoints / 2))
  const { rows } = await sql<Reading>`
    with found as (
      select read_at, celsius, source, floor(extract(epoch from read_at - ${from}::timestamptz) / ${seconds}) as stretch
      from temperature_readings where workspace_id = ${workspaceId} and vehicle_id = ${vehicle_id}
        and compartment = ${compartment} and read_at between ${from} and ${to}),
    ranked as (select *, row_number() over (partition by stretch order by celsius, read_at) as coldest,
      row_number() over (partition by stretch order by celsius desc, read_at) as warmest from found)
    select read_at, celsius, source from ranked where coldest = 1 or warmest = 1 order by read_at`.execute(trx)
  return rows
}

/** Every reading of a compartment from one moment to another, in order. */
export async function pointsBetween(
  trx: Trx,
  workspaceId: string,
  place: Place,
  from: Date,
  to: Date,
): Promise<Point[]> {
  const rows = await trx
    .selectFrom('temperature_readings')
    .select(['read_at', 'celsius'])
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', place.vehicle_id)
    .where('compartment', '=', place.compartment)
    .where('read_at', '>=', from.toISOString())
    .where('read_at', '<=', to.toISOString())
    .orderBy('read_at')
    .execute()
  return rows.map(pointOf)
}

const excursions = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('temperature_excursions as e')
    .innerJoin('vehicles as v', 'v.id', 'e.vehicle_id')
    .leftJoin('drivers as d', 'd.id', 'e.driver_id')
    .select(['e.id', 'e.vehicle_id', 'v.code as vehicle_code', 'e.compartment', 'e.driver_id', 'd.name as driver_name'])
    .select(['e.temperature_min_c', 'e.temperature_max_c', 'e.began_at', 'e.ended_at', 'e.lowest_c', 'e.highest_c'])
    .select(['e.degree_minutes', 'e.mean_kinetic_c', 'e.acknowledged_at', 'e.acknowledged_by', 'e.note'])
    .select(sql<string>`e.told_at`.as('told_at'))
    .where('e.workspace_id', '=', workspaceId)
    .where('e.told_at', 'is not', null)

/** @throws AppError `excursion_not_found` */
export async function getExcursion(trx: Trx, workspaceId: string, id: string): Promise<TemperatureExcursion> {
  const row = await excursions(trx, workspaceId).where('e.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('excursion_not_found')
  return row
}

const newestFirst = {
  name: 'began',
  order: 'desc',
  by: sql`e.began_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`e.id`,
  ties: z.uuid(),
} as const

type Filter = {
  state: 'open' | 'ended' | 'unacknowledged' | 'all'
  vehicle_id?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Times out of range that people were told of, the newest first. */
export async function listExcursions(trx: Trx, workspaceId: string, { state, vehicle_id, ...page }: Filter) {
  let found = excursions(trx, workspaceId)
  if (vehicle_id) found = found.where('e.vehicle_id', '=', vehicle_id)
  if (state === 'open') found = found.where('e.ended_at', 'is', null)
  if (state === 'ended') found = found.where('e.ended_at', 'is not', null)
  if (state === 'unacknowledged') found = found.where('e.acknowledged_at', 'is', null)
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data: rows as TemperatureExcursion[], next_cursor, total: Number(total) }
}

/** What every compartment of the fleet is at now. Vehicles without cooling and without readings are left out. */
export async function readColdChain(trx: Trx, workspaceId: string, now: Date): Promise<CompartmentNow[]> {
  const vehicles = await trx
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.code', 'v.compartments', 'v.temperature_min_c', 'v.temperature_max_c'])
    // Several may share a vehicle.
    .select(({ selectFrom }) =>
      selectFrom('drivers as d')
        .select('d.name')
        .where('d.workspace_id', '=', workspaceId)
        .whereRef('d.vehicle_id', '=', 'v.id')
        .where('d.active', '=', true)
        .orderBy('d.name')
        .limit(1)
        .as('driver_name'),
    )
    .where('v.workspace_id', '=', workspaceId)
    .where('v.active', '=', true)
    .orderBy('v.code')
    .execute()
  const { rows } = await sql<Place & { read_at: string; celsius: number }>`
    select p.vehicle_id, p.compartment, r.read_at, r.celsius
    from (
      select v.id as vehicle_id, c ->> 'name' as compartment from vehicles v, jsonb_array_elements(v.compartments) c
        where v.workspace_id = ${workspaceId} and v.active
      union all select v.id, '' from vehicles v where v.workspace_id = ${workspaceId} and v.active
    ) p cross join lateral (
      select o.read_at, o.celsius from temperature_readings o where o.workspace_id = ${workspaceId}
        and o.vehicle_id = p.vehicle_id and o.compartment = p.compartment order by o.read_at desc limit 1) r`.execute(
    trx,
  )
  const newest = new Map(rows.map((row) => [`${row.vehicle_id} ${row.compartment}`, row]))
  return vehicles.flatMap(({ id, code, compartments, driver_name, ...own }) => {
    const parts = compartments.length ? compartments : [{ name: '', ...own }]
    return parts.flatMap(({ name, temperature_min_c, temperature_max_c }): CompartmentNow[] => {
      const last = newest.get(`${id} ${name}`)
      const range = temperatureOf({ temperature_min_c, temperature_max_c })
      if (!range && !last) return []
      return [
        {
          vehicle_id: id,
          vehicle_code: code,
          driver_name,
          compartment: name,
          temperature_min_c,
          temperature_max_c,
          celsius: last?.celsius ?? null,
          read_at: last?.read_at ?? null,
          state: stateNow(range, last && pointOf(last), now),
        },
      ]
    })
  })
}

/** A delivery that needs a temperature, with when it was on board of what. */
export type Aboard = {
  id: string
  number: number
  temperature_min_c: number | null
  temperature_max_c: number | null
  vehicle_id: string | null
  vehicle_code: string | null
  compartments: Compartment[] | null
  aboard_from: string | null
  aboard_until: string | null
}

/*
 * On board from when the driver loaded it, or else set off with it, until it was handed over or came back. What failed stays on
 * board until it is returned. What comes back and leaves once more has its last trip.
 */
const aboardFrom = sql`
  from deliveries d
    left join routes r on r.id = d.route_id
    left join drivers o on o.id = d.driver_id
    left join vehicles v on v.id = coalesce(r.vehicle_id, o.vehicle_id)
    left join lateral (
      select min(t.at) filter (where t.kind = 'loaded') as loaded, min(t.at) filter (where t.kind = 'status_changed') as left_at,
        min(t.at) filter (where t.kind = 'returned') as returned
      from (
        select e.kind, coalesce((e.detail -> 'device' ->> 'at')::timestamptz, e.at) as at,
          count(*) filter (where e.kind = 'returned') over (order by e.sequence rows between unbounded preceding and 1 preceding)
            as trip
        from delivery_events e where e.workspace_id = d.workspace_id and e.delivery_id = d.id
          and (e.kind in ('loaded', 'returned') or e.kind = 'status_changed' and e.changes ->> 'status' = 'in_transit')
      ) t group by t.trip order by t.trip desc limit 1) h on true`
const aboardColumns = sql`d.id, d.number, d.temperature_min_c, d.temperature_max_c, v.id as vehicle_id, v.code as vehicle_code,
  v.compartments, coalesce(h.loaded, h.left_at) as aboard_from,
  case when d.status = 'delivered' then d.status_at else h.returned end as aboard_until`

/** One delivery, with when it was on board of what. */
export async function findAboard(trx: Trx, workspaceId: string, id: string): Promise<Aboard | undefined> {
  const { rows } = await sql<Aboard>`select ${aboardColumns} ${aboardFrom}
    where d.workspace_id = ${workspaceId} and d.id = ${id} and d.deleted_at is null`.execute(trx)
  return rows[0]
}

/** The deliveries that need a temperature and were on board of a vehicle at some moment between two. */
export async function aboardBetween(trx: Trx, workspaceId: string, vehicleId: string, from: Date, to: Date) {
  const { rows } = await sql<Aboard>`
    select * from (select ${aboardColumns} ${aboardFrom}
      where d.workspace_id = ${workspaceId} and d.deleted_at is null
        and (d.temperature_min_c is not null or d.temperature_max_c is not null)
        and coalesce(r.vehicle_id, o.vehicle_id) = ${vehicleId}
        and d.scheduled_date between (${from}::timestamptz - interval '3 days')::date
          and (${to}::timestamptz + interval '3 days')::date) a
    where a.aboard_from <= ${to} and coalesce(a.aboard_until, 'infinity') >= ${from} order by a.number`.execute(trx)
  return rows
}

/** What goods on board all bear; undefined if they need nothing, or nothing suits all of them. */
export function commonRange(aboard: readonly Aboard[]): Range | undefined {
  const ranges = aboard.flatMap((each) => [temperatureOf(each)!])
  if (!ranges.length) return undefined
  const common = [Math.max(...ranges.map(([from]) => from)), Math.min(...ranges.map(([, to]) => to))] as const
  return common[0] <= common[1] ? common : undefined
}

/** Readings and times out of range of one delivery, while it was on board: of the first 31 days, if nobody says that it came back. */
export async function ownHistory(trx: Trx, workspaceId: string, aboard: Aboard, now: Date) {
  const range = temperatureOf(aboard)
  const compartment = range && aboard.compartments ? compartmentFor(aboard.compartments, range) : undefined
  if (!range || !aboard.vehicle_id || !aboard.aboard_from || compartment === undefined) return undefined
  const place = { vehicle_id: aboard.vehicle_id, compartment }
  const longest = Date.parse(aboard.aboard_from) + mostDays * dayMs
  const until = new Date(Math.min(aboard.aboard_until ? Date.parse(aboard.aboard_until) : now.getTime(), longest))
  const points = await pointsBetween(trx, workspaceId, place, new Date(aboard.aboard_from), until)
  // What is out of range until it leaves the vehicle is so no longer than that.
  const excursions = excursionsOf(points, range).map((each) =>
    each.ended_at === null && aboard.aboard_until ? { ...each, ended_at: until.getTime() } : each,
  )
  return { place, range, until, points, excursions }
}

/**
 * What a delivery was kept at, as it is shown.
 * @throws AppError `delivery_not_found`
 */
export async function readDeliveryTemperatures(
  trx: Trx,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<DeliveryTemperatures> {
  const aboard = await findAboard(trx, workspaceId, id)
  if (!aboard) throw new AppError('delivery_not_found')
  const own = await ownHistory(trx, workspaceId, aboard, now)
  const degrees = own?.points.map(({ celsius }) => celsius) ?? []
  const shown =
    own && degrees.length
      ? await readTemperatures(trx, workspaceId, {
          ...own.place,
          from: aboard.aboard_from!,
          to: new Date(Math.max(own.until.getTime(), Date.parse(aboard.aboard_from!) + 1)).toISOString(),
        })
      : []
  return {
    temperature_min_c: aboard.temperature_min_c,
    temperature_max_c: aboard.temperature_max_c,
    vehicle_id: aboard.vehicle_id,
    vehicle_code: aboard.vehicle_code,
    compartment: own?.place.compartment ?? null,
    aboard_from: aboard.aboard_from,
    aboard_until: aboard.aboard_until,
    lowest_c: degrees.length ? extremes(degrees)[0] : null,
    highest_c: degrees.length ? extremes(degrees)[1] : null,
    mean_kinetic_c: meanKinetic(own?.points ?? []) ?? null,
    readings: shown,
    excursions: (own?.excursions ?? []).map(toFigures),
  }
}

/** An excursion with its moments as they are sent and stored. */
export const toFigures = ({ began_at, ended_at, last_at: _, ...figures }: Excursion) => ({
  began_at: new Date(began_at).toISOString(),
  ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
  ...figures,
})

/** Who drives a vehicle: whoever is on shift with it, or else has it. */
export async function driverOf(trx: Trx, workspaceId: string, vehicleId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select coalesce(
      (select driver_id from shifts where workspace_id = ${workspaceId} and vehicle_id = ${vehicleId} and ended_at is null
        order by started_at desc limit 1),
      (select id from drivers where workspace_id = ${workspaceId} and vehicle_id = ${vehicleId} and active limit 1)) as id`.execute(
    trx,
  )
  return rows[0]!.id
}

/** The vehicle with which a driver is on the road, or else the driver's own. */
export async function vehicleOf(trx: Trx, workspaceId: string, driverId: string): Promise<KnownVehicle | undefined> {
  const { rows } = await sql<KnownVehicle>`select v.id, v.code, v.compartments from vehicles v
    where v.workspace_id = ${workspaceId} and v.id = coalesce(
      (select vehicle_id from shifts where workspace_id = ${workspaceId} and driver_id = ${driverId} and ended_at is null
        order by started_at desc limit 1),
      (select vehicle_id from drivers where workspace_id = ${workspaceId} and id = ${driverId}))`.execute(trx)
  return rows[0]
}

/** Compartments that have been out of range for so long that people should be told, of all workspaces. */
export async function excursionsToTell(db: Db, now: Date) {
  const { rows } = await sql<Place & { workspace_id: string; began_at: string }>`
    select workspace_id, vehicle_id, compartment, began_at from excursions_to_tell(${now})`.execute(inOneStatement(db))
  return rows
}
