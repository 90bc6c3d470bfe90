import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const periodSeconds = 30
const code = { algorithm: 'SHA1', digits: 6, period: periodSeconds }
const secretBytes = 20

/** A new secret for an authenticator app, in base 32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** The secret in the forms that authenticator apps accept: a picture, an address, or text to type. */
export function presentSecret(secret: string, { issuer, account }: { issuer: string; account: string }) {
  const uri = new TOTP({ ...code, issuer, label: account, secret }).toString()
  // The client puts the picture after `data:image/svg+xml;utf-8,` unchanged, and pages put that in double quotes.
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 4 }).replaceAll('"', "'"), secret, uri }
}

/** The time step (of 30 seconds since 1970) that the code belongs to: the current one or a neighbor. Null if neither. */
export function stepOf(secret: string, given: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(given)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ ...code, secret }).validate({ token: given, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}
