import { Random } from '../math/random.ts'
import type { VroomInput } from '../json/vroom.ts'
import { randomShipments, randomTimes, randomTrips } from './random-problem.ts'
import {
  balanceSome,
  breakSome,
  compactSome,
  districtSome,
  groupSome,
  lockSome,
  rememberSome,
  rideSome,
  urgeSome,
  zoneSome,
} from './random-rules.ts'

/** Trips and releases, combined with locks, groups, a previous plan and balance in some of the problems. */
export function mixTrips(seed: number, jobCount: number, vehicleCount: number): VroomInput {
  return withRules(randomTrips(seed, jobCount, vehicleCount), seed, true)
}

/** Everything about time, with releases, combined with the same; with or without locks. */
export function mixTimes(seed: number, jobCount: number, vehicleCount: number, withLocks: boolean): VroomInput {
  const random = new Random(seed + 6000)
  const times = randomTimes(seed, jobCount, vehicleCount, withLocks && seed % 2 === 0)
  for (const job of times.jobs) if (random.below(3) === 0) job.release = random.below(40)
  const problem = withRules(times, seed, withLocks)
  // Promises within these few minutes, where every second can be tried.
  for (const step of problem.previous?.routes.flatMap(({ steps }) => steps) ?? [])
    if (step.promised! >= 100) step.promised = random.below(60)
  return problem
}

/** Shipments with breaks, locks and longest rides, and urgent orders in some of the problems. */
export function mixRides(seed: number, jobCount: number, vehicleCount: number): VroomInput {
  const problem = rideSome(breakSome(lockSome(randomShipments(seed, jobCount, vehicleCount), seed)), seed)
  return seed % 3 === 0 ? urgeSome(problem, seed) : problem
}

function withRules(given: VroomInput, seed: number, withLocks: boolean): VroomInput {
  const random = new Random(seed + 7000)
  const chance = (percent: number) => random.below(100) < percent
  let problem = given
  if (withLocks && chance(60)) problem = unlockTrips(lockSome(problem, seed))
  if (chance(50)) problem = groupSome(problem, seed)
  if (chance(50)) problem = rememberSome(problem, seed)
  if (chance(50)) problem = balanceSome(problem, seed)
  if (chance(30)) problem = districtSome(problem, seed)
  if (chance(30)) problem = compactSome(problem, seed)
  if (chance(30)) problem = urgeSome(problem, seed)
  if (chance(20)) problem = zoneSome(problem, seed, problem.traffic !== undefined)
  // Trips are chosen before balance is added, so balance might serve a few jobs for less.
  const isSmall = problem.jobs.length < 10
  if (isSmall && problem.balance?.of === 'time' && problem.vehicles.some(({ reload }) => reload))
    problem.balance.of = 'tasks'
  return problem
}

/** Vehicles with several trips cannot have locks. */
function unlockTrips(problem: VroomInput): VroomInput {
  const vehicles = problem.vehicles.map(({ steps, ...vehicle }) =>
    steps && !vehicle.reload ? { ...vehicle, steps } : vehicle,
  )
  return { ...problem, vehicles }
}
