import { type Allowances, allowancesOf } from '../check-locks.ts'
import type { TimeWindow, VroomInput, VroomJob, VroomVehicle } from '../vroom.ts'
import { cheapestTiming } from './exhaustive-timing.ts'

export interface Optimum {
  missedPriority: number
  /** Jobs and shipments without a prize that are left out. */
  missed: number
  /** With the prizes of what is left out. */
  cost: number
}

/** A job or a shipment, as the stops that it needs, in order. */
export interface Errand {
  priority: number
  prize: number | undefined
  groups: string[]
  stops: Stop[]
}

export type Stop = VroomJob & { name: string; errand: number; isLast: boolean }

/**
 * The best plan there is, by trying them all: for a handful of jobs with matrices. Shares no code with the solver.
 * By the second, every timing of every route is tried as well: for problems of a few minutes.
 */
export function exhaustive(problem: VroomInput, byTheSecond = false): Optimum {
  const errands = errandsOf(problem)
  const cheapest = problem.vehicles.map((vehicle) => cheapestBySubset(problem, errands, vehicle, byTheSecond))
  const rules = planRules(problem, errands)
  const best: Optimum = { missedPriority: Infinity, missed: Infinity, cost: Infinity }
  const sets: number[] = []
  const assign = (v: number, left: number, cost: number) => {
    if (v === problem.vehicles.length) {
      if (!rules.allow(sets, left)) return
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
      if (price !== undefined) {
        sets[v] = set
        assign(v + 1, left & ~set, cost + price + rules.moved(v, set) * (problem.previous?.cost_per_moved ?? 0))
      }
      if (set === 0) break
    }
  }
  assign(0, (1 << errands.length) - 1, 0)
  return best
}

/** What concerns several routes at once: sets of errands by vehicle. */
function planRules({ groups, previous, vehicles }: VroomInput, errands: Errand[]) {
  const isLocked = ({ stops }: Errand) =>
    vehicles.some(({ steps = [] }) =>
      steps.some(({ type, id, lock }) => lock && stops.some((stop) => stop.name === `${type} ${id}`)),
    )
  const locked = errands.map(isLocked)
  const has = (set: number, e: number) => (set & (1 << e)) !== 0
  const home = errands.map(({ stops }, e) => {
    const route = previous?.routes.find(({ steps }) => steps.some(({ type, id }) => `${type} ${id}` === stops[0]!.name))
    return route === undefined || locked[e] ? -1 : vehicles.findIndex(({ id }) => id === route.vehicle)
  })
  const moved = (v: number, set: number) => home.filter((at, e) => has(set, e) && at >= 0 && at !== v).length
  const isWhole = (sets: readonly number[], left: number, name: string) => {
    const members = errands.flatMap((errand, e) => (errand.groups.includes(name) ? [e] : []))
    const planned = members.filter((e) => !has(left, e))
    const isTogether = planned.length === 0 || sets.some((set) => planned.every((e) => has(set, e)))
    return isTogether && (planned.length === 0 || planned.length === members.length || members.some((e) => locked[e]))
  }
  const isMixed = (set: number, names: string[]) => {
    const inside = errands.flatMap((errand, e) =>
      has(set, e) ? [{ e, name: names.find((each) => errand.groups.includes(each)) }] : [],
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
export function errandsOf({ jobs, shipments = [], previous }: VroomInput): Errand[] {
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
  const errands = jobs.map((job, errand): Errand => {
    const stops = [{ ...kept(`job ${job.id}`, job), errand, isLast: true }]
    return { priority: job.priority ?? 0, prize: job.prize, groups: job.groups ?? [], stops }
  })
  for (const { pickup, delivery, amount, skills, priority = 0, prize, groups = [] } of shipments) {
    const shared = { errand: errands.length, ...(skills && { skills }) }
    const off = amount && { pickup: amount.map((value) => -value) }
    const stops: Stop[] = [
      { ...kept(`pickup ${pickup.id}`, pickup), ...shared, ...(amount && { pickup: amount }), isLast: false },
      { ...kept(`delivery ${delivery.id}`, delivery), ...shared, ...off, isLast: true },
    ]
    errands.push({ priority, prize, groups, stops })
  }
  return errands
}

function cheapestBySubset(
  problem: VroomInput,
  errands: Errand[],
  vehicle: VroomVehicle,
  byTheSecond: boolean,
): Map<number, number> {
  const allowed = allowances(problem, errands, vehicle)
  const cheapest = new Map<number, number>(allowed.names.length > 0 ? [] : [[0, 0]])
  const extend = (order: Stop[]) => {
    const begun = order.reduce((set, { errand }) => set | (1 << errand), 0)
    const done = order.reduce((set, { errand, isLast }) => (isLast ? set | (1 << errand) : set), 0)
    if (order.length > 0 && begun === done) {
      const cost = drive(problem, vehicle, order, allowed, byTheSecond)
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

/** What locked steps allow a vehicle. */
export function allowances(problem: VroomInput, errands: Errand[], vehicle: VroomVehicle): Allowances {
  const things = errands.flatMap(({ stops }, shipment) =>
    stops.map((stop) => {
      const isEnd = stops.length > 1
      const amount = isEnd && stop.isLast ? { delivery: stop.pickup?.map((value) => -value), pickup: [] } : {}
      return [stop.name, { ...stop, ...amount, ...(isEnd && { shipment, isDelivery: stop.isLast }) }] as const
    }),
  )
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']!
  return allowancesOf(problem, vehicle, new Map(things), (from, to) => ({
    seconds: Math.round(durations![from.index!]![to.index!]! * (100 / Math.round((vehicle.speed_factor ?? 1) * 100))),
    metres: distances?.[from.index!]![to.index!],
  }))
}

/** Cost of an order of stops, or nothing when the vehicle cannot drive it. */
export function drive(
  problem: VroomInput,
  vehicle: VroomVehicle,
  order: Stop[],
  allowed: Allowances,
  byTheSecond: boolean,
): number | undefined {
  if (allowed.names.some((name) => !order.some((stop) => stop.name === name))) return undefined
  const locks = [...allowed.locks]
  const done = locks.filter(([, { lock }]) => lock === 'done').length
  const head = locks.filter(([, { lock }]) => lock === 'done' || lock === 'position')
  if (head.some(([name], i) => order[i]!.name !== name)) return undefined
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']!
  const costs = { fixed: 0, per_hour: 3600, per_task_hour: 0, per_km: 0, ...vehicle.costs }
  const load = vehicle.capacity!.map((_, d) => order.reduce((sum, job) => sum + (job.delivery?.[d] ?? 0), 0))
  const overloaded = () => load.some((amount, d) => amount > allowed.capacity[d]!)
  if (overloaded() || order.length > allowed.maxTasks) return undefined
  let [time, seconds, metres, worked] = [vehicle.time_window?.[0] ?? 0, 0, 0, 0]
  let here = vehicle.start_index
  let longest = 0
  const go = (to: number) => {
    if (here !== undefined) {
      const leg = Math.round(durations![here]![to]! * (100 / Math.round((vehicle.speed_factor ?? 1) * 100)))
      time += leg
      seconds += leg
      metres += distances![here]![to]!
    }
    here = to
  }
  let freeWork = 0
  for (const [i, job] of order.entries()) {
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
    vehicle.capacity!.forEach((_, d) => (load[d]! += (job.pickup?.[d] ?? 0) - (job.delivery?.[d] ?? 0)))
    if (overloaded()) return undefined
  }
  if (vehicle.end_index !== undefined) go(vehicle.end_index)
  if (!byTheSecond && time > allowed.shiftTo) return undefined
  if (seconds > allowed.maxTravel || metres > allowed.maxDistance) return undefined
  let measure = (seconds + allowed.doneWork + freeWork) / 3600
  if (problem.balance?.of === 'tasks') measure = order.length
  if (problem.balance?.of === 'load')
    measure = order.reduce((sum, job) => sum + (job.delivery?.[0] ?? 0) + Math.max(0, job.pickup?.[0] ?? 0), 0)
  const even = Math.round((problem.balance?.strength ?? 0) * measure * measure)
  const rest = costs.fixed + (worked * costs.per_task_hour) / 3600 + (metres * costs.per_km) / 1000 + even
  if (!byTheSecond) return rest + (seconds * costs.per_hour) / 3600
  const timing = cheapestTiming(problem, vehicle, order)
  return timing === undefined ? undefined : rest + timing
}
