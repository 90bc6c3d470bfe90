import type { Problem } from './problem.ts'
import type { Balance } from './vroom.ts'

/**
 * The price of a route under balance, in whole units of VROOM's cost: strength × measure². Over V vehicles whose
 * measures add up to M the squares add up to M² / V + V × variance, so that for a given total the strength is the price
 * of the variance, and an even split is cheapest.
 */
export function balancePrice({ strength }: Balance, measure: number): number {
  return Math.round(strength * measure * measure)
}

/** What is balanced: hours of driving, setup and service, or tasks, or what is carried of the first quantity. */
export function measureRoute(problem: Problem, of: Balance['of'], vehicle: number, jobs: readonly number[]): number {
  if (of === 'tasks') return jobs.length
  return of === 'load' ? carried(problem, jobs) : secondsOf(problem, vehicle, jobs) / 3600
}

function carried({ delivery, pickup, dimensions }: Problem, jobs: readonly number[]): number {
  let sum = 0
  // The delivery of a shipment takes off what its pickup has counted already.
  for (const job of jobs) sum += delivery[job * dimensions]! + Math.max(0, pickup[job * dimensions]!)
  return sum
}

function secondsOf(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const { types, typeOf, pointCount, travel, locks } = problem
  const { durations, service, setup, start, end } = types[typeOf[vehicle]!]!
  const locked = locks?.routes[vehicle]
  let seconds = 0
  let from = start
  jobs.forEach((job, i) => {
    seconds += durations[from * pointCount + job]!
    if (locked && i < locked.done) seconds += locked.history.setups[i]! + locked.history.services[i]!
    else seconds += service[job]! + (travel.address[from] === travel.address[job] ? 0 : setup[job]!)
    from = job
  })
  return seconds + durations[from * pointCount + end]!
}
