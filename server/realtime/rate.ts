/** Counts what comes from one place. Two numbers, so that every socket and channel can have some. */
export type Rate = { tokens: number; at: number }

export const newRate = (burst: number): Rate => ({ tokens: burst, at: 0 })

/** Whether one more may come at `seconds`: so many in a second, and at most `burst` at once. */
export function admits(rate: Rate, seconds: number, perSecond: number, burst: number): boolean {
  const passed = rate.at === 0 ? 0 : Math.max(0, seconds - rate.at)
  rate.tokens = Math.min(burst, rate.tokens + passed * perSecond)
  rate.at = seconds
  if (rate.tokens < 1) return false
  rate.tokens--
  return true
}
