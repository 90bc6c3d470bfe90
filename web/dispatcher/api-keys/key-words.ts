import { keyScopes, type KeyScope } from '#domain/permissions.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'
import { countOf, formatDate } from '#web/lib/format.ts'

/** What each scope lets a key do. */
export const scopeWords: Record<KeyScope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See everything: deliveries, plans, drivers, vehicles, depots and addresses.' },
  deliveries: { label: 'Deliveries', description: 'Add, change and see deliveries and the address book.' },
  planning: {
    label: 'Planning',
    description: 'Plan, optimize and dispatch. See everything, and change drivers, vehicles and depots.',
  },
  tracking: { label: 'Tracking', description: 'See where deliveries are, and follow positions live.' },
  temperatures: { label: 'Temperatures', description: 'Send what sensors and loggers read, and see nothing.' },
  prescriptions: {
    label: 'Prescriptions',
    description: 'Read and write prescriptions, and nothing else. Only an owner can give it; each reading is logged.',
  },
}

/** All but the one that few programs may have. */
const usualScopes = keyScopes.filter((scope) => scope !== 'prescriptions')

/** What programs usually need. */
export const presets: { label: string; scopes: KeyScope[] }[] = [
  { label: 'Online shop', scopes: ['deliveries'] },
  { label: 'Reports', scopes: ['read'] },
  { label: 'Tracking screen', scopes: ['tracking'] },
  { label: 'Sensor', scopes: ['temperatures'] },
  { label: 'Everything', scopes: usualScopes },
]

/** What a key may do, in short. */
export function scopesText(scopes: readonly KeyScope[]): string {
  if (scopes.join() === usualScopes.join()) return 'Everything'
  if (scopes.join() === 'read') return 'Read only'
  return scopes.map((scope) => scopeWords[scope].label).join(', ')
}

/** How a key is limited besides its scopes. Empty if it is not. */
export function limitsText({ depot_ids, allowed_addresses }: Pick<ApiKey, 'depot_ids' | 'allowed_addresses'>): string {
  return [
    depot_ids && countOf(depot_ids.length, 'depot'),
    allowed_addresses && countOf(allowed_addresses.length, 'address', 'addresses'),
  ]
    .filter(Boolean)
    .join(', ')
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

/** The secret before the last rotation, as long as it works. */
export function overlapOf(key: Pick<ApiKey, 'previous' | 'expires_at' | 'revoked_at'>, now: number) {
  if (stateOf(key, now) !== 'active' || !key.previous) return null
  return Date.parse(key.previous.ends_at) > now ? key.previous : null
}

const day = 24 * 60 * 60 * 1000

/** How long a key is valid from now on. */
export const lifetimes = [
  { id: 'never', label: 'Does not expire' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
] as const
/** `kept` leaves the expiry as it is. */
export type Lifetime = (typeof lifetimes)[number]['id'] | 'kept'

/** When a key with this lifetime expires. */
export function expiryOf(lifetime: Lifetime, now: number, current: string | null = null): string | null {
  if (lifetime === 'kept') return current
  return lifetime === 'never' ? null : new Date(now + Number(lifetime) * day).toISOString()
}

/** How long the old secret may go on working. */
export const overlaps = [
  { id: '24', label: 'For a day' },
  { id: '1', label: 'For an hour' },
  { id: '72', label: 'For 3 days' },
  { id: '168', label: 'For a week' },
  { id: '0', label: 'Not at all', description: 'Programs stop working until they have the new one.' },
] as const

/** The addresses of a text with one or several in each line. Null if there are none. */
export function addressesIn(text: string): string[] | null {
  const addresses = text.split(/[\s,;]+/).filter(Boolean)
  return addresses.length ? addresses : null
}

/** One entry for each day from the first to the last, also for those without requests. */
export function everyDay(usage: { from: string; to: string; days: { day: string; requests: number }[] }) {
  const counts = new Map(usage.days.map(({ day: each, requests }) => [each, requests]))
  const filled: { day: string; requests: number }[] = []
  for (let at = Date.parse(usage.from); at <= Date.parse(usage.to); at += day) {
    const each = new Date(at).toISOString().slice(0, 10)
    filled.push({ day: each, requests: counts.get(each) ?? 0 })
  }
  return filled
}
