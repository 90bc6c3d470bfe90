import type { VroomInput, VroomJob, VroomVehicle } from '../vroom.ts'

export interface Optimum {
  missedPriority: number
  missed: number
  cost: number
}

/** The best plan there is, by trying them all: for a handful of jobs with matrices. Shares no code with the solver. */
export function exhaustive(problem: VroomInput): Optimum {
  const { jobs, vehicles } = problem
  const cheapest = vehicles.map((vehicle) => cheapestBySubset(problem, vehicle))
  const all = (1 << jobs.length) - 1
  const best: Optimum = { missedPriority: Infinity, missed: Infinity, cost: Infinity }
  const assign = (v: number, left: number, cost: number) => {
    if (v === vehicles.length) {
      const missed = jobs.filter((_, j) => left & (1 << j))
      const missedPriority = missed.reduce((sum, job) => sum + (job.priority ?? 0), 0)
      const by = missedPriority - best.missedPriority || missed.length - best.missed || cost - best.cost
      if (by < 0) Object.assign(best, { missedPriority, missed: missed.length, cost })
      return
    }
    for (let set = left; ; set = (set - 1) & left) {
      const price = cheapest[v]!.get(set)
      if (price !== undefined) assign(v + 1, left & ~set, cost + price)
      if (set === 0) break
    }
  }
  assign(0, all, 0)
  return best
}

function cheapestBySubset(problem: VroomInput, vehicle: VroomVehicle): Map<number, number> {
  const cheapest = new Map<number, number>([[0, 0]])
  const extend = (order: VroomJob[], set: number) => {
    if (order.length > 0) {
      const cost = drive(problem, vehicle, order)
      if (cost !== undefined && cost < (cheapest.get(set) ?? Infinity)) cheapest.set(set, cost)
    }
    problem.jobs.forEach((job, j) => {
      if (!(set & (1 << j))) extend([...order, job], set | (1 << j))
    })
  }
  extend([], 0)
  return cheapest
}

/** Cost of an order of jobs, or nothing when the vehicle cannot drive it. */
function drive(problem: VroomInput, vehicle: VroomVehicle, order: VroomJob[]): number | undefined {
  const { durations, distances } = problem.matrices![vehicle.profile ?? 'car']!
  const costs = { fixed: 0, per_hour: 3600, per_km: 0, ...vehicle.costs }
  const load = vehicle.capacity!.map((_, d) => order.reduce((sum, job) => sum + (job.delivery?.[d] ?? 0), 0))
  const overloaded = () => load.some((amount, d) => amount > vehicle.capacity![d]!)
  if (overloaded() || order.length > (vehicle.max_tasks ?? Infinity)) return undefined
  let [time, seconds, metres] = [vehicle.time_window?.[0] ?? 0, 0, 0]
  let here = vehicle.start_index
  const go = (to: number) => {
    if (here !== undefined) {
      const leg = Math.round(durations![here]![to]! / (Math.round((vehicle.speed_factor ?? 1) * 100) / 100))
      time += leg
      seconds += leg
      metres += distances![here]![to]!
    }
    here = to
  }
  for (const job of order) {
    if (job.skills?.some((skill) => !vehicle.skills?.includes(skill))) return undefined
    const moved = here !== job.location_index
    go(job.location_index!)
    const window = (job.time_windows ?? [[0, Infinity]]).find(([, to]) => time <= to)
    if (!window) return undefined
    time = Math.max(time, window[0]) + (job.service ?? 0) + (moved ? (job.setup ?? 0) : 0)
    vehicle.capacity!.forEach((_, d) => (load[d]! += (job.pickup?.[d] ?? 0) - (job.delivery?.[d] ?? 0)))
    if (overloaded()) return undefined
  }
  if (vehicle.end_index !== undefined) go(vehicle.end_index)
  if (time > (vehicle.time_window?.[1] ?? Infinity)) return undefined
  if (seconds > (vehicle.max_travel_time ?? Infinity) || metres > (vehicle.max_distance ?? Infinity)) return undefined
  return costs.fixed + (seconds * costs.per_hour) / 3600 + (metres * costs.per_km) / 1000
}
