import { inOrder, type AnyEntry } from '#domain/chain/verify.ts'
import type { CorrectedStatus } from '#domain/delivery-state.ts'

/** When a delivery got this status last, as its history says. */
export function lastTimeIn(entries: AnyEntry[], status: CorrectedStatus): string | undefined {
  const reached = inOrder(entries).findLast((entry) => entry.format === 2 && entry.changes.status === status)
  if (reached?.format !== 2) return undefined
  const { status_at } = reached.changes
  return typeof status_at === 'string' ? status_at : reached.at
}
