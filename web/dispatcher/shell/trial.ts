const day = 24 * 60 * 60 * 1000

/** Days until the trial ends, rounded up; 0 when it is over. */
export function trialDaysLeft(endsAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(endsAt) - now) / day))
}

/** The text of the trial banner. */
export function trialSentence(daysLeft: number): string {
  if (daysLeft === 0) return 'Your free trial has ended. You are on the Free plan.'
  if (daysLeft === 1) return 'Your free trial ends within a day.'
  return `Your free trial with full access ends in ${daysLeft} days.`
}
