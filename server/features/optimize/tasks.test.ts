import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { check, type VroomOutput } from '#solver/index.ts'
import * as api from '#domain/api/optimize.ts'
import { inWorkspace } from '../../db/connect.ts'
import { claimTurn } from '../../queue/turns.ts'
import { openEngine } from '../../engine/engine.ts'
import { isOver, isSearching, problemOf, setTier, startOperation, untilOperation } from '../../testing/optimizing.ts'
import { clockFrom } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workersOf, workOnOperations } from '../../testing/workers.ts'
import { interrupted, notSolved } from './rules.ts'
import { operationSearches } from './tasks.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
const startWorker = workersOf(deps, workOnOperations)

/** Starts an operation on a server that then dies. */
async function abandon(member: TestMember, id: string, attempts = 1) {
  const turn = await claimTurn(deps.db, ['shared'], [{ kind: 'operation' }], deps.now())
  expect(turn).toMatchObject({ id, attempts: 1 })
  await inWorkspace(deps.db, member.workspaceId, (trx) =>
    sql`update operations set heartbeat_at = now() - interval '1 minute', attempts = ${attempts}`.execute(trx),
  )
  return turn!
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
})

test('an operation whose server died is solved by another one, and the first can no longer change it', async () => {
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  const turn = await abandon(member, id)
  const queue = await startWorker()
  const before = await untilOperation(as, member, id, isOver)
  expect(before.status).toBe('succeeded')
  await operationSearches(deps).search(turn, new AbortController().signal)
  await inWorkspace(deps.db, member.workspaceId, (trx) => operationSearches(deps).putBack(trx, turn, true))
  expect((await as(member).call(api.getOperation, { params: { id } })).body).toEqual(before)
  await queue.stop()
})

test('one whose servers died too often fails, with a reason', async () => {
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  await abandon(member, id, 4)
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
  const queue = await startWorker({ engine: { ...deps.engine, solve } })
  expect(await untilOperation(as, member, id, isOver)).toMatchObject({ status: 'failed', failure: notSolved })
  expect(attempts).toBe(4)
  await queue.stop()
})

test('several threads solve one problem together, and the plan is valid', async () => {
  const engine = openEngine(2)
  const member = await makeMember()
  await setTier(deps.db, member.workspaceId, 'enterprise')
  const { id } = await startOperation(as, member, { jobs: 60, seconds: 2 })
  await inWorkspace(deps.db, member.workspaceId, (trx) => sql`update operations set threads = 2`.execute(trx))
  const queue = await startWorker({ engine })
  const done = await untilOperation(as, member, id, isOver)
  expect(done).toMatchObject({ status: 'succeeded', threads: 2 })
  expect(check(problemOf(60), done.result as VroomOutput).errors).toEqual([])
  await queue.stop()
  await engine.stop()
})

test('the log says that a thread was lost whose work the others did', async () => {
  const told: unknown[] = []
  const warn = (fields: object, text: string) => void told.push({ ...fields, text })
  const lost = new Error('A thread of the engine ended without an answer.')
  const solve: typeof deps.engine.solve = (request, watch) => {
    watch?.onLost?.(lost)
    return deps.engine.solve(request, watch)
  }
  const member = await makeMember()
  const { id } = await startOperation(as, member)
  const queue = await startWorker({ engine: { ...deps.engine, solve }, observer: { ...deps.observer, warn } })
  expect(await untilOperation(as, member, id, isOver)).toMatchObject({ status: 'succeeded' })
  expect(told).toEqual([{ err: lost, operation: id, text: 'a thread of a search was lost' }])
  await queue.stop()
})
