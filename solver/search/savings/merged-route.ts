import type { Family } from './family.ts'
import { type HalfRoute, join, priceOf, single } from './half-route.ts'
import type { Problem, VehicleType } from '../../model/problem.ts'

/** A route without a vehicle: its jobs, and what they take when driven in order and the other way round. */
export type MergedRoute = {
  jobs: number[]
  family: Family
  ahead: HalfRoute | undefined
  back: HalfRoute | undefined
  delivered: number[]
  picked: number[]
  /** The cheapest type for it, by number, and what that costs. */
  type: number
  price: number
}

/** A route of one job with the cheapest type of a family, or undefined if none can serve it. */
export function alone(problem: Problem, family: Family, job: number): MergedRoute | undefined {
  const { dimensions, delivery, pickup } = problem
  const half = single(problem, family.like, job)
  const amounts = (of: Float64Array) => Array.from({ length: dimensions }, (_, d) => of[job * dimensions + d])
  const loads = { delivered: amounts(delivery), picked: amounts(pickup) }
  return priced(problem, { jobs: [job], family, ahead: half, back: half, ...loads })
}

/** One route behind another with the cheapest type that can drive both, or undefined if none can. */
export function merged(problem: Problem, a: MergedRoute, b: MergedRoute): MergedRoute | undefined {
  const { family } = a
  if (b.family !== family) return undefined
  const delivered = a.delivered.map((amount, d) => amount + b.delivered[d])
  const picked = a.picked.map((amount, d) => amount + b.picked[d])
  if (!family.types.some((t) => carries(problem.types[t], delivered, picked))) return undefined
  const ahead = join(problem, family.like, a.ahead, b.ahead)
  const back = join(problem, family.like, b.back, a.back)
  if (!ahead && !back) return undefined
  return priced(problem, { jobs: [...a.jobs, ...b.jobs], family, ahead, back, delivered, picked })
}

/** The same route the other way round. */
export function flipped(route: MergedRoute): MergedRoute {
  return { ...route, jobs: route.jobs.toReversed(), ahead: route.back, back: route.ahead }
}

/** What a route costs with a vehicle of a type, or Infinity if that cannot drive it. */
export function priceWith(
  problem: Problem,
  t: number,
  { jobs, delivered, picked, ahead, back }: Omit<MergedRoute, 'type' | 'price'>,
): number {
  const type = problem.types[t]
  if (jobs.length > type.maxTasks || !carries(type, delivered, picked)) return Infinity
  const price = Math.min(priceOf(problem, type, ahead), priceOf(problem, type, back))
  if (price === Infinity) return Infinity
  for (const job of jobs) if (type.serves[job] === 0) return Infinity
  return price
}

function priced(problem: Problem, route: Omit<MergedRoute, 'type' | 'price'>): MergedRoute | undefined {
  let type = -1
  let price = Infinity
  for (const t of route.family.types) {
    const other = priceWith(problem, t, route)
    if (other >= price) continue
    type = t
    price = other
  }
  return type < 0 ? undefined : { ...route, type, price }
}

function carries({ capacity }: VehicleType, delivered: number[], picked: number[]): boolean {
  for (let d = 0; d < capacity.length; d++) if (delivered[d] > capacity[d] || picked[d] > capacity[d]) return false
  return true
}
