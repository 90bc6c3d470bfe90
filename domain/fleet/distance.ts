export type Drive = { meters: number; started_at: string; until_at: string }
export type KmReading = { km: number; read_at: string; reason?: string | null }

/** How far drives went between two moments. Of a drive that is partly within, the share of its time counts. */
export function drivenKm(drives: readonly Drive[], from: string, to: string): number {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const meters = drives.reduce((sum, drive) => {
    const [start, end] = [Date.parse(drive.started_at), Date.parse(drive.until_at)]
    const within = Math.min(end, last) - Math.max(start, first)
    return end > start && within > 0 ? sum + (drive.meters * within) / (end - start) : sum
  }, 0)
  return meters / 1000
}

/**
 * How far a vehicle went between two moments: by its readings from the first to the last within, and by positions before and
 * after. Across a reading that somebody counted though it did not fit, such as of a new instrument, positions count.
 * @param readings the counted ones of any time, the oldest first
 */
export function distanceKm(readings: readonly KmReading[], drives: readonly Drive[], from: string, to: string): number {
  const within = readings.filter(({ read_at }) => read_at >= from && read_at <= to)
  const [first, last] = [within[0], within.at(-1)]
  if (!first || !last) return drivenKm(drives, from, to)
  const between = within.slice(1).reduce((sum, reading, at) => {
    const before = within[at]!
    const isBroken = reading.km < before.km || reading.reason != null
    return sum + (isBroken ? drivenKm(drives, before.read_at, reading.read_at) : reading.km - before.km)
  }, 0)
  return drivenKm(drives, from, first.read_at) + between + drivenKm(drives, last.read_at, to)
}
