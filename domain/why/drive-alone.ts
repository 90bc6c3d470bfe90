import type { Coordinates, VroomInput, VroomVehicle } from '#solver/json/vroom.ts'
import { distanceKm } from '../great-circle.ts'
import type { DayProblem } from '../problem/day-problem.ts'

type Alone = {
  /** Where time runs out, or else the delivery. */
  where: 'pickup' | 'delivery'
  arrival: number
  opens: number
  closes: number
  shiftEnd: number
  back: number
}

/** Drives to one delivery and back, by its pickup if it has one, with nothing else on the route. */
export function driveAlone(
  { problem, tasks }: Pick<DayProblem<unknown, unknown>, 'problem' | 'tasks'>,
  id: number,
  vehicle: VroomVehicle,
): Alone {
  const task = tasks.get(id)!
  const [from, shiftEnd] = vehicle.time_window!
  const drive = driveOf(problem, vehicle)
  const steps = task.start
    ? [
        { where: 'pickup' as const, step: task.start },
        { where: 'delivery' as const, step: task.end },
      ]
    : [{ where: 'delivery' as const, step: task.end }]
  const start: Place = { location: vehicle.start!, location_index: vehicle.start_index }
  const end: Place | undefined = vehicle.end && { location: vehicle.end, location_index: vehicle.end_index }
  let [now, at] = [Math.max(from, task.release), start]
  let alone: Alone | undefined
  for (const { where, step } of steps) {
    const arrival = now + drive(at, step)
    const windows = step.time_windows ?? [[0, Infinity]]
    const [opens, closes] = windows.find(([, to]) => arrival <= to) ?? windows.at(-1)!
    now = Math.max(arrival, opens) + (step.setup ?? 0) + (step.service ?? 0)
    at = step
    alone = { where, arrival, opens, closes, shiftEnd, back: now + (end ? drive(at, end) : 0) }
    if (arrival > closes) break
  }
  return alone!
}

type Place = { location?: Coordinates; location_index?: number | undefined }

/** Seconds of a vehicle's drive, by the problem's matrices if it has some. */
function driveOf(
  { matrices, speed_kmh, detour_factor = 1 }: VroomInput,
  { profile = 'car', speed_factor = 1 }: VroomVehicle,
) {
  const durations = matrices?.[profile]?.durations
  return (a: Place, b: Place) => {
    if (durations) return Math.round(durations[a.location_index!]![b.location_index!]! / speed_factor)
    const km = distanceKm(at(a.location!), at(b.location!)) * detour_factor
    return Math.round((km * 3600) / (speed_kmh! * speed_factor))
  }
}

const at = ([lng, lat]: Coordinates) => ({ lat, lng })
