import { afterEach, expect, test, vi } from 'vitest'
import { watchSleep } from './watch-sleep.ts'

afterEach(() => void vi.useRealTimers())

test('an hour of sleep is noticed on waking, once, and a busy minute is not', () => {
  vi.useFakeTimers()
  let woke = 0
  const { look, stop } = watchSleep(() => woke++)
  vi.advanceTimersByTime(3_600_000)
  expect(woke).toBe(0)
  // Timers stand still while the clock goes on.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(woke).toBe(1)
  // Who lets go at once on waking is told before a timer runs.
  vi.setSystemTime(Date.now() + 3_600_000)
  expect([look(), look(), woke]).toEqual([true, false, 2])
  stop()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(woke).toBe(2)
})
