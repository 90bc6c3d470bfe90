import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import type { RelyingParty } from './webauthn.ts'

/** @throws AuthError `passkey_disabled` where the public address cannot carry passkeys */
export function demandParty({ config }: Pick<Deps, 'config'>): RelyingParty {
  if (!config.auth.passkeys) throw new AuthError('passkey_disabled')
  return config.auth.passkeys
}

const Answer = z.object({
  challenge_id: z.string().default(''),
  credential: z.record(z.string(), z.unknown()).optional(),
})

/** @throws AuthError `validation_failed` when a member is missing */
export function readAnswer(input: unknown) {
  const { challenge_id: challengeId, credential } = readBody(Answer, input)
  if (!challengeId) throw new AuthError('validation_failed', 'challenge_id is required')
  if (!credential) throw new AuthError('validation_failed', 'credential is required')
  return { challengeId, credential }
}
