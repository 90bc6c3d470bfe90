import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const begin = 'karta_live_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const secretDigits = 43
const checkDigits = 6
const whole = new RegExp(`^${begin}[0-9A-Za-z]{${secretDigits + checkDigits}}$`)

/** The random bytes of a key. */
export const apiKeyBytes = 32

/**
 * Writes a secret as an API key: a prefix that tells anybody who finds a key what it is, the secret, and a checksum that
 * detects typos without asking the database. It has only letters and digits, so that a double click selects all of it.
 */
export function writeApiKey(secret: Buffer): string {
  const number = base62(BigInt(`0x${secret.toString('hex')}`), secretDigits)
  return begin + number + checksum(number)
}

/** Whether a bearer token is meant as an API key. All others are access tokens of people. */
export function isApiKey(token: string): boolean {
  return token.startsWith('karta_')
}

/** The hash that is stored instead of a key, or undefined when the key cannot be one of ours. */
export function hashApiKey(key: string): Buffer | undefined {
  if (!whole.test(key)) return undefined
  const number = key.slice(begin.length, -checkDigits)
  return checksum(number) === key.slice(-checkDigits) ? createHash('sha256').update(key).digest() : undefined
}

/** The part of a key that lists show: enough to tell keys apart, far too little to guess one. */
export function prefixOf(key: string): string {
  return key.slice(0, begin.length + 6)
}

function checksum(number: string): string {
  return base62(BigInt(crc32(number)), checkDigits)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
