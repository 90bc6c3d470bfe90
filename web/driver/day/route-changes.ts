import type { RoadData, SentEntry } from '#domain/road/entry.ts'
import type { DrivenDayRoute, DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { isOpen, isVisit } from './stops.ts'

const changeKinds = ['route_added', 'route_removed', 'added', 'removed', 'cancelled', 'moved', 'edited'] as const

/** What somebody else changed on a driver's routes. The names are of stops; of a route there is its day. */
export type RouteChange = { kind: (typeof changeKinds)[number]; names: string[] }

/**
 * What a dispatcher changed between two readings of the day. What the driver did meanwhile is no news.
 * @param before as the driver had it, with their own entries
 * @param own entries that the day before was shown with, or that it had not seen yet
 * @param today routes of days before it end by themselves
 */
export function routeChanges(
  before: DriverDay,
  after: DriverDay,
  own: readonly SentEntry[],
  today: string,
): RouteChange[] {
  const touched = touchedBy(own)
  const oldRoutes = before.routes.filter(({ day }) => day >= today)
  const isIn = (routes: DrivenDayRoute[], id: string) => routes.some((route) => route.id === id)
  const newRoutes = after.routes.filter(({ id }) => !isIn(before.routes, id))
  const goneRoutes = oldRoutes.filter(({ id, stops }) => !isIn(after.routes, id) && openVisits(stops).length > 0)
  const kept = after.routes.filter(({ id }) => isIn(before.routes, id))

  const was = byDelivery(before.routes.flatMap(({ stops }) => stops))
  const is = byDelivery(after.routes.flatMap(({ stops }) => stops))
  const nowOpen = openVisits(kept.flatMap(({ stops }) => stops))
  const wasOpen = openVisits(oldRoutes.filter(({ id }) => isIn(kept, id)).flatMap(({ stops }) => stops))
  const isNews = (stop: DrivenStop) => !touched.has(keyOf(stop))

  const stops: Record<(typeof changeKinds)[number], DrivenStop[]> = {
    route_added: [],
    route_removed: [],
    added: nowOpen.filter((stop) => !was.has(keyOf(stop)) && isNews(stop)),
    removed: wasOpen.filter((stop) => !is.has(keyOf(stop)) && isNews(stop)),
    cancelled: wasOpen.filter((stop) => is.get(keyOf(stop))?.delivery?.status === 'cancelled'),
    moved: kept
      .filter(({ id }) => !touched.has(id))
      .flatMap((route) => movedStops(oldRoutes.find(({ id }) => id === route.id)?.stops ?? [], route.stops))
      .filter(isNews),
    edited: nowOpen.filter((stop) => was.has(keyOf(stop)) && facts(was.get(keyOf(stop))!) !== facts(stop)),
  }
  return changeKinds
    .map((kind) => {
      const routes = kind === 'route_added' ? newRoutes : kind === 'route_removed' ? goneRoutes : []
      return { kind, names: [...routes.map(({ day }) => day), ...stops[kind].map(nameOf)] }
    })
    .filter(({ names }) => names.length > 0)
}

/** Adds what is new to what the driver has not read yet. */
export function withChanges(unread: readonly RouteChange[], more: readonly RouteChange[]): RouteChange[] {
  const namesOf = (kind: RouteChange['kind']) =>
    [...unread, ...more].filter((change) => change.kind === kind).flatMap(({ names }) => names)
  return changeKinds
    .map((kind) => ({ kind, names: [...new Set(namesOf(kind))] }))
    .filter(({ names }) => names.length > 0)
}

const openVisits = (stops: readonly DrivenStop[]) => stops.filter((stop) => isVisit(stop) && isOpen(stop))
/** A dispatcher's change may make a stop anew, but not its delivery. A pickup and its delivery are two. */
const keyOf = ({ id, kind, delivery }: DrivenStop) => (delivery ? `${kind} ${delivery.id}` : id)
const byDelivery = (stops: readonly DrivenStop[]) => new Map(stops.map((stop) => [keyOf(stop), stop]))
const nameOf = ({ name, address, delivery }: DrivenStop) => delivery?.name || name || address

/** What a driver has read of a stop and goes by. */
const facts = ({ address, delivery }: DrivenStop): string =>
  JSON.stringify([
    address,
    delivery && [
      delivery.phone,
      delivery.notes,
      delivery.window_start,
      delivery.window_end,
      delivery.more_windows,
      delivery.cash_amount,
      delivery.parcels.length,
    ],
  ])

/** Stops and routes that the driver's own entries change. */
function touchedBy(own: readonly SentEntry[]): Set<string> {
  const ids = own.flatMap(({ data }) => {
    const { delivery_id, delivery_ids = [] } = data as Partial<RoadData['departed'] & RoadData['taken_over']>
    return [...(delivery_id ? [delivery_id] : []), ...delivery_ids]
  })
  const routes = own.filter(({ kind }) => kind === 'reordered').map(({ data }) => String(data.route_id))
  return new Set([...routes, ...ids.flatMap((id) => [`delivery ${id}`, `pickup ${id}`])])
}

/** The fewest stops whose moving makes the new order out of the old one. */
function movedStops(before: readonly DrivenStop[], after: readonly DrivenStop[]): DrivenStop[] {
  const places = new Map(openVisits(before).map((stop, index) => [keyOf(stop), index]))
  const both = openVisits(after).filter((stop) => places.has(keyOf(stop)))
  const stays = longestRise(both.map((stop) => places.get(keyOf(stop))!))
  return both.filter((_, index) => !stays.has(index))
}

/** The positions of the longest row of numbers that only grow. */
function longestRise(numbers: readonly number[]): Set<number> {
  const lengths: number[] = []
  const befores: number[] = []
  let last = -1
  for (const [index, number] of numbers.entries()) {
    lengths[index] = 1
    befores[index] = -1
    for (let each = 0; each < index; each++) {
      if (numbers[each]! >= number || lengths[each]! + 1 <= lengths[index]) continue
      lengths[index] = lengths[each]! + 1
      befores[index] = each
    }
    if (last === -1 || lengths[index] > lengths[last]!) last = index
  }
  const row = new Set<number>()
  for (; last !== -1; last = befores[last]!) row.add(last)
  return row
}
