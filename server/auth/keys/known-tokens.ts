import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'

/** Some megabytes: a token takes half a kilobyte. */
const most = 20_000

/**
 * Tokens whose signature was right, with what they say, until they expire. A phone shows the same one for an hour, several
 * times a minute, and verifying costs a server more than taking its fixes does. Only their hashes are kept.
 */
export function openKnownTokens(now: () => Date) {
  const known = new Map<string, JWTPayload>()
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    /** What a token says, unless it is not known or has expired. */
    find(token: string): JWTPayload | undefined {
      const hash = hashOf(token)
      const claims = known.get(hash)
      if (!claims) return undefined
      known.delete(hash)
      if (claims.exp! <= Math.floor(now().getTime() / 1000)) return undefined
      // Those who come often stay.
      known.set(hash, claims)
      return claims
    },
    keep(token: string, claims: JWTPayload): JWTPayload {
      known.set(hashOf(token), claims)
      if (known.size > most) known.delete(known.keys().next().value!)
      return claims
    },
    forget: () => known.clear(),
  }
}
