import type { AddressInfo } from 'node:net'
import {
  createClient,
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import { approvePlan, createPlan, dispatchPlan, getPlan } from '#domain/api/plans.ts'
import { AppError } from '#domain/errors.ts'
import { keyScopes } from '#domain/permissions.ts'
import { operationSearches } from '../features/optimize/tasks.ts'
import { planSearches } from '../features/planning/tasks.ts'
import { readRevision } from '../features/revisions/queries.ts'
import { registerErrors } from '../http/errors.ts'
import { workOnSearches } from '../queue/turns.ts'
import { at, day, dayMaker } from '../testing/planning-day.ts'
import { problemOf } from '../testing/optimizing.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import type { KartaFunction } from './function.ts'
import { registerFunctions } from './service.ts'

/*
 * The official client, calling functions in every way that it can.
 */
let now = new Date(at('06:00'))
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => now }))
await workOnSearches(deps, [planSearches(deps, readRevision), operationSearches(deps)])
const listen = async (server: FastifyInstance) => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
const url = await listen(app)
const key = deps.keys.publishableKey
const clientAt = (address: string, { token }: Pick<TestMember, 'token'>) =>
  createClient(address, key, { accessToken: async () => token }).functions
const owner = await makeMember()
const functions = clientAt(url, owner)

/** What a refusal says. */
const refusal = async ({ error, response }: { error: unknown; response?: Response }) => ({
  kind: (error as Error).constructor,
  status: response?.status,
  code: ((await response?.json()) as { code?: string } | undefined)?.code,
})

test('optimize solves a problem, as JSON, text, bytes or an operation', async () => {
  const problem = problemOf(5)
  const shapes = [problem, JSON.stringify(problem), new Blob([JSON.stringify(problem)])]
  for (const body of shapes) {
    const name = 'optimize?iteration_limit=50&forceFunctionRegion=any'
    const { data, error } = await functions.invoke(name, { body: body as never, region: FunctionRegion.EuCentral1 })
    expect([error, data.routes.length, data.unassigned]).toEqual([null, 1, []])
  }
  const later = await functions.invoke('optimize?iteration_limit=50', {
    body: problem as never,
    headers: { prefer: 'respond-async' },
  })
  expect(later.response!.status).toBe(202)
  expect(later.data).toMatchObject({ status: expect.any(String), id: expect.any(String) })
  expect(await refusal(await functions.invoke('optimize', { body: { vehicles: [] } }))).toMatchObject({
    kind: FunctionsHttpError,
    status: 422,
    code: 'problem_unusable',
  })
})

test('explain-plan says why, and insert-order finds the place for one more delivery', async () => {
  const member = await makeMember({ role: 'dispatcher' })
  const call = clientAt(url, member)
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver({}, { capacity_kg: 100 })
  for (const tags of [['food'], [], []]) await make.delivery({ tags })
  const heavy = await make.delivery({ weight_kg: 500 })
  const body = { day, driver_ids: [driver.id], time_limit_seconds: 1 }
  const { body: planned } = await as(member).call(createPlan, { body })
  const params = { id: planned.id }
  let plan = (await as(member).call(getPlan, { params })).body
  while (plan.state !== 'draft') plan = (await as(member).call(getPlan, { params })).body

  const explained = await call.invoke('explain-plan', { body: { plan_id: plan.id } })
  expect(explained.data).toMatchObject({
    plan_id: plan.id,
    state: 'draft',
    unassigned: [{ delivery_id: heavy.id, reason_code: 'capacity', reason: expect.stringContaining('500') }],
    groups: [{ delivery_ids: [heavy.id] }],
  })
  await as(member).call(approvePlan, { params })
  await as(member).call(dispatchPlan, { params })

  const late = await make.delivery()
  const ask = (delivery_id: string) => call.invoke('insert-order', { body: { plan_id: plan.id, delivery_id } })
  const [route] = plan.routes
  const place = { fits: true, driver_id: driver.id, route_id: route!.id }
  const early = await ask(late.id)
  expect(early.data).toMatchObject({ ...place, arrival_at: expect.stringContaining('2026-03-16T') })
  expect(early.data.sequence).toBeGreaterThanOrEqual(1)
  expect(early.data.later).toHaveLength(4 - early.data.sequence)

  // With all stops done but the last, only the places around that one are left, and nothing happens in the past.
  now = new Date(route!.stops[2]!.departure_at)
  const onTheRoad = await ask(late.id)
  expect(onTheRoad.data).toMatchObject(place)
  expect(onTheRoad.data.sequence).toBeGreaterThanOrEqual(3)
  expect(Date.parse(onTheRoad.data.arrival_at)).toBeGreaterThanOrEqual(now.getTime())

  // The address is far outside, and the other place is beside a stop.
  const stop = route!.stops[2]!
  const beside = {
    name: 'Parcel locker',
    address: 'Station 1',
    location: stop.location!,
    windows: [],
    service_minutes: 1,
  }
  const other_places = JSON.stringify([beside])
  const choice = await ask((await make.delivery({ lat: -6.9, lng: 106.2, other_places } as never)).id)
  expect(choice.data).toMatchObject({ ...place, address: 'Station 1', place_name: 'Parcel locker' })
  const two = { weight_kg: 500, other_places } as never
  const neither = await ask((await make.delivery(two)).id)
  expect(neither.data).toMatchObject({
    fits: false,
    reason: expect.stringMatching(/None of its places.*Parcel locker: /),
  })

  const nowhere = await ask((await make.delivery({ weight_kg: 500 })).id)
  expect(nowhere.data).toMatchObject({ fits: false, reason_code: 'capacity', reason: expect.stringContaining('500') })
  expect((await ask((await make.delivery({ lat: null, lng: null } as never)).id)).data).toMatchObject({
    fits: false,
    reason_code: 'no_location',
  })
  const chief = as(await makeMember({ workspaceId: member.workspaceId, role: 'admin' }))
  await chief.call(changePlanningSettings, { body: { keep_apart: [['food', 'paint']] } })
  const paint = await ask((await make.delivery({ tags: ['paint'] })).id)
  expect(paint.data).toMatchObject({ fits: false, reason_code: 'group' })
  const onRoute = route!.stops[1]!.delivery_id!
  expect(await refusal(await ask(onRoute))).toMatchObject({ status: 409, code: 'delivery_on_route' })
  const other = clientAt(url, await makeMember())
  const foreign = await other.invoke('insert-order', { body: { plan_id: plan.id, delivery_id: late.id } })
  expect(await refusal(foreign)).toMatchObject({ kind: FunctionsHttpError, status: 404, code: 'plan_not_found' })
})

test('a form, a query and a wrong field reach the function, and any method does', async () => {
  const plan_id = '00000000-0000-4000-8000-000000000000'
  const form = new FormData()
  form.set('plan_id', plan_id)
  const missing = { kind: FunctionsHttpError, status: 404, code: 'plan_not_found' }
  expect(await refusal(await functions.invoke('explain-plan', { body: form }))).toEqual(missing)
  for (const method of ['GET', 'DELETE'] as const) {
    const asked = await functions.invoke(`explain-plan?plan_id=${plan_id}`, { method })
    expect(await refusal(asked)).toEqual(missing)
  }
  for (const [body, code] of [
    [{ plan_id, x: 1 }, 'validation_failed'],
    ['{', 'bad_json'],
  ] as const) {
    expect(await refusal(await functions.invoke('explain-plan', { body }))).toEqual({ ...missing, status: 400, code })
  }
})

test('who shows no valid token, or lacks the role, is refused before anything runs', async () => {
  const nobody = createClient(url, key).functions
  const anon = await nobody.invoke('optimize', { body: {} })
  expect(await refusal(anon)).toEqual({ kind: FunctionsHttpError, status: 401, code: 'not_signed_in' })
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  const refused = await clientAt(url, viewer).invoke('optimize', { body: {} })
  expect(await refusal(refused)).toMatchObject({ status: 403, code: 'not_allowed' })
  const { body } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: [...keyScopes] } })
  const { secret } = body
  const byKey = await createClient(url, secret).functions.invoke('optimize?iteration_limit=1', {
    body: problemOf(2) as never,
  })
  expect([byKey.error, byKey.response!.headers.has('x-quota-remaining')]).toEqual([null, true])
})

test('a function that is unknown, crashes or takes too long is the platform’s failure', async () => {
  const failing: Pick<KartaFunction, 'name' | 'run'>[] = [
    { run: () => Promise.reject(new Error('boom')), name: 'crash' },
    { run: () => new Promise(() => {}), name: 'slow' },
    { run: () => Promise.reject(new AppError('server_busy')), name: 'boot' },
    { run: async () => undefined, name: 'quiet' },
    { run: async ({ request, subPath, input }) => [request.method, subPath, await input()], name: 'echo' },
  ]
  const usual = { may: 'see_workspace', bodyBytes: 1000 } as const
  const served = failing.map((each) => ({ ...usual, seconds: each.name === 'slow' ? 0.01 : 60, ...each }))
  const server = Fastify()
  afterAll(() => server.close())
  registerErrors(server)
  await registerFunctions(server, deps, served)
  const call = clientAt(await listen(server), owner)
  const failures = { crash: [500, 'internal'], slow: [504, 'function_timed_out'], boot: [503, 'server_busy'] }
  for (const [name, [status, code]] of Object.entries({ ...failures, unknown: [404, 'function_not_found'] })) {
    const reply = await call.invoke(name, { body: {} })
    expect(reply.response?.headers.get('x-relay-error'), name).toBe('true')
    expect(await refusal(reply), name).toEqual({ kind: FunctionsRelayError, status, code })
  }
  expect(await call.invoke('quiet')).toMatchObject({ error: null, response: { status: 204 } })
  const echo = await call.invoke('echo/a/b', { method: 'PUT', body: { x: 1 } })
  expect(echo.data).toEqual(['PUT', 'a/b', { x: 1 }])
  const large = await call.invoke('echo', { body: 'x'.repeat(2000) })
  expect(await refusal(large)).toEqual({ kind: FunctionsHttpError, status: 413, code: 'too_large' })
})

test('without an answer there is a fetch error, and browsers may call from anywhere and see what failed', async () => {
  const nowhere = await clientAt('http://127.0.0.1:1', owner).invoke('optimize')
  expect(nowhere.error).toBeInstanceOf(FunctionsFetchError)
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
  const preflight = await app.inject({ method: 'OPTIONS', url: '/functions/v1/optimize', headers })
  expect(preflight.statusCode).toBe(204)
  const unknown = await app.inject({ method: 'POST', url: '/functions/v1/unknown', headers })
  expect(unknown.headers['access-control-expose-headers']).toContain('x-relay-error')
  expect([unknown.headers['access-control-allow-origin'], unknown.headers['x-relay-error']]).toEqual([
    'https://app.example',
    'true',
  ])
})
