import { isOfTheMoment, type NotificationEvent, type NotificationKind } from './events.ts'
import type { ToTell } from './to-tell.ts'

/** What happened to a delivery, by its new status. */
const byStatus: Readonly<Record<string, NotificationEvent>> = {
  dispatched: 'planned',
  in_transit: 'on_the_way',
  arrived: 'arrived',
  delivered: 'delivered',
  failed: 'failed',
}

type Happened = { type: string; status: string }

/** What recipients are told of an event of the log. A new time is news only to those who know the old one. */
export function eventOf({ type, status }: Happened): NotificationEvent | undefined {
  if (type === 'delivery.status_changed') return byStatus[status]
  // Recipients hear that what they chose themselves is so.
  if (type === 'delivery.moved_by_recipient') return 'slot_changed'
  if (type === 'delivery.updated')
    return ['planned', 'dispatched', 'in_transit', 'arrived'].includes(status) ? 'slot_changed' : undefined
  return undefined
}

type Which = { version: number; attempt: number }

/** What makes an event another one than before: the plan or route and the attempt, or the change of the time. */
export function occasionOf(
  event: NotificationEvent,
  { plan_id, route_id, scheduled_date }: ToTell,
  { version, attempt }: Which,
): string {
  if (event === 'slot_changed') return `version ${version}`
  const where = (event === 'planned' ? plan_id : route_id) ?? scheduled_date ?? 'no day'
  return attempt > 1 ? `${where} attempt ${attempt}` : where
}

/** News of the moment that could not be sent for so long is no news any more. */
const staleMs = 30 * 60_000

export const isStale = (event: NotificationKind, createdAt: string, now: Date) =>
  isOfTheMoment(event) && now.getTime() - Date.parse(createdAt) > staleMs

/** Whether what an event says no longer holds. */
export function isOver(event: NotificationKind, { status, deleted_at }: ToTell): boolean {
  if (deleted_at || status === 'cancelled') return true
  return isOfTheMoment(event) && event !== 'arrived' && !['dispatched', 'in_transit'].includes(status)
}
