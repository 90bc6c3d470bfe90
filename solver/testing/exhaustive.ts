import { type Allowances, allowancesOf } from '../check/check-locks.ts'
import type { TimeWindow, VroomInput, VroomJob, VroomVehicle } from '../json/vroom.ts'
import { cheapestTiming } from './exhaustive-timing.ts'

export type Optimum = {
  missedPriority: number
  /** Jobs and shipments without a prize that are left out. */
  missed: number
  /** With the prizes of what is left out. */
  cost: number
}

/** A job or a shipment, as the stops that it needs, in order. */
export type Order = {
  priority: number
  prize: number | undefined
  groups: string[]
  stops: Stop[]
}

export type Stop = VroomJob & { name: string; orderNumber: number; isLast: boolean; isOfShipment?: boolean }

/**
 * The best plan there is, by trying them all: for a handful of jobs with matrices. Shares no code with the solver.
 * By the second, every timing of every route is tried as well: for problems of a few minutes.
 */
export function exhaustive(problem: VroomInput, byTheSecond = false): Optimum {
  const orders = ordersOf(problem)
  const cheapest = problem.vehicles.map((vehicle) => cheapestBySubset(problem, orders, vehicle, byTheSecond))
  const rules = planRules(problem, orders)
  const best: Optimum = { missedPriority: Infinity, missed: Infinity, cost: Infinity }
  const sets: number[] = []
  const assign = (v: number, left: number, cost: number) => {
    if (v === problem.vehicles.length) {
      if (!rules.allow(sets, left)) return
      const out = orders.filter((_, e) => left & (1 << e))
      const needed = out.filter(({ prize }) => prize === undefined)
      const missedPriority = needed.reduce((sum, { priority }) => sum + priority, 0)
      const total = out.reduce((sum, { prize = 0 }) => sum + prize, cost)
      const by = missedPriority - best.missedPriority || needed.length - best.missed || total - best.cost
      if (by < 0) Object.assign(best, { missedPriority, missed: needed.length, cost: total })
      return
    }
    for (let set = left; ; set = (set - 1) & left) {
      const price = cheapest[v].get(set)
      if (price !== undefined) {
        sets[v] = set
        assign(v + 1, left & ~set, cost + price + rules.moved(v, set) * (problem.previous?.cost_per_moved ?? 0))
      }
      if (set === 0) break
    }
  }
  assign(0, (1 << orders.length) - 1, 0)
  return best
}

/** What concerns several routes at once: sets of orders by vehicle. */
function planRules({ groups, previous, vehicles }: VroomInput, orders: Order[]) {
  const isLocked = ({ stops }: Order) =>
    vehicles.some(({ steps = [] }) =>
      steps.some(({ type, id, lock }) => lock && stops.some((stop) => stop.name === `${type} ${id}`)),
    )
  const locked = orders.map(isLocked)
  const has = (set: number, e: number) => (set & (1 << e)) !== 0
  const home = orders.map(({ stops }, e) => {
    const route = previous?.routes.find(({ steps }) => steps.some(({ type, id }) => `${type} ${id}` === stops[0].name))
    return route === undefined || locked[e] ? -1 : vehicles.findIndex(({ id }) => id === route.vehicle)
  })
  const moved = (v: number, set: number) => home.filter((at, e) => has(set, e) && at >= 0 && at !== v).length
  const isWhole = (sets: readonly number[], left: number, name: string) => {
    const members = orders.flatMap((orderNumber, e) => (orderNumber.groups.includes(name) ? [e] : []))
    const planned = members.filter((e) => !has(left, e))
    const isTogether = planned.length === 0 || sets.some((set) => planned.every((e) => has(set, e)))
    return isTogether && (planned.length === 0 || planned.length === members.length || members.some((e) => locked[e]))
  }
  const isMixed = (set: number, names: string[]) => {
    const inside = orders.flatMap((orderNumber, e) =>
      has(set, e) ? [{ e, name: names.find((each) => orderNumber.groups.includes(each)) }] : [],
    )
    const members = inside.filter(({ name }) => name !== undefined)
    return members.some(({ e, name }) => !locked[e] && members.some((other) => other.name !== name))
  }
  const allow = (sets: readonly number[], left: number) =>
    (groups?.apart ?? []).every((names) => !sets.some((set) => isMixed(set, names))) &&
    (groups?.together ?? []).every((name) => isWhole(sets, left, name)) &&
    sets.reduce((sum, set, v) => sum + moved(v, set), 0) <= (previous?.max_moved ?? Infinity)
  return { allow, moved }
}

/** Jobs, then shipments, each with its stops. */
export function ordersOf({ jobs, shipments = [], previous }: VroomInput): Order[] {
  const promises = new Map(
    previous?.routes.flatMap(({ steps }) => steps.map(({ type, id, promised }) => [`${type} ${id}`, promised])),
  )
  const kept = <T extends { time_windows?: TimeWindow[] }>(name: string, step: T) => {
    const promised = promises.get(name)
    if (promised === undefined) return { ...step, name }
    const slack = previous!.promise_tolerance!
    const both = (step.time_windows ?? [[0, Infinity]]).map(([from, to]): TimeWindow => [
      Math.max(from, promised - slack),
      Math.min(to, promised + slack),
    ])
    return { ...step, name, time_windows: both.filter(([from, to]) => from <= to) }
  }
  const orders = jobs.map((job, orderNumber): Order => {
    const stops = [{ ...kept(`job ${job.id}`, job), orderNumber, isLast: true }]
    return { priority: job.priority ?? 0, prize: job.prize, groups: job.groups ?? [], stops }
  })
  for (const { pickup, delivery, amount, skills, priority = 0, prize, groups = [] } of shipments) {
    const shared = { orderNumber: orders.length, isOfShipment: true, ...(skills && { skills }) }
    const off = amount && { pickup: amount.map((value) => -value) }
    const stops: Stop[] = [
      { ...kept(`pickup ${pickup.id}`, pickup), ...shared, ...(amount && { pickup: amount }), isLast: false },
      { ...kept(`delivery ${delivery.id}`, delivery), ...shared, ...off, isLast: true },
    ]
    orders.push({ priority, prize, groups, stops })
  }
  return orders
}

function cheapestBySubset(
  problem: VroomInput,
  orders: Order[],
  vehicle: VroomVehicle,
  byTheSecond: boolean,
): Map<number, number> {
  const allowed = allowances(problem, orders, vehicle)
  const cheapest = new Map<number, number>(allowed.names.length > 0 ? [] : [[0, 0]])
  const extend = (order: Stop[]) => {
    const begun = order.reduce((set, { orderNumber }) => set | (1 << orderNumber), 0)
    const done = order.reduce((set, { orderNumber, isLast }) => (isLast ? set | (1 << orderNumber) : set), 0)
    if (order.length > 0 && begun === done) {
      const cost = drive(problem, vehicle, order, allowed, byTheSecond)
      if (cost !== undefined && cost < (cheapest.get(done) ?? Infinity)) cheapest.set(done, cost)
    }
    orders.forEach(({ stops }, orderNumber) => {
      if (done & (1 << orderNumber)) return
      extend([...order, begun & (1 << orderNumber) ? stops[1] : stops[0]])
    })
  }
  extend([])
  return cheapest
}

/** What locked steps allow a vehicle. */
export function allowances(problem: VroomInput, orders: Order[], vehicle: VroomVehicle): Allowances {
  const named = orders.flatMap(({ stops }, shipment) =>
    stops.map((stop) => {
      const isEnd = stops.length > 1
      const amount = isEnd && stop.isLast ? { delivery: stop.pickup?.map((value) => -value), pickup: [] } : {}
      return [stop.name, { ...stop, ...amount, ...(isEnd && { shipment, isDelivery: stop.isLast }) }] as const
    }),
  )
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']
  return allowancesOf(problem, vehicle, new Map(named), (from, to) => ({
    seconds: Math.round(durations![from.index!][to.index!] * (100 / Math.round((vehicle.speed_factor ?? 1) * 100))),
    meters: distances?.[from.index!][to.index!],
  }))
}

/** What is loaded at a depot and brought away from it; the first trip begins at the start. */
type Trip = {
  depot?: number
  stops: Stop[]
}

/** Cost of an order of stops with the best visits to depots in between, or nothing when it cannot be driven. */
export function drive(
  problem: VroomInput,
  vehicle: VroomVehicle,
  order: Stop[],
  allowed: Allowances,
  byTheSecond: boolean,
): number | undefined {
  if (allowed.names.some((name) => !order.some((stop) => stop.name === name))) return undefined
  const locks = [...allowed.locks]
  const head = locks.filter(([, { lock }]) => lock === 'done' || lock === 'position')
  if (head.some(([name], i) => order[i].name !== name) || order.length > allowed.maxTasks) return undefined
  const costs = tripsOf(vehicle, order).map((trips) => driveTrips(problem, vehicle, trips, allowed, byTheSecond))
  return costs.reduce((least, cost) => (cost === undefined || (least ?? Infinity) <= cost ? least : cost), undefined)
}

/** Every way of going to a depot between two stops. */
function tripsOf({ reload, start_index }: VroomVehicle, order: Stop[]): Trip[][] {
  if (!reload) return [[{ stops: order }]]
  const depots = (reload.depots ?? [{ location_index: start_index }]).map(({ location_index }) => location_index!)
  let ways: Trip[][] = [[{ stops: order.slice(0, 1) }]]
  for (const stop of order.slice(1)) {
    ways = ways.flatMap((trips) => {
      const last = trips.at(-1)!
      const goOn = [...trips.slice(0, -1), { ...last, stops: [...last.stops, stop] }]
      return [goOn, ...depots.map((depot) => [...trips, { depot, stops: [stop] }])]
    })
  }
  return ways.filter((trips) => trips.length <= (reload.max_trips ?? Infinity))
}

function driveTrips(
  problem: VroomInput,
  vehicle: VroomVehicle,
  trips: Trip[],
  allowed: Allowances,
  byTheSecond: boolean,
): number | undefined {
  const order = trips.flatMap(({ stops }) => stops)
  const lockOf = (stop: Stop) => allowed.locks.get(stop.name)?.lock
  const done = order.filter((stop) => lockOf(stop) === 'done').length
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']
  const costs = { fixed: 0, per_hour: 3600, per_task_hour: 0, per_km: 0, ...vehicle.costs }
  let load = vehicle.capacity!.map(() => 0)
  const aboard = [...load]
  const overloaded = () => load.some((amount, d) => amount > allowed.capacity[d])
  /** When what a trip brings is at the depot; a vehicle that has left can only bring what was there by then. */
  const released = (stops: Stop[]) =>
    Math.max(
      0,
      ...stops.map((stop) => (lockOf(stop) === 'loaded' || (lockOf(stop) && done > 0) ? 0 : (stop.release ?? 0))),
    )
  if (done > 0 && released(order) > allowed.awaySince) return undefined
  let [time, seconds, meters, worked] = [vehicle.time_window?.[0] ?? 0, 0, 0, 0]
  let here = vehicle.start_index
  let longest = 0
  const go = (to: number) => {
    if (here !== undefined) {
      const leg = Math.round(durations![here][to] * (100 / Math.round((vehicle.speed_factor ?? 1) * 100)))
      time += leg
      seconds += leg
      meters += distances![here][to]
    }
    here = to
  }
  let freeWork = 0
  let i = 0
  for (const { depot, stops } of trips) {
    if (depot !== undefined) go(depot)
    time = Math.max(time, released(stops))
    if (depot !== undefined) time += vehicle.reload!.service ?? 0
    load = aboard.map((amount, d) => stops.reduce((sum, { delivery }) => sum + (delivery?.[d] ?? 0), amount))
    if (overloaded()) return undefined
    for (const job of stops) {
      if (!allowed.names.includes(job.name) && job.skills?.some((skill) => !vehicle.skills?.includes(skill)))
        return undefined
      const moved = here !== job.location_index
      go(job.location_index!)
      const window = (job.time_windows ?? [[0, Infinity]]).find(([, to]) => time <= to)
      if (!window && !byTheSecond && i >= done && time > (allowed.latest.get(job.name) ?? -1)) return undefined
      const own = job.service_per_type?.[vehicle.type!] ?? job.service ?? 0
      if (moved || problem.same_address_service !== 'longest') longest = 0
      const service = Math.max(0, own - longest)
      longest = Math.max(longest, own)
      const setup = moved ? (job.setup_per_type?.[vehicle.type!] ?? job.setup ?? 0) : 0
      time = Math.max(time, window?.[0] ?? 0) + service + setup
      worked += service + setup
      if (i === done - 1) time = allowed.goesOnAt
      if (i >= done) freeWork += service + setup
      i++
      vehicle.capacity!.forEach((_, d) => {
        const picked = job.pickup?.[d] ?? 0
        load[d] += picked - (job.delivery?.[d] ?? 0)
        if (job.isOfShipment) aboard[d] += picked
      })
      if (overloaded()) return undefined
    }
  }
  if (vehicle.end_index !== undefined) go(vehicle.end_index)
  if (!byTheSecond && time > allowed.shiftTo) return undefined
  if (seconds > allowed.maxTravel || meters > allowed.maxDistance) return undefined
  let measure = (seconds + allowed.doneWork + freeWork) / 3600
  if (problem.balance?.of === 'tasks') measure = order.length
  if (problem.balance?.of === 'load')
    measure = order.reduce((sum, job) => sum + (job.delivery?.[0] ?? 0) + Math.max(0, job.pickup?.[0] ?? 0), 0)
  const even = Math.round((problem.balance?.strength ?? 0) * measure * measure)
  const rest = costs.fixed + (worked * costs.per_task_hour) / 3600 + (meters * costs.per_km) / 1000 + even
  if (!byTheSecond) return rest + (seconds * costs.per_hour) / 3600
  const timing = cheapestTiming(problem, vehicle, order)
  return timing === undefined ? undefined : rest + timing
}
