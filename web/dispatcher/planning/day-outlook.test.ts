import { expect, test } from 'vitest'
import type { Quota } from '#domain/schema/quota.ts'
import { outlookOf, whyNotStart, whyTooMany } from './day-outlook.ts'

const workspace = { time_zone: 'Asia/Jakarta', get_ready_minutes: 10 }
const day = '2026-03-16'
const outlook = (time: string, shown = day) => outlookOf(shown, new Date(`2026-03-16T${time}:00+07:00`), workspace)
const morning = { shift_end: '12:00' }
const late = { shift_end: '20:00' }

test('today starts in ten minutes, and another day whenever the shifts do', () => {
  expect(outlook('10:32')).toMatchObject({
    isOver: false,
    startsAt: '10:42',
    nextDay: '2026-03-17',
    nextDayWords: 'tomorrow',
  })
  expect(outlook('10:32', '2026-03-17')).toMatchObject({ startsAt: null, nextDayWords: 'the next day' })
})

test('a day that is over sends its deliveries to today', () => {
  const over = outlook('10:32', '2026-03-14')
  expect(over).toMatchObject({ isOver: true, startsAt: null, nextDay: day, nextDayWords: 'today' })
  expect(whyNotStart(over, [late])).toMatchObject({ isMovable: true })
})

test('today can be planned as long as one chosen driver has time left', () => {
  expect(whyNotStart(outlook('11:50'), [morning])).toMatchObject({
    sentence: 'The shifts of the chosen drivers are over for today.',
    isMovable: true,
  })
  expect(whyNotStart(outlook('11:49'), [morning])).toBeNull()
  expect(whyNotStart(outlook('11:50'), [morning, late])).toBeNull()
  expect(whyNotStart(outlook('08:00'), [])).toMatchObject({ isMovable: false })
})

test('a day with more stops than a plan can have says so, with both numbers', () => {
  const quotas: Quota[] = [{ name: 'stops_per_plan', limit: 12_000, used: null, renews_at: null }]
  expect(whyTooMany(12_000, quotas)).toBeNull()
  expect(whyTooMany(12_001, undefined)).toBeNull()
  expect(whyTooMany(12_001, quotas)).toEqual({
    sentence:
      'A plan can have 12,000 stops at most, and this one would have 12,001 stops. Move some of the deliveries to another day.',
    isMovable: false,
  })
})
