import { hasLock, isClosed, keepsOrder } from '#domain/plan-change/route-locks.ts'
import type { VroomRoute, VroomShipmentStep, VroomVehicleStep } from '#solver/index.ts'
import { doneCount, type EditRoute, type EditStop } from '#domain/plan-change/edit-route.ts'
import { groupsOf, withoutRoutes, type ArrangedStop, type Proposal } from '#domain/plan-change/proposal.ts'
import type { RouteRows } from '#domain/plan/to-routes.ts'
import { bindBySkill, keepInOrder, mostLinked } from '#domain/problem/keep-route.ts'
import { hourOf, isScored } from '#domain/problem/choices.ts'
import { driversOf, startLater } from '#domain/problem/what-if.ts'
import {
  crewOf,
  deliveryIn,
  editable,
  midnightOf,
  nameOf,
  problemOf,
  secondsAt,
  timed,
  timesOf,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import type { AskedPlan, Question } from '../planning/queries.ts'

type Asked = AskedPlan & {
  /** Deliveries of standing routes, which stay with their driver. */
  standing: ReadonlySet<string>
  newId: () => string
}

/** A plan's routes by what becomes of them. */
type Parts = {
  /** Driven, and free to change. */
  driven: EditRoute[]
  /** Their drivers stay at home. */
  freed: EditRoute[]
  kept: Proposal['kept']
}

/**
 * A plan that exists as a problem to be solved anew: what is done, next or locked stays, promises are kept, and nothing gets
 * later than it is where it is late already.
 * @throws AppError `no_position`, `vehicle_not_found`
 */
export function revisionQuestion(day: PlanToChange, asked: Asked): Question {
  const routes = editable(day)
  const { driven, freed, kept } = sortOut(day, routes, asked)
  const begun = typeof asked.scope === 'object' ? [] : newRoutes(day, routes, asked)
  const vehicles = [...driven, ...begun]
  const given = withPromises(day, [...driven, ...freed])
  const on = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const waiting = [...day.deliveries.values()].filter(({ id, status }) => status === 'pending' && !on.has(id))
  const lost = freed.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id))
  const told = problemOf(given, vehicles, {
    isStrict: true,
    more: [...new Set(lost)].map((id) => deliveryIn(given, id)),
    waiting: typeof asked.scope === 'object' ? [] : waiting,
  })
  const { planned, vehicleOf, stepsOf } = told
  const byRoute = new Map(vehicles.map((route) => [vehicleOf.get(route.id)!, route]))
  for (const vehicle of planned.problem.vehicles) {
    const route = byRoute.get(vehicle.id)!
    const steps = lockedSteps(route, stepsOf(route), asked)
    const kept = steps.filter(({ lock }, place) => lock === 'vehicle' && keepsPlace(route.stops[place]!, route, asked))
    const head = steps.filter(({ lock }) => lock === 'position')
    delete vehicle.steps
    if (vehicle.reload) {
      // The engine locks no steps of a vehicle that reloads.
      bindBySkill(planned.problem, vehicle, steps)
      if (steps.length) vehicle.steps = steps.map(({ lock: _, ...step }) => step)
      keepInOrder(planned, [...head, ...kept])
    } else {
      if (steps.length) vehicle.steps = steps
      keepInOrder(planned, kept)
    }
    if (!doneCount(route)) startLater([vehicle], asked.what_if?.start_later_minutes ?? 0)
  }
  if (asksForDrivers(asked)) keepDrivers(told, driven, asked.choices?.max_changes)
  forgiveLateness(given, told, { driven, freed, keepsWindows: asked.what_if?.keep_windows === true })
  const others = day.routes.filter(({ route }) => ![...driven, ...freed].some(({ id }) => id === route.id))
  return {
    day: day.day,
    settings: day.settings,
    depot_id: day.plan.depot_id,
    time_limit_seconds: asked.time_limit_seconds,
    choices: asked.choices ?? {},
    planned,
    rest: { routes: others.map(rowsOf), unassigned: typeof asked.scope === 'object' ? day.unassigned : [] },
    proposalOf(solved) {
      const proposal = proposalOf(given, told, { driven, freed, begun, kept }, solved)
      return isAsked(asked) ? proposal : withoutTrifles(proposal, told, [...driven, ...begun], solved)
    },
  }
}

/** Whether somebody asked for something that may cost more. */
const isAsked = ({ choices, what_if }: Asked) => what_if !== null || isScored(choices ?? {})

/** Whether what is planned may go to other drivers. */
const asksForDrivers = ({ scope, choices }: Asked) => scope !== 'unassigned' && !choices?.keep_order

function sortOut(day: PlanToChange, routes: EditRoute[], asked: Asked): Parts {
  const { scope } = asked
  const inScope = routes.filter(({ id }) => typeof scope !== 'object' || !scope || scope.route_ids.includes(id))
  const kept = inScope.flatMap((route) => {
    const sentence = whyKept(day, route, asked)
    return sentence ? [{ route_id: route.id, sentence }] : []
  })
  const open = inScope.filter(({ id }) => !kept.some(({ route_id }) => route_id === id))
  const working = new Set(
    driversOf(
      [...new Set(open.map(({ driver_id }) => driver_id))].map((id) => ({ id })),
      asked.what_if ?? undefined,
      (id) => stopsOf(open, id),
    ).map(({ id }) => id),
  )
  const isDriven = (route: EditRoute) => working.has(route.driver_id) || doneCount(route) > 0
  return { driven: open.filter(isDriven), freed: open.filter((route) => !isDriven(route)), kept }
}

/** Whoever is on the road drives in any case. */
function stopsOf(routes: EditRoute[], driverId: string): number {
  const own = routes.filter((route) => route.driver_id === driverId)
  return own.some((route) => doneCount(route) > 0)
    ? Infinity
    : own.reduce((total, { stops }) => total + stops.length, 0)
}

/** Why a route has to stay as it is, in words. */
function whyKept(day: PlanToChange, route: EditRoute, asked: Asked): string | undefined {
  const name = nameOf(day, route.driver_id)
  const says = (why: string) => `${name}’s route stays as it is: ${why}.`
  if (!day.drivers.has(route.driver_id)) return says(`${name} does not work here any more`)
  const open = route.stops.slice(doneCount(route))
  if (crewOf(day, route).vehicle?.reloads && doneCount(route) > 0) {
    return says('it has begun, and the vehicle may reload')
  }
  if (isClosed(route)) return says('it is locked')
  if (!asked.choices?.keep_order && !keepsOrder(route)) return undefined
  if (open.length > mostLinked) return says(`the order of more than ${mostLinked} stops cannot be kept`)
  const pairs = open.length > new Set(open.map(({ delivery_id }) => delivery_id)).size
  return pairs ? says('the order of pickups and their deliveries cannot be kept') : undefined
}

/** Routes without a stop yet, for those of the chosen drivers who have none and could drive one. */
function newRoutes(day: PlanToChange, routes: EditRoute[], { driver_ids, what_if, newId }: Asked): EditRoute[] {
  const used = new Set(routes.map(({ vehicle_id }) => vehicle_id))
  const idle = driver_ids.filter((id) => !routes.some(({ driver_id }) => driver_id === id))
  const most = (what_if?.drivers ?? Infinity) - new Set(routes.map(({ driver_id }) => driver_id)).size
  const possible = idle.flatMap((id): EditRoute[] => {
    const driver = day.drivers.get(id)
    if (!driver || what_if?.without_drivers?.includes(id)) return []
    if (driver.vehicle_id !== null && used.has(driver.vehicle_id)) return []
    const route = { id: newId(), driver_id: id, vehicle_id: driver.vehicle_id, stops: [] }
    const { from, to, works } = timesOf(day, route)
    const midnight = midnightOf(day)
    const isBusy = day.busy.some(
      (each) =>
        each.driver_id === id && secondsAt(midnight, each.starts_at) < to && from < secondsAt(midnight, each.ends_at),
    )
    return works && !isBusy ? [route] : []
  })
  return possible.slice(0, Math.max(0, most))
}

/** The day, in which deliveries know what was promised of them and by whom. */
function withPromises(day: PlanToChange, routes: EditRoute[]): PlanToChange {
  const stored = new Map(day.routes.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop] as const)))
  const deliveries = new Map(day.deliveries)
  for (const { driver_id, stops } of routes) {
    for (const { id, delivery_id, isDone } of stops) {
      const promised_at = stored.get(id)?.promised_at
      if (!promised_at || isDone) continue
      deliveries.set(delivery_id, { ...deliveryIn(day, delivery_id), promised_at, promised_driver_id: driver_id })
    }
  }
  return { ...day, deliveries }
}

const isLocked = ({ locked, delivery_id }: EditStop, { standing }: Asked) => locked || standing.has(delivery_id)
const keepsPlace = (stop: EditStop, route: EditRoute, asked: Asked) =>
  asked.choices?.keep_order === true || hasLock(route, 'order') || isLocked(stop, asked)
/** Whether a lock of the whole route keeps its stops with their driver. */
const isBound = ({ locks = [] }: EditRoute) => locks.length > 0

/** A route to start from: what is done, next or locked at its head keeps its place, and what is locked behind its vehicle. */
function lockedSteps(route: EditRoute, steps: VroomVehicleStep[], asked: Asked): VroomVehicleStep[] {
  const done = doneCount(route)
  // Whoever has begun is on the way to the next stop, or soon will be.
  const head = Math.max(done > 0 ? done + 1 : 0, headOf(route, asked))
  return steps.map((step, place): VroomVehicleStep => {
    if (place < done) return step
    if (place < head) return { ...step, lock: 'position' }
    return isBound(route) || isLocked(route.stops[place]!, asked) || !asksForDrivers(asked)
      ? { ...step, lock: 'vehicle' }
      : step
  })
}

function headOf({ stops }: EditRoute, asked: Asked): number {
  const free = stops.findIndex((stop) => !stop.isDone && !isLocked(stop, asked))
  return free < 0 ? stops.length : free
}

type Told = ReturnType<typeof problemOf>

/** A delivery changes its driver only if that saves as much as a minute of driving costs, and no more than so many do. */
function keepDrivers({ planned, vehicleOf, stepsOf }: Told, driven: EditRoute[], most: number | undefined): void {
  const { previous } = planned.problem
  const promised = new Map(
    (previous?.routes ?? []).flatMap(({ steps }) => steps.map((step) => [`${step.type} ${step.id}`, step.promised])),
  )
  const routes = driven.map((route) => ({
    vehicle: vehicleOf.get(route.id)!,
    steps: stepsOf(route).flatMap(({ type, id, lock }) => {
      if (lock === 'done') return []
      const kept = promised.get(`${type} ${id}`)
      return [{ type: type as 'job', id: id!, ...(kept !== undefined && { promised: kept }) }]
    }),
  }))
  const tolerance = previous?.promise_tolerance
  planned.problem.previous = {
    routes: routes.filter(({ steps }) => steps.length),
    cost_per_moved: Math.max(previous?.cost_per_moved ?? 0, Math.round(hourOf(planned.problem) / 60)),
    ...(most !== undefined && { max_moved: most }),
    ...(tolerance !== undefined && { promise_tolerance: tolerance }),
  }
}

type Changing = { driven: EditRoute[]; freed: EditRoute[] }

/** What is late in the plan as it is may stay so late, and no promise is demanded that is broken already. */
function forgiveLateness(
  day: PlanToChange,
  { planned, vehicleOf, stepsOf }: Told,
  { driven, freed, keepsWindows }: Changing & { keepsWindows: boolean },
): void {
  const { problem } = planned
  // Where nobody drives, nobody is late.
  if (!problem.vehicles.length) return
  const given = driven
    .filter(({ stops }) => stops.length)
    .map((route) => ({ vehicle: vehicleOf.get(route.id)!, steps: stepsOf(route) }))
  const timedRoutes = timed(problem, given)
  const begins = new Map<string, number>(
    timedRoutes.flatMap(({ steps }) =>
      steps.flatMap(({ type, id, arrival, waiting_time }) =>
        id === undefined ? [] : [[`${type} ${id}`, arrival + waiting_time] as const],
      ),
    ),
  )
  for (const [key, second] of storedBegins(day, planned, freed)) begins.set(key, second)
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  for (const { vehicle, steps } of timedRoutes) {
    const own = vehicles.get(vehicle)!
    own.time_window = [own.time_window![0], Math.max(own.time_window![1], steps.at(-1)!.arrival)]
  }
  if (!keepsWindows) widenWindows(problem, begins)
  dropBrokenPromises(problem, begins)
}

/** When work begins at stops of routes that nobody drives any more. */
function storedBegins(day: PlanToChange, { deliveries }: Told['planned'], freed: EditRoute[]): Map<string, number> {
  const jobOf = new Map([...deliveries].map(([id, delivery]) => [delivery.id, id]))
  const ids = new Set(freed.map(({ id }) => id))
  const midnight = midnightOf(day)
  return new Map(
    day.routes
      .filter(({ route }) => ids.has(route.id))
      .flatMap(({ stops }) =>
        stops.flatMap(({ kind, delivery_id, arrival_at, waiting_seconds }) => {
          const job = jobOf.get(delivery_id ?? '')
          const second = secondsAt(midnight, arrival_at) + waiting_seconds
          if (job === undefined) return []
          return [[`${kind} ${job}`, second] as const, [`job ${job}`, second] as const]
        }),
      ),
  )
}

/** So many hours of driving an hour of lateness costs, where it cannot be avoided altogether. */
const lateHours = 10
const mostRate = 1_000_000

/** The engine takes no soft windows beside vehicles that reload: there, nothing gets later, and that is all. */
function widenWindows(problem: Told['planned']['problem'], begins: Map<string, number>): void {
  const isSoft = !problem.vehicles.some(({ reload }) => reload)
  const cost_per_hour_late = Math.min(mostRate, lateHours * hourOf(problem))
  const widen = (step: VroomShipmentStep, key: string) => {
    const begin = begins.get(key)
    const last = step.time_windows?.at(-1)
    if (begin === undefined || !last || begin <= last[1]) return
    step.time_windows = [...step.time_windows!.slice(0, -1), [last[0], begin]]
    if (isSoft) step.soft_time_window ??= { window: [step.time_windows[0]![0], last[1]], cost_per_hour_late }
  }
  for (const job of problem.jobs) widen(job, `job ${job.id}`)
  for (const { pickup, delivery } of problem.shipments) {
    widen(pickup, `pickup ${pickup.id}`)
    widen(delivery, `delivery ${delivery.id}`)
  }
}

function dropBrokenPromises(problem: Told['planned']['problem'], begins: Map<string, number>): void {
  const { previous } = problem
  if (previous?.promise_tolerance === undefined) return
  const tolerance = previous.promise_tolerance
  let left = 0
  for (const step of previous.routes.flatMap(({ steps }) => steps)) {
    if (step.promised === undefined) continue
    const begin = begins.get(`${step.type} ${step.id}`)
    if (begin !== undefined && Math.abs(begin - step.promised) > tolerance) delete step.promised
    else left++
  }
  if (left) return
  delete previous.promise_tolerance
  if (previous.max_moved === undefined && previous.cost_per_moved === undefined) delete problem.previous
}

const isVisit = ({ type }: { type: string }) => type === 'job' || type === 'pickup' || type === 'delivery'
const asArranged = ({ delivery_id, kind }: EditStop): ArrangedStop => ({ delivery_id, kind })
const openStops = (route: EditRoute) => route.stops.slice(doneCount(route))

/** What solved routes make of the plan. */
function proposalOf(
  day: PlanToChange,
  { planned, vehicleOf }: Told,
  { driven, freed, begun, kept }: Parts & { begun: EditRoute[] },
  solved: VroomRoute[],
): Proposal {
  const stepsOf = new Map(solved.map(({ vehicle, steps }) => [vehicle, steps.filter(isVisit)]))
  const arranged = (route: EditRoute) =>
    (stepsOf.get(vehicleOf.get(route.id)!) ?? []).slice(doneCount(route)).map(({ type, id }): ArrangedStop => {
      const { id: delivery_id } = planned.deliveries.get(id!)!
      const isCollected = type === 'pickup' || (type === 'job' && deliveryIn(day, delivery_id).kind === 'return')
      return { delivery_id, kind: isCollected ? 'pickup' : 'delivery' }
    })
  const routes: Proposal['routes'] = [
    ...driven.map((route) => ({ route_id: route.id, stops: arranged(route) })),
    ...freed.map(({ id }) => ({ route_id: id, stops: [] })),
    ...begun
      .map((route) => ({ driver_id: route.driver_id, stops: arranged(route) }))
      .filter(({ stops }) => stops.length),
  ]
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const open = [...driven, ...freed].flatMap(openStops)
  return {
    before: [...driven, ...freed].map((route) => ({
      route_id: route.id,
      driver_id: route.driver_id,
      vehicle_id: route.vehicle_id,
      stops: openStops(route).map(asArranged),
    })),
    routes,
    remove: [...new Set(open.map(({ delivery_id }) => delivery_id))].filter((id) => !placed.has(id)),
    kept,
  }
}

/** Who gains less than this by a change is not worth being told about it: half a minute of driving. */
const leastGain = (problem: Told['planned']['problem']) => hourOf(problem) / 120

/** A proposal without groups that place the same deliveries and save nothing. */
function withoutTrifles(
  proposal: Proposal,
  { planned, vehicleOf, stepsOf }: Told,
  routes: EditRoute[],
  solved: VroomRoute[],
) {
  const { problem } = planned
  const driven = routes.filter(({ stops }) => stops.length)
  const given = driven.map((route) => ({ vehicle: vehicleOf.get(route.id)!, steps: stepsOf(route) }))
  const [was, is] = [timed(problem, given), solved].map(
    (all) => new Map(all.map(({ vehicle, cost }) => [vehicle, cost])),
  )
  const vehicleAt = new Map(
    routes.flatMap((route) => [route.id, `driver ${route.driver_id}`].map((key) => [key, vehicleOf.get(route.id)!])),
  )
  const known = new Set(proposal.before.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const trifles = groupsOf(proposal).filter((group) => {
    const isElsewhere = group.routes.some((key) => !vehicleAt.has(key))
    const comesOrGoes = group.deliveries.some((id) => !known.has(id) || proposal.remove.includes(id))
    const gain = group.routes.reduce((total, key) => {
      const vehicle = vehicleAt.get(key)!
      return total + (was!.get(vehicle) ?? 0) - (is!.get(vehicle) ?? 0)
    }, 0)
    return !isElsewhere && !comesOrGoes && gain < leastGain(problem)
  })
  return withoutRoutes(proposal, new Set(trifles.flatMap((group) => group.routes)))
}

/** A route as it is stored, as a row of another plan. */
function rowsOf({ route: { id: _, ...route }, stops }: WholeRoute): RouteRows[number] {
  return {
    ...route,
    starts_at: new Date(route.starts_at),
    ends_at: new Date(route.ends_at),
    stops: stops.map(({ id: __, locked: ___, ...stop }) => ({
      ...stop,
      arrival_at: new Date(stop.arrival_at),
      departure_at: new Date(stop.departure_at),
    })),
  }
}
