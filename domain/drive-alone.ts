import type { VroomInput } from '#solver/json/vroom.ts'
import { distanceKm } from './great-circle.ts'

/** Drives to one job and back, with nothing else on the route. */
export function driveAlone(problem: VroomInput, jobId: number, vehicle: VroomInput['vehicles'][number]) {
  const job = problem.jobs[jobId - 1]!
  const [from, shiftEnd] = vehicle.time_window!
  const [opens, closes] = job.time_windows?.[0] ?? [0, Infinity]
  const place = ([lng, lat]: [number, number]) => ({ lat, lng })
  const km = distanceKm(place(vehicle.start!), place(job.location!))
  const drive = Math.round((km * 3600) / problem.speed_kmh!)
  const arrival = from + drive
  return { arrival, opens, closes, shiftEnd, back: Math.max(arrival, opens) + job.service! + drive }
}
