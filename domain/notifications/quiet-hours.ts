import { dayAfter, dayOf, instantOf, timeOf } from '../time.ts'

/** From one time of day until another, which may be on the next day. */
export type QuietHours = { from: string; until: string }

/** When quiet hours end, if it is quiet at that instant in that zone. Undefined if it is not. */
export function quietUntil(at: Date, zone: string, hours: QuietHours | null): Date | undefined {
  if (!hours || hours.from === hours.until) return undefined
  const { from, until } = hours
  const time = timeOf(at, zone)
  const isQuiet = from < until ? time >= from && time < until : time >= from || time < until
  if (!isQuiet) return undefined
  const today = dayOf(at, zone)
  return instantOf(time < until ? today : dayAfter(today), until, zone)
}
