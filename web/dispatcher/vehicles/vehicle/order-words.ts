import type { WorkOrder, WorkOrderState } from '#domain/schema/work-order.ts'
import { formatDay } from '#web/lib/format.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const stateWords: Record<WorkOrderState, string> = {
  open: 'Open',
  in_workshop: 'In the workshop',
  done: 'Done',
  canceled: 'Canceled',
}

export const stateTones: Record<WorkOrderState, BadgeTone> = {
  open: 'info',
  in_workshop: 'warning',
  done: 'success',
  canceled: 'neutral',
}

/** The days on which plans leave the vehicle out. */
export function daysWords({ from_day, until_day }: Pick<WorkOrder, 'from_day' | 'until_day'>): string {
  if (from_day === null) return '–'
  if (until_day === null) return `From ${formatDay(from_day)}`
  return from_day === until_day ? formatDay(from_day) : `${formatDay(from_day)} to ${formatDay(until_day)}`
}
