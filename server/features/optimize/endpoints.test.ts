import { afterAll, describe, expect, test } from 'vitest'
import { check, checkPlanMode, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import * as api from '#domain/api/optimize.ts'
import { planExample, problemExample } from '#domain/api/optimize-examples.ts'
import { optimizeBodyBytes, optimizeLimits } from '#domain/api-quota.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openQueue } from '../../queue/queue.ts'
import { isOver, isSearching, problemOf, setTier, startOperation, untilOperation } from '../../testing/optimising.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { forgetOperations } from './commands.ts'
import { workOnOperations } from './tasks.ts'

let later = 0
const { app, deps, makeMember, as } = await testApp((parts) => ({
  config: { ...parts.config, optimizeQueue: 7 },
  now: () => new Date(Date.now() + later),
}))
const queue = await openQueue(deps.pool, () => {})
// Adds and works by the same queue, as the real server does.
deps.queue.wake = queue.wake
await workOnOperations({ ...deps, queue })
afterAll(() => queue.stop())

type Query = {
  time_limit_seconds?: number
  iteration_limit?: number
  threads?: number
  seed?: number
  plan_mode?: 'true' | 'false'
}

const send = (member: TestMember | null, body: unknown, query: Query = {}, headers: Record<string, string> = {}) =>
  as(member).call(api.optimize, { body: body as never, query, headers })

const raw = (member: TestMember, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/optimize',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', ...headers },
    payload,
  })

const sound = (problem: VroomInput, plan: unknown) => expect(check(problem, plan as VroomOutput).errors).toEqual([])

describe('a small problem', () => {
  test('is answered at once with VROOM’s plan', async () => {
    const member = await makeMember()
    const { status, body, headers } = await send(member, problemExample, { time_limit_seconds: 0.2 })
    expect(status).toBe(200)
    sound(problemExample as VroomInput, body)
    const { computing_times: _, ...summary } = planExample.summary
    expect(body).toMatchObject({ ...planExample, summary })
    const id = String(headers['content-location']).replace('/v1/operations/', '')
    const operation = await as(member).call(api.getOperation, { params: { id } })
    expect(operation.body).toMatchObject({
      status: 'succeeded',
      stops: 2,
      vehicles: 1,
      time_limit_seconds: 0.2,
      threads: 1,
      seed: 0,
      failure: null,
      result: body,
      progress: { routes: 1, unassigned: 0, cost: body.summary.cost },
    })
    const kept = await inWorkspace(deps.db, member.workspaceId, (trx) =>
      trx.selectFrom('operations').select(['problem', 'ticket']).execute(),
    )
    expect(kept).toEqual([{ problem: null, ticket: null }])
  })

  test('gives the same plan for the same seed and number of iterations', async () => {
    const member = await makeMember()
    const problem = problemOf(40, 3)
    const query = { iteration_limit: 300, seed: 5, time_limit_seconds: 10 }
    const [one, two] = [await send(member, problem, query), await send(member, problem, query)]
    expect(one.status).toBe(200)
    sound(problem, one.body)
    expect(two.body.routes).toEqual(one.body.routes)
  })

  test('may be of shipments alone, and hold any text', async () => {
    const description = 'Ä \u0000 \ud800 "quoted" \\ \u2028'
    const problem = {
      vehicles: [{ id: 1, start: [0, 0], description }],
      shipments: [{ pickup: { id: 1, location: [0, 0.1] }, delivery: { id: 1, location: [0, 0.2] } }],
    }
    const { status, body } = await send(await makeMember(), problem, { time_limit_seconds: 0.1 })
    expect(status).toBe(200)
    expect(body.routes[0]).toMatchObject({ vehicle: 1, description })
  })

  test('may use what VROOM does not know, such as groups that must not mix', async () => {
    const problem = problemOf(6, 2)
    problem.jobs.forEach((job, i) => (job.groups = [i % 2 ? 'food' : 'paint']))
    problem.groups = { apart: [['food', 'paint']] }
    const { status, body } = await send(await makeMember(), problem, { time_limit_seconds: 0.1 })
    expect(status).toBe(200)
    sound(problem, body)
    expect(body.summary.routes).toBe(2)
  })

  test('without jobs is a plan without routes', async () => {
    const { status, body } = await send(await makeMember(), { ...problemOf(1), jobs: [] }, { time_limit_seconds: 0.1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ routes: [], unassigned: [] })
  })
})

describe('plan mode', () => {
  const ordered = (): VroomInput => {
    const problem = problemOf(4)
    const steps = problem.jobs.map(({ id }) => ({ type: 'job' as const, id }))
    return { ...problem, vehicles: [{ ...problem.vehicles[0]!, max_tasks: 3, steps }] }
  }

  test('keeps the order of the steps and reports what they break', async () => {
    const member = await makeMember()
    const { status, body, headers } = await send(member, ordered(), { plan_mode: 'true' })
    expect(status).toBe(200)
    expect(checkPlanMode(ordered(), body as VroomOutput).errors).toEqual([])
    expect(body.routes[0]!.steps.flatMap(({ id }) => id ?? [])).toEqual([1, 2, 3, 4])
    expect(body.summary.violations).toEqual([{ cause: 'max_tasks' }])
    const id = String(headers['content-location']).replace('/v1/operations/', '')
    expect((await as(member).call(api.getOperation, { params: { id } })).body).toMatchObject({ plan_mode: true })
  })

  test('refuses what only a search can use, and times that cannot be met, by path', async () => {
    const member = await makeMember()
    const query = { plan_mode: 'true', time_limit_seconds: 1, threads: 2 } as const
    expect(await send(member, ordered(), query)).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'query.time_limit_seconds' }, { path: 'query.threads' }],
    })
    const problem = ordered()
    problem.vehicles[0]!.steps![0]!.service_at = 50_000
    problem.vehicles[0]!.steps![1]!.service_at = 40_000
    const refused = await send(member, problem, { plan_mode: 'true' })
    expect(refused).toMatchObject({ status: 422, code: 'problem_unusable', errors: [{ path: 'vehicles[0].steps' }] })
    expect(refused.errors![0]!.message).toMatch(/^no times meet/)
  })
})

describe('an operation', () => {
  test('is what a caller gets who prefers to ask later', async () => {
    const member = await makeMember()
    const reply = await send(member, problemOf(30), { time_limit_seconds: 1 }, { prefer: 'respond-async' })
    const operation = reply.body as unknown as { id: string }
    expect(reply).toMatchObject({ status: 202, body: { stops: 30, result: null, finished_at: null, expires_at: null } })
    expect(reply.headers).toMatchObject({
      location: `/v1/operations/${operation.id}`,
      'preference-applied': 'respond-async',
    })
    const running = await untilOperation(as, member, operation.id, isSearching)
    expect(running.progress).toMatchObject({ routes: 1, unassigned: 0 })
    const done = await untilOperation(as, member, operation.id, isOver)
    expect(done.status).toBe('succeeded')
    sound(problemOf(30), done.result)
    expect(Date.parse(done.expires_at!) - Date.parse(done.finished_at!)).toBe(24 * 3_600_000)
  })

  test('comes by itself for a longer search, and after the wait that was preferred', async () => {
    const member = await makeMember()
    const long = await send(member, problemOf(5), { time_limit_seconds: 11 })
    expect(long).toMatchObject({ status: 202, body: { time_limit_seconds: 11 } })
    const waited = await send(member, problemOf(5), { time_limit_seconds: 5 }, { prefer: 'handling=lenient, wait=1' })
    expect(waited).toMatchObject({ status: 202, headers: { 'preference-applied': 'wait=1' } })
    for (const { body } of [long, waited]) {
      const { id } = body as unknown as { id: string }
      await as(member).call(api.cancelOperation, { params: { id } })
    }
  })

  test('takes 1 second for every 100 stops unless told', async () => {
    const member = await makeMember()
    const reply = await send(member, problemOf(150, 2), {}, { prefer: 'respond-async' })
    expect(reply.body).toMatchObject({ time_limit_seconds: 2 })
  })

  test('that is cancelled while it runs keeps the best plan so far; once', async () => {
    const member = await makeMember()
    const { id } = await startOperation(as, member, { jobs: 50, seconds: 60 })
    await untilOperation(as, member, id, isSearching)
    const cancelled = await as(member).call(api.cancelOperation, { params: { id } })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', cancel_requested: true } })
    sound(problemOf(50), cancelled.body.result)
    expect(await as(member).call(api.cancelOperation, { params: { id } })).toMatchObject({
      status: 409,
      code: 'operation_ended',
      body: { status: 409 },
    })
    expect((await as(member).call(api.getOperation, { params: { id } })).body).toEqual(cancelled.body)
  })

  test('that is cancelled before its turn is never solved', async () => {
    const member = await makeMember()
    const first = await startOperation(as, member, { seconds: 60 })
    await untilOperation(as, member, first.id, isSearching)
    const second = await startOperation(as, member)
    const cancelled = await as(member).call(api.cancelOperation, { params: { id: second.id } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', result: null, started_at: null })
    await as(member).call(api.cancelOperation, { params: { id: first.id } })
    const third = await startOperation(as, member)
    expect(await untilOperation(as, member, third.id, isOver)).toMatchObject({ status: 'succeeded' })
    expect((await as(member).call(api.getOperation, { params: { id: second.id } })).body).toEqual(cancelled.body)
  })

  test('is listed newest first, without its result', async () => {
    const member = await makeMember()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      const { id } = await startOperation(as, member, { seconds: 0.1 })
      await untilOperation(as, member, id, isOver)
      ids.unshift(id)
    }
    const first = await as(member).call(api.listOperations, { query: { limit: 2 } })
    expect(first.body).toMatchObject({ total: 3, data: [{ id: ids[0] }, { id: ids[1] }] })
    expect(first.body.data[0]).not.toHaveProperty('result')
    const cursor = first.body.next_cursor!
    expect((await as(member).call(api.listOperations, { query: { cursor } })).body.data).toMatchObject([{ id: ids[2] }])
  })

  test('is forgotten a day after it ended', async () => {
    const member = await makeMember()
    const { id } = await startOperation(as, member, { seconds: 0.1 })
    await untilOperation(as, member, id, isOver)
    later = 24 * 3_600_000 - 5_000
    expect((await as(member).call(api.getOperation, { params: { id } })).status).toBe(200)
    later = 24 * 3_600_000 + 1
    for (const endpoint of [api.getOperation, api.cancelOperation]) {
      expect(await as(member).call(endpoint, { params: { id } })).toMatchObject({ code: 'operation_not_found' })
    }
    expect((await as(member).call(api.listOperations)).body).toMatchObject({ total: 0, data: [] })
    await forgetOperations(deps.db, deps.now())
    later = 0
    expect(await as(member).call(api.getOperation, { params: { id } })).toMatchObject({ code: 'operation_not_found' })
  })
})

describe('who may', () => {
  test('another workspace’s operations do not exist', async () => {
    const [mine, theirs] = [await makeMember(), await makeMember()]
    const { id } = await startOperation(as, theirs, { seconds: 0.1 })
    for (const endpoint of [api.getOperation, api.cancelOperation]) {
      expect(await as(mine).call(endpoint, { params: { id } })).toMatchObject({
        status: 404,
        code: 'operation_not_found',
      })
    }
    expect((await as(mine).call(api.listOperations)).body.total).toBe(0)
    expect(await untilOperation(as, theirs, id, isOver)).toMatchObject({ status: 'succeeded' })
  })

  test.each([
    ['dispatcher', 200, 200],
    ['viewer', 403, 200],
    ['driver', 403, 403],
  ] as const)('a %s gets %d for optimising and %d for looking', async (role, optimising, looking) => {
    const member = await makeMember({ role })
    expect((await send(member, problemOf(3), { time_limit_seconds: 0.1 })).status).toBe(optimising)
    expect((await as(member).call(api.listOperations)).status).toBe(looking)
  })

  test('an API key that may write, within its month; one that reads only reads', async () => {
    const owner = await makeMember()
    const key = async (access: 'read_write' | 'read_only') =>
      ({ token: (await as(owner).call(createApiKey, { body: { name: 'K', access } })).body.secret }) as TestMember
    const [writer, reader] = [await key('read_write'), await key('read_only')]
    const reply = await send(writer, problemOf(3), { time_limit_seconds: 0.1 })
    expect(reply).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '49999' } })
    expect(await send(reader, problemOf(3))).toMatchObject({ status: 403, code: 'not_allowed' })
    expect((await as(reader).call(api.listOperations)).body.total).toBe(1)
  })

  test('nobody without a token, whatever they send', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/optimize',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.alloc(optimizeBodyBytes + 1, 32),
    })
    expect(reply.json()).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})

describe('sent again with the same Idempotency-Key', () => {
  test('the same problem is solved once, and answered each time', async () => {
    const member = await makeMember()
    const headers = { 'idempotency-key': 'one' }
    const query = { time_limit_seconds: 0.5 }
    const replies = await Promise.all([1, 2, 3].map(() => send(member, problemOf(9), query, headers)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[1]!.body).toEqual(replies[0]!.body)
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(2)
    expect((await as(member).call(api.listOperations)).body.total).toBe(1)
  })

  test('another problem, or another way to search, is refused', async () => {
    const member = await makeMember()
    const headers = { 'idempotency-key': 'two' }
    await send(member, problemOf(3), { time_limit_seconds: 0.1 }, headers)
    for (const [jobs, seed] of [
      [4, 0],
      [3, 1],
    ] as const) {
      const reply = await send(member, problemOf(jobs), { time_limit_seconds: 0.1, seed }, headers)
      expect(reply).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    }
  })

  test('a refused call leaves the key free, and so does an operation that was forgotten', async () => {
    const member = await makeMember()
    const headers = { 'idempotency-key': 'three' }
    expect(await send(member, {}, {}, headers)).toMatchObject({ code: 'problem_unusable' })
    const first = await send(member, problemOf(3), { time_limit_seconds: 0.1 }, headers)
    later = 25 * 3_600_000
    await setTier(deps.db, member.workspaceId, 'standard')
    const second = await send(member, problemOf(4), { time_limit_seconds: 0.1 }, headers)
    later = 0
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers).not.toHaveProperty('idempotent-replayed')
  })
})

describe('limits', () => {
  const asked = { stops: problemOf(201), vehicles: problemOf(1, 21), seconds: problemOf(1), threads: problemOf(1) }
  test.each([
    [
      'stops',
      {},
      'Free allows 200 stops, and this asks for 201. Split the problem, or change to Standard or Enterprise.',
    ],
    ['vehicles', {}, 'Send fewer vehicles, or change to Standard or Enterprise.'],
    ['seconds', { time_limit_seconds: 61 }, 'Free allows 10 seconds of searching, and this asks for 61. Lower'],
    ['threads', { threads: 2 }, 'Free allows 1 thread, and this asks for 2. Lower threads, or change'],
  ] as const)('too many %s for Free are refused by name, with what would help', async (limit, query, sentence) => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'free')
    const reply = await send(member, asked[limit], query)
    expect(reply).toMatchObject({ status: 403, code: 'over_tier_limit' })
    const allowed = optimizeLimits.free[limit]
    expect(reply.body).toMatchObject({ limit, allowed, tier: 'free', detail: expect.stringContaining(sentence) })
  })

  test('a trial has what Standard has; beyond it only Enterprise helps', async () => {
    const member = await makeMember()
    const reply = await send(member, problemOf(3), { time_limit_seconds: 61 })
    expect(reply.body).toMatchObject({ tier: 'standard', allowed: 60, allowed_by: ['enterprise'] })
    await setTier(deps.db, member.workspaceId, 'enterprise')
    const { id } = await startOperation(as, member, { seconds: 600 })
    await as(member).call(api.cancelOperation, { params: { id } })
  })

  test('more threads than the server has are refused', async () => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'enterprise')
    const reply = await send(member, problemOf(3), { threads: 2 })
    expect(reply.body).toMatchObject({
      code: 'over_tier_limit',
      allowed: 1,
      detail: expect.stringContaining('OPTIMIZE_THREADS'),
    })
  })

  test('as many operations under way as the tier allows, then 429 with the time to wait; then the server is full', async () => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'free')
    const ids = [await startOperation(as, member, { seconds: 10 }), await startOperation(as, member, { seconds: 10 })]
    await untilOperation(as, member, ids[0]!.id, ({ status }) => status === 'running')
    const refused = await send(member, problemOf(3))
    expect(refused).toMatchObject({ status: 429, code: 'too_many_operations' })
    expect(refused.body).toMatchObject({ limit: 'operations', allowed: 2, tier: 'free' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)

    // One runs, one waits; six more fill the queue of seven.
    const others = [await makeMember(), await makeMember()]
    const more: [TestMember, string][] = []
    for (const other of others) {
      for (let i = 0; i < 3; i++) more.push([other, (await startOperation(as, other, { seconds: 10 })).id])
    }
    const full = await send(await makeMember(), problemOf(3))
    expect(full).toMatchObject({ status: 503, code: 'optimizer_busy' })
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
    for (const [other, id] of more) await as(other).call(api.cancelOperation, { params: { id } })
    for (const { id } of ids) await as(member).call(api.cancelOperation, { params: { id } })
    expect((await send(member, problemOf(3), { time_limit_seconds: 0.1 })).status).toBe(200)
  })
})

describe('what cannot be used', () => {
  const one = problemOf(1)
  const job = one.jobs[0]!
  const nested = '['.repeat(200_000) + ']'.repeat(200_000)
  test.each<[string, string, string, string, RegExp]>([
    ['no JSON', '{"vehicles":', 'bad_json', '', /./],
    ['nothing', '', 'bad_json', '', /./],
    ['NaN', JSON.stringify(one).replace('106.8', 'NaN'), 'bad_json', '', /./],
    ['bytes that are no text', '\u00ff', 'bad_json', '', /./],
    ['a list', '[]', 'problem_unusable', '', /must be a JSON object/],
    [
      'a field we do not know',
      JSON.stringify({ ...one, speed: 3 }),
      'problem_unusable',
      'speed',
      /not a field we know/,
    ],
    [
      'a job without place',
      JSON.stringify({ ...one, jobs: [{ id: 1 }] }),
      'problem_unusable',
      'jobs[0].location',
      /missing/,
    ],
    [
      'a number in words',
      JSON.stringify({ ...one, jobs: [{ ...job, service: '5' }] }),
      'problem_unusable',
      'jobs[0].service',
      /"5"/,
    ],
    [
      'a number without end',
      JSON.stringify(one).replace('106.8', '1e999'),
      'problem_unusable',
      'vehicles[0].start',
      /Infinity/,
    ],
    [
      'a field of the language',
      `{"__proto__":{"jobs":[]},"jobs":[],"vehicles":[{"id":1,"start":[0,0]}]}`,
      'problem_unusable',
      '__proto__',
      /not a field/,
    ],
    ['a deep nest', `{"jobs":[],"vehicles":[{"id":${nested}}]}`, 'problem_unusable', '', /./],
    [
      'a matrix that is not square',
      `{"jobs":[],"vehicles":[{"id":1,"start_index":0}],"matrices":{"car":{"durations":[[0,1]]}}}`,
      'problem_unusable',
      'matrices.car.durations[0]',
      /has 2 entries/,
    ],
  ])('%s is refused by name', async (_, payload, code, path, message) => {
    const bytes = payload === '\u00ff' ? Buffer.from([0x22, 0xff, 0x22]) : payload
    const reply = await raw(await makeMember(), bytes)
    expect(reply.json()).toMatchObject({ code, status: code === 'bad_json' ? 400 : 422 })
    expect(reply.headers['content-type']).toMatch(/problem\+json/)
    if (code === 'bad_json') return
    const [problem] = reply.json().errors
    expect(problem.message).toMatch(message)
    expect(problem.message.length).toBeLessThan(600)
    if (path) expect(problem.path).toBe(path)
  })

  test('a query that cannot be used is refused by field', async () => {
    const member = await makeMember()
    for (const query of [
      { time_limit_seconds: -1 },
      { time_limit_seconds: 'soon' },
      { threads: 0 },
      { seed: 1.5 },
      { mode: 'sync' },
    ]) {
      const reply = await send(member, one, query as Query)
      expect(reply, JSON.stringify(query)).toMatchObject({ status: 400, code: 'validation_failed' })
    }
  })

  test('text that is not said to be JSON, and more than the limit', async () => {
    const member = await makeMember()
    const text = await raw(member, JSON.stringify(one), { 'content-type': 'text/plain' })
    expect(text.json()).toMatchObject({ code: 'unsupported_media_type' })
    const large = await raw(member, Buffer.alloc(optimizeBodyBytes + 1, 32))
    expect(large.json()).toMatchObject({ status: 413, code: 'too_large', limit_bytes: 33_554_432 })
    const most = await raw(member, Buffer.alloc(optimizeBodyBytes, 32))
    expect(most.json()).toMatchObject({ code: 'bad_json' })
  })
})
