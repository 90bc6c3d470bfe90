import type { Workspace } from '#domain/schema/workspace.ts'
import type { Trx } from '../../db/connect.ts'

export const workspaceColumns = [
  'id',
  'name',
  'time_zone',
  'language',
  'start_time',
  'end_time',
  'speed_kmh',
  'fuel_l_per_km',
  'service_minutes',
  'get_ready_minutes',
  'currency',
  'requires_two_factors',
  'tier',
  'trial_ends_at',
  'created_at',
  'version',
] as const

/** The workspace with its settings. */
export function readWorkspace(trx: Trx, id: string): Promise<Workspace> {
  return trx.selectFrom('workspaces').select(workspaceColumns).where('id', '=', id).executeTakeFirstOrThrow()
}
