import { chooseDay } from '../../planning/choose-day.ts'

type Counts = {
  total: number
  by_status: Record<string, number>
  by_day: readonly { day: string; pending: number; total: number }[]
}

export type StepState = 'done' | 'next' | 'later'

/** How far a new workspace is on the way to its first planned day. */
export type Progress = {
  fleet: StepState
  deliveries: StepState
  plan: StepState
  /** The day to plan and its pending deliveries; null if there is none that is not over yet. */
  day: { day: string; pending: number } | null
}

/** Whether a plan was ever approved: from then on deliveries have been more than pending. */
export function wasEverPlanned({ by_status }: Pick<Counts, 'by_status'>): boolean {
  return ['planned', 'dispatched', 'in_transit', 'arrived', 'delivered', 'failed'].some(
    (status) => (by_status[status] ?? 0) > 0,
  )
}

/** The state of each step. Everything comes from what the workspace has, so that it is right on every device. */
export function progressOf(counts: Counts, fleet: { depots: number; drivers: number }, today: string): Progress {
  const hasFleet = fleet.depots > 0 && fleet.drivers > 0
  const hasDeliveries = counts.total > 0
  const wanted = chooseDay(counts.by_day, today)
  const day = counts.by_day.find((each) => each.day === wanted && each.pending > 0) ?? null
  return {
    fleet: hasFleet ? 'done' : 'next',
    deliveries: hasDeliveries ? 'done' : hasFleet ? 'next' : 'later',
    plan: hasFleet && hasDeliveries ? 'next' : 'later',
    day: day && { day: day.day, pending: day.pending },
  }
}
