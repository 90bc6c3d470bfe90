import { expect, test } from 'vitest'
import { lateAdvice, lateSentence } from './lateness-words.ts'

const late = {
  driver_name: 'Budi',
  leave_by: '2026-03-16T01:52:00.000Z',
  first_stop_at: '2026-03-16T02:12:00.000Z',
  late_seconds: 0,
  routes: 1,
}
const say = (now: string, routes = 1) => lateSentence({ ...late, routes }, new Date(now), 'Asia/Jakarta')

test('a missed first stop says when it should have been reached', () => {
  expect(say('2026-03-16T02:37:00Z')).toBe('The first stop should have been reached at 09:12, 25 min ago.')
  expect(say('2026-03-16T02:37:00Z', 3)).toContain('ago. 3 routes are late.')
})

test('a first stop that can no longer be reached in time says when to leave for it', () => {
  expect(say('2026-03-16T01:57:00Z')).toBe('Budi should have left the depot at 08:52.')
})

test('an approved plan may be under way already', () => {
  expect(lateAdvice({ state: 'approved' })).toContain('Dispatch it if the drivers are under way.')
  expect(lateAdvice({ state: 'draft' })).toBe('Plan again to start from now.')
})
