import { expect, test, vi } from 'vitest'
import { check, solve } from '#solver/index.ts'
import type { EngineAnswer } from './engine-answer.ts'
import { EngineError, runEngine, toProblem, type EngineWorker } from './engine.ts'
import { measureRoute, nearestNeighborOrder } from './nearest-neighbor.ts'
import type { RouteStop } from './route-stop.ts'
import { sampleLocations } from './suggestions.ts'

const stops: RouteStop[] = sampleLocations.map(({ address, position }, index) => ({
  address,
  position,
  priority: index === 0 ? 1 : 2,
}))
const signal = () => new AbortController().signal

/** A worker that runs the given function when it gets the problem. */
function workerThat(reacts: (tell: (type: string, event: object) => void) => void) {
  const listeners: Record<string, (event: object) => void> = {}
  const worker = {
    terminate: vi.fn<() => void>(),
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    postMessage: () => reacts((type, event) => listeners[type]!(event)),
  }
  return worker as typeof worker & EngineWorker
}
const answering = (answer: EngineAnswer) => workerThat((tell) => tell('message', { data: answer }))

test('the engine finds a valid plan that is never longer than nearest neighbor', () => {
  const problem = toProblem(stops)
  const plan = solve(problem, { iterationLimit: 2000, seed: 1 })
  expect(check(problem, plan).errors).toEqual([])
  const order = [0, ...plan.routes[0]!.steps.flatMap(({ id }) => id ?? [])]
  const engine = measureRoute(stops, order).distance
  expect(engine).toBeLessThanOrEqual(measureRoute(stops, nearestNeighborOrder(stops)).distance + 0.001)
  expect(plan.summary.cost / 10_000).toBeCloseTo(engine, 2)
})

test('takes the order from the worker, then terminates it', async () => {
  const worker = answering({ kind: 'done', order: [0, 2, 1] })
  expect(await runEngine(stops.slice(0, 3), signal(), () => worker)).toEqual([0, 2, 1])
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('a worker that cannot be created or loaded becomes an EngineError', async () => {
  const none = () => {
    throw new ReferenceError('Worker is not defined')
  }
  await expect(runEngine(stops, signal(), none)).rejects.toThrow(/could not start in this browser/)
  const blocked = workerThat((tell) => tell('error', {}))
  await expect(runEngine(stops, signal(), () => blocked)).rejects.toThrow(/could not start in this browser/)
  expect(blocked.terminate).toHaveBeenCalledOnce()
})

test('rejects a failure and an answer that skips a stop', async () => {
  const wrong: EngineAnswer[] = [
    { kind: 'failed', message: 'jobs[0]: no' },
    { kind: 'done', order: [0, 1, 1] },
    { kind: 'done', order: [0, 1] },
  ]
  for (const answer of wrong)
    await expect(runEngine(stops.slice(0, 3), signal(), () => answering(answer))).rejects.toBeInstanceOf(EngineError)
})

test('cancelling ends the thread immediately', async () => {
  const cancelling = new AbortController()
  const worker = workerThat(() => cancelling.abort(new Error('never mind')))
  await expect(runEngine(stops, cancelling.signal, () => worker)).rejects.toThrow('never mind')
  expect(worker.terminate).toHaveBeenCalledOnce()
})
