import { expect, test } from 'vitest'
import { endedAttempts } from './attempts.ts'
import type { RawDelivery, RawEntry } from './raw.ts'

const delivery = { status: 'pending', status_at: 9, failure_reason: null } as RawDelivery
const said = (status: RawEntry['status'], at: number, reason?: string | null): RawEntry => ({
  isCorrection: false,
  at,
  status_at: at,
  status,
  ...(reason !== undefined && { reason }),
})
const corrected = (entry: Partial<RawEntry>): RawEntry => ({ isCorrection: true, at: 99, ...entry })
const failed = said('failed', 1, 'not_home')

test('each time that it ends is an attempt, with the reason of that time', () => {
  expect(endedAttempts([failed, said('pending', 2, null), said('delivered', 3)], delivery)).toEqual([
    { outcome: 'failed', at: 1, reason: 'not_home' },
    { outcome: 'delivered', at: 3, reason: null },
  ])
})

test('a correction replaces the last attempt, moves its time, or takes it back', () => {
  expect(endedAttempts([failed, corrected({ status: 'delivered', status_at: 4, reason: null })], delivery)).toEqual([
    { outcome: 'delivered', at: 4, reason: null },
  ])
  expect(endedAttempts([failed, corrected({ status_at: 5 })], delivery)).toEqual([
    { outcome: 'failed', at: 5, reason: 'not_home' },
  ])
  expect(endedAttempts([failed, corrected({ reason: 'refused' })], delivery)).toEqual([
    { outcome: 'failed', at: 1, reason: 'refused' },
  ])
  expect(endedAttempts([failed, corrected({ status: 'in_transit', reason: null })], delivery)).toEqual([])
  expect(
    endedAttempts([said('in_transit', 1), corrected({ status: 'delivered', status_at: 2 })], delivery),
  ).toHaveLength(1)
})

test('undoing a cancellation or a new day is no new attempt', () => {
  const one = [{ outcome: 'failed', at: 1, reason: 'not_home' }]
  const again = { status: 'failed', reason: 'not_home' } as const
  expect(endedAttempts([failed, said('cancelled', 2, null), { ...said('failed', 1), ...again }], delivery)).toEqual(one)
  expect(endedAttempts([failed, said('pending', 2, null), corrected(again)], delivery)).toEqual(one)
})

test('a row without history tells one attempt, and one that was taken back tells none', () => {
  const row = { ...delivery, status: 'failed', failure_reason: 'refused' } as RawDelivery
  expect(endedAttempts([], row)).toEqual([{ outcome: 'failed', at: 9, reason: 'refused' }])
  expect(endedAttempts([], delivery)).toEqual([])
})
