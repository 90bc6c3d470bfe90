import type { PreviousPlan, PreviousRoute, PreviousStep, TimeWindow } from '#solver/json/vroom.ts'
import { zoneDrivers } from '../territory.ts'
import { instantOf } from '../time.ts'
import type { PlannerSettings } from './settings.ts'
import type { DayProblem } from './day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from './types.ts'

/**
 * What the solver knows as the previous plan: what was promised, with the driver who promised it, and who is familiar with a
 * zone. The solver takes one vehicle for each job, so of several familiar drivers the first who works is meant.
 */
export function plannedBefore<D extends PlannerDelivery, R extends PlannerDriver>(
  { tasks, deliveries, drivers, earliestStart }: DayProblem<D, R>,
  settings: PlannerSettings,
  day: string,
): PreviousPlan | undefined {
  const { promise_tolerance_minutes, familiar_cost, territories = [] } = settings
  const tolerance = promise_tolerance_minutes == null ? undefined : promise_tolerance_minutes * 60
  const vehicleOf = new Map([...drivers].map(([vehicle, { id }]) => [id, vehicle]))
  const midnight = instantOf(day, '00:00', settings.time_zone).getTime()
  const steps = new Map<number, PreviousStep[]>()
  let promises = 0

  for (const [id, delivery] of deliveries) {
    const task = tasks.get(id)!
    const promised =
      delivery.promised_at && tolerance !== undefined
        ? keepable(
            Math.round((Date.parse(delivery.promised_at) - midnight) / 1000),
            tolerance,
            task.end.time_windows,
            earliestStart,
          )
        : undefined
    const familiar = familiar_cost && delivery.location ? zoneDrivers(territories, delivery.location).prefer : []
    const known = promised === undefined ? familiar : [delivery.promised_driver_id ?? '', ...familiar]
    const vehicle = known.map((driver) => vehicleOf.get(driver)).find((each) => each !== undefined)
    if (vehicle === undefined) continue
    if (promised !== undefined) promises++
    const ends: PreviousStep[] = task.start
      ? [
          { type: 'pickup', id },
          { type: 'delivery', id },
        ]
      : [{ type: 'job', id }]
    if (promised !== undefined) ends.at(-1)!.promised = promised
    steps.set(vehicle, [...(steps.get(vehicle) ?? []), ...ends])
  }
  if (!steps.size) return undefined
  const routes: PreviousRoute[] = [...steps].map(([vehicle, all]) => ({ vehicle, steps: all }))
  return {
    routes,
    ...(familiar_cost && { cost_per_moved: familiar_cost }),
    ...(promises && { promise_tolerance: tolerance! }),
  }
}

/** The promised second, if there is still a way to keep it within the delivery's windows. */
function keepable(
  promised: number,
  tolerance: number,
  windows: TimeWindow[] = [[0, Infinity]],
  earliestStart: number,
): number | undefined {
  const isOpen = windows.some(([from, to]) => from <= promised + tolerance && to >= promised - tolerance)
  return promised >= 0 && isOpen && promised + tolerance >= earliestStart ? promised : undefined
}
