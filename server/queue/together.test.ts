import { expect, test } from 'vitest'
import { together } from './together.ts'

const sizeOf = () => 1

test('what comes while the work is busy is done together, at most so much, and each gets its own answer', async () => {
  const batches: number[][] = []
  const double = together(
    async (items: number[]) => {
      batches.push(items)
      return items.map((item) => item * 2)
    },
    { most: 3, sizeOf },
  )
  const first = [1, 2, 3, 4, 5].map(double)
  expect(await Promise.all(first)).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(await double(6)).toBe(12)
})

test('after several came together, work waits for others, but whoever comes alone does not, and enough is enough', async () => {
  const batches: number[][] = []
  const note = (waitMs: number) =>
    together(
      async (items: number[]) => {
        batches.push(items)
        return items
      },
      { most: 10, sizeOf, waitMs, enough: 3 },
    )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const waits = note(50)
  await Promise.all([1, 2].map(waits))
  const third = waits(3)
  await turn()
  await turn()
  await Promise.all([third, waits(4)])
  expect(batches.splice(0)).toEqual([
    [1, 2],
    [3, 4],
  ])
  // Nobody has so much time.
  const never = note(2 ** 31 - 1)
  for (const item of [1, 2]) await never(item)
  await Promise.all([3, 4, 5].map(never))
  await Promise.all([6, 7, 8].map(never))
  expect(batches).toEqual([[1], [2], [3, 4, 5], [6, 7, 8]])
})

test('one that fails leaves the others alone, and if the database is away all of them fail at once', async () => {
  const tried: number[][] = []
  const refuse = (what: unknown) =>
    together(
      async (items: number[]) => {
        tried.push(items)
        if (items.includes(2)) throw what
        return items
      },
      { most: 10, sizeOf },
    )
  const bad = refuse(new Error('bad'))
  const settled = await Promise.allSettled([1, 2, 3].map(bad))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tried.splice(0)).toEqual([[1, 2, 3], [1], [2], [3]])
  const away = refuse(Object.assign(new Error('away'), { code: '57P01' }))
  expect((await Promise.allSettled([1, 2].map(away))).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tried).toEqual([[1, 2]])
})
