import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a key begins with. Nothing else does, so that whoever searches code or logs for leaked keys finds them. */
const begins = { live: 'karta_live_', test: 'karta_test_', app: 'karta_auth_' } as const
/** All are as long. */
const beginDigits = begins.live.length
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const secretDigits = 43
const checkDigits = 6
const whole = new RegExp(`^(${Object.values(begins).join('|')})[0-9A-Za-z]{${secretDigits + checkDigits}}$`)

/** The random bytes of a key. */
export const apiKeyBytes = 32

/**
 * Writes a secret as an API key: a prefix that tells anybody who finds a key what it is, the secret, and a checksum that
 * detects typos without asking the database. It has only letters and digits, so that a double click selects all of it.
 */
export function writeApiKey(secret: Buffer, mode: keyof typeof begins): string {
  const number = base62(BigInt(`0x${secret.toString('hex')}`), secretDigits)
  return begins[mode] + number + checksum(number)
}

/** Whether a bearer token is meant as a program's: an API key, or the access token of an app. All others are people's. */
export function isApiKey(token: string): boolean {
  return token.startsWith('karta_')
}

/** Whether it is meant as the access token of an app that a person allowed something. */
export function isAppToken(token: string): boolean {
  return token.startsWith(begins.app)
}

/** The hash that is stored instead of a key, or undefined when the key cannot be one of ours. */
export function hashApiKey(key: string): Buffer | undefined {
  if (!whole.test(key)) return undefined
  const number = key.slice(beginDigits, -checkDigits)
  return checksum(number) === key.slice(-checkDigits) ? createHash('sha256').update(key).digest() : undefined
}

/** The part of a key that lists show: enough to tell keys apart, far too little to guess one. */
export function prefixOf(key: string): string {
  return key.slice(0, beginDigits + 6)
}

function checksum(number: string): string {
  return base62(BigInt(crc32(number)), checkDigits)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
