import { afterAll, expect, test } from 'vitest'
import type { VroomInput } from '#solver/index.ts'
import { openSolverPool } from './pool.ts'

const pool = openSolverPool(1)
afterAll(() => pool.stop())

const problem: VroomInput = {
  vehicles: [{ id: 1, start: [0, 0], end: [0, 0] }],
  jobs: [1, 2, 3, 4, 5].map((id) => ({ id, location: [id / 100, ((id * 3) % 5) / 100] })),
}
const forever = { problem, timeLimitSeconds: 600, seed: 1 }
const quick = { problem, timeLimitSeconds: 0.1, seed: 1 }
const ignore = () => {}

test('who waits for a thread can give up, and the thread goes to the next one when it is free', async () => {
  const first = new AbortController()
  const second = new AbortController()
  const started = Promise.withResolvers<void>()
  const running = pool.solve(forever, () => started.resolve(), first.signal)
  await started.promise
  const impatient = pool.solve(forever, ignore, second.signal)
  const patient = pool.solve(quick, ignore, new AbortController().signal)

  second.abort(new Error('given up'))
  await expect(impatient).rejects.toThrow('given up')
  first.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  expect((await patient).routes[0]!.steps).toHaveLength(7)
})

test('a problem that cannot be solved rejects with the reason, and the pool goes on', async () => {
  const wrong = { ...quick, problem: { ...problem, vehicles: [] } }
  await expect(pool.solve(wrong, ignore, new AbortController().signal)).rejects.toThrow(/vehicles/)
  expect((await pool.solve(quick, ignore, new AbortController().signal)).unassigned).toEqual([])
})
