import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { audience, type Keys } from '../keys/keys.ts'
import type { toUser } from '../protocol/objects.ts'

type User = ReturnType<typeof toUser>
type SessionFacts = { id: string; aal: 'aal1' | 'aal2'; amr: { method: string; timestamp: number }[] }

/** Everything that goes into a token reply. It is collected in a transaction and signed afterwards. */
export type OpenSession = { user: User; session: SessionFacts; refreshToken: string }

export type SignOutScope = 'global' | 'local' | 'others'

/** Ends all of the user's sessions, only this one, or all but this one. Their refresh tokens go with them. */
export async function endSessions(
  trx: Trx,
  userId: string,
  sessionId: string | null,
  scope: SignOutScope,
): Promise<void> {
  if (scope === 'local' && !sessionId) return
  await trx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(scope === 'local', (query) => query.where('id', '=', sessionId))
    .$if(scope === 'others' && sessionId !== null, (query) => query.where('id', '!=', sessionId))
    .execute()
}

/** The protocol's token reply, with a newly signed access token. */
export function toSessionReply({ config, keys, now }: Pick<Deps, 'config' | 'keys' | 'now'>, open: OpenSession) {
  const issuedAt = seconds(now())
  const lifetimeSeconds = config.auth.jwtExpirySeconds
  return {
    access_token: signAccessToken(keys, open, issuedAt, lifetimeSeconds),
    token_type: 'bearer',
    expires_in: lifetimeSeconds,
    expires_at: issuedAt + lifetimeSeconds,
    refresh_token: open.refreshToken,
    user: open.user,
  }
}

function signAccessToken(
  keys: Keys,
  { user, session }: OpenSession,
  issuedAt: number,
  lifetimeSeconds: number,
): string {
  return keys.sign({
    iss: keys.issuer,
    sub: user.id,
    aud: audience,
    exp: issuedAt + lifetimeSeconds,
    iat: issuedAt,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
