import { expect, test } from 'vitest'
import type { ImportOutcome } from '#domain/api/import.ts'
import type { Quota } from '#domain/schema/quota.ts'
import { whyNoRoom } from './import-room.ts'

const quotas: Quota[] = [
  { name: 'deliveries_per_day', limit: 100, used: 90, renews_at: '2026-03-16T17:00:00.000Z' },
  { name: 'rows_per_import', limit: 50, used: null, renews_at: null },
  { name: 'imports_per_day', limit: 5, used: 4, renews_at: '2026-03-16T17:00:00.000Z' },
]
const rows = (count: number, outcome: ImportOutcome) => Array.from({ length: count }, () => ({ row: {}, outcome }))
const deliveries = { countsAs: ['deliveries_per_day'] } as const

test('a file is stopped before it is sent if its new rows have no room', () => {
  expect(whyNoRoom(deliveries, rows(10, 'created'), quotas)).toBeUndefined()
  expect(whyNoRoom(deliveries, rows(11, 'created'), quotas)).toContain(
    'room for 10 more today, and this would add 11 deliveries',
  )
})

test('updates, bad rows and other kinds of records need no room for deliveries', () => {
  expect(whyNoRoom(deliveries, [...rows(10, 'created'), ...rows(30, 'updated')], quotas)).toBeUndefined()
  expect(whyNoRoom(deliveries, [...rows(10, 'created'), { outcome: 'refused' }], quotas)).toBeUndefined()
  expect(whyNoRoom({}, rows(40, 'created'), quotas)).toBeUndefined()
})

test('a file with too many rows is stopped, and so is one import too many', () => {
  expect(whyNoRoom({}, rows(51, 'unchanged'), quotas)).toContain('An import can have 50 rows at most')
  const none = quotas.map((quota) => (quota.name === 'imports_per_day' ? { ...quota, used: 5 } : quota))
  expect(whyNoRoom({}, rows(1, 'created'), none)).toContain('limit of 5 imports a day')
})
