import type { DoubtfulDelivery } from '#domain/schema/address.ts'

type Place = Pick<DoubtfulDelivery, 'id' | 'of'>

/** What tells a place to check from all others: a delivery and its pickup may both be doubtful. */
export const placeId = ({ id, of }: Place) => (of === 'pickup' ? `${id}.pickup` : id)

/** The places before and after the selected one. */
export function neighbors(
  places: readonly Place[],
  selectedId: string | undefined,
): { next: string | undefined; previous: string | undefined } {
  const ids = places.map(placeId)
  const at = selectedId === undefined ? -1 : ids.indexOf(selectedId)
  if (at === -1) return { next: ids[0], previous: undefined }
  return { next: ids[at + 1], previous: ids[at - 1] }
}

/** What a key does in the review, when nobody is typing. */
type ReviewKey = 'next' | 'previous' | 'confirm' | { choose: number }

const keys: Record<string, ReviewKey> = {
  Enter: 'confirm',
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
}

export function readKey(key: string): ReviewKey | undefined {
  return keys[key] ?? (/^[1-9]$/.test(key) ? { choose: Number(key) - 1 } : undefined)
}
