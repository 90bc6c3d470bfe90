import { createHash, randomBytes } from 'node:crypto'

/** Without letters and digits that look alike, since people type them into phones. */
const digits = '23456789abcdefghjkmnpqrstuvwxyz'
/** 99 bits. */
const length = 20
const whole = new RegExp(`^[${digits}]{${length}}$`)

/** More than a driver has phones and vehicles. */
export const mostTrackers = 20

export function newToken(): string {
  let token = ''
  while (token.length < length) {
    // A byte beyond the last whole round would make some digits likelier.
    for (const byte of randomBytes(length))
      if (byte < 256 - (256 % digits.length)) token += digits[byte % digits.length]
  }
  return token.slice(0, length)
}

/** The hash that is stored instead of a token, or undefined when it cannot be one of ours. */
export function hashOfToken(token: string): Buffer | undefined {
  const written = token.trim().toLowerCase()
  return whole.test(written) ? createHash('sha256').update(written).digest() : undefined
}

/** What Traccar Client reads from a QR code: where to send, and as whom. */
export const trackerLink = (url: string, token: string) => `${url}?id=${token}&interval=10&distance=0`
