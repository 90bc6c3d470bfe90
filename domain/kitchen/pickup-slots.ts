import type { Span } from './opening.ts'

const minute = 60_000

/** The slots of a place, from when it opens. They are counted in time that passes, so a repeated hour has its own. */
export function slotsIn(open: readonly Span[], slotMinutes: number): Span[] {
  const length = slotMinutes * minute
  return open.flatMap(({ from, until }) => {
    const count = Math.floor((until - from) / length)
    return Array.from({ length: count }, (_, at) => ({ from: from + at * length, until: from + (at + 1) * length }))
  })
}

/** The next full minute. */
export const toMinute = (at: number) => Math.ceil(at / minute) * minute

type Ordered = {
  /** When it was ordered. */
  orderedAt: number
  preparationMinutes: number
  /** When the order or its kitchen says that it is ready, if they do. */
  saidReadyAt: number | null
  /** From when on it is to be delivered; null for as soon as possible. */
  wantedFrom: number | null
  /** From the counter to the door. */
  leadMinutes: number
}

/**
 * When an order is ready: as somebody said; or after its preparation, which begins when it is ordered or the place opens. What
 * is wanted later is prepared later.
 */
export function readyAt(order: Ordered, open: readonly Span[]): number {
  const { orderedAt, saidReadyAt, preparationMinutes, wantedFrom, leadMinutes } = order
  if (saidReadyAt !== null) return toMinute(Math.max(saidReadyAt, orderedAt))
  const begins = open.find(({ until }) => until > orderedAt)?.from ?? orderedAt
  const soonest = Math.max(orderedAt, begins) + preparationMinutes * minute
  const inTime = wantedFrom === null ? 0 : wantedFrom - leadMinutes * minute
  return toMinute(Math.max(soonest, inTime))
}

type Wanted = {
  ready: number
  /** The pickup begins between these, if the order says so. */
  notBefore: number | null
  notAfter: number | null
  /** When it must be at the door; null for any time. */
  due: number | null
  leadMinutes: number
}

export type SlotAnswer =
  | { slot: Span }
  /** The next slot with room, if the order could wait that long. */
  | { none: 'full'; next: Span | null }
  | { none: 'closed'; opens: Span | null }
  | { none: 'too_late' }

/** The first slot with room in which an order can be picked up when it is ready, so that it is at the door in time. */
export function findSlot(slots: readonly Span[], wanted: Wanted, hasRoom: (slot: Span) => boolean): SlotAnswer {
  const { ready, notBefore, notAfter, due, leadMinutes } = wanted
  if (due !== null && ready + leadMinutes * minute > due) return { none: 'too_late' }
  const from = Math.max(ready, notBefore ?? 0)
  const open = slots.filter((slot) => slot.from >= from)
  if (!open.length) return { none: 'closed', opens: slots[0] ?? null }
  const latest = Math.min(notAfter ?? Infinity, due === null ? Infinity : due - leadMinutes * minute)
  const fitting = open.filter((slot) => slot.from <= latest)
  const slot = fitting.find(hasRoom)
  if (slot) return { slot }
  return fitting.length ? { none: 'full', next: open.find(hasRoom) ?? null } : { none: 'too_late' }
}
