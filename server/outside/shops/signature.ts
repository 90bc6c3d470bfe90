import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether these bytes were signed with HMAC-SHA256 and this secret; the signature is base64. */
export function isSignedBase64(body: Buffer, secret: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const wanted = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
