import type { FastifyRequest } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { hashApiKey, isAppToken } from '../../http/key-format.ts'
import { authenticateClient } from './client-auth.ts'
import { AppRefusal } from './errors.ts'
import { readForm } from './form.ts'
import { hashOf } from './secrets.ts'

/**
 * Ends a token that an app no longer needs (RFC 7009). With a refresh token, everything ends that came of the same answer.
 * A token that does not exist, or is another app's, is no error: it does not work either way.
 * @throws AppRefusal, ClientRefused
 */
export async function revokeToken({ db }: Deps, request: FastifyRequest): Promise<void> {
  const form = readForm(request.body)
  if (!form.token) throw new AppRefusal('invalid_request', 'token is required')
  const hash = isAppToken(form.token) ? hashApiKey(form.token) : hashOf(form.token)
  await inAuthScope(db, async (trx) => {
    const client = await authenticateClient(trx, request, form)
    const found =
      hash &&
      (await trx
        .selectFrom('auth.oauth_tokens as t')
        .innerJoin('auth.oauth_authorizations as a', 'a.id', 't.authorization_id')
        .select(['t.kind', 'a.id'])
        .where('t.token_hash', '=', hash)
        .where('a.client_id', '=', client.id)
        .executeTakeFirst())
    if (!found) return
    if (found.kind === 'refresh') await trx.deleteFrom('auth.oauth_authorizations').where('id', '=', found.id).execute()
    else await trx.deleteFrom('auth.oauth_tokens').where('token_hash', '=', hash!).execute()
  })
}
