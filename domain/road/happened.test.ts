import { expect, test } from 'vitest'
import { happenedAt } from './happened.ts'

const received = new Date('2026-03-16T10:00:00Z')
const at = (said: string, clock_offset_ms: number | null, previous: string | null = null) =>
  happenedAt({ at: said, clock_offset_ms }, previous === null ? null : new Date(previous), received).toISOString()

test('what a wrong clock says is corrected by how wrong it was measured, even by years', () => {
  expect(at('2026-03-16T09:00:00Z', 0)).toBe('2026-03-16T09:00:00.000Z')
  const sixYears = Date.parse('2026-03-16T09:30:00Z') - Date.parse('2020-01-01T00:00:00Z')
  expect(at('2020-01-01T00:00:00Z', sixYears)).toBe('2026-03-16T09:30:00.000Z')
})

test('nothing happens in the future, before the entry before it, or longer ago than a phone can be away', () => {
  expect(at('2031-01-01T00:00:00Z', null)).toBe(received.toISOString())
  expect(at('2026-03-16T08:00:00Z', 0, '2026-03-16T09:15:00Z')).toBe('2026-03-16T09:15:00.000Z')
  expect(at('1999-01-01T00:00:00Z', null)).toBe('2026-01-15T10:00:00.000Z')
  expect(at('2026-03-16T09:00:00Z', Number.MAX_SAFE_INTEGER)).toBe(received.toISOString())
})
