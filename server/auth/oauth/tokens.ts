import { randomBytes } from 'node:crypto'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { apiKeyBytes, hashApiKey, writeApiKey } from '../../http/key-format.ts'
import type { Authorization } from './authorizations.ts'
import { hashOf, newSecret } from './secrets.ts'

const accessLifeSeconds = 3600
const refreshLifeSeconds = 60 * 86_400

type Issuing = {
  authorization: Authorization
  /** What the app was allowed. */
  scopes: string[]
  /** What the access token may do, if the app asked for less. The refresh token keeps everything. */
  narrower: string[] | null
  workspaceId: string
  now: Date
}

/** Makes an access token and a refresh token. Only their hashes are stored. */
export async function issueTokens(trx: Trx, { keys }: Pick<Deps, 'keys'>, issuing: Issuing) {
  const { authorization, narrower, workspaceId, now } = issuing
  const scopes = narrower ?? issuing.scopes
  const access = writeApiKey(randomBytes(apiKeyBytes), 'app')
  const refresh = newSecret()
  const row = (kind: 'access' | 'refresh', token_hash: Buffer, seconds: number) => ({
    token_hash,
    authorization_id: authorization.id,
    kind,
    scopes: kind === 'access' ? narrower : null,
    created_at: now,
    expires_at: new Date(now.getTime() + seconds * 1000),
  })
  const rows = [
    row('access', hashApiKey(access)!, accessLifeSeconds),
    row('refresh', hashOf(refresh), refreshLifeSeconds),
  ]
  await trx.insertInto('auth.oauth_tokens').values(rows).execute()
  // The authorization lasts as long as its tokens.
  await trx
    .updateTable('auth.oauth_authorizations')
    .set({ expires_at: rows[1]!.expires_at })
    .where('id', '=', authorization.id)
    .execute()
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessLifeSeconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
    workspace_id: workspaceId,
    ...(scopes.includes('openid') && { id_token: idToken(keys, authorization, now) }),
  }
}

/** Says who the person is, to this app alone. */
function idToken(keys: Deps['keys'], { user_id, client_id, nonce }: Authorization, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return keys.sign({
    iss: keys.issuer,
    sub: user_id!,
    aud: client_id,
    iat: issuedAt,
    exp: issuedAt + accessLifeSeconds,
    ...(nonce !== null && { nonce }),
  })
}
