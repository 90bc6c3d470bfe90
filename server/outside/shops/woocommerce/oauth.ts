import { createHmac } from 'node:crypto'

type Signing = { key: string; secret: string; nonce: string; seconds: number }

const enc = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The address of a call with its signature, as a shop without TLS wants it: OAuth 1.0a with one leg, HMAC-SHA256, and no
 * `oauth_version`. The query is signed, the body is not.
 */
export function signedUrl(method: string, url: URL, { key, secret, nonce, seconds }: Signing): URL {
  const given: [string, string][] = [
    ...url.searchParams,
    ['oauth_consumer_key', key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(seconds)],
  ]
  const pairs = given.map(([name, value]) => `${enc(name)}=${enc(value)}`).toSorted()
  const base = [method, enc(url.origin + url.pathname), enc(pairs.join('&'))].join('&')
  const signed = new URL(url)
  signed.search = new URLSearchParams([
    ...given,
    ['oauth_signature', createHmac('sha256', `${secret}&`).update(base).digest('base64')],
  ]).toString()
  return signed
}
