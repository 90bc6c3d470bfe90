import { keyScopes, type KeyScope } from '#domain/permissions.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'
import { formatDate } from '#web/lib/format.ts'

/** What each scope lets a key do. */
export const scopeWords: Record<KeyScope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See everything: deliveries, plans, drivers, vehicles, depots and addresses.' },
  deliveries: { label: 'Deliveries', description: 'Add, change and see deliveries and their addresses.' },
  planning: { label: 'Planning', description: 'Plan, optimize and dispatch; change drivers, vehicles and depots.' },
  tracking: { label: 'Tracking', description: 'See where deliveries stand, and follow positions live.' },
}

/** What a key may do, in short. */
export function scopesText(scopes: readonly KeyScope[]): string {
  if (scopes.length === keyScopes.length) return 'Everything'
  if (scopes.join() === 'read') return 'Read only'
  return scopes.map((scope) => scopeWords[scope].label).join(', ')
}

type KeyState = 'active' | 'expired' | 'revoked'

/** Whether a key still works. */
export function stateOf(key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: number): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && Date.parse(key.expires_at) <= now ? 'expired' : 'active'
}

/** When a key ended or will end. Empty for a key without an end. */
export function endWords(key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: number, zone: string): string | null {
  const state = stateOf(key, now)
  if (state === 'revoked') return `Revoked ${formatDate(key.revoked_at!, zone)}`
  if (!key.expires_at) return null
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDate(key.expires_at, zone)}`
}

const day = 24 * 60 * 60 * 1000

/** How long a new key is valid. */
export const lifetimes = [
  { id: 'never', label: 'Does not expire' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
] as const
export type Lifetime = (typeof lifetimes)[number]['id']

/** When a key created now with this lifetime expires. */
export function expiryOf(lifetime: Lifetime, now: number): string | null {
  return lifetime === 'never' ? null : new Date(now + Number(lifetime) * day).toISOString()
}
