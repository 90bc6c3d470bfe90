import { dayTimeAt, instantOf, secondsInto } from '../time.ts'

/** A transfer that a driver drives. */
type Haul = { departs_at: string; arrives_at: string; expected_at: string }
type Shift = { start: string; end: string }

/**
 * What is left of a driver's shift beside transfers: the longer part, before one or after the driver is back. Null if nothing is
 * left.
 */
export function besideTransfers(shift: Shift, hauls: readonly Haul[], day: string, zone: string): Shift | null {
  const midnight = instantOf(day, '00:00', zone).getTime()
  let [from, to] = [secondsInto(day, shift.start, zone), secondsInto(day, shift.end, zone)]
  for (const { departs_at, arrives_at, expected_at } of hauls) {
    const leaves = (Date.parse(departs_at) - midnight) / 1000
    const thereSeconds = (Date.parse(arrives_at) - Date.parse(departs_at)) / 1000
    // The way back takes as long as the way there.
    const back = (Date.parse(expected_at) - midnight) / 1000 + thereSeconds
    if (leaves >= to || back <= from) continue
    if (to - back >= leaves - from) from = Math.ceil(back / 60) * 60
    else to = Math.floor(leaves / 60) * 60
    if (from >= to) return null
  }
  return { start: dayTimeAt(day, from, zone), end: dayTimeAt(day, to, zone) }
}
