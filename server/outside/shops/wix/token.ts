import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** How far the clocks of Wix and of this server may be apart. */
const leewayMs = 60_000

const Claims = z.looseObject({ exp: z.number(), nbf: z.number().optional() })
export type WixClaims = z.output<typeof Claims>

/**
 * What Wix signed, or undefined. The whole body is a JWT with RS256: anything else is refused, above all `none`, and HS256 with the
 * public key as its secret.
 */
export function readWixToken(body: string, publicKey: string | undefined, now: Date): WixClaims | undefined {
  const [, head = '', payload = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(body) ?? []
  const key = publicKey && keyFrom(publicKey)
  if (!key || !signature) return undefined
  const header = z.object({ alg: z.literal('RS256') }).safeParse(fromBase64(head))
  if (!header.success) return undefined
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
    return undefined
  const claims = Claims.safeParse(fromBase64(payload))
  if (!claims.success) return undefined
  const { exp, nbf } = claims.data
  const isNow = exp * 1000 + leewayMs > now.getTime() && (nbf ?? 0) * 1000 - leewayMs <= now.getTime()
  return isNow ? claims.data : undefined
}

const keys = new Map<string, KeyObject | undefined>()

/** The key as Wix shows it: a PEM, one whose lines end with `\n` as settings write it, or the PEM in base64. */
function keyFrom(text: string): KeyObject | undefined {
  if (!keys.has(text)) keys.set(text, readKey(text))
  return keys.get(text)
}

function readKey(text: string): KeyObject | undefined {
  const isPem = text.includes('-----BEGIN')
  const pem = isPem ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}

function fromBase64(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
