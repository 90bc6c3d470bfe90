import { expect, test } from 'vitest'
import { arrivalRange } from './arrival.ts'
import { linkEnd } from './link-end.ts'
import { stepOf } from './step.ts'

const at = (time: string) => `2026-03-16T${time}.000Z`

test('a range is rounded outward, never before now, and never empty', () => {
  const range = (p10: string, p90: string, now: string) => {
    const { from, until } = arrivalRange(at(p10), at(p90), new Date(at(now)))
    return [from.slice(11, 16), until.slice(11, 16)]
  }
  expect(range('14:12:01', '14:33:59', '12:00:00')).toEqual(['14:10', '14:35'])
  expect(range('14:10:00', '14:35:00', '12:00:00')).toEqual(['14:10', '14:35'])
  expect(range('14:10:00', '14:35:00', '14:21:00')).toEqual(['14:20', '14:35'])
  expect(range('14:00:00', '14:01:00', '14:40:00')).toEqual(['14:40', '14:45'])
})

test('a delivery is next once the driver left and nothing comes before', () => {
  const known = { hasLeft: false, stopsBefore: 0, attempts: 0, mostAttempts: 2 }
  const step = (change: Partial<Parameters<typeof stepOf>[0]>) => stepOf({ status: 'dispatched', ...known, ...change })
  expect([step({ status: 'pending', stopsBefore: null }), step({}), step({ hasLeft: true })]).toEqual([
    'expected',
    'expected',
    'next',
  ])
  expect([step({ hasLeft: true, stopsBefore: 3 }), step({ status: 'in_transit' })]).toEqual(['on_the_way', 'next'])
  expect([step({ status: 'failed', attempts: 1 }), step({ status: 'failed', attempts: 2 })]).toEqual([
    'failed',
    'returning',
  ])
})

test('a link ends some days after the delivery, and not before', () => {
  const row = { status_at: at('10:00:00'), updated_at: at('11:00:00') }
  expect(linkEnd({ ...row, status: 'delivered' }, 7)).toBe('2026-03-23T10:00:00.000Z')
  expect(linkEnd({ ...row, status_at: null, status: 'cancelled' }, 1)).toBe('2026-03-17T11:00:00.000Z')
  expect(linkEnd({ ...row, status: 'arrived' }, 7)).toBeNull()
})
