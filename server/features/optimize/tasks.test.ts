import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { check, type VroomOutput } from '#solver/index.ts'
import * as api from '#domain/api/optimize.ts'
import { createPlan, getPlanProgress } from '#domain/api/plans.ts'
import { inWorkspace } from '../../db/connect.ts'
import { runOperation } from '../../queue/tasks.ts'
import { openEngine } from '../../engine/engine.ts'
import { isOver, isSearching, problemOf, setTier, startOperation, untilOperation } from '../../testing/optimizing.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { dead, workersOf } from '../../testing/workers.ts'
import { workOnPlanning } from '../planning/tasks.ts'
import { claimOperation } from './commands.ts'
import { interrupted, notSolved } from './rules.ts'
import { workOnOperations } from './tasks.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
const startWorker = workersOf(deps, workOnOperations)

const setTicket = (change: string) => deps.pool.query(`update pgboss.job set ${change} where name = 'run-operation'`)
const ticketOf = async () => (await deps.queue.unfinished(runOperation)).at(-1)!.ticket

/** Removes leftover turns before the next test. */
const clear = async () => {
  await deps.pool.query(`delete from pgboss.job where name = 'run-operation'`)
}

test('an operation interrupted by a shutdown is finished after the next start', async () => {
  const member = await makeMember()
  const queue = await startWorker()
  const { id } = await startOperation(as, member, { seconds: 2 })
  await untilOperation(as, member, id, isSearching)
  await queue.stop()
  const waiting = (await as(member).call(api.getOperation, { params: { id } })).body
  expect(waiting).toMatchObject({ status: 'queued', progress: null, started_at: null, result: null })
  const again = await startWorker()
  const done = await untilOperation(as, member, id, isOver)
  expect(done.status).toBe('succeeded')
  expect(check(problemOf(8), done.result as VroomOutput).errors).toEqual([])
  await again.stop()
  await clear()
})

test('an operation whose worker died continues with its ticket', async () => {
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  const claimed = await claimOperation(deps.db, await ticketOf(), deps.now())
  expect(claimed).toMatchObject({ operation_id: id, attempts: 1 })
  await setTicket(dead)
  const queue = await startWorker()
  expect((await untilOperation(as, member, id, isOver)).status).toBe('succeeded')
  await queue.stop()
  await clear()
})

test('operations without a ticket, as after a restore, get a turn at the next start', async () => {
  const [one, other] = [await makeMember(), await makeMember()]
  const queued = await startOperation(as, one)
  const running = await startOperation(as, other)
  await claimOperation(deps.db, await ticketOf(), deps.now())
  await clear()
  const queue = await startWorker()
  expect((await untilOperation(as, one, queued.id, isOver)).status).toBe('succeeded')
  expect((await untilOperation(as, other, running.id, isOver)).status).toBe('succeeded')
  await queue.stop()
  await clear()
})

test('one that was interrupted too often fails at the next start, with a reason', async () => {
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  for (let attempt = 0; attempt < 4; attempt++) await claimOperation(deps.db, await ticketOf(), deps.now())
  await clear()
  const queue = await startWorker()
  const failed = await untilOperation(as, member, id, isOver)
  expect(failed).toMatchObject({ status: 'failed', failure: interrupted, result: null })
  await queue.stop()
})

test('a search that keeps failing ends as failed, without revealing internal errors', async () => {
  let attempts = 0
  const solve = async () => {
    attempts++
    throw new Error('a secret of the server')
  }
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  const queue = await startWorker({ operationEngine: { ...deps.operationEngine, solve } })
  expect(await untilOperation(as, member, id, isOver)).toMatchObject({ status: 'failed', failure: notSolved })
  expect(attempts).toBe(4)
  await queue.stop()
  await clear()
})

test('a repeated ticket does not touch a finished operation', async () => {
  const member = await makeMember()
  const queue = await startWorker()
  const { id } = await startOperation(as, member, { seconds: 0.2 })
  const before = await untilOperation(as, member, id, isOver)
  await inWorkspace(deps.db, member.workspaceId, (trx) => deps.queue.add(trx, runOperation, { ticket: randomUUID() }))
  const next = await startOperation(as, member, { seconds: 0.2 })
  await untilOperation(as, member, next.id, isOver)
  expect((await as(member).call(api.getOperation, { params: { id } })).body).toEqual(before)
  await queue.stop()
  await clear()
})

test('workspaces take turns, regardless of how much each sent and when', async () => {
  const [busy, modest, late] = [await makeMember(), await makeMember(), await makeMember()]
  const names = new Map<string, string>()
  const add = async (member: typeof busy, name: string) => names.set((await startOperation(as, member)).id, name)
  for (const name of ['busy 1', 'busy 2', 'busy 3']) await add(busy, name)
  for (const name of ['modest 1', 'modest 2']) await add(modest, name)
  await add(late, 'late 1')
  const take = async () => {
    const claimed = await claimOperation(deps.db, randomUUID(), new Date())
    return names.get(claimed!.operation_id)
  }
  // All keep running, so each further turn goes to the workspace with the fewest.
  expect([await take(), await take(), await take()]).toEqual(['busy 1', 'modest 1', 'late 1'])
  expect([await take(), await take(), await take()]).toEqual(['busy 2', 'modest 2', 'busy 3'])
  expect(await claimOperation(deps.db, randomUUID(), new Date())).toBeUndefined()
  for (const member of [busy, modest, late]) {
    await inWorkspace(deps.db, member.workspaceId, (trx) => sql`delete from operations`.execute(trx))
  }
  await clear()
})

test('concurrent turns get different operations', async () => {
  const member = await makeMember()
  const ids = [await startOperation(as, member), await startOperation(as, member), await startOperation(as, member)]
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimOperation(deps.db, randomUUID(), new Date())))
  const taken = claims.flatMap((claim) => claim?.operation_id ?? [])
  expect(taken.toSorted()).toEqual(ids.map(({ id }) => id).toSorted())
  await inWorkspace(deps.db, member.workspaceId, (trx) => sql`delete from operations`.execute(trx))
  await clear()
})

test('a dispatcher’s plan does not wait for problems from programs', async () => {
  const [program, dispatcher] = [await makeMember(), await makeMember()]
  const queue = await startWorker()
  await workOnPlanning({ ...deps, queue })
  const { id } = await startOperation(as, program, { jobs: 50, seconds: 60 })
  await startOperation(as, program, { seconds: 60 })
  await untilOperation(as, program, id, isSearching)

  const make = dayMaker(deps.db, dispatcher.workspaceId)
  await make.depot()
  await make.delivery()
  const driver = await make.driver()
  const body = { day, driver_ids: [driver.id], time_limit_seconds: 1 }
  const plan = (await as(dispatcher).call(createPlan, { body })).body
  const state = async () => (await as(dispatcher).call(getPlanProgress, { params: { id: plan.id } })).body.state
  while ((await state()) !== 'draft') await new Promise((wake) => setTimeout(wake, 50))
  expect((await as(program).call(api.getOperation, { params: { id } })).body.status).toBe('running')
  await queue.stop()
  await inWorkspace(deps.db, program.workspaceId, (trx) => sql`delete from operations`.execute(trx))
  await clear()
})

test('several threads solve one problem together, and the plan is valid', async () => {
  const operationEngine = openEngine(2)
  const member = await makeMember()
  await setTier(deps.db, member.workspaceId, 'enterprise')
  const { id } = await startOperation(as, member, { jobs: 60, seconds: 2 })
  await inWorkspace(deps.db, member.workspaceId, (trx) => sql`update operations set threads = 2`.execute(trx))
  const queue = await startWorker({ operationEngine })
  const done = await untilOperation(as, member, id, isOver)
  expect(done).toMatchObject({ status: 'succeeded', threads: 2 })
  expect(check(problemOf(60), done.result as VroomOutput).errors).toEqual([])
  await queue.stop()
  await operationEngine.stop()
})
