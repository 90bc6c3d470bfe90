import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const periodSeconds = 30
const code = { algorithm: 'SHA1', digits: 6, period: periodSeconds }
const secretBytes = 20

/** A new secret for an authenticator app, in base 32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** What an authenticator app can take the secret from: a picture, an address, or by hand. */
export function presentSecret(secret: string, { issuer, account }: { issuer: string; account: string }) {
  const uri = new TOTP({ ...code, issuer, label: account, secret }).toString()
  // The client puts the picture behind `data:image/svg+xml;utf-8,` as it is, and pages put that in double quotes.
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 4 }).replaceAll('"', "'"), secret, uri }
}

/** The time step (of 30 seconds since 1970) whose code this is, of the present one and its two neighbors; else null. */
export function stepOf(secret: string, given: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(given)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ ...code, secret }).validate({ token: given, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}
