import { describe, expect, test } from 'vitest'
import * as api from '#domain/api/optimize.ts'
import { optimizeLimits } from '#domain/search-limits.ts'
import { optimizingApp } from '../../testing/optimizing-app.ts'
import { problemOf, setTier, startOperation, untilOperation } from '../../testing/optimizing.ts'
import type { TestMember } from '../../testing/test-app.ts'

const { as, deps, makeMember, send } = await optimizingApp()

describe('limits', () => {
  const asked = { stops: problemOf(201), vehicles: problemOf(1, 21), seconds: problemOf(1), threads: problemOf(1) }
  test.each([
    [
      'stops',
      {},
      'Free allows 200 stops, and this asks for 201. Split the problem, or upgrade to Standard or Enterprise.',
    ],
    ['vehicles', {}, 'Send fewer vehicles, or upgrade to Standard or Enterprise.'],
    ['seconds', { time_limit_seconds: 61 }, 'Free allows 10 seconds of search time, and this asks for 61. Lower'],
    ['threads', { threads: 2 }, 'Free allows 1 thread, and this asks for 2. Lower threads, or upgrade'],
  ] as const)('too many %s for Free are refused with the limit and what would help', async (limit, query, sentence) => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'free')
    const reply = await send(member, asked[limit], query)
    expect(reply).toMatchObject({ status: 403, code: 'over_tier_limit' })
    const allowed = optimizeLimits.free[limit]
    expect(reply.body).toMatchObject({ limit, allowed, tier: 'free', detail: expect.stringContaining(sentence) })
  })

  test('a trial has the limits of Standard, beyond which only Enterprise helps', async () => {
    const member = await makeMember()
    const reply = await send(member, problemOf(3), { time_limit_seconds: 61 })
    expect(reply.body).toMatchObject({ tier: 'standard', allowed: 60, allowed_by: ['enterprise'] })
    await setTier(deps.db, member.workspaceId, 'enterprise')
    const { id } = await startOperation(as, member, { seconds: 600 })
    await as(member).call(api.cancelOperation, { params: { id } })
  })

  test('requests for more threads than the server has are refused', async () => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'enterprise')
    const reply = await send(member, problemOf(3), { threads: 2 })
    expect(reply.body).toMatchObject({
      code: 'over_tier_limit',
      allowed: 1,
      detail: expect.stringContaining('SOLVER_THREADS'),
    })
  })

  test('the tier limits unfinished operations with 429 and the time to wait, and then the server is full', async () => {
    const member = await makeMember()
    await setTier(deps.db, member.workspaceId, 'free')
    const ids = [await startOperation(as, member, { seconds: 10 }), await startOperation(as, member, { seconds: 10 })]
    await untilOperation(as, member, ids[0]!.id, ({ status }) => status === 'running')
    const refused = await send(member, problemOf(3))
    expect(refused).toMatchObject({ status: 429, code: 'too_many_operations' })
    expect(refused.body).toMatchObject({ limit: 'operations', allowed: 2, tier: 'free' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)

    // One waits. Of the others, one runs in the turn that is kept for workspaces that run nothing.
    const more: [TestMember, string][] = []
    for (const count of [4, 3]) {
      const other = await makeMember()
      for (let i = 0; i < count; i++) more.push([other, (await startOperation(as, other, { seconds: 60 })).id])
      await untilOperation(as, more[0]![0], more[0]![1], ({ status }) => status === 'running')
    }
    const full = await send(await makeMember(), problemOf(3))
    expect(full).toMatchObject({ status: 503, code: 'optimizer_busy' })
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
    for (const [other, id] of more) await as(other).call(api.cancelOperation, { params: { id } })
    for (const { id } of ids) await as(member).call(api.cancelOperation, { params: { id } })
    expect((await send(member, problemOf(3), { time_limit_seconds: 0.1 })).status).toBe(200)
  })
})
