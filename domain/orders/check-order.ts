import type { DeliveryKind, OtherPlace, Parcel, Requirement, TimeWindow } from '../schema/order.ts'
import { sayDayTime, sayNextDay } from '../time.ts'

/** What is compared with each other. A change may contain only some of it. */
export type CheckedOrder = {
  kind?: DeliveryKind | undefined
  earliest_date?: string | null | undefined
  latest_date?: string | null | undefined
  pickup_place_id?: string | null | undefined
  pickup_location?: object | null | undefined
  pickup_address?: string | null | undefined
  window_start?: string | null | undefined
  window_end?: string | null | undefined
  more_windows?: TimeWindow[] | undefined
  other_places?: OtherPlace[] | undefined
  preferred_start?: string | null | undefined
  preferred_end?: string | null | undefined
  pickup_window_start?: string | null | undefined
  pickup_window_end?: string | null | undefined
  ready_time?: string | null | undefined
  parcels?: Parcel[] | undefined
  requirements?: Requirement[] | undefined
  minimum_age?: number | null | undefined
  temperature_min_c?: number | null | undefined
  temperature_max_c?: number | null | undefined
  return_weight_kg?: number | null | undefined
  return_volume_l?: number | null | undefined
  return_units?: number | null | undefined
  order_reference?: string | null | undefined
  order_step?: number | null | undefined
}

export type OrderProblem = { path: keyof CheckedOrder; message: string }

const endsFirst = `The time window ends before it starts. ${sayNextDay}`

/** What does not fit together in an order. Nothing is said about fields that are missing. */
export function checkOrder(order: CheckedOrder): OrderProblem[] {
  const found: OrderProblem[] = []
  const say = (path: keyof CheckedOrder, message: string) => found.push({ path, message })
  const { window_start, window_end, preferred_start, preferred_end, pickup_window_start, pickup_window_end } = order
  if (window_start && window_end && window_start >= window_end) say('window_end', endsFirst)
  if (preferred_start && preferred_end && preferred_start >= preferred_end) say('preferred_end', endsFirst)
  // The times of a pickup place are settled with its slots.
  const isAtPlace = Boolean(order.pickup_place_id)
  if (!isAtPlace && pickup_window_start && pickup_window_end && pickup_window_start >= pickup_window_end) {
    say('pickup_window_end', endsFirst)
  }
  if (order.more_windows?.some(({ start, end }) => start >= end)) say('more_windows', endsFirst)
  const { other_places = [] } = order
  if (other_places.some(({ windows }) => windows.some(({ start, end }) => start >= end))) say('other_places', endsFirst)
  if (other_places.length > 0 && order.order_reference) {
    say(
      'other_places',
      'What belongs to an order with others goes to one place. Remove the other places, or the order.',
    )
  }
  const last = lastEnd(order)
  if (!isAtPlace && last && pickup_window_start && pickup_window_start >= last) {
    say(
      'pickup_window_start',
      `It is picked up from ${sayDayTime(pickup_window_start)} on, but must be delivered by ${sayDayTime(last)}.`,
    )
  }
  if (!isAtPlace && last && order.ready_time && order.ready_time >= last) {
    say(
      'ready_time',
      `Its goods are ready at ${sayDayTime(order.ready_time)}, but must be delivered by ${sayDayTime(last)}.`,
    )
  }
  const { earliest_date, latest_date, temperature_min_c, temperature_max_c } = order
  if (earliest_date && latest_date && earliest_date > latest_date) {
    say('latest_date', 'The last day is before the first one.')
  }
  if (temperature_min_c != null && temperature_max_c != null && temperature_min_c > temperature_max_c) {
    say('temperature_max_c', 'The highest temperature is below the lowest one.')
  }
  const twice = order.parcels && repeatedCode(order.parcels)
  if (twice) say('parcels', `Two parcels have the code “${twice}”.`)
  if (order.requirements && new Set(order.requirements).size < order.requirements.length) {
    say('requirements', 'A requirement is in the list twice.')
  }
  if (order.minimum_age && order.requirements && !order.requirements.includes('age')) {
    say('minimum_age', 'A minimum age needs the requirement to check the age.')
  }
  if (order.order_step && order.order_reference === null) {
    say('order_step', 'A step belongs to an order: enter the order’s reference.')
  }
  if (order.pickup_location && order.pickup_address === null) {
    say('pickup_address', 'Enter the address of the pickup.')
  }
  if (order.kind === 'return' && order.pickup_address) {
    say('pickup_address', 'A return is collected at the delivery address and brought to the depot. Leave this empty.')
  }
  if (order.kind && order.kind !== 'exchange') {
    for (const path of ['return_weight_kg', 'return_volume_l', 'return_units'] as const) {
      if (order[path]) say(path, 'Only an exchange collects something besides what it brings.')
    }
  }
  return found
}

/** When the last window ends, or undefined if one of them has no end or there is none. */
function lastEnd({ window_start, window_end, more_windows = [] }: CheckedOrder): string | undefined {
  if (!window_end)
    return window_start
      ? undefined
      : more_windows
          .map(({ end }) => end)
          .toSorted()
          .at(-1)
  return [window_end, ...more_windows.map(({ end }) => end)].toSorted().at(-1)
}

function repeatedCode(parcels: Parcel[]): string | undefined {
  const codes = new Set<string>()
  for (const { code } of parcels) {
    if (code === null) continue
    if (codes.has(code)) return code
    codes.add(code)
  }
  return undefined
}
