import type { PlannedRoute } from './options.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** Repeats a given plan as far as its jobs exist and still fit at their places. */
export function insertGiven(start: readonly PlannedRoute[], solution: Solution, state: RouteState) {
  const { input, tasks, pair, types, typeOf } = solution.problem
  if (start.length === 0) return
  const jobNumbers = new Map(tasks.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const vehicleNumbers = new Map(input.vehicles.map((vehicle, v) => [vehicle.id, v]))
  for (const route of start) {
    const vehicle = vehicleNumbers.get(route.vehicle)
    if (vehicle === undefined) continue
    const type = types[typeOf[vehicle]!]!
    for (const step of route.steps ?? route.jobs.map((id) => ({ type: 'job', id }))) {
      const job = jobNumbers.get(`${step.type} ${step.id}`)
      if (job === undefined || !solution.absent.has(job)) continue
      if (step.type === 'delivery' && solution.routeOf[pair[job]!] !== vehicle) continue
      const end = solution.endNode(vehicle)
      const after = solution.prev[end]!
      const fits =
        type.serves[job] === 1 &&
        solution.size[vehicle]! < type.maxTasks &&
        state.fitsInLoad(job, after, vehicle) &&
        state.fitsInTime(job, after, end, vehicle) &&
        state.fitsInLength(job, after, end, vehicle)
      if (!fits) continue
      solution.insert(job, after, vehicle)
      state.refresh(vehicle)
    }
    for (const job of solution.jobsOf(vehicle)) {
      if (pair[job]! >= 0 && solution.routeOf[pair[job]!]! < 0) solution.remove(job)
    }
    if (!state.refresh(vehicle)) {
      for (const job of solution.jobsOf(vehicle)) solution.remove(job)
      state.refresh(vehicle)
    }
  }
}
