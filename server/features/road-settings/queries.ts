import { usualRoadSettings, type RoadSettings } from '#domain/schema/road-settings.ts'
import type { Trx } from '../../db/connect.ts'

export const settingsColumns = [
  'phone',
  'requirements',
  'ask_name',
  'photo_of_failure',
  'keep_originals',
  'check_vehicle',
  'scan_at_loading',
  'may_reorder',
  'may_skip',
  'may_add_stops',
  'may_hand_over',
  'arrival_radius_m',
  'far_from_pin_m',
  'late_after_minutes',
  'silent_after_minutes',
  'temperature_breach_minutes',
  'keep_positions_days',
  'version',
] as const

/** What drivers are asked for. A workspace that never said has the usual settings. */
export async function readRoadSettings(trx: Trx, workspaceId: string): Promise<RoadSettings> {
  const row = await trx
    .selectFrom('road_settings')
    .select(settingsColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? { ...usualRoadSettings, version: 1 }
}
