import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { plannedFrom } from '#domain/plan/planned-from.ts'
import { toDayDelivery } from '#domain/plan/day-delivery.ts'
import { cellOf } from '#domain/eta/learn.ts'
import { chance, seedOf } from '#domain/rehearsal/chance.ts'
import { NewDelivery } from '#domain/schema/delivery.ts'
import { instantOf } from '#domain/time.ts'
import { appRole } from '#server/db/app-role.ts'
import type { Trx, Within } from '#server/db/connect.ts'
import type { QuotaLimits } from '#domain/quotas.ts'
import { importDeliveries, recordEvents, setDeliveryStates } from '#server/features/deliveries/commands.ts'
import { lockDeliveries } from '#server/features/deliveries/queries.ts'
import { approvePlan, dispatchPlan } from '#server/features/planning/commands.ts'
import { plannedColumns, readDepots } from '#server/features/planning/queries.ts'
import type { Actor } from '#server/http/callers/actor.ts'
import { anySeen } from '#server/http/if-match.ts'
import { depots, zone, type Door } from './city.ts'
import type { Order, Route, Visit } from './day.ts'
import { crews, vehicles, type Fleet } from './fleet.ts'
import type { SimulatedPhone } from './phone.ts'

export type Kept = {
  workspaceId: string
  actor: Actor
  fleet: Fleet
  doors: readonly Door[]
  limits: QuotaLimits
  /** By the number of the crew. */
  phones: readonly SimulatedPhone[]
  /** What the odometers show, by the number of the vehicle. */
  odometers: number[]
}

/** What failed and comes again: its delivery, and the order. */
export type Again = { id: string; order: Order }

type Day = { day: string; seed: number; isRecent: boolean; orders: Order[]; routes: Route[]; again: readonly Again[] }

/**
 * Writes a day with the same commands as the server, and what phones and providers would have told as rows. Returns what failed.
 * @param within what is known at the same moment. Each commit has one, so a day in one transaction was known at once
 */
export async function writeDay(
  within: Within,
  kept: Kept,
  { day, seed, isRecent, orders, routes, again }: Day,
): Promise<Again[]> {
  const at = (seconds: number) => new Date(instantOf(day, '00:00', zone).getTime() + Math.round(seconds) * 1000)
  const ids = await within((trx) => takeOrders(trx, kept, { day, orders, routes, again, at }))
  const { planId, written } = await within((trx) => writePlan(trx, kept, { day, orders, routes, ids, at }))
  await within((trx) => dispatchPlan(trx, kept.actor, planId, anySeen(), at(6.5 * 3600)))
  const next = chance(seedOf(seed, 5, Number(day.replaceAll('-', ''))))
  for (const each of written) await within((trx) => writeRoad(trx, kept, { ...each, ids, at, random: next }))
  return writeOutcomes(within, kept, { written, orders, ids, isRecent, at })
}

type At = (seconds: number) => Date
type Taking = { day: string; orders: Order[]; routes: Route[]; again: readonly Again[]; at: At }

/** The day before, programs send the orders. Those that failed are still there. */
async function takeOrders(trx: Trx, { actor, fleet, doors, limits }: Kept, { day, orders, routes, again, at }: Taking) {
  const windows = new Map(routes.flatMap(({ visits }) => visits.map(({ order, window }) => [order, window] as const)))
  const fresh = orders.slice(again.length)
  const rows = fresh.map((order, index) =>
    rowOf({ fleet, doors }, order, { day, index, window: windows.get(index + again.length) }),
  )
  const now = at(-7 * 3600)
  const none = () => Promise.resolve()
  const { ids, refused } = await importDeliveries(
    trx,
    actor,
    { source: 'api', deliveries: rows, isDryRun: false },
    { limits, now },
    none,
  )
  if (refused.length) throw new Error(`${day}: ${refused[0]!.reason}`)
  return [...again.map(({ id }) => id), ...ids.map((id) => id!)]
}

type Ordered = { day: string; index: number; window: Visit['window'] | undefined }

/** An order as programs send it. */
export function rowOf({ fleet, doors }: Pick<Kept, 'fleet' | 'doors'>, order: Order, { day, index, window }: Ordered) {
  const door = doors[order.door]!
  return NewDelivery.parse({
    reference: `Y-${day}-${index + 1}`,
    delivery_address: door.address,
    delivery_location: door.place,
    recipient_name: door.name,
    scheduled_date: day,
    service_minutes: 4,
    weight_kg: order.weightKg,
    volume_l: order.volumeL,
    depot_id: fleet.depots[door.depot]!,
    ...(order.client !== null && { client_id: fleet.clients[order.client]! }),
    ...(window && { window_start: clock(window.from), window_end: clock(window.to) }),
    ...(order.isCold && { temperature_min_c: 2, temperature_max_c: 8 }),
  })
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16)

type Written = { route: Route; id: string; stops: string[]; shift: string }
type Planning = { day: string; orders: Order[]; routes: Route[]; ids: string[]; at: At }

async function writePlan(
  trx: Trx,
  { workspaceId, actor, fleet, doors }: Kept,
  { day, orders, routes, ids, at }: Planning,
) {
  const deliveries = await trx
    .selectFrom('deliveries')
    .select(plannedColumns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const places = await readDepots(trx, workspaceId)
  const based = new Map(deliveries.map((row) => [row.id, plannedFrom(toDayDelivery(row, places), zone)]))
  const planId = randomUUID()
  const written = routes.map((route): Written => ({
    route,
    id: randomUUID(),
    stops: route.visits.map(() => randomUUID()),
    shift: randomUUID(),
  }))
  const rows = written.map(({ route, id }, index) =>
    routeRow(route, { id, planId, index, workspaceId, fleet, orders, at }),
  )
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  const totals = {
    routes: rows.length,
    deliveries: ids.length,
    unassigned: 0,
    distance_km: sum((row) => row.distance_km),
    driving_seconds: sum((row) => row.driving_seconds),
    waiting_seconds: sum((row) => row.waiting_seconds),
    service_seconds: sum((row) => row.service_seconds),
    duration_seconds: sum((row) => row.duration_seconds),
    fuel_liters: sum((row) => row.fuel_liters),
    cost: sum((row) => row.cost),
  }
  await asOwner(trx, async () => {
    await trx
      .insertInto('plans')
      .values({
        id: planId,
        workspace_id: workspaceId,
        day,
        state: 'draft',
        driver_ids: routes.map(({ crew }) => fleet.drivers[crew]!),
        time_limit_seconds: 10,
        totals: JSON.stringify(totals),
        created_by: actor.userId,
        created_at: at(-6 * 3600).toISOString(),
        updated_at: at(-6 * 3600).toISOString(),
      } as never)
      .execute()
    await trx.insertInto('routes').values(rows).execute()
    for (const each of written)
      await trx
        .insertInto('stops')
        .values(stopRows(each, { workspaceId, doors, orders, ids, based, at }) as never)
        .execute()
  })
  await approvePlan(trx, actor, planId, anySeen(), at(-5.5 * 3600))
  return { planId, written }
}

type RouteOf = { id: string; planId: string; index: number; workspaceId: string; fleet: Fleet; orders: Order[]; at: At }

function routeRow(
  { crew, vehicle, visits, planned }: Route,
  { id, planId, index, workspaceId, fleet, orders, at }: RouteOf,
) {
  const { fields } = vehicles[vehicle]!
  const load = visits.map(({ order }) => orders[order]!)
  const hours = (seconds: number, cost: number | null | undefined) => (seconds / 3600) * (cost ?? 0)
  const cost =
    fields.cost_fixed! +
    planned.km * fields.cost_per_km! +
    hours(planned.drives, fields.cost_per_hour) +
    hours(planned.serves, fields.cost_per_service_hour) +
    hours(planned.waits, fields.cost_per_waiting_hour)
  return {
    id,
    workspace_id: workspaceId,
    plan_id: planId,
    position: index,
    driver_id: fleet.drivers[crew]!,
    driver_name: crews[crew]!.name,
    vehicle_id: fleet.vehicles[vehicle]!,
    vehicle_code: fields.code!,
    capacity_kg: fields.capacity_kg!,
    capacity_l: fields.capacity_l!,
    starts_at: at(planned.leaves),
    ends_at: at(planned.returns),
    distance_km: round(planned.km),
    driving_seconds: planned.drives,
    waiting_seconds: planned.waits,
    service_seconds: planned.serves,
    duration_seconds: planned.returns - planned.leaves,
    fuel_liters: round((planned.km / 100) * vehicles[vehicle]!.drives.uses),
    load_kg: round(load.reduce((sum, { weightKg }) => sum + weightKg, 0)),
    load_l: load.reduce((sum, { volumeL }) => sum + volumeL, 0),
    cost: Math.round(cost),
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

type StopsOf = {
  workspaceId: string
  doors: readonly Door[]
  orders: Order[]
  ids: string[]
  based: Map<string, string>
  at: At
}

function stopRows({ route, id, stops }: Written, { workspaceId, doors, orders, ids, based, at }: StopsOf) {
  const { visits, planned, rest } = route
  const depot = depots[route.depot]!
  const none = {
    delivery_id: null,
    waiting_seconds: 0,
    service_seconds: 0,
    load_kg: 0,
    load_l: 0,
    planned_from: null,
    promised_at: null,
  }
  const home = { name: depot.name, address: depot.address, ...depot.location, ...none }
  const leaves = (seconds: number) => ({ arrival_at: at(seconds), departure_at: at(seconds) })
  const doorRows = visits.map((visit, index) => {
    const door = doors[orders[visit.order]!.door]!
    const { arrives, waits, serves, leaves: left } = visit.planned
    return {
      id: stops[index]!,
      kind: 'delivery',
      sequence: index + 1,
      delivery_id: ids[visit.order]!,
      name: door.name,
      address: door.address,
      ...door.place,
      arrival_at: at(arrives),
      departure_at: at(left),
      waiting_seconds: waits,
      service_seconds: serves,
      distance_km: round(visit.km),
      load_kg: 0,
      load_l: 0,
      planned_from: based.get(ids[visit.order]!)!,
      promised_at: null,
    }
  })
  const paused = {
    ...none,
    id: randomUUID(),
    kind: 'break',
    sequence: 0,
    name: 'Break',
    address: '',
    lat: null,
    lng: null,
    arrival_at: at(rest.from),
    departure_at: at(rest.to),
    service_seconds: rest.to - rest.from,
    distance_km: rest.after ? round(visits[rest.after - 1]!.km) : 0,
  }
  const start = { ...home, id: randomUUID(), kind: 'start', sequence: 0, distance_km: 0, ...leaves(planned.leaves) }
  const end = {
    ...home,
    id: randomUUID(),
    kind: 'end',
    sequence: 0,
    distance_km: round(planned.km),
    ...leaves(planned.returns),
  }
  const middle = rest.after ? [...doorRows.slice(0, rest.after), paused, ...doorRows.slice(rest.after)] : doorRows
  return [start, ...middle, end].map((row, position) => ({ ...row, position, workspace_id: workspaceId, route_id: id }))
}

type Driven = Written & { ids: string[]; at: At; random: () => number }

/** What the driver's phone, its positions and the providers of messages told. */
async function writeRoad(trx: Trx, kept: Kept, { route, id, stops, shift, ids, at, random }: Driven): Promise<void> {
  const { workspaceId, fleet, phones, odometers } = kept
  const { crew, vehicle, visits, actual, fixes } = route
  const [driver_id, vehicle_id] = [fleet.drivers[crew]!, fleet.vehicles[vehicle]!]
  const [before, after] = [odometers[vehicle]!, odometers[vehicle]! + actual.km * 1.02]
  odometers[vehicle] = after
  const own = { workspace_id: workspaceId, driver_id }
  const phone = phones[crew]!
  const entries = actual.rest
    ? [
        phone.write('break_started', { stop_id: null } as never, at(actual.rest.from)),
        phone.write('break_ended', {} as never, at(actual.rest.to)),
      ]
    : []
  const defect = random()
  const defects =
    defect < 0.012
      ? [
          {
            part: defect < 0.004 ? 'brakes' : 'lights',
            blocking: false,
            note: defect < 0.004 ? 'Squeaks when braking' : 'Left light is weak',
            photos: [],
          },
        ]
      : []
  const readings = [
    { km: before, read_at: at(actual.starts + 120) },
    { km: after, read_at: at(actual.ends) },
  ]
  await asOwner(trx, async () => {
    await trx
      .insertInto('shifts')
      .values({
        ...own,
        id: shift,
        device_id: phone.id,
        vehicle_id,
        started_at: at(actual.starts),
        ended_at: at(actual.ends),
        odometer_km: Math.round(after),
      })
      .execute()
    await trx
      .insertInto('vehicle_checks')
      .values({
        ...own,
        id: randomUUID(),
        vehicle_id,
        checked_at: at(actual.starts + 120),
        odometer_km: Math.round(before),
        fuel_percent: Math.round(20 + random() * 75),
        defects: JSON.stringify(defects),
        photos: '[]',
        is_blocking: false,
      })
      .execute()
    const author = { source: 'check' as const, state: 'counted' as const, author_name: crews[crew]!.name }
    await trx
      .insertInto('odometer_readings')
      .values(
        readings.map(({ km, read_at }) => ({
          workspace_id: workspaceId,
          vehicle_id,
          km: Math.round(km),
          read_at,
          created_at: read_at,
          ...author,
        })),
      )
      .execute()
    if (entries.length)
      await trx
        .insertInto('road_entries')
        .values(entries.map((entry) => ({ ...own, ...entry })) as never)
        .execute()
    await trx
      .insertInto('stop_progress')
      .values(
        visits.map(({ order, actual: { left, arrived, done } }, index) => ({
          ...own,
          stop_id: stops[index]!,
          delivery_id: ids[order]!,
          departed_at: at(left),
          arrived_at: at(arrived),
          arrived_by: 'driver' as const,
          done_at: at(done),
        })),
      )
      .execute()
    await trx
      .insertInto('eta_history')
      .values(
        visits.flatMap(({ order, told, actual: { arrived } }, index) =>
          told.map((each) => ({
            ...own,
            stop_id: stops[index]!,
            said_at: at(each.at),
            route_id: id,
            delivery_id: ids[order]!,
            basis: 'position' as const,
            p10_at: at(each.from),
            p50_at: at(each.middle),
            p90_at: at(each.to),
            arrived_at: at(arrived),
          })),
        ),
      )
      .execute()
    await trx
      .insertInto('notifications')
      .values(
        visits.flatMap(({ order, texts: sent }) =>
          sent.map((seconds, index) => ({
            workspace_id: workspaceId,
            delivery_id: ids[order]!,
            event: index ? ('near' as const) : ('planned' as const),
            channel: index ? ('sms' as const) : ('email' as const),
            occasion: id,
            state: 'delivered' as const,
            cost: index ? 350 : 0,
            send_after: at(seconds),
            created_at: at(seconds),
            sent_at: at(seconds),
            ended_at: at(seconds),
          })),
        ) as never,
      )
      .execute()
    await trx
      .insertInto('eta_observations')
      .values(observed(route, stops, at).map((each) => ({ ...own, ...each })))
      .execute()
    await writeFixes(trx, { workspaceId, driverId: driver_id, shift }, fixes, at)
  })
}

/** What drives and stops took, as the server would have seen it. */
function observed({ visits, planned, rest }: Route, stops: string[], at: At) {
  return visits.flatMap(({ place, planned: plan, actual: { left, arrived, done }, window }, index) => {
    const of = { stop_id: stops[index]!, cell: cellOf(place), hour: Math.floor(arrived / 3600) }
    const leaves = visits[index - 1]?.planned.leaves ?? planned.leaves
    const began = Math.max(arrived, window?.from ?? arrived)
    const drive = {
      kind: 'drive' as const,
      planned_seconds: plan.arrives - leaves,
      actual_seconds: arrived - left,
      observed_at: at(arrived),
    }
    const service = {
      kind: 'service' as const,
      planned_seconds: plan.serves,
      actual_seconds: done - began,
      observed_at: at(done),
    }
    // A drive with a break in it says nothing.
    const seen = rest.after && index === rest.after ? [service] : [drive, service]
    return seen.filter(({ actual_seconds }) => actual_seconds >= 10).map((each) => ({ ...of, ...each }))
  })
}

type Owned = { workspaceId: string; driverId: string; shift: string }

async function writeFixes(
  trx: Trx,
  { workspaceId, driverId, shift }: Owned,
  fixes: Route['fixes'],
  at: At,
): Promise<void> {
  const times = fixes.map((fix) => at(fix.at).toISOString())
  await sql`insert into positions (workspace_id, driver_id, recorded_at, received_at, lat, lng, accuracy_m, source, shift_id)
    select ${workspaceId}, ${driverId}, at, at + interval '4 seconds', lat, lng, 8, 'app', ${shift}
    from unnest(${times}::timestamptz[], ${fixes.map(({ lat }) => lat)}::float8[], ${fixes.map(({ lng }) => lng)}::float8[])
      as f(at, lat, lng) on conflict do nothing`.execute(trx)
}

type Ending = { written: Written[]; orders: Order[]; ids: string[]; isRecent: boolean; at: At }

/** How deliveries ended, in order of time; what recipients said; and what comes again tomorrow. */
async function writeOutcomes(within: Within, { workspaceId }: Kept, { written, orders, ids, isRecent, at }: Ending) {
  const ends = written
    .flatMap(({ route: { crew, visits } }) => visits.map((visit) => ({ crew, visit })))
    .toSorted((a, b) => a.visit.actual.done - b.visit.actual.done)
  for (const { crew, some, now } of said(ends, isRecent, at)) {
    const rows = some.map(({ order, reason, actual }) => {
      return { id: ids[order]!, status: reason ? 'failed' : 'delivered', reason, at: at(actual.done).toISOString() }
    })
    const driver = { workspaceId, userId: null, name: crews[crew]!.name }
    await within(async (trx) => {
      const before = await lockDeliveries(trx, workspaceId, { ids: rows.map(({ id }) => id) })
      await sql`update deliveries d set status = r.status, status_at = r.at, failure_reason = r.reason, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, status text, reason text, at timestamptz)
      where d.workspace_id = ${workspaceId} and d.id = r.id`.execute(trx)
      const events = before.map((row) => ({ delivery_id: row.id, kind: 'status_changed' as const, before: row }))
      await recordEvents(trx, driver, events, now)
    })
  }
  const failed = ends.flatMap(({ visit: { order, reason } }) =>
    reason && orders[order]!.attempt === 1 ? [{ id: ids[order]!, order: orders[order]! }] : [],
  )
  const rated = ends.flatMap(({ visit }) =>
    visit.rating ? [{ id: ids[visit.order]!, ...visit.rating, done: visit.actual.done }] : [],
  )
  if (!rated.length) return failed
  await within(async (trx) => {
    const before = new Map(
      (await lockDeliveries(trx, workspaceId, { ids: rated.map(({ id }) => id) })).map((row) => [row.id, row]),
    )
    const now = at(23 * 3600)
    const rows = rated.map(({ id, stars, done, after }) => ({ id, stars, at: at(done + after).toISOString() }))
    await sql`update deliveries d set rating = r.stars, rated_at = r.at, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, stars smallint, at timestamptz)
      where d.workspace_id = ${workspaceId} and d.id = r.id`.execute(trx)
    const recipient = { workspaceId, userId: null, name: 'Recipient', role: 'recipient' as const }
    await recordEvents(
      trx,
      recipient,
      rated.map(({ id }) => ({ delivery_id: id, kind: 'rated' as const, before: before.get(id)! })),
      now,
    )
  })
  return failed
}

type End = { crew: number; visit: Visit }

/** What drivers said at once, and when: of recent days each by itself, and of older ones what a phone kept for half a day. */
function said(ends: readonly End[], isRecent: boolean, at: At): { crew: number; some: Visit[]; now: Date }[] {
  if (isRecent) return ends.map(({ crew, visit }) => ({ crew, some: [visit], now: at(visit.actual.done) }))
  const halves = Map.groupBy(ends, ({ crew, visit }) => `${crew} ${visit.actual.done < 13 * 3600}`)
  return [...halves.values()]
    .map((half) => ({
      crew: half[0]!.crew,
      some: half.map(({ visit }) => visit),
      now: at(half.at(-1)!.visit.actual.done),
    }))
    .toSorted((a, b) => a.now.getTime() - b.now.getTime())
}

/** Opens what failed again, for another day. */
export async function openAgain(
  trx: Trx,
  { actor }: Kept,
  again: readonly Again[],
  from: string,
  day: string,
): Promise<void> {
  const none = { driver_id: null, route_id: null, estimated_arrival: null, scheduled_date: day }
  await setDeliveryStates(trx, {
    ids: again.map(({ id }) => id),
    to: 'pending',
    actor,
    now: instantOf(from, '19:30', zone),
    why: 'Another attempt',
    patch: () => none,
  })
}

/** Works as the owner of the tables, whom nobody asks for events. */
export async function asOwner<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`set local role none`.execute(trx)
  const done = await work()
  await sql`set local role ${sql.id(appRole)}`.execute(trx)
  return done
}
