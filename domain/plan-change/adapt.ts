import { AppError } from '../errors.ts'
import type { PlanEdit } from '../schema/plan-change.ts'
import { doneCount, routeIn, type EditRoute, type EditStop } from './edit-route.ts'
import type { SettledEdit } from './edit.ts'

/** The stops that something was put behind: null for the front of its route, absent where places do not count. */
export type Anchors = { after?: string | null; pickup_after?: string | null }

/** Whether a delivery is on no route and waits for none. */
type IsGone = (deliveryId: string) => boolean

type Placed = Extract<SettledEdit, { type: 'insert' | 'move' }> & { route_id: string; position: number }

/** Whether an edit puts one delivery at a place of a route. */
function isPlaced(edit: SettledEdit): edit is Placed {
  if (edit.type === 'insert') return edit.route_id !== undefined
  return edit.type === 'move' && edit.route_id !== undefined && edit.delivery_ids.length === 1
}

const deliveryOf = (edit: Placed) => (edit.type === 'insert' ? edit.delivery_id : edit.delivery_ids[0]!)

/** What an edit that has just been made put its stops behind. */
export function anchorsOf(after: readonly EditRoute[], edit: SettledEdit): Anchors {
  if (!isPlaced(edit)) return {}
  const { stops } = routeIn(after, edit.route_id)
  const own = stops.flatMap((stop, place) => (stop.delivery_id === deliveryOf(edit) && !stop.isDone ? [place] : []))
  const before = (place: number) => stops[place - 1]?.id ?? null
  const hasTwoPlaces = edit.type === 'insert' && edit.pickup_position !== undefined
  if (!hasTwoPlaces) return { after: before(own[0]!) }
  return { after: before(own.at(-1)!), pickup_after: before(own[0]!) }
}

/**
 * An edit as it is meant on routes that have changed since: places behind the same stops, and orders without what has left
 * and with what has come.
 * @throws AppError `route_not_found`, `stop_not_found`
 */
export function adapted(
  routes: readonly EditRoute[],
  { edit, ...anchors }: Anchors & { edit: SettledEdit },
  isGone: IsGone,
): SettledEdit {
  if (isPlaced(edit)) return replaced(routes, edit, anchors)
  switch (edit.type) {
    case 'reorder':
      return { ...edit, stop_ids: inOrder(routeIn(routes, edit.route_id), edit.stop_ids) }
    case 'lock':
    case 'unlock':
      return { ...edit, stop_ids: known(routes, edit.stop_ids) }
    case 'arrange':
      return rearranged(routes, edit, isGone)
    default:
      return edit
  }
}

function replaced(routes: readonly EditRoute[], edit: Placed, { after, pickup_after }: Anchors): SettledEdit {
  if (after === undefined) return edit
  const id = deliveryOf(edit)
  const others = routeIn(routes, edit.route_id).stops.filter((stop) => stop.delivery_id !== id || stop.isDone)
  const behind = (anchor: string | null) => (anchor === null ? 1 : others.findIndex((stop) => stop.id === anchor) + 2)
  const found = (anchor: string | null, otherwise: number) => {
    const place = behind(anchor)
    return anchor !== null && place === 1 ? otherwise : place
  }
  if (pickup_after === undefined || edit.type === 'move') return { ...edit, position: found(after, edit.position) }
  const pickup_position = found(pickup_after, edit.pickup_position!)
  // Behind its own pickup, or behind another stop, which is one place further with the pickup before it.
  const alone = found(after, 0)
  const position = alone === 0 ? pickup_position + 1 : alone < pickup_position ? edit.position : alone + 1
  return { ...edit, pickup_position, position: Math.max(position, pickup_position + 1) }
}

function known(routes: readonly EditRoute[], ids: readonly string[]): string[] {
  const here = new Set(routes.flatMap(({ stops }) => stops.map(({ id }) => id)))
  const left = ids.filter((id) => here.has(id))
  if (!left.length) throw new AppError('stop_not_found')
  return left
}

/** The wanted keys with those that are new, each behind the one that it follows now, or in front. */
function withNew(current: readonly string[], wanted: readonly string[], added: readonly string[]): string[] {
  const order = [...wanted]
  for (const key of added) {
    const before = current.slice(0, current.indexOf(key)).findLast((each) => order.includes(each))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return order
}

/** The stops of a route in the wanted order: without those that have left, and with those that have come. */
function inOrder({ stops }: EditRoute, wanted: readonly string[]): string[] {
  const current = stops.map(({ id }) => id)
  const left = wanted.filter((id) => current.includes(id))
  return withNew(
    current,
    left,
    current.filter((id) => !left.includes(id)),
  )
}

type Arrange = Extract<PlanEdit, { type: 'arrange' }>

const keyOf = ({ kind, delivery_id }: Pick<EditStop, 'kind' | 'delivery_id'>) => `${kind} ${delivery_id}`

/** An arrangement without the deliveries that are gone, and with those that have come onto its routes. */
function rearranged(routes: readonly EditRoute[], edit: Arrange, isGone: IsGone): Arrange {
  const named = new Set([...edit.remove, ...edit.routes.flatMap(({ stops }) => stops.map((stop) => stop.delivery_id))])
  return {
    ...edit,
    remove: edit.remove.filter((id) => !isGone(id)),
    routes: edit.routes.map((wanted) => {
      const route = wanted.route_id
        ? routeIn(routes, wanted.route_id)
        : routes.find(({ driver_id }) => driver_id === wanted.driver_id)
      const open = route?.stops.slice(doneCount(route)) ?? []
      const come = open.filter(({ delivery_id }) => !named.has(delivery_id))
      const left = wanted.stops.filter(({ delivery_id }) => !isGone(delivery_id))
      const stops = new Map(
        [...left, ...come].map(({ delivery_id, kind }) => [`${kind} ${delivery_id}`, { delivery_id, kind }]),
      )
      const order = withNew(open.map(keyOf), left.map(keyOf), come.map(keyOf))
      return { ...wanted, stops: order.map((key) => stops.get(key)!) }
    }),
  }
}
