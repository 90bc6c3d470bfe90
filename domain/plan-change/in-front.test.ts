import { expect, test } from 'vitest'
import type { PlannerDelivery } from '../problem/types.ts'
import { plannerDelivery } from '../testing/planner.ts'
import { inFront } from './in-front.ts'

const pickup = { name: 'Shop', address: '', location: null, location_confidence: null, window_start: null, window_end: null, service_minutes: null } // prettier-ignore
const deliveries: Record<string, PlannerDelivery> = {
  parcel: plannerDelivery({ id: 'parcel' }),
  other: plannerDelivery({ id: 'other' }),
  ride: plannerDelivery({ id: 'ride', pickup }),
  errand: plannerDelivery({ id: 'errand', pickup }),
  return: plannerDelivery({ id: 'return', kind: 'return', weight_kg: 0, volume_l: 0 }),
  exchange: plannerDelivery({ id: 'exchange', kind: 'exchange', return_weight_kg: 3 }),
  swap: plannerDelivery({ id: 'swap', kind: 'exchange' }),
}

test.each([
  ['ride+ errand+ errand ride', []],
  ['ride+ errand+ ride errand', ['errand before ride']],
  ['parcel other ride+ ride', []],
  ['ride+ parcel ride', ['ride before parcel']],
  ['ride+ parcel', []],
  ['return parcel other', ['return before parcel', 'return before other']],
  ['exchange swap', ['exchange before swap']],
  ['swap exchange return', []],
  ['ride', []],
])('on the route %s, what lies in front is %j', (route, expected) => {
  const visits = route.split(' ').map((name) => ({
    kind: name.endsWith('+') ? ('pickup' as const) : ('delivery' as const),
    delivery: deliveries[name.replace('+', '')]!,
  }))
  expect(inFront(visits).map(({ of, by }) => `${by.id} before ${of.id}`)).toEqual(expected)
})
