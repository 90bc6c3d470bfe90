import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { check, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { openOptimizer, type OptimizeRequest } from './optimizer.ts'

const optimizer = openOptimizer(2)
afterAll(() => optimizer.stop())

const problem: VroomInput = {
  vehicles: [1, 2].map((id) => ({ id, start: [0, 0], end: [0, 0] })),
  jobs: Array.from({ length: 30 }, (_, i) => ({ id: i + 1, location: [((i * 7) % 30) / 100, ((i * 11) % 30) / 100] })),
}
const pack = (of: unknown) => gzipSync(JSON.stringify(of))
const never = new AbortController().signal
const ask = (change: Partial<OptimizeRequest> = {}, watch: { stop?: AbortSignal; abandon?: AbortSignal } = {}) =>
  optimizer.optimize(
    {
      packed: pack(problem),
      timeLimitSeconds: 30,
      iterationLimit: 400,
      seed: 1,
      planMode: false,
      threads: 1,
      ...change,
    },
    { onProgress: () => {}, stop: never, abandon: never, ...watch },
  )
const forever = { iterationLimit: undefined, timeLimitSeconds: 600 }

function plan(answer: Awaited<ReturnType<typeof ask>>): VroomOutput {
  if (answer.kind !== 'plan') throw new Error(answer.kind)
  const plan = JSON.parse(answer.plan) as VroomOutput
  expect(check(problem, plan).errors).toEqual([])
  expect(answer.progress).toMatchObject({ cost: plan.summary.cost, routes: plan.summary.routes })
  return plan
}

test('searches that end at different moments give the best of their plans, the same each time', async ({ skip }) => {
  skip(optimizer.threads < 2, 'there is only one processor')
  const [one, next] = [plan(await ask()), plan(await ask({ seed: 2 }))]
  for (let i = 0; i < 3; i++) {
    const both = plan(await ask({ threads: 2 }))
    expect(both.summary.cost).toBe(Math.min(one.summary.cost, next.summary.cost))
  }
})

test('told to stop, a search gives the best plan so far', async () => {
  const stop = new AbortController()
  const answer = ask(forever, { stop: stop.signal })
  setTimeout(() => stop.abort(), 300)
  expect(plan(await answer).unassigned).toEqual([])
  expect((await ask(forever, { stop: stop.signal })).kind).toBe('plan')
})

test('who waits for threads gives up when told to, and those behind get their turn', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const running = ask({ ...forever, threads: optimizer.threads }, { abandon: first.signal })
  const impatient = ask({ ...forever, threads: optimizer.threads }, { abandon: second.signal })
  const patient = ask()
  second.abort(new Error('given up'))
  await expect(impatient).rejects.toThrow('given up')
  first.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  plan(await patient)
})

test('who waits for threads and is told to stop ends without a plan, and nobody else does', async () => {
  const [end, stop] = [new AbortController(), new AbortController()]
  const running = ask({ ...forever, threads: optimizer.threads }, { stop: end.signal })
  const waiting = ask({}, { stop: stop.signal })
  const behind = ask()
  stop.abort()
  expect(await waiting).toEqual({ kind: 'stopped' })
  expect(await ask({}, { stop: stop.signal })).toEqual({ kind: 'stopped' })
  end.abort()
  plan(await running)
  plan(await behind)
})

test('a problem that the solver refuses after all is told by path', async () => {
  const answer = await ask({ packed: pack({ ...problem, vehicles: [] }) })
  expect(answer).toEqual({ kind: 'refused', path: 'vehicles', message: 'there must be at least one' })
})

test('a problem that was damaged rejects, and the threads are free again', async () => {
  await expect(ask({ packed: Buffer.from('no gzip') })).rejects.toThrow('incorrect header check')
  plan(await ask())
})

test('bodies that bring down the thread that reads them harm nobody else', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const small = bytes(JSON.stringify(problem))
  const readings = await Promise.all([
    optimizer.read(bytes('{}'), false),
    optimizer.read(bytes(`{"jobs":[],"vehicles":[{"id":${'['.repeat(1e6)}${']'.repeat(1e6)}}]}`), false),
    optimizer.read(small, false),
  ])
  expect(readings).toMatchObject([
    { kind: 'unusable', path: 'vehicles', message: 'is missing' },
    { kind: 'unusable' },
    { kind: 'problem', stops: 30, vehicles: 2 },
  ])
})
