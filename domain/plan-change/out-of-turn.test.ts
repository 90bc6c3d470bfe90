import { expect, test } from 'vitest'
import type { PlannerSettings } from '../problem/settings.ts'
import { plannerDelivery } from '../testing/planner.ts'
import { outOfTurn } from './out-of-turn.ts'

const of = (priority_order: PlannerSettings['priority_order'], route: string) =>
  outOfTurn(
    route.split(' ').map((id) => ({ delivery: plannerDelivery({ id, priority: Number(id.charAt(0)) }) })),
    { time_zone: 'UTC', speed_kmh: 40, ...(priority_order && { priority_order }) },
  ).map(({ of: late, after }) => `${late.id} after ${after.id}`)

test.each([
  ['urgent_first', '1a 1b 3 2', []],
  ['urgent_first', '2 1a 3 1b 1b', ['1a after 2', '1b after 2']],
  ['by_priority', '1 2 3', []],
  ['by_priority', '1 3 2', ['2 after 3']],
  ['any', '3 2 1', []],
  [undefined, '3 2 1', []],
] as const)('in the order %s, on the route %s', (order, route, expected) => {
  expect(of(order, route)).toEqual(expected)
})
