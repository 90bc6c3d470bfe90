import type { DeliveryState } from '#domain/delivery-state.ts'
import type { ShopNews } from '#domain/shops/exchange.ts'

/** A change of a delivery as the event log has it. */
export type Happened = {
  type: string
  status: DeliveryState | null
  previous: DeliveryState | null
}

const early: (DeliveryState | null)[] = [null, 'pending', 'planned']

/** What the shop is told of a change, if anything: not what happens before its goods leave. */
export function newsOf({ type, status, previous }: Happened): ShopNews | undefined {
  if (type === 'alert.raised') return 'delayed'
  if (type === 'delivery.returned') return 'canceled'
  if (status === 'dispatched') return previous === null || early.includes(previous) ? 'dispatched' : undefined
  if (status === 'in_transit') return 'out_for_delivery'
  if (status === 'delivered') return 'delivered'
  if (status === 'failed') return 'attempted'
  // A dispatch that is taken back, or a delivery that is cancelled after it.
  if (status === 'cancelled' || status === 'planned' || status === 'pending') {
    return previous === 'failed' && status === 'pending' ? undefined : early.includes(previous) ? undefined : 'canceled'
  }
  return undefined
}

type Said = { url: string; missing: string[]; company: string }

/** What the people of the shop read. */
export function noteOf(kind: ShopNews, { url, missing, company }: Said): string {
  const without = missing.length ? ` Not with it: ${missing.join(', ')}.` : ''
  const notes: Record<ShopNews, string> = {
    dispatched: `${company} delivers it.${without} Tracking: ${url}`,
    out_for_delivery: `It is out for delivery.${without}`,
    delayed: 'It is expected late.',
    attempted: 'Nobody could take it. It will be tried again, or returned.',
    delivered: `It was delivered.${without} Proof: ${url}`,
    canceled: 'It is not being delivered for now.',
  }
  return notes[kind]
}

type Line = { id: string; quantity: number }

/** The lines whose parcels are there; null for all of them, and so where nobody said otherwise. */
export function linesWithout(lines: Line[], missing: number[]): Line[] | null {
  return missing.length ? lines.filter((_, index) => !missing.includes(index)) : null
}
