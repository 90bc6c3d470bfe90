/** Why a delivery was late. Each late delivery has exactly one. */
export const lateCauses = ['start', 'service', 'driving', 'plan', 'address'] as const
export type LateCause = (typeof lateCauses)[number]

/** In words, as people read it, and as a sentence that explains it. */
export const lateCauseNames: Record<LateCause, { label: string; say: string }> = {
  start: { label: 'Late start', say: 'The driver left the depot later than planned.' },
  service: { label: 'Stops took longer', say: 'Earlier stops of the route took longer than planned.' },
  driving: { label: 'Driving took longer', say: 'Driving, or another order of stops, took longer than planned.' },
  plan: { label: 'Planned too late', say: 'The plan itself came after the promise.' },
  address: { label: 'Address', say: 'The address was wrong or doubtful, or nobody could get there.' },
}

/** What is known about how a late delivery came to be late. Seconds; null where nobody knows. */
export type Lateness = {
  /** How long after the promise the plan arrives there; 0 or less if it is in time. */
  planned_late_seconds: number | null
  /** How much later than planned the driver arrived. */
  delay_seconds: number | null
  /** How much later than planned the driver left the start. */
  start_seconds: number | null
  /** How much longer than planned all earlier stops of the route took. */
  service_seconds: number | null
  /** Whether the address was at fault: it failed for it, or its position was doubtful. */
  isAddressBad: boolean
  /** How much longer than planned the drive to this stop took. */
  leg_seconds: number | null
}

/**
 * The one cause of a late delivery, by this rule:
 *
 * 1. Nobody planned it: `plan`.
 * 2. The plan arrives after the promise: `plan`. Whoever kept to it would have been late too.
 * 3. Else the driver arrived later than planned. That delay has parts, which add up to it: how much later the route began
 *    (`start`), how much longer earlier stops took (`service`), at a bad address how much longer the drive to it took
 *    (`address`), and the rest (`driving`), which also has detours and another order of stops. The largest part is the
 *    cause. Of equal ones, the first in the order address, start, service, driving.
 */
export function lateCauseOf(known: Lateness): LateCause {
  const { planned_late_seconds, delay_seconds, isAddressBad } = known
  if (planned_late_seconds === null || planned_late_seconds > 0) return 'plan'
  if (delay_seconds === null) return isAddressBad ? 'address' : 'driving'
  const address = isAddressBad ? Math.max(0, known.leg_seconds ?? delay_seconds) : 0
  const start = Math.max(0, known.start_seconds ?? 0)
  const service = Math.max(0, known.service_seconds ?? 0)
  const driving = delay_seconds - address - start - service
  const parts = [
    ['address', address],
    ['start', start],
    ['service', service],
    ['driving', driving],
  ] as const
  return parts.reduce((most, part) => (part[1] > most[1] ? part : most), ['driving', 0] as (typeof parts)[number])[0]
}
