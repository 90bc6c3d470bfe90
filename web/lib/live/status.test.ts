import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveStatus, noteDown, noteEnded, noteLive, pollEvery } from './status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  noteEnded()
  vi.useRealTimers()
})

test('an interruption shows after a moment, and goes as soon as it is over', () => {
  noteLive()
  noteDown()
  vi.advanceTimersByTime(1000)
  expect(liveStatus()).toBe('live')
  noteDown()
  vi.advanceTimersByTime(2000)
  expect(liveStatus()).toBe('interrupted')
  noteLive()
  vi.advanceTimersByTime(60_000)
  expect(liveStatus()).toBe('live')
})

test('a restart of the server that takes a second is not worth a word', () => {
  noteLive()
  noteDown()
  vi.advanceTimersByTime(1000)
  noteLive()
  vi.advanceTimersByTime(60_000)
  expect(liveStatus()).toBe('live')
})

test('connecting for the first time says nothing, unless it does not come about', () => {
  noteDown()
  vi.advanceTimersByTime(5000)
  expect([liveStatus(), pollEvery(500)]).toEqual(['connecting', 500])
  vi.advanceTimersByTime(5000)
  expect(liveStatus()).toBe('interrupted')
  noteLive()
  expect(pollEvery(500)).toBe(5000)
})
