import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../protocol/errors.ts'
import { endGrant, grantsOf, type GrantRow } from './grants.ts'

/** What a person allowed, as the protocol shows it: one entry for each app and workspace. */
export async function listGrants(trx: Trx, userId: string) {
  return (await grantsOf(trx, userId)).map((grant) => ({
    client: { id: grant.client_id, name: grant.app_name, uri: grant.app_uri ?? '', logo_uri: grant.app_logo ?? '' },
    scopes: grant.scopes,
    granted_at: grant.allowed_at,
    workspace_id: grant.workspace_id,
  }))
}

/** Takes back what a person allowed an app, in all workspaces. @throws AuthError `oauth_consent_not_found`, `validation_failed` */
export async function endGrants(trx: Trx, userId: string, clientId: unknown, origin: Origin, now: Date): Promise<void> {
  if (typeof clientId !== 'string' || !isUuid(clientId))
    throw new AuthError('validation_failed', 'client_id is required')
  const grants = (await grantsOf(trx, userId)).filter((grant) => grant.client_id === clientId)
  if (!grants.length) throw new AuthError('oauth_consent_not_found')
  for (const grant of grants) await endOwnGrant(trx, grant, origin, now)
}

/** Takes back what the person who asks for it allowed. */
export async function endOwnGrant(trx: Trx, grant: GrantRow, origin: Origin, now: Date): Promise<void> {
  const detail = { client_id: grant.client_id, workspace_id: grant.workspace_id }
  await audit(trx, { action: 'app_revoked', userId: grant.user_id, origin, detail, now })
  await endGrant(trx, grant, now)
}
