import type { Locks } from './locks.ts'
import type { Job } from './jobs.ts'
import type { PlannedRoute } from '../json/options.ts'
import { promisedWindows } from '../json/promised-windows.ts'
import type { PreviousPlan, VroomInput } from '../json/vroom.ts'

/** What a previous plan requires of the new one. */
export type Previous = {
  /**
   * The previous vehicle of each job that counts as moved elsewhere, or -1. Of a shipment only the pickup counts;
   * locked jobs never do.
   */
  home: Int32Array
  maxMoved: number
  costPerMoved: number
}

/** Whether a job on this vehicle counts as moved. */
export function isMoved({ home }: Previous, job: number, vehicle: number): boolean {
  return home[job] >= 0 && home[job] !== vehicle
}

/** Reads the previous plan of a valid problem; nothing if it has none. Promised times become windows of jobs. */
export function readPrevious(
  { previous, vehicles }: VroomInput,
  jobList: readonly Job[],
  locks: Locks | undefined,
): Previous | undefined {
  if (!previous) return undefined
  const vehicleNumbers = new Map(vehicles.map(({ id }, v) => [id, v]))
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const home = new Int32Array(jobList.length).fill(-1)
  for (const { vehicle, steps } of previous.routes) {
    for (const { type, id, promised } of steps) {
      const job = numbers.get(`${type} ${id}`)!
      if (type !== 'delivery' && !locks?.isLocked[job]) home[job] = vehicleNumbers.get(vehicle)!
      if (promised === undefined || locks?.isDone[job]) continue
      jobList[job].time_windows = promisedWindows(jobList[job].time_windows, promised, previous.promise_tolerance!)
    }
  }
  return { home, maxMoved: previous.max_moved ?? Infinity, costPerMoved: previous.cost_per_moved ?? 0 }
}

/** The previous routes as routes to start from. */
export function previousRoutes(previous: PreviousPlan | undefined): PlannedRoute[] {
  return (previous?.routes ?? []).map(({ vehicle, steps }) => ({
    vehicle,
    jobs: steps.flatMap(({ type, id }) => (type === 'job' ? [id] : [])),
    steps,
  }))
}
