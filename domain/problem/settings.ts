import type { Zone } from '../territory.ts'
import type { PlanningSettings } from '../schema/planning-settings.ts'

/** How a workspace plans. What is missing is as usual. */
export type PlannerSettings = {
  time_zone: string
  speed_kmh: number
  territories?: (Zone & { name: string })[]
} & Partial<Omit<PlanningSettings, 'version'>>
