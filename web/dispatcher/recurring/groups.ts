import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { addressOf, whoWords } from './recurring-words.ts'

type Placed = Pick<RecurringOrder, 'id' | 'standing_position' | 'created_at'>

/** The orders of one standing route, from the first stop to the last. Those without a place come last. */
export function inPlace<Order extends Placed>(orders: readonly Order[]): Order[] {
  const place = ({ standing_position }: Placed) => standing_position ?? Number.MAX_SAFE_INTEGER
  return orders.toSorted((a, b) => place(a) - place(b) || a.created_at.localeCompare(b.created_at))
}

/** Which orders get another place so that they come in this order. */
export function newPlaces<Order extends Pick<Placed, 'standing_position'>>(orders: readonly Order[]) {
  return orders.flatMap((order, at) => (order.standing_position === at + 1 ? [] : [{ order, position: at + 1 }]))
}

/** The orders of a route after one of them moved up (-1) or down (1). Undefined if it is at the end already. */
export function moved<Order extends Placed>(orders: readonly Order[], id: string, by: -1 | 1): Order[] | undefined {
  const rows = inPlace(orders)
  const from = rows.findIndex((order) => order.id === id)
  const [one, other] = [rows[from], rows[from + by]]
  if (!one || !other) return undefined
  return rows.with(from, other).with(from + by, one)
}

/** A standing route with its orders, or the orders without one. */
export type Group = { route: StandingRoute | undefined; orders: RecurringOrder[] }

/** Orders by standing route, and at the end those without one. A search leaves out what does not match. */
export function groupsOf(orders: readonly RecurringOrder[], routes: readonly StandingRoute[], search: string): Group[] {
  const wanted = search.trim().toLowerCase()
  const matches = (route: StandingRoute | undefined) => (order: RecurringOrder) =>
    [route?.name, route?.driver_name, ...wordsOf(order)].some((words) => words?.toLowerCase().includes(wanted))
  const known = new Set(routes.map(({ id }) => id))
  const loose = orders.filter(({ standing_route_id: id }) => id === null || !known.has(id))
  const groups: Group[] = [
    ...routes.map((route) => ({
      route,
      orders: inPlace(orders.filter((each) => each.standing_route_id === route.id)),
    })),
    { route: undefined, orders: loose.toSorted((a, b) => whoWords(a).localeCompare(whoWords(b))) },
  ]
  if (wanted === '') return groups.filter((group) => group.route || group.orders.length > 0)
  return groups
    .map(({ route, orders: all }) => ({ route, orders: all.filter(matches(route)) }))
    .filter((group) => group.orders.length > 0)
}

function wordsOf(order: RecurringOrder): (string | undefined)[] {
  const { recipient_phone, notes, order_reference } = order.order
  return [whoWords(order), addressOf(order), recipient_phone, notes, order_reference].map((each) =>
    typeof each === 'string' ? each : undefined,
  )
}
