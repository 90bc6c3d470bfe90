import type { TrafficStep } from '../schema/planning-settings.ts'
import type { Profile } from './profiles.ts'

/** What a plan's times were made of, so that its changes are timed alike. */
export type TimedWith = {
  /** The cached tables of each profile. None if the plan drives as the crow flies. */
  sources: Partial<Record<Profile, string>>
  traffic: TrafficStep[]
}
