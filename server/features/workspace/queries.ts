import { sql } from 'kysely'
import type { Role } from '#domain/permissions.ts'
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
  'idle_minutes',
  'logs_opening',
  'tier',
  'trial_ends_at',
  'licenses',
  'licensed_driver_ids',
  'planning_stops_at',
  'account_manager',
  'sandbox_of',
  'created_at',
  'version',
] as const

/** The columns of a Member. */
export const memberColumns = [
  'user_id',
  'name',
  'role',
  'state',
  'suspended_at',
  'suspended_by',
  'depot_ids',
  'handles_prescriptions',
  'client_id',
  'created_at',
  'version',
] as const

/** How many members the workspace has. */
export async function countMembers(trx: Trx, workspaceId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether somebody belongs to the workspace. */
export async function isMember(trx: Trx, workspaceId: string, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** What a member may do now, whatever they might when they were let in. Undefined for whoever may not work here. */
export async function readActiveRole(trx: Trx, workspaceId: string, userId: string): Promise<Role | undefined> {
  const member = await trx
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return member?.role
}

/** The workspace with its settings. */
export function readWorkspace(trx: Trx, id: string): Promise<Workspace> {
  return trx.selectFrom('workspaces').select(workspaceColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The name of the owner, or of the first of several. */
export async function readOwnerName(trx: Trx): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select owner_name() as name`.execute(trx)
  return rows[0]!.name
}

/** Whose deliveries a member with the role `client` sees, if the client is active. */
export async function readClientOf(trx: Trx, clientId: string | null): Promise<{ id: string; name: string } | null> {
  if (clientId === null) return null
  const client = await trx.selectFrom('clients').select(['id', 'name']).where('id', '=', clientId).executeTakeFirst()
  return client ?? null
}

/** Since when the workspace is frozen, and where it moves; null if it is not. */
export async function readFrozen(
  trx: Trx,
  workspaceId: string,
): Promise<{ since: string; moves_to: string | null } | null> {
  const frozen = await trx
    .selectFrom('frozen_workspaces')
    .select(['since', 'moves_to'])
    .where('workspace_id', '=', workspaceId)
    .where('holds', '=', true)
    .executeTakeFirst()
  return frozen ?? null
}
