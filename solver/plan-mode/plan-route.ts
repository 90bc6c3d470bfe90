import { routeCost } from '../model/route-cost.ts'
import { jobShares } from '../output/cost-shares.ts'
import { hasEnd, hasStart, placeOf, unloaded } from '../output/output.ts'
import { listParts, type Part, precedence } from './plan-parts.ts'
import { chooseTimes } from './plan-times.ts'
import type { Problem } from '../model/problem.ts'
import { sumAmounts } from '../output/summary.ts'
import type { Job } from '../model/jobs.ts'
import { offWindow, summed } from '../output/violations.ts'
import type { VroomRoute, VroomStep, VroomVehicle, VroomVehicleStep, VroomViolation } from '../json/vroom.ts'

/** Drives the steps of a vehicle in order; nothing if the requested times cannot be met. */
export function planRoute(
  problem: Problem,
  v: number,
  steps: readonly VroomVehicleStep[],
  numbers: ReadonlyMap<string, number>,
): VroomRoute | undefined {
  const { input, jobList } = problem
  const vehicle = input.vehicles[v]
  const parts = listParts(problem, v, steps, numbers)
  const chosen = chooseTimes(parts.map(({ fixed }) => fixed))
  if (!chosen) return undefined
  const { begins, driven } = chosen
  const jobs = parts.flatMap(({ job }) => (job < 0 ? [] : [job]))
  const { broken, early } = precedence(problem, jobs)
  // What is delivered without a pickup must be on board from the start.
  const load = sumAmounts(
    problem,
    jobs.map((j) => (early.has(j) ? unloaded(jobList[j]) : (jobList[j].delivery ?? []))),
  )
  const meters = metersAt(problem, vehicle, parts, driven)
  let duration = 0
  let count = 0
  const allSteps = parts.map((part, i): VroomStep => {
    const { type, job, taken, setup, service, fixed } = part
    duration += driven[i]
    if (job >= 0) {
      count++
      change(load, jobList[job])
    }
    const distance = meters?.[i]
    const off = offWindow(fixed.windows, begins[i])
    const violations: VroomViolation[] = off ? [off] : []
    const say = (cause: VroomViolation['cause'], isBroken: boolean) => {
      if (isBroken) violations.push({ cause })
    }
    say('load', isOver(load, vehicle.capacity))
    say('max_load', isOver(load, taken?.max_load))
    say('skills', job >= 0 && (jobList[job].skills ?? []).some((skill) => !vehicle.skills?.includes(skill)))
    say('precedence', broken.has(job))
    say('max_tasks', job >= 0 && count > (vehicle.max_tasks ?? Infinity))
    say('max_travel_time', duration > (vehicle.max_travel_time ?? Infinity))
    say('max_distance', (distance ?? 0) > (vehicle.max_distance ?? Infinity))
    const arrival = i === 0 ? begins[0] : begins[i - 1] + parts[i - 1].fixed.work + driven[i]
    return {
      type,
      ...identity(part, jobList[job], vehicle),
      arrival,
      duration,
      ...(distance === undefined ? {} : { distance }),
      setup,
      service,
      waiting_time: begins[i] - arrival,
      load: [...load],
      violations,
    }
  })
  const isMissing = (vehicle.breaks ?? []).some(({ id }) => !parts.some(({ taken }) => taken?.id === id))
  const missing: VroomViolation[] = isMissing ? [{ cause: 'missing_break' }] : []
  const written = allSteps.filter(
    ({ type }) => !(type === 'start' && !hasStart(vehicle)) && !(type === 'end' && !hasEnd(vehicle)),
  )
  const sum = (pick: (step: VroomStep) => number) => written.reduce((total, step) => total + pick(step), 0)
  return {
    vehicle: vehicle.id,
    ...(vehicle.description === undefined ? {} : { description: vehicle.description }),
    cost: Math.round(routeCost(problem, v, jobs) / problem.costScale),
    setup: sum((step) => step.setup),
    service: sum((step) => step.service),
    duration,
    waiting_time: sum((step) => step.waiting_time),
    ...jobShares(problem, [{ vehicle: v, jobs }]),
    priority: jobs.reduce((total, j) => total + (jobList[j].priority ?? 0), 0),
    ...(meters ? { distance: meters.at(-1)! } : {}),
    delivery: sumAmounts(
      problem,
      jobs.map((j) => unloaded(jobList[j])),
    ),
    pickup: sumAmounts(
      problem,
      jobs.map((j) => (jobList[j].type === 'delivery' ? [] : (jobList[j].pickup ?? []))),
    ),
    steps: written,
    // A shift can also be broken without a start or an end step to report it.
    violations: summed([...allSteps.flatMap(({ violations }) => violations), ...missing]),
  }
}

/** Meters on arrival at each step; a break on the way gets its share of the drive. Nothing without distances. */
function metersAt(
  { travel }: Problem,
  { profile = 'car' }: VroomVehicle,
  parts: readonly Part[],
  driven: readonly number[],
): number[] | undefined {
  let total = 0
  let from = parts[0]
  let since = 0
  if (travel.meters(profile, from.point, from.point) === undefined) return undefined
  return parts.map((part, i) => {
    if (i === 0) return 0
    since += driven[i]
    const stop = part.taken ? parts.slice(i).find(({ taken }) => !taken)! : part
    const way = travel.meters(profile, from.point, stop.point)!
    if (part.taken) return total + (since === 0 ? 0 : Math.round((way * since) / from.fixed.travel))
    total += way
    since = 0
    from = part
    return total
  })
}

function change(load: number[], job: Job) {
  if (job.type !== 'delivery') job.pickup?.forEach((amount, d) => (load[d] += amount))
  unloaded(job).forEach((amount, d) => (load[d] -= amount))
}

function isOver(load: readonly number[], most: readonly number[] | undefined): boolean {
  return most?.some((amount, d) => load[d] > amount) ?? false
}

/** What identifies a step: id, description and place. */
function identity({ type, taken }: Part, job: Job | undefined, vehicle: VroomVehicle) {
  if (job) return { id: job.id, ...placeOf(job) }
  if (taken) return { id: taken.id, ...placeOf({ ...taken }) }
  const { start, start_index, end, end_index } = vehicle
  return placeOf(
    type === 'start' ? { location: start, location_index: start_index } : { location: end, location_index: end_index },
  )
}
