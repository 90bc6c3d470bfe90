import type { VroomInput, VroomSpeedZone } from '#solver/json/vroom.ts'
import type { Territory, ZoneSpeed } from '../schema/territory.ts'
import type { Clock } from './clock.ts'
import type { PlannerSettings, SpeedZone } from './settings.ts'

const dayOfSeconds = 86_400

/** The territories that have a speed of their own. */
export function zonesWithSpeed(territories: readonly Pick<Territory, 'area' | 'speed'>[]): SpeedZone[] {
  return territories.flatMap(({ area, speed }) =>
    // The last position of a ring is the first again.
    speed && speed.percent !== 100 ? [{ area: area.coordinates[0]!.slice(0, -1), speed }] : [],
  )
}

/** Speeds in zones for all vehicles in traffic. On a day when clocks change, the hours move with the clocks. */
export function speedZonesOf(
  { speed_zones = [] }: PlannerSettings,
  profiles: ReadonlySet<string>,
  at: Clock,
): Pick<VroomInput, 'speed_zones'> {
  if (!speed_zones.length || !profiles.has('car')) return {}
  return { speed_zones: { car: speed_zones.map(({ area, speed }) => ({ area, speeds: speedsOf(speed, at) })) } }
}

/** A zone is as fast as everything else outside its hours, which may go on after midnight. */
function speedsOf({ percent, from, to }: ZoneSpeed, at: Clock): VroomSpeedZone['speeds'] {
  const factor = percent / 100
  if (from === null || to === null) return [{ from: 0, factor }]
  const steps = new Map([[0, from < to ? 1 : factor]])
  const changes = [
    [at(from), factor],
    [at(to), 1],
  ] as const
  // The solver's day always has 24 hours.
  for (const [second, speed] of changes) if (second < dayOfSeconds) steps.set(second, speed)
  return [...steps].map(([second, speed]) => ({ from: second, factor: speed })).toSorted((a, b) => a.from - b.from)
}
