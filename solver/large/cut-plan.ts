import type { LargePart, LargePlan } from './large-plan.ts'
import { apart, split } from './places.ts'
import type { Random } from '../math/random.ts'

/** A part has at most this many times the usual number of jobs, so that its table fits into memory. */
const most = 2

/**
 * Cuts a plan into parts of near routes with about as many jobs each, elsewhere each time: by barycenters, as in Santini, Schneider,
 * Vidal and Vigo (2023), "Decomposition strategies for vehicle routing heuristics". Absent jobs go to the nearest route.
 */
export function cutPlan(plan: LargePlan, random: Random, jobsPerPart: number): LargePart[] {
  const { routes, ties, home, jobList } = plan
  const used = routes.flatMap(({ length }, v) => (length > 0 ? [v] : []))
  // Vehicles that are tied to each other stay together.
  const bunches = Map.groupBy(used, (v) => (ties.ofVehicle[v] < 0 ? -1 - v : ties.ofVehicle[v]))
  const things = [...bunches.values()].map((vehicles) => {
    const jobs = vehicles.flatMap((v) => routes[v])
    return { vehicles, jobs, place: plan.middle(jobs), weight: jobs.length }
  })
  const groups = split(things, Math.max(1, Math.round(home.length / jobsPerPart)), random)
  const parts = groups.map((group) => ({
    jobs: group.flatMap(({ jobs }) => jobs),
    vehicles: group.flatMap(({ vehicles }) => vehicles),
  }))
  if (parts.length === 0) return []
  const partOf = new Int32Array(routes.length).fill(-1)
  parts.forEach(({ vehicles }, p) => vehicles.forEach((v) => (partOf[v] = p)))
  const urgency = (job: number) => jobList[job].priority ?? 0
  const open = ties.list.filter((tie) => tie.jobs.some((job) => home[job] < 0))
  open.sort((a, b) => Math.max(...b.jobs.map(urgency)) - Math.max(...a.jobs.map(urgency)))
  for (const tie of open) {
    const left = tie.jobs.filter((job) => home[job] < 0)
    const beside = [...tie.jobs.map((job) => home[job]), ...tie.vehicles].find((v) => v >= 0 && partOf[v] >= 0)
    const { jobs } = parts[beside === undefined ? nearestPart(left) : partOf[beside]]
    // Where too few vehicles leave out most jobs, a part cannot take them all.
    if (jobs.length + left.length <= most * jobsPerPart) jobs.push(...left)
  }
  for (const { jobs } of parts) jobs.sort((a, b) => a - b)
  return parts

  function nearestPart(jobs: readonly number[]): number {
    const place = plan.middle(jobs)
    let nearest = things[0]
    for (const thing of things) if (apart(thing.place, place) < apart(nearest.place, place)) nearest = thing
    return partOf[nearest.vehicles[0]]
  }
}
