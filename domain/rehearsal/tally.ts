import type { Prepared } from './prepare.ts'

/** What drawn days came to. Figures by day are in the order of the days; those of routes and stops are flat. */
export type Tally = {
  days: number
  late: Float64Array
  failed: Float64Array
  absent: Float64Array
  overtimeSeconds: Float64Array
  drivingSeconds: Float64Array
  cost: Float64Array
  /** When the last route ended. */
  endsAt: Float64Array
  /** By day and route. */
  routeEndsAt: Float64Array
  /** By stop: on how many days it was late, and failed, and by how many seconds it was late in sum. */
  lateAt: Uint32Array
  failedAt: Uint32Array
  lateSecondsAt: Float64Array
}

export function newTally({ routes }: Prepared, days: number): Tally {
  const stops = routes.reduce((sum, route) => sum + route.stops.length, 0)
  const each = () => new Float64Array(days)
  return {
    days,
    late: each(),
    failed: each(),
    absent: each(),
    overtimeSeconds: each(),
    drivingSeconds: each(),
    cost: each(),
    endsAt: each(),
    routeEndsAt: new Float64Array(days * routes.length),
    lateAt: new Uint32Array(stops),
    failedAt: new Uint32Array(stops),
    lateSecondsAt: new Float64Array(stops),
  }
}

const byDay = [
  'late',
  'failed',
  'absent',
  'overtimeSeconds',
  'drivingSeconds',
  'cost',
  'endsAt',
  'routeEndsAt',
] as const
const byStop = ['lateAt', 'failedAt', 'lateSecondsAt'] as const

/** Days that were drawn in parts, together. */
export function together(parts: readonly [Tally, ...Tally[]]): Tally {
  const [first, ...rest] = parts
  const whole: Tally = { ...first }
  for (const name of byDay) {
    whole[name] = new Float64Array(parts.reduce((sum, part) => sum + part[name].length, 0))
    let at = 0
    for (const part of parts) {
      whole[name].set(part[name], at)
      at += part[name].length
    }
  }
  for (const name of byStop) {
    const sums = first[name].slice()
    for (const part of rest) for (let at = 0; at < sums.length; at++) sums[at]! += part[name][at]!
    Object.assign(whole, { [name]: sums })
  }
  whole.days = parts.reduce((sum, part) => sum + part.days, 0)
  return whole
}
