import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refresher } from './refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that shows one read, which takes as long as it is told. */
async function shown(takes = 0) {
  const client = new QueryClient()
  let count = 0
  const queryFn = async () => {
    count++
    const mine = count
    await new Promise((resolve) => setTimeout(resolve, takes))
    return mine
  }
  new QueryObserver(client, { queryKey: ['deliveries', 'list'], queryFn }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(takes)
  return { client, reads: () => count }
}

test('a change is read at once, and a hundred within a second cost two more reads', async () => {
  const { client, reads } = await shown()
  const { add } = refresher(client, () => false)
  add([['deliveries']])
  await vi.advanceTimersByTimeAsync(0)
  expect(reads()).toBe(2)
  for (let change = 0; change < 100; change++) {
    await vi.advanceTimersByTimeAsync(10)
    add([['deliveries']])
  }
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads()).toBe(4)
  add([['drivers']])
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads()).toBe(4)
})

test('a slow read that a change overtook is finished and then repeated', async () => {
  const { client, reads } = await shown(1200)
  const { add } = refresher(client, () => false)
  add([['deliveries']])
  await vi.advanceTimersByTimeAsync(100)
  add([['deliveries']])
  await vi.advanceTimersByTimeAsync(1100)
  expect([reads(), client.getQueryData(['deliveries', 'list'])]).toEqual([2, 2])
  await vi.advanceTimersByTimeAsync(2000)
  expect([reads(), client.getQueryData(['deliveries', 'list'])]).toEqual([3, 3])
})

test('a hidden page reads nothing until somebody looks', async () => {
  const { client, reads } = await shown()
  let isHidden = true
  const { add, look } = refresher(client, () => isHidden)
  add([['deliveries']])
  add([['deliveries']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads()).toBe(1)
  isHidden = false
  look()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads()).toBe(2)
})
