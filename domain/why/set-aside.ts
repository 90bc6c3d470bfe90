import { sayDayTime } from '../problem/say-time.ts'
import type { PlannerDelivery, SetAsideCode } from '../problem/types.ts'
import type { WhyUnassigned } from './why.ts'

/** What one and several deliveries are told. */
const words: Record<Exclude<SetAsideCode, 'window_over'>, [string, string]> = {
  no_location: [
    'It has no position yet. Set one, then optimize again.',
    'They have no position yet. Set one for each, then optimize again.',
  ],
  rough_location: [
    'Only the area of its address was found, not the exact place. Place the pin, then optimize again.',
    'Only the areas of their addresses were found, not the exact places. Place the pins, then optimize again.',
  ],
  no_pickup_location: [
    'Its pickup has no position yet. Set one, or say that the pickup address is a depot.',
    'Their pickups have no position yet. Set one for each, or say that the pickup address is a depot.',
  ],
  rough_pickup_location: [
    'Only the area of its pickup address was found, not the exact place. Place the pin, then optimize again.',
    'Only the areas of their pickup addresses were found, not the exact places. Place the pins, then optimize again.',
  ],
  goods_elsewhere: [
    'Its goods are at another depot, and no transfer brings them. Plan a transfer, or let it leave from where they are.',
    'Their goods are at another depot, and no transfer brings them. Plan a transfer, or let them leave from where they are.',
  ],
  exchange_pickup: [
    'An exchange brings goods of the depot, but this one is picked up elsewhere. Remove the pickup address, or make it two deliveries of one order.',
    'Exchanges bring goods of the depot, but these are picked up elsewhere. Remove the pickup addresses, or make each two deliveries of one order.',
  ],
  tags_apart: [
    'Two of its tags may not share a vehicle, or not be on board together. Remove one of them, or change the rule in the planning settings.',
    'Each has two tags that may not share a vehicle, or not be on board together. Remove one of them, or change the rule in the planning settings.',
  ],
  order_incomplete: [
    'Another part of its order cannot be planned, and an order is delivered whole or not at all. Fix that part, or take this one out of the order.',
    'Other parts of their orders cannot be planned, and an order is delivered whole or not at all. Fix those parts, or take these out of their orders.',
  ],
  order_too_large: [
    'Its order has more than 100 parts with steps. Split the order, or remove steps that do not matter.',
    'Their order has more than 100 parts with steps. Split the order, or remove steps that do not matter.',
  ],
}

/** Why a delivery was never passed to the solver. */
export function whySetAside(code: SetAsideCode, delivery: PlannerDelivery): WhyUnassigned {
  if (code === 'window_over') return windowOver(delivery)
  const [sentence, shared] = words[code]
  return { code, sentence, shared }
}

/** For a delivery whose windows, or whose pickup's, ended before routes of today can start. */
function windowOver({ window_start, window_end, more_windows = [], pickup }: PlannerDelivery): WhyUnassigned {
  const isOpen = window_start !== null && window_end === null
  const last = isOpen ? undefined : [window_end ?? '', ...more_windows.map(({ end }) => end)].toSorted().at(-1)
  const [end = ''] = [last, pickup?.window_end]
    .filter((time) => typeof time === 'string' && time !== '')
    .toSorted() as string[]
  return {
    code: 'window_over',
    sentence: `Its time window ended at ${sayDayTime(end)}, before a route could start. Set a later window, or move it to another day.`,
    shared: 'Their time windows ended before a route could start. Set later windows, or move them to another day.',
  }
}
