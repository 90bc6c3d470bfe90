import type { VroomInput, VroomTrafficStep } from '#solver/json/vroom.ts'
import type { Clock } from './clock.ts'
import type { PlannerSettings } from './settings.ts'

const dayOfSeconds = 86_400

/** Bicycles pass the traffic, also in zones; everything else has the solver's usual profile. */
export function profileOf(
  type: string | undefined,
  { traffic = [], speed_zones = [] }: PlannerSettings,
): 'bicycle' | undefined {
  return type === 'bicycle' && (traffic.length || speed_zones.length) ? 'bicycle' : undefined
}

/** Speeds over the day for all vehicles in traffic. On a day when clocks change, the steps move with the clocks. */
export function trafficOf(
  { traffic = [] }: PlannerSettings,
  profiles: ReadonlySet<string>,
  at: Clock,
): Pick<VroomInput, 'traffic'> {
  if (!traffic.length || !profiles.has('car')) return {}
  const steps = new Map<number, VroomTrafficStep>()
  for (const { from, factor } of traffic) {
    const second = at(from)
    // The solver's day always has 24 hours.
    if (second < dayOfSeconds) steps.set(second, { from: second, factor })
  }
  return { traffic: { car: [...steps.values()].toSorted((a, b) => a.from - b.from) } }
}
