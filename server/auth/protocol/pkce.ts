import { z } from 'zod'
import { AuthError } from './errors.ts'

/** Body members of every call that may start a PKCE flow. An empty string means absent. */
export const pkceMembers = { code_challenge: z.string().default(''), code_challenge_method: z.string().default('') }

/** @throws AuthError `validation_failed` if the pair is incomplete or malformed */
export function checkPkce(body: { code_challenge: string; code_challenge_method: string }): void {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (!challenge && !method) return
  const refuse = (say: string) => new AuthError('validation_failed', say)
  if (!challenge || !method) throw refuse('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^(s256|plain)$/i.test(method)) throw refuse(`unsupported code_challenge method "${method.slice(0, 20)}"`)
  if (challenge.length < 43 || challenge.length > 128) {
    throw refuse('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw refuse('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
}
