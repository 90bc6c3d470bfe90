import type { KeptPhones } from '../store/database.ts'

export type OtherPhone = { id: string; name: string; seenAt: number }

/** A phone that was silent for so long is not in use any more. */
const inUseMs = 12 * 60 * 60_000

/**
 * Another phone of the driver that works on the route.
 * @param known the phones that are this one, under the names of all of its logs, and those that the driver knows of
 */
export function otherPhone({ phones }: KeptPhones, known: readonly string[], now: number): OtherPhone | undefined {
  return phones
    .filter(({ id, revoked_at }) => revoked_at === null && !known.includes(id))
    .map(({ id, name, last_seen_at }) => ({ id, name, seenAt: Date.parse(last_seen_at ?? '') }))
    .filter(({ seenAt }) => now - seenAt < inUseMs)
    .sort((one, other) => other.seenAt - one.seenAt)[0]
}

const key = 'karta-driver.phones'

/** Phones that this driver's app does not speak of: itself, also after a sign-out, and those that were told. */
export function knownPhones(): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function rememberPhone(id: string): void {
  const known = knownPhones()
  if (known.includes(id)) return
  try {
    localStorage.setItem(key, JSON.stringify([...known, id].slice(-50)))
  } catch {
    // Storage is blocked: it is told again.
  }
}
