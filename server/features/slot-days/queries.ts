import { randomUUID } from 'node:crypto'
import type { BoardRoute, VroomInput } from '#solver/index.ts'
import { asDelivery, type HeldOrder } from '#domain/slots/held-order.ts'
import { earliestDeparture } from '#domain/start-of-day.ts'
import { dayOf } from '#domain/time.ts'
import { toProblem } from '#domain/to-problem.ts'
import { placesOf } from '#domain/travel/places-in.ts'
import type { Trx } from '../../db/connect.ts'
import { driversWithoutRoute, editable, possibleRoutes, problemOf, timesOf } from '../changeable-plans/queries.ts'
import { pendingOn, readDay, readDepots } from '../planning/queries.ts'
import { readPlanTravel } from '../travel/queries.ts'
import { isOpen, readToKeep, withKept } from '../unpublished/queries.ts'
import { canBeTimed, keptIn, merged, type DayToKeep, type KeptRoutes } from './rules.ts'

export { toKeep, type DayToKeep, type KeptRoutes } from './rules.ts'

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

/** How long what is known of today is good for: drivers move on. */
const todaySeconds = 60

/** Reads a day with its plans, or with what is booked for it, and what is held. */
export async function readDayToKeep(
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
  const problem = priced(planned.problem)
  const steps = new Map(routes.map((route) => [vehicleOf.get(route.id)!, stepsOf(route)]))
  return {
    settings: today.settings,
    problem: routes.length
      ? {
          ...problem,
          vehicles: problem.vehicles.map((vehicle) => ({
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

/** Slots are priced by what driving costs, and nobody pays for compact routes. */
const priced = <P extends VroomInput>({ compactness: _, ...problem }: P) => problem

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
    problem: planned.problem.vehicles.length ? priced(planned.problem) : null,
    routes: kept ? keptIn(planned, kept) : null,
    straight: straightOf(settings),
    crews: planned.drivers,
    orders: planned.deliveries,
    hasCosts: planned.hasCosts,
    moneyPerCost: planned.moneyPerCost,
    rooms: planned.rooms,
  }
}
