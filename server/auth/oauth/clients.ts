import type { Selectable, Updateable } from 'kysely'
import { readScopes } from '#domain/oauth/scopes.ts'
import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import type { OAuthClientTable } from '../../db/tables/auth/oauth.ts'
import { AuthError } from '../protocol/errors.ts'
import type { ClientFields } from './client-fields.ts'
import { hashOf, newSecret } from './secrets.ts'

export type Client = Selectable<OAuthClientTable>

/** Whose a new client is, and how it came. */
type Registrar = Pick<Client, 'workspace_id' | 'registration' | 'created_by_name'>

/** Adds a client. A confidential one gets a secret, which only this returns. */
export async function addClient(
  trx: Trx,
  { redirect_uris, client_name, client_uri, logo_uri, scope, token_endpoint_auth_method }: ClientFields,
  registrar: Registrar,
  now: Date,
): Promise<{ client: Client; secret: string | null }> {
  const secret = token_endpoint_auth_method === 'none' ? null : newSecret()
  const client = await trx
    .insertInto('auth.oauth_clients')
    .values({
      ...registrar,
      name: client_name,
      uri: client_uri,
      logo_uri,
      redirect_uris,
      scopes: readScopes(scope)!,
      auth_method: token_endpoint_auth_method,
      secret_hash: secret === null ? null : hashOf(secret),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { client, secret }
}

/** @throws AuthError `oauth_client_not_found` */
export async function findClient(trx: Trx, id: string): Promise<Client> {
  const client = isUuid(id)
    ? await trx.selectFrom('auth.oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!client) throw new AuthError('oauth_client_not_found')
  return client
}

/** Gives a confidential client another secret. The old one stops working at once. @throws AuthError `validation_failed` */
export async function changeSecret(trx: Trx, client: Client, now: Date): Promise<{ client: Client; secret: string }> {
  if (client.auth_method === 'none') throw new AuthError('validation_failed', 'A public client has no secret')
  const secret = newSecret()
  const changed = await changeClient(trx, client, { secret_hash: hashOf(secret), secret_changed_at: now }, now)
  return { client: changed, secret }
}

/** Changes fields of a client. */
export function changeClient(
  trx: Trx,
  { id, version }: Client,
  change: Updateable<OAuthClientTable>,
  now: Date,
): Promise<Client> {
  return trx
    .updateTable('auth.oauth_clients')
    .set({ ...change, updated_at: now, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a client, and with it everything that people allowed it. */
export async function deleteClient(trx: Trx, { id }: Client): Promise<void> {
  await trx.deleteFrom('auth.oauth_clients').where('id', '=', id).execute()
}

/** A client as the protocol shows it. */
export function toClient(client: Client, secret: string | null = null) {
  return {
    client_id: client.id,
    client_name: client.name,
    client_type: client.auth_method === 'none' ? 'public' : 'confidential',
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    token_endpoint_auth_method: client.auth_method,
    registration_type: client.registration,
    ...(client.uri !== null && { client_uri: client.uri }),
    ...(client.logo_uri !== null && { logo_uri: client.logo_uri }),
    redirect_uris: client.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: client.scopes.join(' '),
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1000),
    created_at: client.created_at,
    updated_at: client.updated_at,
  }
}
