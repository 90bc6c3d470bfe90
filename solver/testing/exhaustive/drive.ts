import type { VroomInput, VroomVehicle } from '../../json/vroom.ts'
import { type Allowances, districtsOf } from './locks.ts'
import type { Stop } from './orders.ts'
import { meetings } from './aboard.ts'
import { ridesFit } from './rides.ts'
import { isStacked } from './stack.ts'
import { servesUrgentFirst } from './urgency.ts'
import { drivesOf } from './zones.ts'
import { cheapestTiming, overtimePay } from './timing.ts'

/** The stops served from one loading; the first trip begins at the start. */
type Trip = {
  depot?: number
  stops: Stop[]
}

/** The cost of a sequence of stops with the best visits to depots in between; nothing if it cannot be driven. */
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
  if (districtsOf(order).size > allowed.maxDistricts) return undefined
  if (vehicle.last_in_first_out && !isStacked(order, allowed.stops)) return undefined
  if (vehicle.urgent_first && !servesUrgentFirst(order, allowed.stops, allowed.locks)) return undefined
  const { groups, orders } = allowed
  const met = (trips: Stop[][]) => meetings(groups, vehicle.mixes ?? [], orders, trips)
  const known = met([allowed.stops])
  const ways = tripsOf(vehicle, order).filter((trips) =>
    [...met(trips.map(({ stops }) => stops))].every((pair) => known.has(pair)),
  )
  const costs = ways.map((trips) => driveTrips(problem, vehicle, trips, allowed, byTheSecond))
  return costs.reduce((least, cost) => (cost === undefined || (least ?? Infinity) <= cost ? least : cost), undefined)
}

/** Every way to insert visits to depots between stops. */
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
  const { distances } = problem.matrices![vehicle.profile ?? 'car']
  const drives = drivesOf(problem, vehicle)
  const costs = { fixed: 0, per_hour: 3600, per_task_hour: 0, per_km: 0, per_stop: 0, ...vehicle.costs }
  let load = vehicle.capacity!.map(() => 0)
  const aboard = [...load]
  const overloaded = () => load.some((amount, d) => amount > allowed.capacity[d])
  /** When a trip's goods are at the depot; a vehicle that has left brings only what was there. */
  const released = (stops: Stop[]) =>
    Math.max(
      0,
      ...stops.map((stop) => (lockOf(stop) === 'loaded' || (lockOf(stop) && done > 0) ? 0 : (stop.release ?? 0))),
    )
  if (done > 0 && released(order) > allowed.awaySince) return undefined
  let [time, seconds, meters, worked, pay] = [vehicle.time_window?.[0] ?? 0, 0, 0, 0, 0]
  let here = vehicle.start_index
  let longest = 0
  const go = (to: number) => {
    if (here !== undefined) {
      const leg = drives(here, to).seconds
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
      if (moved) pay += costs.per_stop
      pay += paidUnits(job, costs.per_unit)
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
  if (
    !byTheSecond &&
    !ridesFit(
      problem,
      vehicle,
      trips.map((trip) => ({ ...trip, released: released(trip.stops) })),
    )
  )
    return undefined
  let measure = (seconds + allowed.doneWork + freeWork) / 3600
  if (problem.balance?.of === 'tasks') measure = order.length
  if (problem.balance?.of === 'load')
    measure = order.reduce((sum, job) => sum + (job.delivery?.[0] ?? 0) + Math.max(0, job.pickup?.[0] ?? 0), 0)
  const even = Math.round((problem.balance?.strength ?? 0) * measure * measure)
  const compact = (fromMiddle(problem, vehicle, order) * (problem.compactness?.cost_per_hour ?? 0)) / 3600
  const rest =
    costs.fixed + (worked * costs.per_task_hour) / 3600 + (meters * costs.per_km) / 1000 + even + pay + compact
  if (!byTheSecond) return rest + (seconds * costs.per_hour) / 3600 + overtimePay(vehicle, time)
  const timing = cheapestTiming(problem, vehicle, order)
  return timing === undefined ? undefined : rest + timing
}

/** Seconds from the stop that is nearest to all others, to all of them. */
function fromMiddle(problem: VroomInput, vehicle: VroomVehicle, stops: Stop[]): number {
  const drives = drivesOf(problem, vehicle)
  const seconds = (a: Stop, b: Stop) => drives(a.location_index!, b.location_index!).seconds
  const sums = stops.map((middle) => stops.reduce((sum, stop) => sum + seconds(middle, stop), 0))
  return stops.length === 0 ? 0 : Math.min(...sums)
}

/** What is paid for all that changes hands at a stop; a shipment's is paid at its delivery, where it is unloaded. */
function paidUnits({ isOfShipment, delivery, pickup }: Stop, prices: number[] = []): number {
  return prices.reduce((total, price, d) => {
    const picked = pickup?.[d] ?? 0
    if (isOfShipment) return total + price * Math.max(0, -picked)
    return total + price * ((delivery?.[d] ?? 0) + picked)
  }, 0)
}
