import { describe, expect, test } from 'vitest'
import { checkPlanMode, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import * as api from '#domain/api/optimize.ts'
import { planExample, problemExample } from '#domain/api/optimize-examples.ts'
import { optimizeBodyBytes } from '#domain/operations.ts'
import { inWorkspace } from '../../db/connect.ts'
import { optimizingApp, sound } from '../../testing/optimizing-app.ts'
import { isOver, problemOf, startOperation, untilOperation } from '../../testing/optimizing.ts'
import type { TestMember } from '../../testing/test-app.ts'

const { app, as, deps, makeMember, send } = await optimizingApp()

describe('a small problem', () => {
  test('is answered with VROOM’s plan right away', async () => {
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

  test('gives the same plan for the same seed and iterations', async () => {
    const member = await makeMember()
    const problem = problemOf(40, 3)
    const query = { iteration_limit: 300, seed: 5, time_limit_seconds: 10 }
    const [one, two] = [await send(member, problem, query), await send(member, problem, query)]
    expect(one.status).toBe(200)
    sound(problem, one.body)
    expect(two.body.routes).toEqual(one.body.routes)
  })

  test('may have only shipments and any text', async () => {
    const description = 'Ä \u0000 \ud800 "quoted" \\ \u2028'
    const problem = {
      vehicles: [{ id: 1, start: [0, 0], description }],
      shipments: [{ pickup: { id: 1, location: [0, 0.1] }, delivery: { id: 1, location: [0, 0.2] } }],
    }
    const { status, body } = await send(await makeMember(), problem, { time_limit_seconds: 0.1 })
    expect(status).toBe(200)
    expect(body.routes[0]).toMatchObject({ vehicle: 1, description })
  })

  test('may use our extensions of VROOM, such as groups that must not mix', async () => {
    const problem = problemOf(6, 2)
    problem.jobs.forEach((job, i) => (job.groups = [i % 2 ? 'food' : 'paint']))
    problem.groups = { apart: [['food', 'paint']] }
    const { status, body } = await send(await makeMember(), problem, { time_limit_seconds: 0.1 })
    expect(status).toBe(200)
    sound(problem, body)
    expect(body.summary.routes).toBe(2)
  })

  test('without jobs gives a plan without routes', async () => {
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

  test('keeps the order of the steps and reports violations', async () => {
    const member = await makeMember()
    const { status, body, headers } = await send(member, ordered(), { plan_mode: 'true' })
    expect(status).toBe(200)
    expect(checkPlanMode(ordered(), body as VroomOutput).errors).toEqual([])
    expect(body.routes[0]!.steps.flatMap(({ id }) => id ?? [])).toEqual([1, 2, 3, 4])
    expect(body.summary.violations).toEqual([{ cause: 'max_tasks' }])
    const id = String(headers['content-location']).replace('/v1/operations/', '')
    expect((await as(member).call(api.getOperation, { params: { id } })).body).toMatchObject({ plan_mode: true })
  })

  test('rejects search options and impossible times, by path', async () => {
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

describe('access', () => {
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
  ] as const)('a %s gets %d for optimizing and %d for reading', async (role, optimizing, looking) => {
    const member = await makeMember({ role })
    expect((await send(member, problemOf(3), { time_limit_seconds: 0.1 })).status).toBe(optimizing)
    expect((await as(member).call(api.listOperations)).status).toBe(looking)
  })

  test('an API key that may plan can optimize within its quota; one that may read can only read', async () => {
    const owner = await makeMember()
    const key = async (scope: 'planning' | 'read') =>
      ({
        token: (await as(owner).call(createApiKey, { body: { name: 'K', scopes: [scope] } })).body.secret,
      }) as TestMember
    const [writer, reader] = [await key('planning'), await key('read')]
    const reply = await send(writer, problemOf(3), { time_limit_seconds: 0.1 })
    expect(reply).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '49999' } })
    expect(await send(reader, problemOf(3))).toMatchObject({ status: 403, code: 'api_key_scope' })
    expect((await as(reader).call(api.listOperations)).body.total).toBe(1)
  })

  test('requests without a token are refused, whatever they send', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/optimize',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.alloc(optimizeBodyBytes + 1, 32),
    })
    expect(reply.json()).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})
