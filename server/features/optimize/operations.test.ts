import { describe, expect, test } from 'vitest'
import * as api from '#domain/api/optimize.ts'
import { optimizingApp, sound } from '../../testing/optimizing-app.ts'
import { isOver, isSearching, problemOf, setTier, startOperation, untilOperation } from '../../testing/optimizing.ts'
import { forgetOperations } from './commands.ts'

const { as, clock, deps, makeMember, send } = await optimizingApp()

describe('an operation', () => {
  test('is returned to a caller who prefers to poll', async () => {
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

  test('is returned for a longer search, and after the preferred wait', async () => {
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

  test('searches 1 second per 100 stops by default', async () => {
    const member = await makeMember()
    const reply = await send(member, problemOf(150, 2), {}, { prefer: 'respond-async' })
    expect(reply.body).toMatchObject({ time_limit_seconds: 2 })
  })

  test('keeps the best plan so far if it is cancelled while running, once', async () => {
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

  test('is never solved if it is cancelled before its turn', async () => {
    const [member, neighbor] = [await makeMember(), await makeMember()]
    const first = await startOperation(as, member, { seconds: 60 })
    await untilOperation(as, member, first.id, isSearching)
    // Takes the turn that is kept for a workspace that runs nothing, so that no other is free.
    const theirs = await startOperation(as, neighbor, { seconds: 60 })
    await untilOperation(as, neighbor, theirs.id, isSearching)
    const second = await startOperation(as, member, { seconds: 60 })
    const cancelled = await as(member).call(api.cancelOperation, { params: { id: second.id } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', result: null, started_at: null })
    await as(member).call(api.cancelOperation, { params: { id: first.id } })
    await as(neighbor).call(api.cancelOperation, { params: { id: theirs.id } })
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

  test('is deleted a day after it ends', async () => {
    const member = await makeMember()
    const { id } = await startOperation(as, member, { seconds: 0.1 })
    await untilOperation(as, member, id, isOver)
    clock.aheadMs = 24 * 3_600_000 - 5_000
    expect((await as(member).call(api.getOperation, { params: { id } })).status).toBe(200)
    clock.aheadMs = 24 * 3_600_000 + 1
    for (const endpoint of [api.getOperation, api.cancelOperation]) {
      expect(await as(member).call(endpoint, { params: { id } })).toMatchObject({ code: 'operation_not_found' })
    }
    expect((await as(member).call(api.listOperations)).body).toMatchObject({ total: 0, data: [] })
    await forgetOperations(deps.db, deps.now())
    clock.aheadMs = 0
    expect(await as(member).call(api.getOperation, { params: { id } })).toMatchObject({ code: 'operation_not_found' })
  })
})

describe('sent again with the same Idempotency-Key', () => {
  test('the same problem is solved once and answered each time', async () => {
    const member = await makeMember()
    const headers = { 'idempotency-key': 'one' }
    const query = { time_limit_seconds: 0.5 }
    const replies = await Promise.all([1, 2, 3].map(() => send(member, problemOf(9), query, headers)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[1]!.body).toEqual(replies[0]!.body)
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(2)
    expect((await as(member).call(api.listOperations)).body.total).toBe(1)
  })

  test('a different problem or query is refused', async () => {
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

  test('a refused call and a deleted operation free the key', async () => {
    const member = await makeMember()
    const headers = { 'idempotency-key': 'three' }
    expect(await send(member, {}, {}, headers)).toMatchObject({ code: 'problem_unusable' })
    const first = await send(member, problemOf(3), { time_limit_seconds: 0.1 }, headers)
    clock.aheadMs = 25 * 3_600_000
    await setTier(deps.db, member.workspaceId, 'standard')
    const second = await send(member, problemOf(4), { time_limit_seconds: 0.1 }, headers)
    clock.aheadMs = 0
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers).not.toHaveProperty('idempotent-replayed')
  })
})
