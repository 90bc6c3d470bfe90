const day = 24 * 60 * 60 * 1000

/** Days until the trial ends, rounded up; 0 when it is over. */
export function trialDaysLeft(endsAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(endsAt) - now) / day))
}

/** The text of the trial banner. */
export function trialSentence(daysLeft: number): string {
  if (daysLeft === 0) return 'Your free trial has ended.'
  if (daysLeft === 1) return 'Your free trial ends today.'
  return `Your free trial ends in ${daysLeft} days.`
}

/** In the last days, a dismissed banner comes back, once each day. */
const lastDays = 2

/** Whether the banner is shown. `dismissedAt` is how many days were left when it was last dismissed. */
export function isTrialShown(daysLeft: number, dismissedAt: number | null): boolean {
  if (dismissedAt === null) return true
  return daysLeft <= lastDays && daysLeft < dismissedAt
}
