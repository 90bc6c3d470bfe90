import type { Coordinates, VroomVehicle } from '#solver/json/vroom.ts'
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
  { time_window, start, end, speed_factor = 1 }: VroomVehicle,
): Alone {
  const task = tasks.get(id)!
  const [from, shiftEnd] = time_window!
  const drive = (a: Coordinates, b: Coordinates) =>
    Math.round((distanceKm(place(a), place(b)) * 3600) / (problem.speed_kmh! * speed_factor))
  const steps = task.start
    ? [
        { where: 'pickup' as const, step: task.start },
        { where: 'delivery' as const, step: task.end },
      ]
    : [{ where: 'delivery' as const, step: task.end }]
  let [now, at] = [Math.max(from, task.release), start!]
  let alone: Alone | undefined
  for (const { where, step } of steps) {
    const arrival = now + drive(at, step.location!)
    const windows = step.time_windows ?? [[0, Infinity]]
    const [opens, closes] = windows.find(([, to]) => arrival <= to) ?? windows.at(-1)!
    now = Math.max(arrival, opens) + (step.setup ?? 0) + (step.service ?? 0)
    at = step.location!
    alone = { where, arrival, opens, closes, shiftEnd, back: now + (end ? drive(at, end) : 0) }
    if (arrival > closes) break
  }
  return alone!
}

const place = ([lng, lat]: Coordinates) => ({ lat, lng })
