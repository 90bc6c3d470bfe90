import { hash } from '@node-rs/argon2'
import { AuthError } from '../protocol/errors.ts'
import type { AuthSettings } from '../settings.ts'
import { guessableBecause, type Owner } from './guessable.ts'
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

type Policy = Pick<
  AuthSettings,
  'passwordMinLength' | 'passwordRequiredCharacters' | 'refuseCommonPasswords' | 'issuerName'
>

type Reason = 'length' | 'characters' | 'pwned'
export type Weakness = { message: string; reasons: Reason[] }

/** Why `password` does not meet the policy, or undefined if it does. */
export async function weaknessOf(password: string, owner: Owner, policy: Policy): Promise<Weakness | undefined> {
  const { passwordMinLength: least, passwordRequiredCharacters: sets } = policy
  const characters = Array.from(password)
  const problems: { reason: Reason; say: string }[] = []
  if (characters.length < least) {
    problems.push({ reason: 'length', say: `Password should be at least ${least} characters.` })
  }
  if (sets.some((set) => !characters.some((character) => set.includes(character)))) {
    const say = `Password should contain at least one character of each: ${sets.join(', ')}.`
    problems.push({ reason: 'characters', say })
  }
  if (problems.length === 0 && policy.refuseCommonPasswords) {
    const say = await guessableBecause(password, owner, policy.issuerName)
    if (say) problems.push({ reason: 'pwned', say })
  }
  if (problems.length === 0) return undefined
  return { message: problems.map(({ say }) => say).join(' '), reasons: problems.map(({ reason }) => reason) }
}

/**
 * Checks the password that `owner` chose, or that somebody chose for them.
 * @throws AuthError `validation_failed` if it is too long, `weak_password` with the reasons
 */
export async function checkNewPassword(password: string, owner: Owner, policy: Policy): Promise<void> {
  if (Buffer.byteLength(password) > maxBytes) {
    throw new AuthError('validation_failed', `Password cannot be longer than ${maxBytes} characters`)
  }
  const weakness = await weaknessOf(password, owner, policy)
  if (weakness) {
    throw new AuthError('weak_password', weakness.message, undefined, { weak_password: { reasons: weakness.reasons } })
  }
}
