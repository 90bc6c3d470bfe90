import { afterAll, expect } from 'vitest'
import { check, type VroomInput, type VroomOutput } from '#solver/index.ts'
import * as api from '#domain/api/optimize.ts'
import { openQueue } from '../queue/queue.ts'
import { testApp, type TestMember } from './test-app.ts'
import { workOnOperations } from './workers.ts'

/** The query of a search, as it is sent. */
export type SearchQuery = {
  time_limit_seconds?: number
  iteration_limit?: number
  threads?: number
  seed?: number
  plan_mode?: 'true' | 'false'
}

/** An app that solves programs' problems in one thread, with room for seven operations and a clock that can be moved. */
export async function optimizingApp() {
  const clock = { aheadMs: 0 }
  const testing = await testApp((parts) => ({
    config: { ...parts.config, optimizeQueue: 7 },
    engine: { ...parts.engine, threads: 1 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }))
  const { app, deps, as } = testing
  const queue = await openQueue(deps.pool, () => {})
  workOnOperations({ ...deps, queue })
  afterAll(() => queue.stop())

  const send = (
    member: TestMember | null,
    body: unknown,
    query: SearchQuery = {},
    headers: Record<string, string> = {},
  ) => as(member).call(api.optimize, { body: body as never, query, headers })

  const raw = (member: TestMember, payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/v1/optimize',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', ...headers },
      payload,
    })

  return { ...testing, clock, send, raw }
}

/** Expects that the independent check finds no errors in a plan. */
export const sound = (problem: VroomInput, plan: unknown) =>
  expect(check(problem, plan as VroomOutput).errors).toEqual([])
