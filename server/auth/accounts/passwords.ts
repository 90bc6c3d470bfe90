import { hash } from '@node-rs/argon2'
import { AuthError } from '../protocol/errors.ts'
import type { AuthSettings } from '../settings.ts'
import { argon2Cost, fitsHash } from './password-hashes.ts'

/** In bytes, as in the protocol, so that a password can move to a server that uses bcrypt. */
const maxBytes = 72

/** A hash to store. It takes tens of milliseconds in another thread, so never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, argon2Cost)

const dummyHash = hashPassword('nobody has this password')

/** Whether `password` matches `stored`. Without a stored hash it takes just as long and returns false. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await fitsHash(stored ?? (await dummyHash), password)
  return matches && Boolean(stored)
}

type Policy = Pick<AuthSettings, 'passwordMinLength' | 'passwordRequiredCharacters'>

export type Weakness = { message: string; reasons: ('length' | 'characters')[] }

/** Why `password` does not meet the policy, or undefined if it does. */
export function weaknessOf(
  password: string,
  { passwordMinLength: least, passwordRequiredCharacters: sets }: Policy,
): Weakness | undefined {
  const characters = Array.from(password)
  const isShort = characters.length < least
  const lacksSome = sets.some((set) => !characters.some((character) => set.includes(character)))
  if (!isShort && !lacksSome) return undefined
  const messages = [
    ...(isShort ? [`Password should be at least ${least} characters.`] : []),
    ...(lacksSome ? [`Password should contain at least one character of each: ${sets.join(', ')}.`] : []),
  ]
  return {
    message: messages.join(' '),
    reasons: [...(isShort ? (['length'] as const) : []), ...(lacksSome ? (['characters'] as const) : [])],
  }
}

/** @throws AuthError `validation_failed` if it is too long, `weak_password` with the reasons */
export function checkNewPassword(password: string, policy: Policy): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw new AuthError('validation_failed', `Password cannot be longer than ${maxBytes} characters`)
  }
  const weakness = weaknessOf(password, policy)
  if (weakness) {
    throw new AuthError('weak_password', weakness.message, undefined, { weak_password: { reasons: weakness.reasons } })
  }
}
