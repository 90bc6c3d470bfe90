import type { GroupRules } from '#solver/json/vroom.ts'
import type { PlannerSettings } from './settings.ts'
import { doMeet, temperatureOf, type Temperatures } from './temperature.ts'
import type { PlannerDelivery } from './types.ts'

type Groups = {
  /** The groups of each delivery. */
  of: (delivery: PlannerDelivery) => string[]
  rules: GroupRules | undefined
  /** Groups that may share a vehicle that has a compartment for each. */
  mixed: string[]
}

const tagGroup = (tag: string) => `Tag ${tag}`
const temperatureGroup = (range: Temperatures) => `Temperature ${range.join(' ')}`

const placesGroup = ({ id }: PlannerDelivery) => `Places ${id}`

/** The order that a delivery is a part of, if any. */
export function orderOf({ client_id, order_reference }: PlannerDelivery): string | undefined {
  return order_reference ? `Order ${client_id ?? ''} ${order_reference}` : undefined
}

/** The deliveries of each order that has several. */
export function ordersAmong<D extends PlannerDelivery>(deliveries: readonly D[]): D[][] {
  const orders = Map.groupBy(deliveries, orderOf)
  orders.delete(undefined)
  // One at several places is no order of several.
  return [...orders.values()].filter((parts) => new Set(parts.map(({ id }) => id)).size > 1)
}

/** What shares a vehicle, and what does not: orders, tags, and goods that need different temperatures. */
export function groupRules(deliveries: readonly PlannerDelivery[], settings: PlannerSettings): Groups {
  const { keep_apart = [], keep_apart_on_board = [], keep_together = [] } = settings
  const ruled = new Set([...keep_apart.flat(), ...keep_apart_on_board.flat(), ...keep_together])
  const ranges = rangesAmong(deliveries)
  const cold = coldAndWarm(ranges)
  const isApart = new Set(cold.flat())
  const orders = new Set(ordersAmong(deliveries).map(([part]) => orderOf(part!)!))

  const placed = Map.groupBy(deliveries, ({ id }) => id)
  const isChoice = ({ id }: PlannerDelivery) => {
    const places = placed.get(id) ?? []
    return places.length > 1 && places.some(({ other_place }) => other_place != null)
  }

  const of = (delivery: PlannerDelivery): string[] => {
    const range = temperatureOf(delivery)
    const order = orderOf(delivery)
    return [
      ...(delivery.tags ?? []).filter((tag) => ruled.has(tag)).map(tagGroup),
      ...(range && isApart.has(temperatureGroup(range)) ? [temperatureGroup(range)] : []),
      ...(order && orders.has(order) ? [order] : []),
      ...(isChoice(delivery) ? [placesGroup(delivery)] : []),
    ]
  }
  // The solver takes no group that nothing is in.
  const present = new Set(deliveries.flatMap(of))
  const isPresent = (names: string[]) => names.every((name) => present.has(name))
  const apart = [...keep_apart.map((tags) => tags.map(tagGroup)), ...cold].filter(isPresent)
  const onBoard = keep_apart_on_board.map((tags) => tags.map(tagGroup)).filter(isPresent)
  const together = [...keep_together.map(tagGroup), ...orders].filter((name) => present.has(name))
  const mixed = [...isApart].filter((name) => present.has(name))
  const choices = [...new Set(deliveries.filter(isChoice).map(placesGroup))]
  const hasRules = apart.length + onBoard.length + together.length + choices.length > 0
  const rules = {
    apart,
    ...(onBoard.length && { apart_on_board: onBoard }),
    together,
    ...(choices.length && { one_of: choices }),
  }
  return { of, rules: hasRules ? rules : undefined, mixed }
}

/** Whether two of a delivery's own tags may not share a vehicle, or not be on board together. */
export function hasTagsApart({ tags = [] }: PlannerDelivery, settings: PlannerSettings): boolean {
  const { keep_apart = [], keep_apart_on_board = [] } = settings
  return [...keep_apart, ...keep_apart_on_board].some((pair) => pair.every((tag) => tags.includes(tag)))
}

function rangesAmong(deliveries: readonly PlannerDelivery[]): Temperatures[] {
  const found = new Map<string, Temperatures>()
  for (const delivery of deliveries) {
    const range = temperatureOf(delivery)
    if (range) found.set(temperatureGroup(range), range)
  }
  return [...found.values()]
}

/** Pairs of ranges that no vehicle can hold at once. */
function coldAndWarm(ranges: Temperatures[]): string[][] {
  return ranges.flatMap((range, at) =>
    ranges
      .slice(at + 1)
      .filter((other) => !doMeet(range, other))
      .map((other) => [temperatureGroup(range), temperatureGroup(other)]),
  )
}
