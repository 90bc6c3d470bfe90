import type { PlannerSettings, SpeedZone } from '../problem/settings.ts'
import type { TrafficStep } from '../schema/planning-settings.ts'
import type { Profile } from './profiles.ts'

/** What a plan's times were made of, so that its changes are timed alike. */
export type TimedWith = {
  /** The cached tables of each profile. None if the plan drives as the crow flies. */
  sources: Partial<Record<Profile, string>>
  traffic: TrafficStep[]
  /** Missing in plans from before zones had speeds. */
  zones?: SpeedZone[]
}

/** The same sources with the speeds that settings have, by hour and by zone. */
export function timedWith(sources: TimedWith['sources'], { traffic = [], speed_zones }: PlannerSettings): TimedWith {
  return { sources, traffic, ...(speed_zones?.length && { zones: speed_zones }) }
}

/** Settings with the speeds that a plan was made with. */
export function asTimed<S extends PlannerSettings>(settings: S, timed: TimedWith | null): S {
  return timed ? { ...settings, traffic: timed.traffic, speed_zones: timed.zones ?? [] } : settings
}
