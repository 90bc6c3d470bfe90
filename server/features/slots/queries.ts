import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BoardQuestion, BoardRoute } from '#solver/index.ts'
import { isDoubtful } from '#domain/address/position.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { clockOf } from '#domain/problem/clock.ts'
import type { SlotHold, SlotQuestion, Slots, SlotSettings } from '#domain/schema/slots.ts'
import { asDelivery, type HeldOrder } from '#domain/slots/held-order.ts'
import { usualSlots } from '#domain/slots/usual.ts'
import { daysFrom, isCutOff, windowsOn, type DayWindow } from '#domain/slots/windows.ts'
import { earliestDeparture, isOver } from '#domain/start-of-day.ts'
import { isInside } from '#domain/territory.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import { toProblem } from '#domain/to-problem.ts'
import { placesOf } from '#domain/travel/places-in.ts'
import type { TravelTable } from '#domain/travel/tables.ts'
import { inTransaction, inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { planOf } from '../../engine/answer.ts'
import { boardThreads } from '../../engine/board-threads.ts'
import type { Engine } from '../../engine/engine.ts'
import { isAtSea } from '../../outside/coasts.ts'
import type { TravelEngine } from '../../outside/travel/engine.ts'
import { searchPlaces } from '../addresses/commands.ts'
import { readCalendarBetween } from '../calendar/queries.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { driversWithoutRoute, editable, possibleRoutes, problemOf, timesOf } from '../changeable-plans/queries.ts'
import { pendingOn, readDay, readDepots } from '../planning/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { readPlanTravel } from '../travel/queries.ts'
import { isOpen, readToKeep, withKept } from '../unpublished/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  canBeTimed,
  inOrder,
  keptIn,
  merged,
  toKeep,
  toSlot,
  wantedOn,
  whyNone,
  withoutOrder,
  type DayToKeep,
  type KeptRoutes,
} from './rules.ts'

/** What finding slots works with. */
export type SlotDeps = Pick<Deps, 'db' | 'engine' | 'geocoder' | 'now' | 'report' | 'travel'>

const settingColumns = [
  'is_on',
  'windows',
  'days_ahead',
  'cut_off_minutes',
  'territory_ids',
  'service_km',
  'blackout_days',
  'price',
  'hold_minutes',
  'near_meters',
  'order_page',
  'order_page_name',
  'shop_origins',
  'version',
] as const

/** Which slots a workspace offers. */
export async function readSlotSettings(trx: Trx, workspaceId: string): Promise<Omit<SlotSettings, 'order_page_url'>> {
  const row = await trx
    .selectFrom('slot_settings')
    .select(settingColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? usualSlots
}

/** Where customers of a workspace book; null while its page is off. */
export const slotUrl = (
  { is_on, order_page, order_page_name }: Pick<SlotSettings, 'is_on' | 'order_page' | 'order_page_name'>,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
) => (is_on && order_page && order_page_name ? `${publicUrl}/order/${order_page_name}` : null)

const holdColumns = [
  'id',
  'day',
  'starts',
  'ends',
  'price',
  'state',
  'expires_at',
  'delivery_id',
  'created_at',
  'version',
] as const

/**
 * A held slot.
 * @throws AppError `slot_hold_not_found`
 */
export async function getSlotHold(trx: Trx, workspaceId: string, id: string): Promise<SlotHold> {
  const row = await trx
    .selectFrom('slot_holds')
    .select(holdColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('slot_hold_not_found')
  const { starts: start, ends: end, ...hold } = row
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const at = (time: string) => instantOf(row.day, time, zone).toISOString()
  return { ...hold, start, end, starts_at: at(start), ends_at: at(end) }
}

type Held = { id: string; starts: string; ends: string; wanted: HeldOrder; expires_at: string }

/** What is held on a day. */
function heldOn(trx: Trx, workspaceId: string, day: string, now: Date): Promise<Held[]> {
  return trx
    .selectFrom('slot_holds')
    .select(['id', 'starts', 'ends', 'wanted', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .where('state', '=', 'held')
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at')
    .$narrowType<{ wanted: HeldOrder }>()
    .execute()
}

/** How many of each window are sold or held, by day, start and end. */
async function readSold(
  trx: Trx,
  workspaceId: string,
  days: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ slot: string; count: number }>`
    select slot, count(*)::integer as count from (
      select concat_ws(' ', scheduled_date, window_start, window_end) as slot from deliveries
        where workspace_id = ${workspaceId} and scheduled_date = any(${days}) and deleted_at is null
          and status not in ('cancelled', 'failed') and window_start is not null
      union all
      select concat_ws(' ', day, starts, ends) from slot_holds
        where workspace_id = ${workspaceId} and day = any(${days}) and state = 'held' and expires_at > ${now}
    ) s group by slot`.execute(trx)
  return new Map(rows.map(({ slot, count }) => [slot, count]))
}

const slotKey = ({ day, start, end }: Pick<DayWindow, 'day' | 'start' | 'end'>) => `${day} ${start} ${end}`

/* ---------------------------------------------------------------- the days */

/** How long what is known of today is good for: drivers move on. */
const todaySeconds = 60

/** Reads a day with its plans, or with what is booked for it, and what is held. */
async function readDayToKeep(
  trx: Trx,
  workspaceId: string,
  day: string,
  { now, kept }: { now: Date; kept: KeptRoutes | undefined },
): Promise<DayToKeep> {
  const held = await heldOn(trx, workspaceId, day, now)
  const { usual } = await readDepots(trx, workspaceId)
  const orders = held.map(({ id, starts, ends, wanted }) =>
    asDelivery(wanted, { id, day, start: starts, end: ends, depot: usual?.id ?? null }),
  )
  const plans = await trx
    .selectFrom('plans')
    .select(['id', 'state'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .where('revises', 'is', null)
    .where('what_if', 'is', null)
    .where('state', 'in', ['draft', 'approved', 'dispatched'])
    .orderBy('created_at', 'desc')
    .execute()
  // Several drafts are choices between which somebody has to decide; the newest one counts.
  const newestDraft = plans.find(({ state }) => state === 'draft')
  const counted = plans.filter((plan) => plan.state !== 'draft' || plan === newestDraft)
  const read = counted.length
    ? await readPlanned(trx, workspaceId, { day, plans: counted, orders, now })
    : await readBooked(trx, workspaceId, { day, orders, now, kept })
  const { time_zone: zone } = read.settings
  const ends = held.map(({ expires_at }) => Date.parse(expires_at))
  const until = Math.min(...ends, dayOf(now, zone) === day ? now.getTime() + todaySeconds * 1000 : Infinity)
  return { ...read, day, hasPlan: counted.length > 0, until }
}

type Reading = Omit<DayToKeep, 'day' | 'until' | 'hasPlan'>
type Orders = ReturnType<typeof asDelivery>[]

/** A day with plans: their routes as they will be, drivers who could begin one, and what waits for a route. */
async function readPlanned(
  trx: Trx,
  workspaceId: string,
  { day, plans, orders, now }: { day: string; plans: { id: string; state: string }[]; orders: Orders; now: Date },
): Promise<Reading> {
  const waiting = (await pendingOn(trx, workspaceId, { day, depot_id: null }).select('deliveries.id').execute()).map(
    ({ id }) => id,
  )
  // Once routes are dispatched, a new one is begun only if a dispatcher chooses to.
  const isDispatched = plans.some(({ state }) => state === 'dispatched')
  const idle = isDispatched ? [] : await driversWithoutRoute(trx, workspaceId, plans[0]!.id)
  const read = []
  for (const [at, { id }] of plans.entries()) {
    const named = at === 0 ? { deliveryIds: waiting, driverIds: idle, vehicleIds: [] } : none
    const { published, kept } = await readToKeep(trx, workspaceId, id, named, now)
    read.push(kept.some(isOpen) ? withKept(published, kept).next : published)
  }
  const whole = merged(read)
  const timedWith = read.flatMap(({ travel }) => travel?.timedWith ?? [])[0] ?? null
  const places = placesOf([...whole.deliveries.values(), ...orders], [...whole.drivers.values()])
  const travel = await readPlanTravel(trx, workspaceId, { timedWith, places, settings: whole.settings })
  const today = { ...whole, travel }
  const routes = [...editable(today), ...possibleRoutes(today, idle, randomUUID)].filter(
    (route) => canBeTimed(today, route) && timesOf(today, route).works,
  )
  const onRoutes = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const open = waiting.flatMap((id) => {
    const delivery = today.deliveries.get(id)
    return delivery && !onRoutes.has(id) ? [delivery] : []
  })
  const pending = orders.map((order) => ({ ...order, status: 'pending' as const, route_id: null, version: 1 }))
  const { planned, stepsOf, vehicleOf } = problemOf(today, routes, { waiting: [...open, ...pending], isStrict: true })
  const steps = new Map(routes.map((route) => [vehicleOf.get(route.id)!, stepsOf(route)]))
  return {
    settings: today.settings,
    problem: routes.length
      ? {
          ...planned.problem,
          vehicles: planned.problem.vehicles.map((vehicle) => ({
            ...vehicle,
            steps: steps.get(vehicle.id)!.filter(({ lock }) => lock === 'done'),
          })),
        }
      : null,
    routes: [...steps].map(([vehicle, own]) => ({
      vehicle,
      steps: own.map(({ type, id }) => ({ type, id }) as BoardRoute['steps'][number]),
    })),
    straight: straightOf(today.settings, travel?.tables.typeSpeeds),
    crews: planned.drivers,
    orders: planned.deliveries,
    hasCosts: planned.hasCosts,
    moneyPerCost: planned.moneyPerCost,
    rooms: planned.rooms,
  }
}

const none = { deliveryIds: [], driverIds: [], vehicleIds: [] }

const straightOf = ({ speed_kmh, detour_factor = 1 }: DayToKeep['settings'], factors: Record<string, number> = {}) => ({
  speed_kmh,
  detour_factor,
  factors: { ...factors, car: 1 },
})

/** A day without a plan: everybody who works, and what is booked. Stops stay on the routes that they were kept on. */
async function readBooked(
  trx: Trx,
  workspaceId: string,
  { day, orders, now, kept }: { day: string; orders: Orders; now: Date; kept: KeptRoutes | undefined },
): Promise<Reading> {
  const drivers = await trx
    .selectFrom('drivers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .execute()
  const driver_ids = drivers.map(({ id }) => id)
  // Nobody has an empty list of drivers: a person who drives nowhere stands for it.
  const asked = { day, driver_ids: driver_ids.length ? driver_ids : [randomUUID()], depot_id: null }
  const { settings, drivers: crews, deliveries } = await readDay(trx, workspaceId, asked)
  const departure = earliestDeparture(now, settings.get_ready_minutes)
  const planned = toProblem(day, settings, crews, [...deliveries, ...orders], departure)
  return {
    settings,
    problem: planned.problem.vehicles.length ? planned.problem : null,
    routes: kept ? keptIn(planned, kept) : null,
    straight: straightOf(settings),
    crews: planned.drivers,
    orders: planned.deliveries,
    hasCosts: planned.hasCosts,
    moneyPerCost: planned.moneyPerCost,
    rooms: planned.rooms,
  }
}

/* ---------------------------------------------------------------- what is kept between answers */

type KeptDay = {
  read: DayToKeep
  /** The name of its board in the engine; null if nobody works that day. */
  key: string | null
  routes: BoardRoute[]
  /** What fits on none of them. */
  leftOut: { id: number }[]
  /** Of a day without a plan. */
  kept: KeptRoutes | undefined
  /** How many stops were put in since the search. */
  inserted: number
}

type KeptWorkspace = {
  /** When somebody last asked, in milliseconds. */
  askedAt: number
  /** How far the event log was when its days were looked at. */
  position: number
  days: Map<string, KeptDay>
  /** What is under way: one reading at a time. */
  turn: Promise<unknown>
}

/** Days of the workspaces that were asked last, on this server. They are made again after a start. */
const keptOf = new WeakMap<Engine, Map<string, KeptWorkspace>>()
const mostWorkspaces = 200
/** A search for a day without a plan takes no longer. */
const searchSeconds = 1
/** A day is searched for anew once so many stops were put in, or as many as a fifth of it. */
const searchAgainAfter = 10

function keptFor(engine: Engine, workspaceId: string): KeptWorkspace {
  const all = keptOf.get(engine) ?? new Map<string, KeptWorkspace>()
  keptOf.set(engine, all)
  const own = all.get(workspaceId) ?? { askedAt: 0, position: -1, days: new Map(), turn: Promise.resolve() }
  all.delete(workspaceId)
  all.set(workspaceId, own)
  for (const id of all.keys()) if (all.size > mostWorkspaces) all.delete(id)
  return own
}

/** Runs work in transactions of the workspace: in one that is open, or in its own. */
export type Within = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

/** Events of these kinds may change any day. */
const changesAll = [
  'driver',
  'vehicle',
  'vehicle_check',
  'depot',
  'day_off',
  'territory',
  'planning_settings',
  'workspace',
]
const mostEvents = 2000

/** Which days may have changed since a position of the log; null for all of them. */
async function changedSince(trx: Trx, workspaceId: string, since: number) {
  const head = await trx
    .selectFrom('event_heads')
    .select(['position', 'forgotten_position'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  const position = head?.position ?? 0
  if (position === since) return { position, days: new Set<string>() }
  if (since < (head?.forgotten_position ?? 0)) return { position, days: null }
  const { rows } = await sql<{ kind: string; day: string | null; was: string | null }>`
    select e.subject_kind as kind, coalesce(e.data ->> 'scheduled_date', e.data ->> 'day') as day,
        e.previous ->> 'scheduled_date' as was
      from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
      where b.workspace_id = ${workspaceId} and b.position > ${since} and b.position <= ${position}
        and e.subject_kind = any(${[...changesAll, 'delivery', 'plan', 'holiday', 'slot_hold']})
      limit ${mostEvents}`.execute(trx)
  const isAll = rows.length === mostEvents || rows.some(({ kind }) => changesAll.includes(kind))
  return {
    position,
    days: isAll ? null : new Set(rows.flatMap(({ day, was }) => [day, was].filter((each) => each !== null))),
  }
}

/**
 * The days as they are by now. What changed since the last question is read again; the rest is as it was kept.
 * @throws AppError `no_depot`
 */
export async function syncDays(
  { engine, now }: Pick<SlotDeps, 'engine' | 'now'>,
  workspaceId: string,
  days: readonly string[],
  within: Within,
): Promise<KeptDay[]> {
  const own = keptFor(engine, workspaceId)
  own.askedAt = now().getTime()
  await bringUpToDate(engine, workspaceId, own, { days, within, now })
  return days.map((day) => own.days.get(day)!)
}

type BringingUp = { days: readonly string[]; within: Within; now: () => Date }

async function bringUpToDate(
  engine: Engine,
  workspaceId: string,
  own: KeptWorkspace,
  { days, within, now }: BringingUp,
) {
  const work = async () => {
    const fresh = await within(async (trx) => {
      const { position, days: changed } = await changedSince(trx, workspaceId, own.position)
      const reading: { day: string; read: DayToKeep; before: KeptDay | undefined }[] = []
      const isStale = (day: string) => {
        const kept = own.days.get(day)
        return !kept || changed === null || changed.has(day) || kept.read.until <= now().getTime()
      }
      const stale = [...new Set([...days, ...own.days.keys()])].filter((day) => isStale(day))
      for (const day of stale) {
        const before = own.days.get(day)
        if (!days.includes(day)) own.days.delete(day)
        else {
          const read = await readDayToKeep(trx, workspaceId, day, { now: now(), kept: before?.kept })
          reading.push({ day, read, before })
        }
      }
      own.position = position
      return reading
    })
    // As many at the same time as the engine makes ready.
    const keepLane = async (lane: number) => {
      for (const { day, read, before } of fresh.filter((_, at) => at % boardThreads === lane)) {
        own.days.set(day, await keepDay(engine, workspaceId, read, before))
      }
    }
    await Promise.all(Array.from({ length: boardThreads }, (_, lane) => keepLane(lane)))
  }
  // Whoever comes meanwhile waits, and finds the days kept.
  const turn = own.turn.then(work)
  own.turn = turn.catch(() => own.days.clear())
  await turn
}

/** How many workspaces have their days made ready at a start. */
const mostAtStart = 20
/** Days of a workspace are kept up to date for so long after somebody asked. */
const wantedMinutes = 15

/** The workspaces that offer slots, those that sold one last first. Their buyers may ask next. */
export async function workspacesWithSlots(db: Db): Promise<string[]> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ id: string }>`select workspaces_with_slots(${mostAtStart}) as id`.execute(trx),
  )
  return rows.map(({ id }) => id)
}

/** The workspaces that were asked in the last minutes. */
export function workspacesAsked({ engine, now }: Pick<SlotDeps, 'engine' | 'now'>): string[] {
  const since = now().getTime() - wantedMinutes * 60_000
  return [...(keptOf.get(engine) ?? [])].flatMap(([id, { askedAt }]) => (askedAt >= since ? [id] : []))
}

/**
 * Makes the days of a workspace ready for questions. New ones follow one after the other, so that whoever asks meanwhile waits for
 * one of them only.
 */
export async function makeReady(
  { db, engine, now }: Pick<SlotDeps, 'db' | 'engine' | 'now'>,
  workspaceId: string,
  stop: AbortSignal,
): Promise<void> {
  const within: Within = (work) => inWorkspace(db, workspaceId, work)
  const offering = await within((trx) => readOffering(trx, workspaceId, now()))
  const own = keptFor(engine, workspaceId)
  const days = new Set(offeredWindows({ ...offering, now: now() }).map(({ day }) => day))
  const known = () => [...days].filter((day) => own.days.has(day))
  await bringUpToDate(engine, workspaceId, own, { days: known(), within, now })
  for (const day of days) {
    if (stop.aborted) return
    if (own.days.has(day)) continue
    await bringUpToDate(engine, workspaceId, own, { days: [...known(), day], within, now })
  }
}

/** Gives a day to the engine. One without a plan gets a quick one first, and another one once too much was put into that. */
async function keepDay(
  engine: Engine,
  workspaceId: string,
  read: DayToKeep,
  before: KeptDay | undefined,
): Promise<KeptDay> {
  const { problem, straight } = read
  if (!problem) return { read, key: null, routes: [], leftOut: [], kept: undefined, inserted: 0 }
  const open = (routes: BoardRoute[], replaces = before?.key) =>
    openBoard(engine, workspaceId, { problem, routes, straight, replaces })
  if (read.hasPlan) return { read, ...(await open(read.routes!)), kept: undefined, inserted: 0 }
  const given = read.routes ?? (await search(engine, problem)).routes
  const opened = await open(given)
  const added = read.routes ? countStops(opened.routes) - countStops(given) : 0
  const inserted = (read.routes && before ? before.inserted : 0) + added
  const isFuller = before !== undefined && opened.leftOut.length > before.leftOut.length
  if (isFuller || inserted >= Math.max(searchAgainAfter, countStops(opened.routes) / 5)) {
    const better = await search(engine, problem)
    // What is sold stays sold: another plan counts only if it leaves out no more.
    const chosen = better.leftOut <= opened.leftOut.length ? await open(better.routes, opened.key) : opened
    return { read, ...chosen, kept: toKeep(read, chosen.routes), inserted: 0 }
  }
  return { read, ...opened, kept: toKeep(read, opened.routes), inserted }
}

const countStops = (routes: readonly BoardRoute[]) => routes.reduce((sum, { steps }) => sum + steps.length, 0)

async function search(engine: Engine, problem: NonNullable<DayToKeep['problem']>) {
  if (!problem.jobs.length && !problem.shipments?.length) return { routes: [], leftOut: 0 }
  const request = { problem, timeLimitSeconds: searchSeconds, untilSettled: true, seed: 1 }
  const { routes, unassigned } = planOf(await engine.solve(request))
  return {
    leftOut: unassigned.length,
    routes: routes.map(({ vehicle, steps }): BoardRoute => ({
      vehicle,
      steps: steps.flatMap(({ type, id }) =>
        type === 'job' || type === 'pickup' || type === 'delivery' ? [{ type, id: id! }] : [],
      ),
    })),
  }
}

type Opening = Pick<DayToKeep, 'straight'> & {
  problem: NonNullable<DayToKeep['problem']>
  routes: BoardRoute[]
  replaces?: string | null | undefined
}

async function openBoard(engine: Engine, workspaceId: string, { replaces, ...request }: Opening) {
  const key = randomUUID()
  const opened = await engine.openBoard({ key, replaces: replaces ?? undefined, ...request }, workspaceId)
  if (opened.kind === 'refused') throw new AppError('plan_outdated', { detail: opened.message })
  return { key, routes: opened.routes, leftOut: opened.leftOut }
}

/* ---------------------------------------------------------------- the slots */

/** What a slot is asked for, once its place is known. */
export type Wish = {
  order: HeldOrder
  /** A delivery that is to come at another time. */
  moves: string | null
}

type Offer = Slots & { isTooLarge: boolean }

/**
 * The windows that can be kept for an order, on these days. Everything about the days comes from transactions of Karta itself, so
 * that a buyer or a shipper, who sees no plans, learns what can be kept and nothing else.
 * @throws AppError `slots_off`, `slot_outside`, `slot_too_large`, `no_depot`
 */
export async function slotsFor(
  deps: SlotDeps,
  workspaceId: string,
  wish: Wish,
  { first_day, days: count }: Partial<Pick<SlotQuestion, 'first_day' | 'days'>> = {},
  within: Within = (work) => inWorkspace(deps.db, workspaceId, work),
): Promise<Slots> {
  const { settings, zone, currency, depot, closed } = await within((trx) =>
    readOffer(trx, workspaceId, wish, deps.now()),
  )
  const windows = offeredWindows({ settings, zone, closed, now: deps.now() }, first_day, count)
  const found = await askWindows(deps, workspaceId, { wish, settings, windows, depot }, within)
  if (found.isTooLarge) throw new AppError('slot_too_large')
  const { isTooLarge: _, ...offer } = found
  return { ...offer, location: wish.order.location, currency }
}

type Offering = Pick<Awaited<ReturnType<typeof readOffering>>, 'settings' | 'zone' | 'closed'> & { now: Date }

/** All windows that are offered, whether they can be kept or not. */
function offeredWindows({ settings, zone, closed, now }: Offering, first?: string | null, count?: number | null) {
  const today = dayOf(now, zone)
  const last = dayAfter(today, settings.days_ahead - 1)
  const from = first && first > today ? first : today
  return daysFrom(from, Math.min(count ?? settings.days_ahead, settings.days_ahead))
    .filter((day) => day <= last && !closed.has(day) && !isOver(day, now, zone))
    .flatMap((day) => windowsOn(day, settings, zone))
    .filter(({ starts_at }) => Date.parse(starts_at) > now.getTime())
}

/**
 * What a workspace offers at a place.
 * @throws AppError `slots_off`, `slot_outside`, `no_depot`
 */
export async function readOffer(trx: Trx, workspaceId: string, { order: { location } }: Wish, now: Date) {
  const offering = await readOffering(trx, workspaceId, now)
  await checkArea(trx, workspaceId, offering.settings, location)
  return offering
}

/** @throws AppError `slots_off`, `no_depot` */
async function readOffering(trx: Trx, workspaceId: string, now: Date) {
  const settings = await readSlotSettings(trx, workspaceId)
  if (!settings.is_on) throw new AppError('slots_off')
  const { time_zone: zone, currency } = await readWorkspace(trx, workspaceId)
  const { usual } = await readDepots(trx, workspaceId)
  if (!usual) throw new AppError('no_depot')
  const today = dayOf(now, zone)
  const between = { from: today, to: dayAfter(today, settings.days_ahead) }
  const { holidays } = await readCalendarBetween(trx, workspaceId, between)
  const closed = new Set(holidays.flatMap(({ day, depot_id }) => (depot_id === null ? [day] : [])))
  return { settings, zone, currency, depot: usual.id, closed }
}

/** @throws AppError `slot_outside` */
async function checkArea(
  trx: Trx,
  workspaceId: string,
  settings: Pick<SlotSettings, 'territory_ids' | 'service_km'>,
  place: Location,
) {
  const depots = await serviceArea(trx, workspaceId)
  const isNear = depots.some((depot) => distanceKm(depot, place) <= settings.service_km)
  const ids = settings.territory_ids
  const zones = ids && (await allTerritories(trx, workspaceId)).filter(({ id }) => ids.includes(id))
  if (!isNear || (zones && !zones.some(({ area }) => isInside(area, place)))) throw new AppError('slot_outside')
}

type Asking = {
  wish: Wish
  settings: Omit<SlotSettings, 'order_page_url'>
  windows: DayWindow[]
  depot: string
}

/** Asks each day about its windows. */
export async function askWindows(
  deps: Pick<SlotDeps, 'engine' | 'now'>,
  workspaceId: string,
  { wish, settings, windows, depot }: Asking,
  within: Within,
): Promise<Omit<Offer, 'location' | 'currency'>> {
  const now = deps.now()
  const byDay = Map.groupBy(windows, ({ day }) => day)
  const days = [...byDay.keys()]
  const sold = await within((trx) => readSold(trx, workspaceId, days, now))
  const kept = await syncDays(deps, workspaceId, days, within)
  const wanted = kept.map(({ read }) => wantedOn(read, wish.order, depot))
  const hasDrivers = kept.some(({ read }) => read.crews.size > 0)
  const answers = await askDays(deps.engine, workspaceId, {
    wish,
    nearMeters: settings.near_meters,
    days: kept.map((day, at) => ({ day, wanted: wanted[at]!, windows: byDay.get(day.read.day)! })),
  })
  const data: Slots['data'] = []
  const unavailable: Slots['unavailable'] = []
  for (const [at, { read }] of kept.entries()) {
    for (const [w, window] of byDay.get(read.day)!.entries()) {
      const { capacity, ...when } = window
      const count = sold.get(slotKey(window)) ?? 0
      const place = answers[at]![w]
      const refuse = (why: Slots['unavailable'][number]['why']) => unavailable.push({ ...when, why })
      if (isCutOff(window, settings.cut_off_minutes, now)) refuse('cut_off')
      else if (capacity !== null && count >= capacity) refuse('full')
      else if (!place) refuse(whyNone(wanted[at]!))
      else data.push(toSlot(window, place, { settings, day: read, sold: count }))
    }
  }
  return { data: inOrder(data), unavailable, isTooLarge: hasDrivers && !wanted.some(({ fits }) => fits) }
}

type Askable = { at: number; day: KeptDay; key: string; question: BoardQuestion }
type AskedDay = { day: KeptDay; wanted: ReturnType<typeof wantedOn>; windows: DayWindow[] }

/** The cheapest place in each window of each day. A board that the engine has dropped is opened again. */
async function askDays(
  engine: Engine,
  workspaceId: string,
  { wish: { moves }, nearMeters, days }: { wish: Wish; nearMeters: number; days: AskedDay[] },
) {
  const askable: Askable[] = []
  for (const [at, { day, wanted, windows }] of days.entries()) {
    const { problem, settings, straight } = day.read
    const without = moves && problem && withoutOrder(day.read, day.routes, moves)
    const key = without ? (await openBoard(engine, workspaceId, { ...without, straight })).key : day.key
    if (key === null || !wanted.fits) continue
    const clock = clockOf(day.read.day, settings.time_zone)
    const times = windows.map(({ start, end }): [number, number] => [clock(start), clock(end)])
    const { order, vehicles } = wanted
    askable.push({ at, day, key, question: { order, vehicles, windows: times, nearMeters } })
  }
  const ask = async (asks: typeof askable) => {
    const reply = await engine.askBoards({ asks: asks.map(({ key, question }) => ({ key, question })) }, workspaceId)
    if (reply.kind === 'refused') throw new AppError('plan_outdated', { detail: reply.message })
    return reply.answers
  }
  const found = askable.length ? await ask(askable) : []
  const answers = days.map(({ windows }) => windows.map(() => null) as (typeof found)[number] & object)
  for (const [i, each] of askable.entries()) {
    let answer = found[i]
    if (!answer) {
      const { problem, straight } = each.day.read
      const { key } = await openBoard(engine, workspaceId, { problem: problem!, routes: each.day.routes, straight })
      each.day.key = key
      ;[answer] = await ask([{ ...each, key }])
    }
    answers[each.at] = answer!
  }
  return answers
}

/** Where an address is: as the address book or an earlier delivery has it, or else as the geocoder finds it. */
export async function placeOfAddress(deps: SlotDeps, workspaceId: string, address: string): Promise<Location> {
  const known = await inWorkspace(deps.db, workspaceId, (trx) => knownPlace(trx, workspaceId, address))
  if (known) return known
  const { data } = await searchPlaces(deps, workspaceId, { q: address, typing: 'false' })
  const [best] = data.filter(
    (hit) => !isDoubtful({ location_confidence: hit.confidence, location_source: null, location_flags: [] }),
  )
  if (!best) throw new AppError('slot_address_unknown')
  return best.location
}

/** The routing engine has so long to say whether a road leads there. */
const roadTimeoutMs = 1500
/** Whoever delivers so near to a place knows a way. */
const sameGroundKm = 1

/**
 * Whether a vehicle gets to a place: along roads, if a routing engine answers; or else by the coasts that Karta ships, unless
 * somebody delivered there before or these coasts have no land where the depots are.
 * @throws AppError `slot_off_road`
 */
export async function checkRoad(deps: SlotDeps, workspaceId: string, place: Location): Promise<void> {
  const within: Within = (work) => inWorkspace(deps.db, workspaceId, work)
  const { depots, settings } = await within(async (trx) => ({
    depots: await serviceArea(trx, workspaceId),
    settings: await readSlotSettings(trx, workspaceId),
  }))
  const [depot] = depots.toSorted((a, b) => distanceKm(a, place) - distanceKm(b, place))
  // What is too far is refused for that.
  if (!depot || distanceKm(depot, place) > settings.service_km) return
  const hasRoad = await askForRoad(deps.travel, depot, place)
  if (hasRoad === false) throw new AppError('slot_off_road')
  if (hasRoad || !isAtSea(place) || isAtSea(depot) || distanceKm(depot, place) <= sameGroundKm) return
  if (!(await within((trx) => wasDeliveredNear(trx, workspaceId, place)))) throw new AppError('slot_off_road')
}

/** Whether there is a road from the depot; undefined if nobody can say. */
async function askForRoad(engine: TravelEngine | undefined, from: Location, to: Location) {
  const asked = { profile: 'car', origins: [[from.lng, from.lat]], destinations: [[to.lng, to.lat]] } as const
  let seconds: number | undefined
  try {
    const onBlock = ({ table }: { table: TravelTable }) => (seconds = table.seconds[0])
    await engine?.measure(asked, onBlock, AbortSignal.timeout(roadTimeoutMs))
  } catch {
    // It is away or slow; `npm run doctor` says so.
  }
  return seconds === undefined ? undefined : seconds >= 0
}

async function wasDeliveredNear(trx: Trx, workspaceId: string, { lat, lng }: Location): Promise<boolean> {
  const degrees = sameGroundKm / 111
  const across = degrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const found = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'delivered')
    .where('lat', '>=', lat - degrees)
    .where('lat', '<=', lat + degrees)
    .where('lng', '>=', lng - across)
    .where('lng', '<=', lng + across)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function knownPlace(trx: Trx, workspaceId: string, address: string): Promise<Location | undefined> {
  const { rows } = await sql<Location>`
    select lat, lng from (
      select 1 as rank, a.lat, a.lng, a.updated_at as at from address_spellings s join addresses a on a.id = s.address_id
        where s.workspace_id = ${workspaceId} and s.key = address_key(${address})
      union all
      select 2, d.lat, d.lng, d.located_at from deliveries d
        where d.workspace_id = ${workspaceId} and d.address_key = address_key(${address}) and d.lat is not null
          and d.location_confidence >= 0.6 and d.deleted_at is null) known
    order by rank, at desc nulls last limit 1`.execute(trx)
  return rows[0]
}
