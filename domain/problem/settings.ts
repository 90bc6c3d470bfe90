import type { Zone } from '../territory.ts'
import type { PlanningSettings } from '../schema/planning-settings.ts'
import type { ZoneSpeed } from '../schema/territory.ts'

/** An area in which vehicles drive faster or slower than elsewhere. */
export type SpeedZone = { area: [number, number][]; speed: ZoneSpeed }

/** How a workspace plans. What is missing is as usual. */
export type PlannerSettings = {
  time_zone: string
  speed_kmh: number
  territories?: (Zone & { name: string })[]
  /** Zones with speeds of their own, those that count first where some overlap. */
  speed_zones?: SpeedZone[]
} & Partial<Omit<PlanningSettings, 'version'>>
