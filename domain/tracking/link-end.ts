import { isEnd, type DeliveryState } from '../delivery-state.ts'

const dayMs = 86_400_000

/** When the links of a delivery end: some days after it did. Null while it is on its way. */
export function linkEnd(
  { status, status_at, updated_at }: { status: DeliveryState; status_at: string | null; updated_at: string },
  days: number,
): string | null {
  if (!isEnd(status)) return null
  return new Date(Date.parse(status_at ?? updated_at) + days * dayMs).toISOString()
}
