/*
 * Where a tier limits the deliveries of a month, further ones are accepted and wait. Deliveries have numbers in the order
 * in which they came, so one number says which ones wait: those above it.
 */

/** Deliveries with higher numbers wait, until the month ends. */
export type TierMonth = { waitsAbove: number; endsAt: Date }

/**
 * The month that begins now. What waits from the month before comes first.
 * @param before the month before, if there was one with a limit
 * @param lastNumber of the newest delivery
 */
export function nextMonth(
  before: Pick<TierMonth, 'waitsAbove'> | undefined,
  lastNumber: number,
  allowed: number,
  endsAt: Date,
): TierMonth {
  return { waitsAbove: Math.min(lastNumber, before?.waitsAbove ?? lastNumber) + allowed, endsAt }
}

/** How many deliveries count toward the month, and how many of them wait. */
export function countMonth({ waitsAbove }: Pick<TierMonth, 'waitsAbove'>, lastNumber: number, allowed: number) {
  return { used: Math.max(0, lastNumber - (waitsAbove - allowed)), waiting: Math.max(0, lastNumber - waitsAbove) }
}
