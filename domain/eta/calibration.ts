import { below, z90 } from './normal.ts'

/** A range that was said, and when the driver came. Instants in milliseconds. */
export type SaidRange = { said: number; p10: number; p50: number; p90: number; arrived: number }

/** The probabilities at which ranges are held against what happened. 80% is what people are shown. */
export const levels = [0.5, 0.6, 0.7, 0.8, 0.9] as const

/** Lead times in minutes, from the moment it was said to the middle of what was said. */
export const leads = [
  { from: 0, to: 15 },
  { from: 15, to: 30 },
  { from: 30, to: 60 },
  { from: 60, to: 120 },
  { from: 120, to: 480 },
] as const

/**
 * The probability of the narrowest range around the middle that would have held the arrival. What was said are the 10th, 50th
 * and 90th percentile, taken for a normal distribution with two halves (Wallis, The Two-Piece Normal, Binormal, or Double
 * Gaussian Distribution, Statistical Science 29, 2014). The range of 80% is then what was said, exactly.
 */
export function neededLevel({ p10, p50, p90, arrived }: SaidRange): number {
  const half = arrived < p50 ? p50 - p10 : p90 - p50
  if (arrived === p50) return 0
  return half <= 0 ? 1 : 2 * below((Math.abs(arrived - p50) / half) * z90) - 1
}

export type Calibration = { said: number; levels: { probability: number; within: number }[] }
export type LeadCalibration = Calibration & { from_minutes: number; to_minutes: number }

/** How many of some ranges held the arrival, by probability. */
export function calibrationOf(ranges: readonly SaidRange[]): Calibration {
  const needed = ranges.map(neededLevel)
  return {
    said: ranges.length,
    levels: levels.map((probability) => ({
      probability,
      // Instants are whole milliseconds, and the distribution function is exact to within 1e-7.
      within: needed.filter((level) => level <= probability + 1e-6).length,
    })),
  }
}

/** The same by how long before it was said. */
export const calibrationByLead = (ranges: readonly SaidRange[]): LeadCalibration[] =>
  leads.map(({ from, to }) => ({
    from_minutes: from,
    to_minutes: to,
    ...calibrationOf(ranges.filter(({ said, p50 }) => p50 - said >= from * 60_000 && p50 - said < to * 60_000)),
  }))
