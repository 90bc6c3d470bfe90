import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { AuthProviderStateTable } from '../../db/tables/auth/external.ts'
import type { Deps } from '../../deps.ts'
import { AuthError } from '../protocol/errors.ts'

/** How long somebody may take at the provider. */
const lifeMs = 600_000

export type ProviderState = Selectable<AuthProviderStateTable>

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()
const verifierContext = (idHash: Buffer) => `auth.provider_states.code_verifier ${idHash.toString('hex')}`

/**
 * Remembers why somebody goes to a provider. Returns the `state` they will come back with. Only its hash is stored, and the
 * code verifier is sealed: reading the database is not enough to finish for them.
 */
export async function keepState(
  trx: Trx,
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
  state: Omit<ProviderState, 'id_hash' | 'created_at' | 'code_verifier'> & { code_verifier: string },
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const idHash = hashOf(id)
  const sealed = sealer.seal(state.code_verifier, verifierContext(idHash)).toString('base64')
  await trx
    .insertInto('auth.provider_states')
    .values({ ...state, code_verifier: sealed, id_hash: idHash, created_at: now() })
    .execute()
  return id
}

/**
 * Deletes the state, so that it works only once.
 * @returns the state, or the refusal. Throwing it here would bring the state back.
 */
export async function takeState(
  trx: Trx,
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
  id: string | null,
): Promise<ProviderState | AuthError> {
  if (!id) return new AuthError('bad_oauth_callback', 'OAuth state parameter missing')
  if (!/^[\w-]{43}$/.test(id)) return new AuthError('bad_oauth_state', 'OAuth state parameter is invalid')
  const state = await trx
    .deleteFrom('auth.provider_states')
    .where('id_hash', '=', hashOf(id))
    .returningAll()
    .executeTakeFirst()
  if (!state) return new AuthError('bad_oauth_state', 'OAuth state not found or expired')
  const age = now().getTime() - new Date(state.created_at).getTime()
  if (age > lifeMs) return new AuthError('bad_oauth_state', 'OAuth state has expired')
  const sealed = Buffer.from(state.code_verifier ?? '', 'base64')
  return { ...state, code_verifier: sealer.open(sealed, verifierContext(state.id_hash)) }
}
