import { expect, test } from 'vitest'
import type { DropAnswer } from '#domain/drop/drop-board.ts'
import { dropFigures, isFine, sayDrop, worthOf } from './drop-words.ts'

const effect = {
  cost: null,
  distance_km: 1.24,
  driving_seconds: 240,
  late_seconds: 0,
  late_stops: 0,
  promises: [],
  recipients: [],
}
const answer = (more: Partial<typeof effect> = {}, breaks: ('load' | 'locked')[] = []): DropAnswer => ({
  kind: 'effect',
  edits: [],
  before: null,
  ends: [],
  breaks,
  effect: { ...effect, ...more },
})

test('only a drop that breaks nothing and makes nobody late is made without asking', () => {
  expect([answer(), answer({ late_seconds: 60 }), answer({}, ['locked']), null].map(isFine)).toEqual([true, false, false, false]) // prettier-ignore
  expect([answer(), answer({ late_stops: 1 }), answer({}, ['load'])].map(worthOf)).toEqual(['good', 'late', 'bad'])
  expect(worthOf({ kind: 'refused', code: 'driver_is_ahead' })).toBe('bad')
})

test('figures are marked approximate until travel times are there', () => {
  const values = (isExact: boolean) => dropFigures(answer(), 'IDR', isExact).map(({ value }) => value)
  expect(values(true)).toEqual(['+1.2 km', 'Same'])
  expect(values(false)).toEqual(['≈ +1.2 km', 'Same'])
})

test('what is heard says where, what it costs and what breaks', () => {
  expect(sayDrop('Budi, at the end', answer({}, ['load']), 'IDR', true)).toBe('Budi, at the end: +1.2 km, 4 min more driving. More than the vehicle takes.') // prettier-ignore
  expect(sayDrop('Budi', { kind: 'refused', code: 'driver_is_ahead' }, 'IDR', true)).toContain('Budi: ')
})
