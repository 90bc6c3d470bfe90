import { arcs, type Job } from './jobs.ts'
import type { VroomInput, VroomRoute } from '../json/vroom.ts'

/** What jobs away from the middle of their route cost, by route, recomputed from the raw problem. */
export function compactnessRule(problem: VroomInput, jobs: Map<string, Job>): (route: VroomRoute) => number {
  const perHour = problem.compactness?.cost_per_hour ?? 0
  if (perHour === 0) return () => 0
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  return (route) => {
    const between = arcs(problem, vehicles.get(route.vehicle)!)
    const places = route.steps.flatMap(({ type, id }) => {
      const job = jobs.get(`${type} ${id}`)
      return job ? [{ index: job.location_index, coordinates: job.location }] : []
    })
    const sums = places.map((middle) => places.reduce((sum, place) => sum + between(middle, place, 0).nominal, 0))
    return places.length === 0 ? 0 : (Math.min(...sums) * perHour) / 3600
  }
}
