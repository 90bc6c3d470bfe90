import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import * as api from '#domain/api/plans.ts'
import { runningSearches } from '#domain/search-limits.ts'
import { inWorkspace } from '../db/connect.ts'
import { operationSearches } from '../features/optimize/tasks.ts'
import { planSearches } from '../features/planning/tasks.ts'
import { readRevision } from '../features/revisions/queries.ts'
import { setTier } from '../testing/optimizing.ts'
import { clockFrom, day, dayMaker } from '../testing/planning-day.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { workersOf } from '../testing/workers.ts'
import type { Lane } from './lanes.ts'
import { claimTurn, workOnSearches, type Turn } from './turns.ts'
import { rig } from '../testing/rig.ts'

const { deps, makeMember, as } = await testApp(({ now, engine }) => ({
  now: clockFrom('06:00', now),
  engine: {
    ...engine,
    threads: 2,
    // The greedy one's day never settles, however fast the machine is.
    solve: (request, ...rest) => engine.solve({ ...request, untilSettled: request.timeLimitSeconds! < 60 }, ...rest),
  },
}))
const startWorker = workersOf(deps, (each) =>
  workOnSearches(each, [planSearches(each, readRevision), operationSearches(each)]),
)

const members: TestMember[] = []
const names = new Map<string, string>()
const kinds = [{ kind: 'plan' }, { kind: 'operation' }] as const
const every: Lane[] = ['plan', 'shared', 'first', 'short']

/** A workspace whose searches are only rows. */
async function tenant() {
  const member = await makeMember()
  members.push(member)
  const add = async (kind: 'plan' | 'operation', name: string, seconds: number) => {
    const { rows } = await rig(deps.db, member.workspaceId, (trx) =>
      kind === 'plan'
        ? sql<{ id: string }>`insert into plans (workspace_id, day, driver_ids, time_limit_seconds)
            values (${member.workspaceId}, ${day}, '{}', ${seconds}) returning id`.execute(trx)
        : sql<{ id: string }>`insert into operations (workspace_id, stops, vehicles, time_limit_seconds, threads, seed)
            values (${member.workspaceId}, 1, 1, ${seconds}, 1, 1) returning id`.execute(trx),
    )
    names.set(rows[0]!.id, name)
  }
  return {
    member,
    plan: (name: string, seconds = 120) => add('plan', name, seconds),
    operation: (name: string, seconds = 120) => add('operation', name, seconds),
  }
}

const claim = (...lanes: Lane[]) => claimTurn(deps.db, lanes, [...kinds], deps.now())
const nameOf = (turn: Turn | undefined) => turn && names.get(turn.id)
const take = async (...lanes: Lane[]) => nameOf(await claim(...lanes))
const silence = (member: TestMember) =>
  rig(deps.db, member.workspaceId, (trx) =>
    sql`update plans set heartbeat_at = now() - interval '11 seconds'`.execute(trx),
  )

afterEach(async () => {
  for (const { workspaceId } of members.splice(0)) {
    await rig(deps.db, workspaceId, async (trx) => {
      await sql`delete from plans`.execute(trx)
      await sql`delete from operations`.execute(trx)
    })
  }
})

test('workspaces take turns, whatever each asked for, how much of it and when', async () => {
  const [busy, modest, late] = [await tenant(), await tenant(), await tenant()]
  for (const name of ['busy 1', 'busy 2', 'busy 3']) await busy.plan(name)
  await modest.operation('modest 1')
  await modest.plan('modest 2')
  await late.operation('late 1')
  // All keep running, so each further turn goes to the workspace with the fewest.
  const order = ['busy 1', 'modest 1', 'late 1', 'busy 2', 'modest 2', 'busy 3']
  for (const name of order) expect(await take('plan', 'shared')).toBe(name)
  expect(await take('plan', 'shared')).toBeUndefined()
})

test('of two workspaces that run nothing, the one that was served longer ago is next', async () => {
  const [one, other] = [await tenant(), await tenant()]
  for (const name of ['one 1', 'one 2']) await one.plan(name)
  expect(await take('shared')).toBe('one 1')
  await rig(deps.db, one.member.workspaceId, (trx) =>
    trx.updateTable('plans').set({ state: 'draft' }).where('state', '=', 'optimizing').execute(),
  )
  await other.operation('other 1')
  expect(await take('shared')).toBe('other 1')
  expect(await take('shared')).toBe('one 2')
})

test('one turn is for plans, one is kept for a workspace that runs nothing, and one for a short search', async () => {
  const [greedy, modest, other] = [await tenant(), await tenant(), await tenant()]
  for (const name of ['greedy 1', 'greedy 2']) await greedy.operation(name)
  for (const name of ['greedy plan 1', 'greedy plan 2']) await greedy.plan(name)
  for (const name of ['greedy short 1', 'greedy short 2']) await greedy.plan(name, 10)
  expect(await take('plan')).toBe('greedy plan 1')
  expect(await take('shared')).toBe('greedy 1')
  expect(await take('first', 'short')).toBe('greedy short 1')
  expect(await take('first', 'short')).toBeUndefined()

  await modest.plan('modest long', 11)
  await modest.plan('modest short', 10)
  expect(await take('first')).toBe('modest long')
  expect(await take('short')).toBe('modest short')
  await other.operation('other long')
  expect(await claim('first', 'short')).toMatchObject({ lane: 'first', workspaceId: other.member.workspaceId })
})

test('a workspace runs as many searches as its tier allows, whatever is free', async () => {
  const { member, plan, operation } = await tenant()
  await setTier(deps.db, member.workspaceId, 'free')
  for (const name of ['1', '2', '3']) await plan(name)
  await operation('4')
  await plan('5')
  for (let i = 0; i < runningSearches.free; i++) expect(await take(...every)).toBeDefined()
  expect(await take(...every)).toBeUndefined()
})

test('servers that ask at the same time take different searches, and none that another one works on', async () => {
  const { member, plan } = await tenant()
  for (const name of ['1', '2', '3', '4']) await plan(name)
  const taken = await Promise.all([1, 2, 3, 4, 5].map(() => take('plan')))
  expect(taken.filter((name) => name !== undefined).toSorted()).toEqual(['1', '2', '3', '4'])
  await silence(member)
  const again = await claim('plan')
  expect(again).toMatchObject({ attempts: 2 })
})

test('a row that somebody has locked does not hold up the line', async () => {
  const [slow, other] = [await tenant(), await tenant()]
  await slow.plan('slow')
  await other.plan('other')
  await inWorkspace(deps.db, slow.member.workspaceId, async (trx) => {
    await trx.selectFrom('plans').select('id').forUpdate().execute()
    expect(await take('plan')).toBe('other')
  })
})

test('a modest workspace is served while a greedy one floods with plans and operations', async () => {
  const greedy = await tenant()
  await setTier(deps.db, greedy.member.workspaceId, 'enterprise')
  const makeDay = async (member: TestMember, deliveries: number) => {
    const make = dayMaker(deps.db, member.workspaceId)
    await make.depot()
    for (let i = 0; i < deliveries; i++) await make.delivery()
    return [(await make.driver()).id]
  }
  const createPlan = async (member: TestMember, driver_ids: string[], time_limit_seconds: number) =>
    (await as(member).call(api.createPlan, { body: { day, driver_ids, time_limit_seconds } })).body.id
  const drivers = await makeDay(greedy.member, 200)
  const flood: string[] = []
  for (let i = 0; i < 12; i++) flood.push(await createPlan(greedy.member, drivers, 600))
  const queue = await startWorker()

  const modest = (await tenant()).member
  const id = await createPlan(modest, await makeDay(modest, 8), 2)
  const read = async (member: TestMember, plan: string) =>
    (await as(member).call(api.getPlanProgress, { params: { id: plan } })).body
  const stateOf = async (member: TestMember, plan: string) => (await read(member, plan)).state
  while ((await stateOf(modest, id)) !== 'draft') await new Promise((wake) => setTimeout(wake, 50))
  const states = await Promise.all(flood.map((plan) => stateOf(greedy.member, plan)))
  expect(states.filter((state) => state === 'optimizing')).toHaveLength(2)
  expect(states.filter((state) => state === 'queued')).toHaveLength(10)
  expect(await read(greedy.member, flood.at(-1)!)).toMatchObject({ waits_behind: 9 })
  await queue.stop()
})
