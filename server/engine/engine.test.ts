import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { check, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { planOf, type EngineAnswer } from './answer.ts'
import { openEngine } from './engine.ts'
import type { EngineRequest, Watch } from './request.ts'
import { confirmSound } from './solve-problem.ts'

const engine = openEngine(2)
afterAll(() => engine.stop())

const problem: VroomInput = {
  vehicles: [1, 2].map((id) => ({ id, start: [0, 0], end: [0, 0] })),
  jobs: Array.from({ length: 30 }, (_, i) => ({ id: i + 1, location: [((i * 7) % 30) / 100, ((i * 11) % 30) / 100] })),
}
const pack = (of: unknown) => gzipSync(JSON.stringify(of))
const ask = (change: Partial<EngineRequest> = {}, watch?: Watch) =>
  engine.solve({ problem, timeLimitSeconds: 30, iterationLimit: 400, seed: 1, ...change }, watch)
const forever = { iterationLimit: undefined, timeLimitSeconds: 600 }

function plan(answer: EngineAnswer): VroomOutput {
  if (answer.kind !== 'plan') throw new Error(answer.kind)
  const plan = JSON.parse(answer.plan) as VroomOutput
  expect(check(problem, plan).errors).toEqual([])
  expect(answer.progress).toMatchObject({ cost: plan.summary.cost, routes: plan.summary.routes })
  return plan
}

test('several searches give the best of their plans, and the same one each time', async () => {
  const [one, next] = [plan(await ask()), plan(await ask({ seed: 2 }))]
  for (let i = 0; i < 3; i++) {
    const both = plan(await ask({ threads: 2 }))
    expect(both.summary.cost).toBe(Math.min(one.summary.cost, next.summary.cost))
  }
})

test('each search reports its progress, and whether it is the best so far', async () => {
  const heard: [cost: number, thread: number, isBest: boolean][] = []
  const onProgress: Watch['onProgress'] = ({ cost }, thread, isBest) => heard.push([cost, thread, isBest])
  const { summary } = plan(await ask({ threads: 2 }, { onProgress }))
  expect(new Set(heard.map(([, thread]) => thread))).toEqual(new Set([0, 1]))
  const best = heard.filter(([, , isBest]) => isBest).map(([cost]) => cost)
  expect(best).toEqual(best.toSorted((a, b) => b - a))
  expect(summary.cost).toBeLessThanOrEqual(best.at(-1)!)
})

test('a problem sent as an object is solved like the same problem packed', async () => {
  const [asObject, packed] = [plan(await ask()), plan(await ask({ problem: pack(problem) }))]
  expect(packed.routes).toEqual(asObject.routes)
})

test('plan mode keeps the order of the steps', async () => {
  const steps = [3, 1, 2].map((id) => ({ type: 'job' as const, id }))
  const ordered = { ...problem, vehicles: [{ ...problem.vehicles[0]!, steps }] }
  const kept = planOf(await ask({ problem: ordered, planMode: true, threads: 2 }))
  expect(kept.routes[0]!.steps.flatMap((step) => step.id ?? [])).toEqual([3, 1, 2])
})

test('a plan that the check finds fault with is never given out', async () => {
  const sound = plan(await ask())
  expect(() => confirmSound(problem, sound, false)).not.toThrow()
  expect(() => confirmSound(problem, { ...sound, routes: [], unassigned: [] }, false)).toThrow('not sound')
})

test('a search that goes on after its time limit is ended from outside', async () => {
  const busy = { iterationLimit: 1e9, timeLimitSeconds: 0.2, clock: 'processor' as const }
  const watch = { graceSeconds: -0.1 }
  await expect(ask(busy, watch)).rejects.toThrow('did not keep to its time limit')
})

test('a search that is told to stop gives its best plan so far', async () => {
  const stop = new AbortController()
  const answer = ask(forever, { stop: stop.signal })
  setTimeout(() => stop.abort(), 300)
  expect(plan(await answer).unassigned).toEqual([])
  expect((await ask(forever, { stop: stop.signal })).kind).toBe('plan')
})

test('a search that is abandoned ends at once, and the others go on', async () => {
  const end = new AbortController()
  const running = ask(forever, { abandon: end.signal })
  const other = ask()
  end.abort(new Error('given up'))
  await expect(running).rejects.toThrow('given up')
  await expect(ask({}, { abandon: end.signal })).rejects.toThrow('given up')
  plan(await other)
})

test.runIf(process.platform === 'linux')('a long search gives way to requests and to short searches', async () => {
  const niceness = () =>
    readdirSync('/proc/self/task').map((id) => {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    })
  const stop = new AbortController()
  const answers = [600, 5].map((timeLimitSeconds) =>
    ask({ iterationLimit: undefined, timeLimitSeconds }, { stop: stop.signal }),
  )
  await expect.poll(niceness, { timeout: 10_000 }).toEqual(expect.arrayContaining([0, 10]))
  stop.abort()
  for (const answer of answers) plan(await answer)
})

test('a refused problem comes back with the path of its mistake', async () => {
  const answer = await ask({ problem: pack({ ...problem, vehicles: [] }) })
  expect(answer).toEqual({ kind: 'refused', path: 'vehicles', message: 'there must be at least one' })
})

test('a damaged problem rejects, and its thread is free again', async () => {
  await expect(ask({ problem: Buffer.from('no gzip') })).rejects.toThrow('incorrect header check')
  plan(await ask())
})

test('bodies are read in turns by workspace', async () => {
  const read: string[] = []
  await Promise.all(
    ['greedy', 'greedy', 'greedy', 'modest'].map(async (workspaceId) => {
      await engine.read(new TextEncoder().encode('{}'), false, workspaceId)
      read.push(workspaceId)
    }),
  )
  expect(read).toEqual(['greedy', 'modest', 'greedy', 'greedy'])
})

test('a body that brings down the reading thread harms no other body', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const small = bytes(JSON.stringify(problem))
  const readings = await Promise.all([
    engine.read(bytes('{}'), false, 'a'),
    engine.read(bytes(`{"jobs":[],"vehicles":[{"id":${'['.repeat(1e6)}${']'.repeat(1e6)}}]}`), false, 'a'),
    engine.read(small, false, 'a'),
  ])
  expect(readings).toMatchObject([
    { kind: 'refused', path: 'vehicles', message: 'is missing' },
    { kind: 'refused' },
    { kind: 'problem', stops: 30, vehicles: 2 },
  ])
})

test('a problem that needs more memory than a search may have is refused, read or solved', async () => {
  const small = openEngine(1, { memoryBytes: 1000 })
  const refusal = { kind: 'refused', path: '', message: expect.stringMatching(/^It needs about \d+ MB of memory/) }
  expect(await small.read(new TextEncoder().encode(JSON.stringify(problem)), false, 'a')).toEqual(refusal)
  expect(await small.solve({ problem, seed: 1, iterationLimit: 10 })).toEqual(refusal)
  await small.stop()
})
