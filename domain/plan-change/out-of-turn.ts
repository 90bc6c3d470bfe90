import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDelivery } from '../problem/types.ts'
import { urgencyOf } from '../problem/urgency.ts'

/** A delivery that comes after a less urgent one. */
export type OutOfTurn<D> = { of: D; after: D }

/** Which deliveries of a route come after less urgent ones: each once, with the first of those. */
export function outOfTurn<D extends PlannerDelivery>(
  visits: readonly { delivery: D }[],
  settings: PlannerSettings,
): OutOfTurn<D>[] {
  const found = new Map<string, OutOfTurn<D>>()
  visits.forEach(({ delivery: of }, at) => {
    if (found.has(of.id)) return
    const earlier = visits.slice(0, at).find(({ delivery }) => urgencyOf(delivery, settings) < urgencyOf(of, settings))
    if (earlier) found.set(of.id, { of, after: earlier.delivery })
  })
  return [...found.values()]
}
