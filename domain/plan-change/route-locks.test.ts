import { expect, test } from 'vitest'
import type { RouteLock } from '../schema/plan.ts'
import type { EditRoute } from './edit-route.ts'
import { brokenLocks, withLock } from './route-locks.ts'

const route = (stops: string, locks: RouteLock[] = [], driver_id = 'budi'): EditRoute => ({
  id: 'r',
  driver_id,
  vehicle_id: null,
  locks,
  stops: [...stops].map((id) => ({ id, kind: 'delivery', delivery_id: id, isDone: false, locked: false })),
})
const broken = (before: EditRoute, after: EditRoute | null) =>
  brokenLocks([before], after ? [after] : [], () => 'Budi').map(({ sentence }) => sentence)

test('a locked order lets stops come and go, but not change places', () => {
  const before = route('abc', ['order'])
  expect(broken(before, route('axbc', ['order']))).toEqual([])
  expect(broken(before, route('ac', ['order']))).toEqual([])
  expect(broken(before, route('acb', ['order']))).toEqual(['Budi’s route: its order was locked.'])
})

test('stops that are locked to their driver change places, but not drivers', () => {
  const before = route('abc', ['driver'])
  expect(broken(before, route('cbax', ['driver']))).toEqual([])
  const sentence = 'Budi’s route: its stops were locked to the driver.'
  expect(broken(before, route('ab', ['driver']))).toEqual([sentence])
  expect(broken(before, route('abc', ['driver'], 'sari'))).toEqual([sentence])
  expect(broken(before, null)).toEqual([sentence])
})

test('a locked route stays as it is', () => {
  const before = route('abc', ['route'])
  expect(broken(before, route('abc', ['route']))).toEqual([])
  for (const after of [
    route('abcx', ['route']),
    route('ab', ['route']),
    route('xab', ['route']),
    route('acb', ['route']),
    null,
  ])
    expect(broken(before, after)).toEqual(['Budi’s route: it was locked as it is.'])
})

test('a lock that is taken off with the change is no lock', () => {
  expect(broken(route('abc', ['route']), withLock(route('ab', ['route']), 'route', false))).toEqual([])
})
