import type { AppGrant } from '#domain/schema/app.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { appendEvents, type Author } from '../../events/append.ts'

/** A grant with the names that are shown with it. */
export type GrantRow = Awaited<ReturnType<typeof readGrant>>

/** The grants that a transaction sees: it works for the sign-in service, and for a workspace if names of members matter. */
const grants = (trx: Trx) =>
  trx
    .selectFrom('auth.oauth_grants as g')
    .innerJoin('auth.oauth_clients as c', 'c.id', 'g.client_id')
    .leftJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'g.workspace_id').onRef('m.user_id', '=', 'g.user_id'),
    )
    .select((eb) => [
      'g.id',
      'g.client_id',
      'g.user_id',
      'g.workspace_id',
      'g.scopes',
      'g.allowed_at',
      'g.last_used_at',
      'c.name as app_name',
      'c.uri as app_uri',
      'c.logo_uri as app_logo',
      eb.fn.coalesce('m.name', eb.val('')).as('member_name'),
    ])

export const readGrant = (trx: Trx, id: string) => grants(trx).where('g.id', '=', id).executeTakeFirstOrThrow()

/** What a person allowed, the newest first. */
export const grantsOf = (trx: Trx, userId: string) =>
  grants(trx).where('g.user_id', '=', userId).orderBy('g.allowed_at', 'desc').orderBy('g.id').execute()

/** What the members of a workspace allowed, the newest first. */
export const grantsIn = (trx: Trx, workspaceId: string) =>
  grants(trx)
    .where('g.workspace_id', '=', workspaceId)
    .orderBy('g.allowed_at', 'desc')
    .orderBy('g.id')
    .limit(500)
    .execute()

/**
 * Takes back what an app was allowed. Its tokens stop working with the commit. The transaction must be one of the sign-in
 * service.
 * @param by whoever does it, unless it is the person who allowed it
 */
export async function endGrant(
  trx: Trx,
  { id, workspace_id, user_id }: GrantRow,
  now: Date,
  by?: Author,
): Promise<void> {
  if (!by) await setWorkspace(trx, workspace_id)
  const grant = await readGrant(trx, id)
  await trx.deleteFrom('auth.oauth_grants').where('id', '=', id).execute()
  const author = by ?? { workspaceId: workspace_id, userId: user_id, name: grant.member_name }
  await appendEvents(trx, author, [{ type: 'app_grant.revoked', id, data: toAppGrant(grant) }], now)
}

/** A grant as the API shows it. */
export function toAppGrant(row: GrantRow): AppGrant {
  return {
    id: row.id,
    app: { id: row.client_id, name: row.app_name, website: row.app_uri, logo_url: row.app_logo },
    member: { id: row.user_id, name: row.member_name },
    scopes: row.scopes as AppGrant['scopes'],
    allowed_at: row.allowed_at,
    last_used_at: row.last_used_at,
  }
}
