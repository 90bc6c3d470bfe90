import { expect, test } from 'vitest'
import type { PlannerDelivery } from '../problem/types.ts'
import { plannerDelivery } from '../testing/planner.ts'
import { metOnBoard } from './met-on-board.ts'

const pickup = { name: 'Shop', address: '', location: null, location_confidence: null, window_start: null, window_end: null, service_minutes: null } // prettier-ignore
const [food, paint] = [['food'], ['paint']]
const deliveries: Record<string, PlannerDelivery> = {
  bread: plannerDelivery({ id: 'bread', tags: food, pickup }),
  oil: plannerDelivery({ id: 'oil', tags: paint, pickup }),
  pizza: plannerDelivery({ id: 'pizza', tags: food }),
  lacquer: plannerDelivery({ id: 'lacquer', tags: paint }),
  tins: plannerDelivery({ id: 'tins', tags: paint, kind: 'return' }),
  swap: plannerDelivery({ id: 'swap', tags: paint, kind: 'exchange', return_weight_kg: 3 }),
}

test.each([
  ['bread+ bread oil+ oil', []],
  ['bread+ oil+ bread oil', ['bread and oil']],
  ['pizza lacquer', ['pizza and lacquer']],
  ['pizza oil+ oil tins', []],
  ['tins pizza', ['pizza and tins']],
  ['oil+ oil pizza', ['pizza and oil']],
  ['swap bread+ bread', ['bread and swap']],
  ['oil+ pizza', []],
])('on the route %s, %j meet', (route, expected) => {
  const visits = route.split(' ').map((name) => ({
    kind: name.endsWith('+') ? ('pickup' as const) : ('delivery' as const),
    delivery: deliveries[name.replace('+', '')]!,
  }))
  const met = metOnBoard(null, visits, [['food', 'paint']])
  expect(met.map(({ one, other }) => `${one.id} and ${other.id}`)).toEqual(expected)
  expect(metOnBoard({ code: 'KA-1', capacity_kg: 1, capacity_l: null, skills: [], reloads: true }, visits, [['food', 'paint']])).toEqual([]) // prettier-ignore
})
