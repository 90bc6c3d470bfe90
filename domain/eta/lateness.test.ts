import { expect, test } from 'vitest'
import { isNews, judgeLateness } from './lateness.ts'

test('a driver who is late stays so until it is clearly better, and becomes urgent at three times the limit', () => {
  const seconds = [0, 550, 650, 590, 610, 310, 1900, 1000, 299, 310, null]
  let now: Parameters<typeof judgeLateness>[2] = 'on_time'
  const judged = seconds.map((late) => (now = judgeLateness(late, 10, now)))
  expect(judged).toEqual([
    'on_time',
    'on_time',
    'late',
    'late',
    'late',
    'late',
    'very_late',
    'very_late',
    'on_time',
    'on_time',
    'on_time',
  ])
})

test('what hardly changed is not kept again, except every ten minutes', () => {
  const at = (p50: number, said_at = 0, width = 600_000) => ({
    p10: p50 - width / 2,
    p50,
    p90: p50 + width / 2,
    said_at,
  })
  expect(isNews(undefined, at(0))).toBe(true)
  expect(isNews(at(0), at(60_000, 15_000))).toBe(false)
  expect(isNews(at(0), at(130_000, 15_000))).toBe(true)
  expect(isNews(at(0), at(0, 15_000, 300_000))).toBe(true)
  expect(isNews(at(0), at(0, 600_000))).toBe(true)
})
