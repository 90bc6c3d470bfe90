/** The longest wait before the first try, and before any. */
const [first, longest] = [900, 10_000]
/** Nobody tries sooner than this. */
const least = 100

/**
 * How long to wait before a try to connect again, in milliseconds. All pages lose the server at the same moment, so that each
 * waits for another time.
 * @param tries counts from 1
 */
export function backOff(tries: number, random = Math.random): number {
  return Math.round(least + random() * Math.min(longest, first * 2 ** (tries - 1)))
}
