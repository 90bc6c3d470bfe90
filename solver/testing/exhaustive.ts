import { cheapestTiming } from './exhaustive-timing.ts'
import type { VroomInput, VroomJob, VroomVehicle } from '../vroom.ts'

export interface Optimum {
  missedPriority: number
  /** Jobs and shipments without a prize that are left out. */
  missed: number
  /** With the prizes of what is left out. */
  cost: number
}

/** A job or a shipment, as the stops that it needs, in order. */
interface Errand {
  priority: number
  prize: number | undefined
  stops: Stop[]
}

type Stop = VroomJob & { errand: number; isLast: boolean; isOfShipment?: boolean }

/**
 * The best plan there is, by trying them all: for a handful of jobs with matrices. Shares no code with the solver.
 * By the second, every timing of every route is tried as well: for problems of a few minutes.
 */
export function exhaustive(problem: VroomInput, byTheSecond = false): Optimum {
  const errands = errandsOf(problem)
  const cheapest = problem.vehicles.map((vehicle) => cheapestBySubset(problem, errands, vehicle, byTheSecond))
  const best: Optimum = { missedPriority: Infinity, missed: Infinity, cost: Infinity }
  const assign = (v: number, left: number, cost: number) => {
    if (v === problem.vehicles.length) {
      const out = errands.filter((_, e) => left & (1 << e))
      const needed = out.filter(({ prize }) => prize === undefined)
      const missedPriority = needed.reduce((sum, { priority }) => sum + priority, 0)
      const total = out.reduce((sum, { prize = 0 }) => sum + prize, cost)
      const by = missedPriority - best.missedPriority || needed.length - best.missed || total - best.cost
      if (by < 0) Object.assign(best, { missedPriority, missed: needed.length, cost: total })
      return
    }
    for (let set = left; ; set = (set - 1) & left) {
      const price = cheapest[v]!.get(set)
      if (price !== undefined) assign(v + 1, left & ~set, cost + price)
      if (set === 0) break
    }
  }
  assign(0, (1 << errands.length) - 1, 0)
  return best
}

function errandsOf({ jobs, shipments = [] }: VroomInput): Errand[] {
  const errands = jobs.map((job, errand): Errand => {
    return { priority: job.priority ?? 0, prize: job.prize, stops: [{ ...job, errand, isLast: true }] }
  })
  for (const { pickup, delivery, amount, skills, priority = 0, prize } of shipments) {
    const shared = { errand: errands.length, isOfShipment: true, ...(skills && { skills }) }
    const off = amount && { pickup: amount.map((value) => -value) }
    const stops: Stop[] = [
      { ...pickup, ...shared, ...(amount && { pickup: amount }), isLast: false },
      { ...delivery, ...shared, ...off, isLast: true },
    ]
    errands.push({ priority, prize, stops })
  }
  return errands
}

function cheapestBySubset(
  problem: VroomInput,
  errands: Errand[],
  vehicle: VroomVehicle,
  byTheSecond: boolean,
): Map<number, number> {
  const cheapest = new Map<number, number>([[0, 0]])
  const extend = (order: Stop[]) => {
    const begun = order.reduce((set, { errand }) => set | (1 << errand), 0)
    const done = order.reduce((set, { errand, isLast }) => (isLast ? set | (1 << errand) : set), 0)
    if (order.length > 0 && begun === done) {
      const cost = drive(problem, vehicle, order, byTheSecond)
      if (cost !== undefined && cost < (cheapest.get(done) ?? Infinity)) cheapest.set(done, cost)
    }
    errands.forEach(({ stops }, errand) => {
      if (done & (1 << errand)) return
      extend([...order, begun & (1 << errand) ? stops[1]! : stops[0]!])
    })
  }
  extend([])
  return cheapest
}

/** What is loaded at a depot and brought away from it; the first trip begins at the start. */
interface Trip {
  depot?: number
  stops: Stop[]
}

/** Cost of an order of stops with the best visits to depots in between, or nothing when it cannot be driven. */
function drive(problem: VroomInput, vehicle: VroomVehicle, order: Stop[], byTheSecond: boolean): number | undefined {
  const costs = tripsOf(vehicle, order).map((trips) => driveTrips(problem, vehicle, trips, byTheSecond))
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
  byTheSecond: boolean,
): number | undefined {
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']!
  const costs = { fixed: 0, per_hour: 3600, per_task_hour: 0, per_km: 0, ...vehicle.costs }
  let load = vehicle.capacity!.map(() => 0)
  const aboard = [...load]
  const overloaded = () => load.some((amount, d) => amount > vehicle.capacity![d]!)
  if (trips.flatMap(({ stops }) => stops).length > (vehicle.max_tasks ?? Infinity)) return undefined
  let [time, seconds, metres, worked] = [vehicle.time_window?.[0] ?? 0, 0, 0, 0]
  let here = vehicle.start_index
  let longest = 0
  const go = (to: number) => {
    if (here !== undefined) {
      const leg = Math.round(durations![here]![to]! / (Math.round((vehicle.speed_factor ?? 1) * 100) / 100))
      time += leg
      seconds += leg
      metres += distances![here]![to]!
    }
    here = to
  }
  for (const { depot, stops } of trips) {
    if (depot !== undefined) go(depot)
    time = Math.max(time, ...stops.map(({ release = 0 }) => release))
    if (depot !== undefined) time += vehicle.reload!.service ?? 0
    load = aboard.map((amount, d) => stops.reduce((sum, { delivery }) => sum + (delivery?.[d] ?? 0), amount))
    if (overloaded()) return undefined
    for (const job of stops) {
      if (job.skills?.some((skill) => !vehicle.skills?.includes(skill))) return undefined
      const moved = here !== job.location_index
      go(job.location_index!)
      const window = (job.time_windows ?? [[0, Infinity]]).find(([, to]) => time <= to)
      if (!window && !byTheSecond) return undefined
      const own = job.service_per_type?.[vehicle.type!] ?? job.service ?? 0
      if (moved || problem.same_address_service !== 'longest') longest = 0
      const service = Math.max(0, own - longest)
      longest = Math.max(longest, own)
      const setup = moved ? (job.setup_per_type?.[vehicle.type!] ?? job.setup ?? 0) : 0
      time = Math.max(time, window?.[0] ?? 0) + service + setup
      worked += service + setup
      vehicle.capacity!.forEach((_, d) => {
        const picked = job.pickup?.[d] ?? 0
        load[d]! += picked - (job.delivery?.[d] ?? 0)
        if (job.isOfShipment) aboard[d]! += picked
      })
      if (overloaded()) return undefined
    }
  }
  if (vehicle.end_index !== undefined) go(vehicle.end_index)
  if (!byTheSecond && time > (vehicle.time_window?.[1] ?? Infinity)) return undefined
  if (seconds > (vehicle.max_travel_time ?? Infinity) || metres > (vehicle.max_distance ?? Infinity)) return undefined
  const rest = costs.fixed + (worked * costs.per_task_hour) / 3600 + (metres * costs.per_km) / 1000
  if (!byTheSecond) return rest + (seconds * costs.per_hour) / 3600
  const order = trips.flatMap(({ stops }) => stops)
  const timing = cheapestTiming(problem, vehicle, order)
  return timing === undefined ? undefined : rest + timing
}
