import { expect, test } from 'vitest'
import { openLane, type Lane } from './lane.ts'

/** Keeps the lane's only place, and notes who got it after that. */
function crowd() {
  const lane = openLane(1)
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const all = [lane(() => first.promise)]
  const come = (name: string, ...when: Parameters<Lane> extends [unknown, ...infer Rest] ? Rest : never) =>
    all.push(lane(async () => void order.push(name), ...when))
  return {
    come,
    async order() {
      first.resolve()
      await Promise.all(all)
      return order.join(' ')
    },
  }
}

test('who can wait goes after who cannot, and not last of all', async () => {
  const { come, order } = crowd()
  come('old', 'later')
  come('older', 'later')
  for (const name of ['a', 'b', 'c', 'd', 'e']) come(name)
  expect(await order()).toBe('a b c old d e older')
})

test('a place is free again after work that failed', async () => {
  const lane = openLane(1)
  const failing = lane(async () => {
    throw new Error('away')
  })
  const next = lane(async () => 'done', 'later')
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('done')
})

test('no more run at once than there are places', async () => {
  const lane = openLane(2)
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
  }
  await Promise.all([1, 2, 3, 4, 5].map(() => lane(work)))
  expect(most).toBe(2)
})
