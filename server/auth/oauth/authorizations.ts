import type { JWTPayload } from 'jose'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { scopesWithin } from '#domain/oauth/scopes.ts'
import type { Role } from '#domain/permissions.ts'
import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import type { OAuthAuthorizationTable } from '../../db/tables/auth/oauth.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { loadBearer } from '../sessions/bearer.ts'
import { findClient, type Client } from './clients.ts'

export type Authorization = Selectable<OAuthAuthorizationTable>

/** A person with all their factors shown, who may answer for themselves. */
export type Answerer = { user: UserRow; aal: 'aal1' | 'aal2' }

/**
 * Who answers.
 * @throws AuthError `insufficient_aal` if they have a second factor that this session has not shown
 */
export async function loadAnswerer(trx: Trx, claims: JWTPayload, now: Date): Promise<Answerer> {
  const { user, sessionId } = await loadBearer(trx, claims, now)
  if (!sessionId) throw new AuthError('session_not_found')
  const { aal } = await trx
    .selectFrom('auth.sessions')
    .select('aal')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const factor = await trx
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', user.id)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  if (factor && aal !== 'aal2') throw new AuthError('insufficient_aal')
  return { user, aal }
}

/**
 * An app's question that nobody has answered yet. From now on, it is this person's to answer.
 * @throws AuthError `oauth_authorization_not_found`
 */
export async function openQuestion(
  trx: Trx,
  id: string,
  { user }: Answerer,
  now: Date,
): Promise<{ question: Authorization; client: Client }> {
  const question = isUuid(id)
    ? await trx
        .updateTable('auth.oauth_authorizations')
        .set({ user_id: user.id })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user.id)]))
        .where('code_hash', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .returningAll()
        .executeTakeFirst()
    : undefined
  if (!question) throw new AuthError('oauth_authorization_not_found')
  return { question, client: await findClient(trx, question.client_id) }
}

/** A workspace that an app may be let into, and which of the wanted scopes its role there allows. */
export type Place = { id: string; name: string; role: Role; scopes: string[]; needs_second_factor: boolean }

type Membership = { id: string; name: string; role: Role; state: string; requires_two_factors: boolean }

/** The person's workspaces in which the app could do something of what it asks for, the last one used first. */
export async function placesFor(trx: Trx, { user, aal }: Answerer, scopes: readonly string[]): Promise<Place[]> {
  const { rows } = await sql<Membership>`select * from memberships_of(${user.id})`.execute(trx)
  return rows
    .filter(({ state }) => state === 'active')
    .map(({ id, name, role, requires_two_factors }) => ({
      id,
      name,
      role,
      scopes: scopesWithin(role, scopes),
      needs_second_factor: requires_two_factors && aal !== 'aal2',
    }))
    .filter((place) => place.scopes.length > 0)
}
