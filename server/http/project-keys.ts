import { createHash, timingSafeEqual } from 'node:crypto'

/** The two keys of this server: one that every page shows, and the operator's. */
export type ProjectKeys = { publishableKey: string; secretKey: string }

/** The role of one of the two keys, or undefined for anything else. */
export function roleOfKey(keys: ProjectKeys, key: string): 'anon' | 'service_role' | undefined {
  if (isSame(key, keys.publishableKey)) return 'anon'
  return isSame(key, keys.secretKey) ? 'service_role' : undefined
}

/** Takes the same time wherever the two differ. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
