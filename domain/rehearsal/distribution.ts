import type { Distribution } from '../schema/rehearsal.ts'

/** So many bars show a shape without showing luck. */
const mostBars = 20

/** What drawn values are like: percentiles, mean, and how many fell into each of even steps. Null without any value. */
export function distributionOf(values: ArrayLike<number>): Distribution | null {
  const sorted = Float64Array.from(values).sort()
  if (!sorted.length) return null
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return {
    p10: rounded(percentile(sorted, 0.1)),
    p50: rounded(percentile(sorted, 0.5)),
    p90: rounded(percentile(sorted, 0.9)),
    mean: rounded(mean),
    histogram: histogramOf(sorted),
  }
}

/** Between the two nearest values (type 7 of Hyndman and Fan, American Statistician 50, 1996). */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1)
  const before = Math.floor(place)
  const [from, to] = [sorted[before]!, sorted[Math.min(before + 1, sorted.length - 1)]!]
  return from + (to - from) * (place - before)
}

function histogramOf(sorted: Float64Array): Distribution['histogram'] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!]
  // Half a stop is never late.
  const step = Math.max(stepOf((most - least) / mostBars), sorted.every(Number.isInteger) ? 1 : 0)
  const from = Math.floor(least / step) * step
  const counts = new Array<number>(Math.floor((most - from) / step) + 1).fill(0)
  for (const value of sorted) counts[Math.min(counts.length - 1, Math.floor((value - from) / step))]!++
  return { from: rounded(from), step: rounded(step), counts }
}

/** The next round number: 1, 2 or 5 with zeros. */
function stepOf(least: number): number {
  if (least <= 0) return 1
  const zeros = 10 ** Math.floor(Math.log10(least))
  return zeros * ([1, 2, 5].find((each) => each * zeros >= least) ?? 10)
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
