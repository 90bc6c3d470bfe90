import { leads, type SaidRange } from './calibration.ts'

/*
 * How much wider or narrower ranges are said than the model alone finds them, so that as many arrivals are within them as
 * is stated. Conformalized quantile regression (Romano, Patterson and Candès, Conformalized Quantile Regression, NeurIPS
 * 2019) with a score and a side of its own for what is early and what is late (its theorem 2), in multiples of the half
 * range (Sesia and Candès, A Comparison of Some Conformal Quantile Regression Methods, Stat 9, 2020). Held by lead time, as
 * a range of two hours errs in other ways than one of ten minutes.
 */

/** Multiplies the half of a range before its middle, and the one after it. */
export type Width = { early: number; late: number }
/** One for each of `leads`. */
export type Widths = readonly Width[]

/** As the model alone says it. */
export const modelWidths: Widths = leads.map(() => ({ early: 1, late: 1 }))
/** What fits days of the simulator (`npm run bench -- recipient eta`), as long as a workspace has too few of its own. */
export const usualWidths: Widths = [
  { early: 0.9, late: 0.98 },
  { early: 0.92, late: 1 },
  { early: 0.91, late: 1.03 },
  { early: 0.9, late: 1.04 },
  { early: 0.89, late: 1.03 },
]

/** Ranges are never less than half as wide, or more than twice. */
const bounds = [0.5, 2] as const
/** Nor is a half of them ever shorter. */
const leastMs = 30_000
/** Ranges of one day err alike, so that days count. With fewer, nothing is learned; `usualWidths` count as much as 20. */
const fewestDays = 7
const usualDays = 20
/** A tenth is to be earlier than the range, and a tenth later. */
const inside = 0.9

/** What was said, on which day, and the width that it was said with. */
export type SaidWidth = SaidRange & Width & { day: string }

/** Learns widths from ranges whose driver has come. */
export function fitWidths(ranges: readonly SaidWidth[], usual: Widths = usualWidths): Widths {
  return leads.map(({ from, to }, index) => {
    const own = ranges.filter(({ said, p50 }) => p50 - said >= from * 60_000 && p50 - said < to * 60_000)
    const days = new Set(own.map(({ day }) => day)).size
    const before = usual[index]!
    if (days < fewestDays) return before
    const share = days / (days + usualDays)
    const towards = (needed: number, from: number) => bounded(from ** (1 - share) * bounded(needed) ** share)
    return {
      early: towards(
        quantile(own.map(({ p10, p50, arrived, early }) => (p50 - arrived) / ((p50 - p10) / early))),
        before.early,
      ),
      late: towards(
        quantile(own.map(({ p50, p90, arrived, late }) => (arrived - p50) / ((p90 - p50) / late))),
        before.late,
      ),
    }
  })
}

const bounded = (width: number) => Math.min(bounds[1], Math.max(bounds[0], width))

/** The score below which a new one is with the probability `inside`, as few as there are. */
function quantile(scores: number[]): number {
  const sorted = Float64Array.from(scores.filter(Number.isFinite)).sort()
  if (!sorted.length) return 1
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * inside) - 1)]!
}

type Range = { p10: number; p50: number; p90: number }

/** A range as it is said: wider or narrower, but never of no width, and not before now. */
export function withWidth({ p10, p50, p90 }: Range, now: number, widths: Widths): Range & { width: Width } {
  const width = widthAt(widths, (p50 - now) / 60_000)
  return {
    p10: Math.max(now, Math.round(p50 - Math.max(leastMs, (p50 - p10) * width.early))),
    p50,
    p90: Math.round(p50 + Math.max(leastMs, (p90 - p50) * width.late)),
    width,
  }
}

const middles = leads.map(({ from, to }) => (from + to) / 2)

/** Between the middles of two lead times, widths go over into each other, so that a range does not jump as a van comes nearer. */
function widthAt(widths: Widths, minutes: number): Width {
  const next = middles.findIndex((middle) => middle > minutes)
  if (next <= 0) return widths.at(next)!
  const [from, to] = [middles[next - 1]!, middles[next]!]
  const share = (minutes - from) / (to - from)
  const between = (side: keyof Width) => widths[next - 1]![side] ** (1 - share) * widths[next]![side] ** share
  return { early: between('early'), late: between('late') }
}
