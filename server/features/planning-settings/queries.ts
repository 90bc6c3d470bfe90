import { usualPlanningSettings, type LearnedSpeeds, type PlanningSettings } from '#domain/schema/planning-settings.ts'
import { dayKindOf, fewestDrives, learnSpeeds } from '#domain/travel/learned-speeds.ts'
import type { Trx } from '../../db/connect.ts'
import { readDrives } from '../etas/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

export const settingsColumns = [
  'cost_fixed',
  'cost_per_km',
  'cost_per_hour',
  'cost_per_service_hour',
  'cost_per_waiting_hour',
  'cost_per_stop',
  'cost_per_parcel',
  'cost_per_hour_late',
  'cost_per_hour_early',
  'overtime',
  'speeds',
  'service_factors',
  'traffic',
  'traffic_from',
  'detour_factor',
  'balance',
  'compactness_percent',
  'priority_order',
  'same_address_service',
  'keep_apart',
  'keep_apart_on_board',
  'keep_together',
  'familiar_cost',
  'learned_by_itself',
  'learned_after_visits',
  'promise_tolerance_minutes',
  'version',
] as const

/** What plans are made with. A workspace that never said has the usual settings. */
export async function readPlanningSettings(trx: Trx, workspaceId: string): Promise<PlanningSettings> {
  const row = await trx
    .selectFrom('planning_settings')
    .select(settingsColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? usualPlanningSettings
}

/** The speeds over the day that the workspace's drives tell. */
export async function readLearnedSpeeds(trx: Trx, workspaceId: string): Promise<LearnedSpeeds> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  return { ...learnSpeeds(await readDrives(trx, workspaceId, time_zone)), fewest_drives: fewestDrives }
}

/** What a day is planned with: where its speeds are learned, these; the steps that were entered, as long as there are none. */
export async function readSettingsOf(trx: Trx, workspaceId: string, day: string): Promise<PlanningSettings> {
  const settings = await readPlanningSettings(trx, workspaceId)
  if (settings.traffic_from !== 'learned') return settings
  const learned = await readLearnedSpeeds(trx, workspaceId)
  return { ...settings, traffic: learned[dayKindOf(day)] ?? settings.traffic }
}
