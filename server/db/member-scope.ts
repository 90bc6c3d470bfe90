import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Role } from '#domain/permissions.ts'
import type { Trx } from './connect.ts'

/** Whose deliveries a member has to do with, besides what the role says. */
export type MemberScope = {
  role: Role
  /** The only depots; null for all. */
  depotIds: string[] | null
  /** The client that somebody with the role `client` works for; null for everybody else. */
  clientId: string | null
}

/** Roles that may be limited to depots. Who manages the workspace sees all of it. */
const limitable: readonly Role[] = ['dispatcher', 'driver', 'viewer']

/**
 * Makes sure that a member, or somebody who is invited, may have this scope: the depots and the client exist, and the role
 * fits.
 * @throws AppError `depot_not_found`, `client_not_found`, `client_inactive`, `validation_failed`
 */
export async function checkMemberScope(
  trx: Trx,
  workspaceId: string,
  { role, depotIds, clientId }: MemberScope,
): Promise<void> {
  if ((role === 'client') !== (clientId !== null)) {
    const message = role === 'client' ? 'Choose the client.' : 'Only the role client belongs to a client.'
    throw new AppError('validation_failed', { errors: [{ path: 'client_id', message }] })
  }
  if (clientId !== null) await checkClient(trx, workspaceId, clientId)
  if (depotIds === null) return
  if (!limitable.includes(role) || !depotIds.length) {
    const message = depotIds.length ? 'This role cannot be limited to depots.' : 'Choose at least one depot.'
    throw new AppError('validation_failed', { errors: [{ path: 'depot_ids', message }] })
  }
  const known = await trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${depotIds}::uuid[])`)
    .execute()
  if (known.length !== new Set(depotIds.map((id) => id.toLowerCase())).size) throw new AppError('depot_not_found')
}

async function checkClient(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const client = await trx
    .selectFrom('clients')
    .select('active')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!client) throw new AppError('client_not_found')
  if (!client.active) throw new AppError('client_inactive')
}
