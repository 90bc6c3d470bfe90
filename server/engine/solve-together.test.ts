import { afterEach, expect, test } from 'vitest'
import { check, solve as search, type SolveProgress, type VroomInput } from '#solver/index.ts'
import { planOf } from './answer.ts'
import { watchFor } from './interruption.ts'
import type { Progress } from './protocol.ts'
import { solveTogether } from './solve-together.ts'
import { startThread, type Thread } from './thread.ts'

const problemOf = (stops: number): VroomInput => ({
  vehicles: Array.from({ length: stops / 6 }, (_, i) => ({
    id: i + 1,
    start: [0.5, 0.5],
    end: [0.5, 0.5],
    capacity: [10],
  })),
  jobs: Array.from({ length: stops }, (_, i) => ({
    id: i + 1,
    location: [((i * 37) % 101) / 100, ((i * 53) % 97) / 100],
    delivery: [1],
  })),
})

let threads: Thread[] = []
afterEach(() => Promise.all(threads.map((thread) => thread.end())))

/** Searches until it is stopped. `onProgress` gets a function that stops it. */
async function solve(
  problem: VroomInput,
  count: number,
  onProgress: (progress: Progress, thread: number, stop: () => void) => void,
  timeLimitSeconds = 600,
) {
  threads = Array.from({ length: count }, () => startThread())
  const stopping = new AbortController()
  const abandon = new AbortController().signal
  const interruption = watchFor({ stop: stopping.signal, abandon, overdueSeconds: Infinity })
  const lost: unknown[] = []
  try {
    const answer = await solveTogether(
      threads,
      { problem, timeLimitSeconds, seed: 1, memoryBytes: Infinity },
      {
        onProgress: (progress, thread) => onProgress(progress, thread, () => stopping.abort()),
        onLost: (reason) => lost.push(reason),
      },
      interruption,
    )
    const plan = planOf(answer)
    expect(check(problem, plan).errors).toEqual([])
    expect(plan.unassigned).toEqual([])
    return { plan, lost }
  } finally {
    interruption.end()
  }
}

const ended = new Error('A thread of the engine ended without an answer.')
const small = problemOf(90)

/** Ends one of three threads once each of them has told something after a tenth of the time, and stops a little later. */
async function solveAndKill(dying: number) {
  const limit = 4
  const elapsed = [0, 0, 0]
  let isKilled = false
  let after = 0
  let told = Infinity
  const { lost, plan } = await solve(
    small,
    3,
    ({ elapsedSeconds, cost }, thread, stop) => {
      elapsed[thread] = elapsedSeconds!
      if (thread === dying) told = cost
      if (!isKilled && Math.min(...elapsed) > 0.1 * limit) {
        isKilled = true
        void threads[dying]!.end()
      } else if (isKilled && thread !== dying && ++after > 4) stop()
    },
    limit,
  )
  expect(isKilled).toBe(true)
  expect(plan.summary.cost).toBeLessThanOrEqual(told)
  return lost
}

test.each([
  ['first', 0],
  ['second', 1],
])('when the %s of several threads dies, the others answer', async (_, dying) => {
  expect(await solveAndKill(dying)).toEqual([ended])
})

test('a better plan of a thread that dies is the answer', async () => {
  let told: SolveProgress | undefined
  search(small, { iterationLimit: 20_000, seed: 1, onProgress: (progress) => (told = progress) })
  const { plan: routes, ...progress } = told!
  const dying: Thread = {
    ask: (_, { onProgress } = {}) => {
      onProgress?.(progress, routes)
      return Promise.reject(ended)
    },
    end: () => Promise.resolve(),
  }
  threads = [startThread()]
  const { signal } = new AbortController()
  const interruption = watchFor({ stop: signal, abandon: signal, overdueSeconds: Infinity })
  const lost: unknown[] = []
  const onLost = (reason: unknown) => lost.push(reason)
  const request = { problem: small, iterationLimit: 1, seed: 1, memoryBytes: Infinity }
  const plan = planOf(await solveTogether([dying, threads[0]!], request, { onLost }, interruption))
  interruption.end()
  expect(lost).toEqual([ended])
  expect(check(small, plan).errors).toEqual([])
  expect(plan.summary.cost).toBe(progress.cost)
})

test('without a thread left, a search fails', async () => {
  const solving = solve(small, 2, () => void threads.map((thread) => thread.end()))
  await expect(solving).rejects.toThrow('ended without an answer')
})

test('threads end together when they are told to, with a plan as good as any that was told', async () => {
  let best = Infinity
  const heard = [0, 0]
  const { plan, lost } = await solve(
    small,
    2,
    ({ cost }, thread, stop) => {
      best = Math.min(best, cost)
      heard[thread]!++
      if (Math.min(...heard) > 3) stop()
    },
    2,
  )
  expect(lost).toEqual([])
  expect(plan.summary.cost).toBeLessThanOrEqual(best)
})
