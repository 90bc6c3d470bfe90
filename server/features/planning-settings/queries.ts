import { usualPlanningSettings, type PlanningSettings } from '#domain/schema/planning-settings.ts'
import type { Trx } from '../../db/connect.ts'

export const settingsColumns = [
  'cost_fixed',
  'cost_per_km',
  'cost_per_hour',
  'cost_per_service_hour',
  'cost_per_waiting_hour',
  'cost_per_hour_late',
  'cost_per_hour_early',
  'speeds',
  'service_factors',
  'traffic',
  'traffic_from',
  'detour_factor',
  'balance',
  'same_address_service',
  'keep_apart',
  'keep_together',
  'familiar_cost',
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
