import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'

/** The algorithms for signing tokens. Our own keys use ES256, since browsers can verify it. */
export const algorithms = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const
export type Algorithm = (typeof algorithms)[number]

/** A key that signs tokens, or only verifies tokens that others signed. */
export type SigningKey = {
  kid: string
  algorithm: Algorithm
  /** Whether its owner wants it to sign. */
  signs: boolean
  /** Undefined if only the public half is known. A shared secret is both halves. */
  privateKey: KeyObject | undefined
  publicKey: KeyObject
  /** The public half for the published key set. A shared secret has none. */
  published: JWK | undefined
}

const minSecretBytes = 32
const minRsaBits = 2048

/** Members of the public half, by kind of key. Everything else in a JWK may be secret. */
const publicMembers: Record<string, readonly string[]> = {
  EC: ['kty', 'crv', 'x', 'y'],
  RSA: ['kty', 'n', 'e'],
  OKP: ['kty', 'crv', 'x'],
}

/**
 * Reads a JWK. A private key may have other `key_ops` besides `sign`: exported keys often have `verify` too.
 * @throws Error with a reason that does not repeat any part of the key
 */
export function readJwk(jwk: Record<string, unknown>): SigningKey {
  const { kid, kty, key_ops: operations = [] } = jwk
  if (typeof kid !== 'string' || !kid) throw new Error('it has no kid')
  const algorithm = algorithmOf(jwk)
  if (jwk.alg !== undefined && jwk.alg !== algorithm) throw new Error('its alg does not fit its kty')
  if (!Array.isArray(operations)) throw new Error('its key_ops are no list')
  const signs = operations.includes('sign')
  if (kty === 'oct') {
    const secret = createSecretKey(Buffer.from(String(jwk.k), 'base64url'))
    if (secret.symmetricKeySize! < minSecretBytes) throw new Error(`its secret is shorter than ${minSecretBytes} bytes`)
    return { kid, algorithm, signs, privateKey: secret, publicKey: secret, published: undefined }
  }
  const members = Object.fromEntries(publicMembers[String(kty)]!.map((name) => [name, jwk[name]])) as JWK
  const publicKey = readable(() => createPublicKey({ key: members, format: 'jwk' }))
  if (kty === 'RSA' && publicKey.asymmetricKeyDetails!.modulusLength! < minRsaBits) {
    throw new Error(`it is shorter than ${minRsaBits} bits`)
  }
  const isPrivate = jwk.d !== undefined
  if (signs && !isPrivate) throw new Error('it is to sign but only its public half is there')
  return {
    kid,
    algorithm,
    signs,
    privateKey: isPrivate ? readable(() => createPrivateKey({ key: jwk as JWK, format: 'jwk' })) : undefined,
    publicKey,
    published: { ...(members as JWK), kid, alg: algorithm, use: 'sig', key_ops: ['verify'], ext: true },
  }
}

function algorithmOf({ kty, crv }: Record<string, unknown>): Algorithm {
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  if (kty === 'RSA') return 'RS256'
  if (kty === 'oct') return 'HS256'
  throw new Error('it is of a kind that is not known: use EC with P-256, RSA, OKP with Ed25519, or oct')
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new Error('it cannot be read')
  }
}

/** A shared secret that signs or verifies tokens without a key id. */
export const secretKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret))
