import { sql } from 'kysely'
import { excursionsOf, outBy, type Excursion, type Point, type Range } from '#domain/cold-chain/excursions.ts'
import { temperatureOf } from '#domain/problem/temperature.ts'
import type { NewReadings, ReadingsTaken, TemperatureExcursion } from '#domain/schema/temperature.ts'
import type { z } from 'zod'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { raiseAlert, seeAlertOf } from '../alerts/commands.ts'
import { noteOnRoad, type RoadNote } from '../delivery-moves/commands.ts'
import { writeToDriver } from '../messages/commands.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import {
  aboardBetween,
  commonRange,
  driverOf,
  excursionsToTell,
  findAboard,
  getExcursion,
  ownHistory,
  pointsBetween,
  toFigures,
  vehicleOf,
  vehiclesNamed,
  type Place,
} from './queries.ts'
import {
  compartmentFor,
  isBreach,
  matchExcursions,
  placeReadings,
  sayBreach,
  type KnownVehicle,
  type PlacedReading,
} from './rules.ts'

type Taking = z.output<typeof NewReadings>

const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/** Stores readings, and looks at once whether any compartment is or was out of range. Known readings change nothing. */
export async function recordTemperatures(
  trx: Trx,
  { workspaceId }: Author,
  { readings, source, dry_run }: Taking,
  now: Date,
): Promise<ReadingsTaken> {
  const known = await vehiclesNamed(
    trx,
    workspaceId,
    readings.map(({ vehicle }) => vehicle),
  )
  const { placed, refused } = placeReadings(readings, known, now)
  await lockVehicles(trx, [...new Set(placed.map(({ vehicle_id }) => vehicle_id))])
  const fresh = dry_run
    ? await unknownAmong(trx, workspaceId, placed)
    : await insert(trx, workspaceId, placed, source, now)
  const taken = {
    accepted: fresh.length,
    duplicates: readings.length - refused.length - fresh.length,
    refused,
  }
  if (dry_run) return taken
  const places = Map.groupBy(fresh, ({ vehicle_id, compartment }) => `${vehicle_id} ${compartment}`)
  for (const own of places.values()) {
    const times = own.map(({ read_at }) => Date.parse(read_at))
    await judgePlace(trx, workspaceId, own[0]!, { from: Math.min(...times), to: Math.max(...times) }, now)
  }
  return taken
}

type ByHand = { deliveryId: string | null; celsius: number; compartment?: string | undefined }
type OnRoad = { trx: Trx; author: Author; driver: { id: string }; entry: { happenedAt: Date }; now: Date }

/**
 * What a driver read: of the compartment that is named, of the one that the delivery is in, or of the only one. A vehicle with
 * several of which none is meant has no such reading.
 */
export async function noteByHand(work: OnRoad, { deliveryId, celsius, compartment }: ByHand): Promise<void> {
  const { trx, author, driver, entry, now } = work
  const vehicle = await vehicleOf(trx, author.workspaceId, driver.id)
  if (!vehicle) return
  const meant = deliveryId && !compartment ? await placeOf(trx, author.workspaceId, deliveryId, vehicle) : compartment
  const reading = { vehicle: vehicle.id, compartment: meant ?? '', read_at: entry.happenedAt.toISOString(), celsius }
  await recordTemperatures(trx, author, { readings: [reading], source: 'hand', dry_run: false }, now)
}

async function placeOf(trx: Trx, workspaceId: string, deliveryId: string, { compartments }: KnownVehicle) {
  const aboard = await findAboard(trx, workspaceId, deliveryId)
  const range = aboard && temperatureOf(aboard)
  return range && compartmentFor(compartments, range)
}

/** One change of a vehicle's readings after the other, so that each sees what the others found. */
async function lockVehicles(trx: Trx, ids: string[]): Promise<void> {
  for (const id of ids.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext('karta temperatures'), hashtext(${id}))`.execute(trx)
}

const asRows = (readings: readonly PlacedReading[]) => sql`
  json_to_recordset(${JSON.stringify(readings)}::json)
    as r(vehicle_id uuid, compartment text, read_at timestamptz, celsius double precision)`

async function unknownAmong(
  trx: Trx,
  workspaceId: string,
  readings: readonly PlacedReading[],
): Promise<PlacedReading[]> {
  const { rows } = await sql<PlacedReading>`select r.* from ${asRows(readings)} where not exists (
    select from temperature_readings o where o.workspace_id = ${workspaceId} and o.vehicle_id = r.vehicle_id
      and o.compartment = r.compartment and o.read_at = r.read_at)`.execute(trx)
  return rows
}

async function insert(
  trx: Trx,
  workspaceId: string,
  readings: readonly PlacedReading[],
  source: Taking['source'],
  now: Date,
): Promise<PlacedReading[]> {
  const { rows } = await sql<PlacedReading>`
    insert into temperature_readings (workspace_id, vehicle_id, compartment, read_at, celsius, source, received_at)
      select ${workspaceId}, r.vehicle_id, r.compartment, r.read_at, r.celsius, ${source}, ${now} from ${asRows(readings)}
    on conflict do nothing returning vehicle_id, compartment, read_at, celsius`.execute(trx)
  return rows
}

/** What excursions may span: readings before and after new ones that are looked at again. */
const spanMs = 7 * 86_400_000

/** Works out the excursions around new readings again, tells people of what is new, and writes what happened to deliveries. */
async function judgePlace(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, compartment }: Place,
  { from, to }: { from: number; to: number },
  now: Date,
): Promise<void> {
  const place = { vehicle_id, compartment }
  const vehicle = await trx
    .selectFrom('vehicles')
    .select(['code', 'compartments'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  const kept = vehicle.compartments.find(({ name }) => name === compartment)
  const around = { from: new Date(from - spanMs), to: new Date(to + spanMs) }
  const range = kept
    ? temperatureOf(kept)!
    : ((await rangeAboard(trx, workspaceId, place, from, to)) ?? (await openRange(trx, workspaceId, place, from)))
  if (!range) return
  const points = withinReach(await pointsBetween(trx, workspaceId, place, around.from, around.to), { from, to }, range)
  const computed = excursionsOf(points, range)
  const stored = await storedBetween(trx, workspaceId, place, points)
  const { pairs, gone } = matchExcursions(computed, stored)
  const minutes = (await readRoadSettings(trx, workspaceId)).temperature_breach_minutes
  for (const { id, told_at } of gone) if (told_at === null) await remove(trx, workspaceId, id)
  for (const { before, after } of pairs) {
    const id = await write(trx, workspaceId, place, { before, after, range })
    const isTold = before?.told_at != null
    if (!isTold && isBreach(after, minutes, now))
      await tell(trx, workspaceId, { id, place, after, range, code: vehicle.code }, now)
    else if (isTold && before.ended_at === null && after.ended_at !== null) {
      const data = await getExcursion(trx, workspaceId, id)
      await appendEvents(trx, karta(workspaceId), [{ type: 'temperature_excursion.ended', id, data }], now)
    }
    if (isTold || isBreach(after, minutes, now))
      await writeIntoDeliveries(trx, workspaceId, { place, after, minutes }, now)
  }
}

/** Without compartments, the goods on board say what is right. */
async function rangeAboard(trx: Trx, workspaceId: string, { vehicle_id }: Place, from: number, to: number) {
  return commonRange(await aboardBetween(trx, workspaceId, vehicle_id, new Date(from), new Date(to)))
}

/** What an excursion that goes on is judged by, also after the goods left the vehicle. */
async function openRange(trx: Trx, workspaceId: string, place: Place, from: number): Promise<Range | undefined> {
  const open = await trx
    .selectFrom('temperature_excursions')
    .select(['temperature_min_c', 'temperature_max_c'])
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', place.vehicle_id)
    .where('compartment', '=', place.compartment)
    .where('ended_at', 'is', null)
    .where('began_at', '<=', new Date(from).toISOString())
    .orderBy('began_at', 'desc')
    .executeTakeFirst()
  return open && temperatureOf(open)
}

/** Readings from the last one in range before new ones to the first one in range after them. */
function withinReach(points: readonly Point[], { from, to }: { from: number; to: number }, range: Range): Point[] {
  const isFine = ({ celsius }: Point) => outBy(celsius, range) === 0
  const first = points.findLastIndex((point) => point.at < from && isFine(point))
  const after = points.findIndex((point) => point.at > to && isFine(point))
  return points.slice(Math.max(0, first), after < 0 ? undefined : after + 1)
}

function storedBetween(trx: Trx, workspaceId: string, place: Place, points: readonly Point[]) {
  return trx
    .selectFrom('temperature_excursions')
    .select(['id', 'began_at', 'ended_at', 'last_at', 'told_at'])
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', place.vehicle_id)
    .where('compartment', '=', place.compartment)
    .where('began_at', '<=', new Date(points.at(-1)?.at ?? 0).toISOString())
    .where(sql<boolean>`coalesce(ended_at, 'infinity') > ${new Date(points[0]?.at ?? 0)}`)
    .orderBy('began_at')
    .execute()
}

type Stored = Awaited<ReturnType<typeof storedBetween>>[number]

const remove = (trx: Trx, workspaceId: string, id: string) =>
  trx.deleteFrom('temperature_excursions').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()

const bounded = (value: number) => (Number.isFinite(value) ? value : null)

async function write(
  trx: Trx,
  workspaceId: string,
  place: Place,
  { before, after, range }: { before: Stored | undefined; after: Excursion; range: Range },
): Promise<string> {
  const values = { ...toFigures(after), last_at: new Date(after.last_at) }
  if (before) {
    await trx
      .updateTable('temperature_excursions')
      .set(values)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const { id } = await trx
    .insertInto('temperature_excursions')
    .values({
      ...place,
      ...values,
      workspace_id: workspaceId,
      driver_id: await driverOf(trx, workspaceId, place.vehicle_id),
      temperature_min_c: bounded(range[0]),
      temperature_max_c: bounded(range[1]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const alertKey = (id: string) => `temperature:${id}`

/** Tells dispatchers by an alert, and the driver by a message. What is over is less urgent, and no driver can change it. */
async function tell(
  trx: Trx,
  workspaceId: string,
  { id, place, after, range, code }: { id: string; place: Place; after: Excursion; range: Range; code: string },
  now: Date,
): Promise<void> {
  const { driver_id } = await trx
    .updateTable('temperature_excursions')
    .set({ told_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('driver_id')
    .executeTakeFirstOrThrow()
  const data = await getExcursion(trx, workspaceId, id)
  await appendEvents(trx, karta(workspaceId), [{ type: 'temperature_excursion.began', id, data }], now)
  const lasting = {
    ...after,
    last_at: after.ended_at === null ? Math.max(after.last_at, now.getTime()) : after.last_at,
  }
  const sentence = sayBreach({ vehicle_code: code, compartment: place.compartment }, lasting, range)
  const severity = after.ended_at === null ? 'high' : 'medium'
  const about = { kind: 'temperature', key: alertKey(id), vehicle_id: place.vehicle_id, driver_id } as const
  await raiseAlert(trx, workspaceId, { ...about, severity, sentence }, now)
  if (driver_id && after.ended_at === null) await writeToDriver(trx, karta(workspaceId), driver_id, sentence, now)
}

/** Writes into the history of each delivery on board when its own range was left, once it begins and once it is over. */
async function writeIntoDeliveries(
  trx: Trx,
  workspaceId: string,
  { place, after, minutes }: { place: Place; after: Excursion; minutes: number },
  now: Date,
): Promise<void> {
  const [from, to] = [new Date(after.began_at), new Date(after.ended_at ?? Math.max(after.last_at, now.getTime()))]
  const notes: RoadNote[] = []
  for (const aboard of await aboardBetween(trx, workspaceId, place.vehicle_id, from, to)) {
    const own = await ownHistory(trx, workspaceId, aboard, now)
    if (!own || own.place.compartment !== place.compartment) continue
    for (const excursion of own.excursions.filter((each) => isBreach(each, minutes, own.until))) {
      const figures = toFigures(excursion)
      if (!(await isNews(trx, workspaceId, aboard.id, figures))) continue
      const detail = {
        vehicle: aboard.vehicle_code,
        compartment: place.compartment,
        temperature_min_c: aboard.temperature_min_c,
        temperature_max_c: aboard.temperature_max_c,
        ...figures,
      }
      notes.push({ delivery_id: aboard.id, kind: 'excursion', detail })
    }
  }
  await noteOnRoad(trx, karta(workspaceId), notes, now)
}

/** Whether the history does not say so yet. While an excursion goes on, only that it began is written. */
async function isNews(trx: Trx, workspaceId: string, deliveryId: string, figures: ReturnType<typeof toFigures>) {
  const { began_at, ended_at, degree_minutes } = figures
  const written = JSON.stringify(ended_at === null ? { ended_at, degree_minutes: 0 } : { ended_at, degree_minutes })
  const { rows } = await sql`
    insert into delivery_excursions as e (workspace_id, delivery_id, began_at, written)
      values (${workspaceId}, ${deliveryId}, ${began_at}, ${written}::jsonb)
    on conflict (workspace_id, delivery_id, began_at) do update set written = excluded.written
      where e.written <> excluded.written
    returning 1`.execute(trx)
  return rows.length > 0
}

/**
 * Somebody deals with an excursion: nobody else on the list is told.
 * @throws AppError `excursion_not_found`
 */
export async function acknowledgeExcursion(
  trx: Trx,
  actor: Actor,
  id: string,
  note: string,
  now: Date,
): Promise<TemperatureExcursion> {
  const { workspaceId } = actor
  const before = await getExcursion(trx, workspaceId, id)
  await trx
    .updateTable('temperature_excursions')
    .set({ acknowledged_at: now, acknowledged_by: actor.name, note })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getExcursion(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'temperature_excursion.acknowledged', id, data, before }], now)
  await seeAlertOf(trx, actor, alertKey(id), now)
  return data
}

/** Tells of compartments that are out of range for long enough by the clock, although nothing new came. */
export async function tellExcursions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const { workspace_id, began_at, ...place } of await excursionsToTell(db, now())) {
    const at = Date.parse(began_at)
    await inWorkspace(db, workspace_id, async (trx) => {
      await lockVehicles(trx, [place.vehicle_id])
      await judgePlace(trx, workspace_id, place, { from: at, to: at }, now())
    })
  }
}
