import type { ProofKind } from '#domain/road/requirements.ts'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Location } from '#domain/geo.ts'
import type { Tracking } from '#domain/schema/tracking.ts'
import type { RecipientChoice } from '#domain/schema/tracking-settings.ts'
import { noWishes, type Wishes } from '#domain/schema/wishes.ts'
import type { readPhotos, readProofs } from '../proofs/queries.ts'

type PhotoRow = Awaited<ReturnType<typeof readPhotos>>[number]
type ProofRow = Awaited<ReturnType<typeof readProofs>>[number]

/** The own fields that recipients see, with their values. */
export function detailsOf(custom: CustomValues, fields: readonly CustomField[]): Tracking['details'] {
  return fields.flatMap(({ key, label, archived }) => {
    const value = custom[key]
    if (archived || value === null || value === undefined || value === '') return []
    return [{ label, value: typeof value === 'boolean' ? (value ? '✓' : '✗') : String(value) }]
  })
}

/** The windows that the order gives, earliest first. */
export function windowsOf({ window_start, window_end, more_windows }: Delivery): Tracking['windows'] {
  const first = window_start || window_end ? [{ start: window_start, end: window_end }] : []
  return [...first, ...more_windows].toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))
}

/** What is asked at the door. The PIN comes later: only Karta itself gives it. */
export function doorOf(
  { status, cash_amount, minimum_age }: Delivery,
  asks: ProofKind[],
  currency: string,
): Tracking['door'] {
  const isOver = status === 'delivered' || status === 'cancelled'
  return {
    asks: isOver ? [] : asks,
    pin: null,
    minimum_age: isOver ? null : minimum_age,
    cash: isOver || !cash_amount ? null : { amount: cash_amount, currency },
  }
}

const shownPhotos = (photos: readonly PhotoRow[]) =>
  photos
    .filter(({ state, object_id }) => state === 'stored' && object_id !== null)
    .map(({ id, taken_at }) => ({ url: `photos/${id}`, taken_at }))

export function failureOf(
  { failure_reason, is_confidential }: Delivery,
  { attempts, mostAttempts }: { attempts: number; mostAttempts: number },
  photos: readonly PhotoRow[],
): Tracking['failure'] {
  const taken = is_confidential ? [] : photos.filter(({ about }) => about === 'failure')
  return { reason: failure_reason, attempts, most_attempts: mostAttempts, photos: shownPhotos(taken) }
}

/** What proves a delivery: who took it, whether they signed, and the photos. Of a confidential one, only that they signed. */
export function proofOf(
  proofs: readonly ProofRow[],
  photos: readonly PhotoRow[],
  isConfidential: boolean,
): Tracking['proof'] {
  const name = proofs.findLast(({ data }) => data.name)?.data.name ?? null
  const signatures = new Set(proofs.flatMap(({ kind, photo_id }) => (kind === 'signature' ? [photo_id] : [])))
  const taken = photos.filter(({ id, about }) => about === 'proof' && !signatures.has(id))
  return {
    received_by: isConfidential ? null : name,
    has_signature: proofs.some(({ kind, flags }) => kind === 'signature' && !flags.includes('thin_signature')),
    photos: isConfidential ? [] : shownPhotos(taken),
  }
}

/** Whether slots are found for such a delivery: one that is brought from a depot to a place that is known. */
export const canMove = ({ kind, pickup_address, delivery_location }: Delivery): boolean =>
  kind === 'delivery' && pickup_address === null && delivery_location !== null

/** What a recipient must be allowed to change for what they ask. */
export function neededChoices(asked: Partial<Wishes>, location: Location | undefined): RecipientChoice[] {
  const choices: RecipientChoice[] = []
  if (asked.note !== undefined) choices.push('note')
  // That it is not to be left after all may be said at any time.
  if (asked.leave || asked.leave_where) choices.push('leave')
  if (asked.receiver !== undefined) choices.push('receiver')
  if (location) choices.push('pin')
  return choices
}

/** What is asked for now; null for nothing. A place without a way to leave it says nothing. */
export function mergedWishes(before: Wishes | null, asked: Partial<Wishes>): Wishes | null {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const wishes: Wishes = { ...noWishes, ...before, ...given }
  if (!wishes.leave) wishes.leave_where = null
  return Object.values(wishes).every((value) => value === null) ? null : wishes
}
