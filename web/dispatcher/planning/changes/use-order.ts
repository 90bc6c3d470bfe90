import { useEffect, useRef, useState } from 'react'
import type { Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { isDone } from './choices.ts'
import { reordering, type Proposal } from './proposals.ts'
import { isSameOrder, stepped } from './stop-order.ts'

/** An order of a route’s stops that is shown, but not made yet. */
export type WantedOrder = { route: Pick<Route, 'id' | 'driver_name'>; stopIds: string[] }

/** How long a person may pause between two presses of a key that belong to one change. */
const pauseMilliseconds = 900

/**
 * Moves stops up and down with keys. Presses in a row are one change, which is made after a pause; until then, the list shows
 * the order that it will have.
 */
export function useOrder(make: (proposal: Proposal) => Promise<void>) {
  const [wanted, setWanted] = useState<WantedOrder | null>(null)
  const latest = useRef({ wanted, make })
  useEffect(() => {
    latest.current = { wanted, make }
  })

  /** Makes the change now. */
  const settle = async () => {
    const { wanted: order, make: send } = latest.current
    if (!order) return
    await send(reordering(order.route, order.stopIds))
    // Unless somebody went on pressing keys meanwhile.
    setWanted((now) => (now === order ? null : now))
  }
  const latestSettle = useRef(settle)
  useEffect(() => {
    latestSettle.current = settle
  })
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void latestSettle.current(), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [wanted])

  return {
    wanted,
    settle,
    drop: () => setWanted(null),
    /** Shows an order that is being made. */
    show: setWanted,
    /** Returns the new order, or null if nothing can move that way. */
    step(route: Route, selected: ReadonlySet<string>, direction: 'up' | 'down'): string[] | null {
      const visits = route.stops.filter(isVisit)
      const fixed = new Set(visits.filter((stop) => stop.locked || isDone(stop)).map(({ id }) => id))
      const order = wanted?.route.id === route.id ? wanted.stopIds : visits.map(({ id }) => id)
      const next = stepped(order, selected, direction, (id) => fixed.has(id))
      if (isSameOrder(next, order)) return null
      // One route at a time: what is wanted of another is made first.
      if (wanted && wanted.route.id !== route.id) void settle()
      setWanted({ route: { id: route.id, driver_name: route.driver_name }, stopIds: next })
      return next
    },
  }
}
