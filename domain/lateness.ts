import type { PlanLateness } from './schema/plan.ts'

type Timed = {
  driver_name: string
  stops: readonly { kind: string; arrival_at: string; departure_at: string; waiting_seconds: number }[]
}

/**
 * Which route can no longer be on time because nobody has left the depot yet, or null. Planned waiting at the first
 * stop is slack: a driver may leave that much later.
 */
export function latenessOf(routes: readonly Timed[], now: Date): PlanLateness | null {
  const late = routes
    .flatMap((route) => {
      const [start, first] = route.stops
      if (!start || (first?.kind !== 'delivery' && first?.kind !== 'pickup')) return []
      const leaveBy = Date.parse(start.departure_at) + first.waiting_seconds * 1000
      return leaveBy < now.getTime() ? [{ route, leaveBy, first }] : []
    })
    .toSorted((a, b) => a.leaveBy - b.leaveBy)
  const latest = late[0]
  if (!latest) return null
  return {
    driver_name: latest.route.driver_name,
    leave_by: new Date(latest.leaveBy).toISOString(),
    first_stop_at: latest.first.arrival_at,
    late_seconds: Math.floor((now.getTime() - latest.leaveBy) / 1000),
    routes: late.length,
  }
}
