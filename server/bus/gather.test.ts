import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is said at once, and then the newest of each key, once in a while', () => {
  const said: [string, number[]][] = []
  const gatherer = gather<number>(500, (topic, values) => said.push([topic, values]))
  gatherer.put('a', 'x', 1)
  gatherer.put('a', 'y', 2)
  vi.advanceTimersByTime(1)
  expect(said.splice(0)).toEqual([['a', [1, 2]]])
  gatherer.put('a', 'x', 3)
  gatherer.put('a', 'x', 4)
  gatherer.put('b', 'x', 5)
  vi.advanceTimersByTime(490)
  expect(said.splice(0)).toEqual([['b', [5]]])
  vi.advanceTimersByTime(20)
  expect(said.splice(0)).toEqual([['a', [4]]])
  vi.advanceTimersByTime(5000)
  expect(vi.getTimerCount()).toBe(0)
  gatherer.put('a', 'x', 6)
  gatherer.close()
  expect(said).toEqual([['a', [6]]])
})
