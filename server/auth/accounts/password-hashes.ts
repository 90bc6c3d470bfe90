import { parseOptions as parseArgon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { AuthError } from '../protocol/errors.ts'

/** OWASP's recommendation for argon2id, which is the library's default. */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How expensive an imported hash may be to check. Beyond that, one sign-in could keep a processor busy for minutes. */
const most = { bcryptCost: 14, memoryCost: 262_144, timeCost: 10, parallelism: 8 }

const isBcrypt = (stored: string) => /^\$2[abxy]\$/.test(stored)
const isArgon2id = (stored: string) => stored.startsWith('$argon2id$')

/** Whether `password` matches the hash, which we or another server made. Anything that is not such a hash never matches. */
export async function fitsHash(stored: string, password: string): Promise<boolean> {
  if (isBcrypt(stored)) return verifyBcrypt(password, stored)
  return isArgon2id(stored) && verifyArgon2(stored, password)
}

/** Whether a hash differs from how we make them today. It is then replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  if (!isArgon2id(stored)) return true
  const { memoryCost, timeCost, parallelism } = parseArgon2(stored)
  return (
    memoryCost !== argon2Cost.memoryCost || timeCost !== argon2Cost.timeCost || parallelism !== argon2Cost.parallelism
  )
}

/** @throws AuthError `validation_failed` unless it is a complete bcrypt or argon2id hash of acceptable cost */
export function checkImportedHash(stored: string): void {
  const refuse = (say: string) => new AuthError('validation_failed', say)
  if (stored.startsWith('$fbscrypt$')) {
    throw refuse('Password hashes of the kind fbscrypt cannot be imported: use bcrypt or argon2id')
  }
  if (!isBcrypt(stored) && !isArgon2id(stored)) throw refuse('Password hash must be a bcrypt or argon2id hash')
  if (!isBearable(stored)) {
    throw refuse(
      `Password hash is malformed, or costs more to check than bcrypt with ${most.bcryptCost} or argon2id with m=${most.memoryCost},t=${most.timeCost},p=${most.parallelism}`,
    )
  }
}

/** Not a number if the hash is incomplete: 22 characters of salt and 31 of hash follow the cost. */
const bcryptCost = (stored: string) => Number(/^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored)?.[1])

function isBearable(stored: string): boolean {
  try {
    if (isBcrypt(stored)) return bcryptCost(stored) <= most.bcryptCost
    const { memoryCost, timeCost, parallelism, outputLen, saltLen } = parseArgon2(stored)
    const isWhole = saltLen >= 8 && outputLen >= 16 && stored.length <= 500
    return isWhole && memoryCost <= most.memoryCost && timeCost <= most.timeCost && parallelism <= most.parallelism
  } catch {
    return false
  }
}
