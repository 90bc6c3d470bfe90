import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AuthError } from '../protocol/errors.ts'

const lifeSeconds = 300

export type ProviderTokens = { provider_token: string; provider_refresh_token?: string | undefined }

/** The caller's half of a PKCE pair. `checkPkce` has checked its form. */
export type Challenge = { code_challenge: string; code_challenge_method: string }

/** What the code of a finished flow is traded for. */
export type FinishedFlow = { userId: string; method: string; providerTokens: ProviderTokens | undefined }

const sha256 = (text: string) => createHash('sha256').update(text)
/** What the tokens of a flow are sealed for. */
export const flowContext = (id: string) => `flow state ${id}`

/** Begins a flow. Without a challenge there is no flow, and the session itself is returned in the address. */
export async function beginFlow(
  trx: Trx,
  { code_challenge, code_challenge_method }: Challenge,
  { method, userId, now }: { method: string; userId?: string; now: Date },
): Promise<string | null> {
  if (!code_challenge) return null
  const { id } = await trx
    .insertInto('auth.flow_states')
    .values({
      user_id: userId ?? null,
      code_challenge,
      code_challenge_method: code_challenge_method.toLowerCase() as 's256' | 'plain',
      method,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Issues the code once the person is back. Whoever began the flow trades it for a session. It is valid from now on. */
export async function issueCode(
  trx: Trx,
  { sealer }: Pick<Deps, 'sealer'>,
  id: string,
  { userId, providerTokens, now }: { userId: string; providerTokens?: ProviderTokens; now: Date },
): Promise<string> {
  const code = randomUUID()
  await trx
    .updateTable('auth.flow_states')
    .set({
      user_id: userId,
      code_hash: sha256(code).digest(),
      code_issued_at: now,
      ...(providerTokens && { provider_tokens: sealer.seal(JSON.stringify(providerTokens), flowContext(id)) }),
    })
    .where('id', '=', id)
    .execute()
  return code
}

/**
 * Trades the code, once. A wrong verifier does not use it up.
 * @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`
 */
export async function finishFlow(
  trx: Trx,
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
  { code, verifier }: { code: string; verifier: string },
): Promise<FinishedFlow> {
  const flow = await trx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('code_hash', '=', sha256(code).digest())
    .forUpdate()
    .executeTakeFirst()
  if (!flow?.user_id || !flow.code_issued_at) throw new AuthError('flow_state_not_found')
  if (now().getTime() - new Date(flow.code_issued_at).getTime() > lifeSeconds * 1000) {
    throw new AuthError('flow_state_expired')
  }
  const proof = flow.code_challenge_method === 's256' ? sha256(verifier).digest('base64url') : verifier
  if (!isSame(proof, flow.code_challenge)) throw new AuthError('bad_code_verifier')
  await trx.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
  return {
    userId: flow.user_id,
    method: flow.method,
    providerTokens: flow.provider_tokens
      ? (JSON.parse(sealer.open(flow.provider_tokens, flowContext(flow.id))) as ProviderTokens)
      : undefined,
  }
}

const isSame = (a: string, b: string) => timingSafeEqual(sha256(a).digest(), sha256(b).digest())

/** Deletes flows that nobody came back from. A link in a mail is valid for a day at most. */
export async function forgetOldFlows(trx: Trx, now: Date): Promise<void> {
  await trx
    .deleteFrom('auth.flow_states')
    .where(
      sql<Date>`coalesce(code_issued_at, created_at + interval '1 day')`,
      '<',
      new Date(now.getTime() - lifeSeconds * 2000),
    )
    .execute()
}
