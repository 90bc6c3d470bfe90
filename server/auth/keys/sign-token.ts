import { createHmac, sign, type KeyObject } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Algorithm } from './signing-keys.ts'

/**
 * Signs a token in this thread. The library would do it in the thread pool, where a signature of microseconds waits for
 * the passwords that are being hashed: every refresh would be as slow as the sign-ins of a busy moment.
 */
export function signToken(
  claims: JWTPayload,
  { algorithm, kid, key }: { algorithm: Algorithm; kid: string | undefined; key: KeyObject },
  typ = 'JWT',
): string {
  const header = { alg: algorithm, typ, ...(kid && { kid }) }
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${signatureOf(Buffer.from(signed), algorithm, key).toString('base64url')}`
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function signatureOf(signed: Buffer, algorithm: Algorithm, key: KeyObject): Buffer {
  if (algorithm === 'HS256') return createHmac('sha256', key).update(signed).digest()
  // Ed25519 brings its own hash. A JWT's ECDSA signature is the two numbers, not their DER.
  return sign(algorithm === 'EdDSA' ? null : 'sha256', signed, { key, dsaEncoding: 'ieee-p1363' })
}
