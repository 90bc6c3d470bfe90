import { expect, test } from 'vitest'
import type { EditRoute } from '../plan-change/edit-route.ts'
import type { RouteLock } from '../schema/plan.ts'
import { locksAgainst, locksAmong } from './drop-locks.ts'

/** Stops by their letters; capitals are locked. */
const route = (id: string, letters: string, ...locks: RouteLock[]): EditRoute => ({
  id,
  driver_id: `driver of ${id}`,
  vehicle_id: null,
  locks,
  stops: [...letters].map((each) => ({
    id: each,
    kind: 'delivery',
    delivery_id: each,
    isDone: false,
    locked: each !== each.toLowerCase(),
  })),
})

test('a locked stop may get another place on its route, but not leave it', () => {
  expect(locksAgainst([route('r', 'aBc'), route('s', 'd')], [route('r', 'Bac'), route('s', 'd')])).toEqual([])
  expect(locksAgainst([route('r', 'aBc'), route('s', 'd')], [route('r', 'ac'), route('s', 'dB')])).toEqual(['locked'])
  expect(locksAgainst([route('r', 'B')], [])).toEqual(['locked'])
})

test('what leaves, joins or changes a locked route is told by the lock, each once', () => {
  const after = [route('r', 'ba', 'order'), route('s', 'd', 'driver'), route('t', 'fec', 'route')]
  const before = [route('r', 'ab', 'order'), route('s', 'cd', 'driver'), route('t', 'ef', 'route')]
  expect(locksAgainst(before, after)).toEqual(['order_locked', 'driver_locked', 'route_locked'])
  expect(locksAgainst(before, before)).toEqual([])
  expect(locksAmong(['load', 'driver_locked'])).toEqual(['driver_locked'])
})
