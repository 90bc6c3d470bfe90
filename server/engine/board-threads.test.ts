import { afterAll, expect, test } from 'vitest'
import type { Coordinates, VroomInput } from '#solver/index.ts'
import { openBoardThreads } from './board-threads.ts'

const threads = openBoardThreads()
afterAll(() => threads.stop())
const straight = { speed_kmh: 40, detour_factor: 1, factors: {} }
const depot: Coordinates = [106.85, -6.17]
/** A day with one job and a shift that ends then. */
async function open(key: string, ends: number, replaces?: string) {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: depot, end: depot, time_window: [0, ends] }],
    jobs: [{ id: 1, location: depot }],
  }
  const routes = [{ vehicle: 1, steps: [{ type: 'job' as const, id: 1 }] }]
  expect(await threads.open({ key, replaces, problem, routes, straight }, 'w')).toMatchObject({ kind: 'board_opened' })
}
const question = {
  order: { location: [106.9, -6.17] as Coordinates },
  windows: [[0, 36_000] as [number, number]],
  vehicles: new Set([1]),
  nearMeters: 0,
}

test('boards of several threads answer in the order in which they are asked, and one that nobody has is told', async () => {
  await Promise.all([open('a', 36_000), open('b', 1), open('c', 36_000)])
  const asks = ['b', 'nobody', 'c', 'a'].map((key) => ({ key, question }))
  const reply = await threads.ask({ asks }, 'w')
  if (reply.kind === 'refused') throw new Error(reply.message)
  const fits = reply.answers.map((answer) => answer && answer[0] !== null)
  // The shift of b ends at once.
  expect(fits).toEqual([false, null, true, true])

  await open('d', 1, 'a')
  const after = await threads.ask(
    {
      asks: [
        { key: 'a', question },
        { key: 'd', question },
      ],
    },
    'w',
  )
  if (after.kind === 'refused') throw new Error(after.message)
  expect(after.answers.map((answer) => answer && answer[0] !== null)).toEqual([null, false])
})
