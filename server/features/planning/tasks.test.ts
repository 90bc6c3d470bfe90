import { expect, test } from 'vitest'
import * as api from '#domain/api/plans.ts'
import type { ProgressMessage } from '#domain/live.ts'
import type { PlanState } from '#domain/schema/plan.ts'
import { inWorkspace } from '../../db/connect.ts'
import { progressTopic } from '../../events/progress.ts'
import { claimTurn } from '../../queue/turns.ts'
import { setTier } from '../../testing/optimizing.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workersOf, workOnPlans } from '../../testing/workers.ts'
import { addPoint, interrupted, notCalculated } from './rules.ts'
import { planSearches } from './tasks.ts'
import { readRevision } from '../revisions/queries.ts'
import { rig } from '../../testing/rig.ts'

// These days are so small that no better plan is to be expected at once. Here, only a limit or a member ends a search.
const { deps, makeMember, as } = await testApp(({ now, engine }) => ({
  now: clockFrom('06:00', now),
  engine: {
    ...engine,
    solve: (request, ...rest) => engine.solve({ ...request, untilSettled: false }, ...rest),
  },
}))
const startWorker = workersOf(deps, workOnPlans)

async function planner() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver()
  for (let i = 0; i < 8; i++) await make.delivery()
  const plan = (seconds: number) =>
    as(member).call(api.createPlan, { body: { day, driver_ids: [driver.id], time_limit_seconds: seconds } })
  return { member, plan }
}

async function createPlan(seconds: number) {
  const { member, plan } = await planner()
  return { member, id: (await plan(seconds)).body.id }
}

async function reach(
  member: TestMember,
  id: string,
  isThere: (plan: { state: PlanState; progress: unknown }) => boolean,
) {
  for (;;) {
    const { body } = await as(member).call(api.getPlanProgress, { params: { id } })
    if (isThere(body)) return body
    await new Promise((wake) => setTimeout(wake, 50))
  }
}
const isOptimizing = ({ state, progress }: { state: PlanState; progress: unknown }) =>
  state === 'optimizing' && progress !== null
const isOver = ({ state }: { state: PlanState }) => state !== 'queued' && state !== 'optimizing'

const routesOf = (member: TestMember) =>
  inWorkspace(deps.db, member.workspaceId, (trx) => trx.selectFrom('routes').select('id').execute())

/** Starts a plan on a server that then dies. */
async function abandon(member: TestMember, id: string, attempts = 1) {
  const turn = await claimTurn(deps.db, ['plan'], [{ kind: 'plan' }], deps.now())
  expect(turn!.id).toBe(id)
  const heartbeat_at = new Date(Date.now() - 60_000)
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('plans').set({ heartbeat_at, attempts }).where('id', '=', id).execute(),
  )
  return turn!
}

test('progress is visible and told while a plan runs, and cancelling frees the thread', async () => {
  const queue = await startWorker()
  const { member, plan } = await planner()
  const told: ProgressMessage[] = []
  const stop = deps.bus.subscribe(progressTopic(member.workspaceId), (text) => told.push(JSON.parse(text)))
  const { id } = (await plan(120)).body
  const running = await reach(member, id, isOptimizing)
  await expect.poll(() => told[0]).toMatchObject({ plan_id: id, state: 'optimizing', progress: { routes: 1 } })
  stop()
  expect(running.progress).toMatchObject({ routes: 1, unassigned: 0 })
  expect(running.progress!.cost).toBeGreaterThan(0)
  expect((await as(member).call(api.cancelPlan, { params: { id } })).body.state).toBe('cancelled')
  const next = await createPlan(1)
  expect((await reach(next.member, next.id, isOver)).state).toBe('draft')
  expect((await as(member).call(api.getPlan, { params: { id } })).body).toMatchObject({
    state: 'cancelled',
    routes: [],
  })
  await queue.stop()
})

test('a plan finished by hand becomes a draft with the best plan so far', async () => {
  const queue = await startWorker()
  const { member, id } = await createPlan(120)
  await reach(member, id, isOptimizing)
  const finish = () => as(member).call(api.finishPlan, { params: { id } })
  expect(await finish()).toMatchObject({ status: 200, body: { state: 'optimizing' } })
  await finish()
  const draft = await reach(member, id, isOver)
  expect(draft).toMatchObject({ state: 'draft', totals: { routes: 1, deliveries: 8, unassigned: 0 } })
  expect(draft.progress!.elapsed_seconds).toBeLessThan(60)
  expect(await finish()).toMatchObject({ status: 409, code: 'plan_not_running' })
  await queue.stop()
})

test('a plan that is finished before its turn ends with its first plan', async () => {
  const { member, id } = await createPlan(120)
  await as(member).call(api.finishPlan, { params: { id } })
  const queue = await startWorker()
  expect(await reach(member, id, isOver)).toMatchObject({ state: 'draft', totals: { deliveries: 8 } })
  await queue.stop()
})

test('a plan cancelled before its turn is never calculated', async () => {
  const { member, id } = await createPlan(1)
  await as(member).call(api.cancelPlan, { params: { id } })
  const queue = await startWorker()
  const next = await createPlan(1)
  await reach(next.member, next.id, isOver)
  expect((await as(member).call(api.getPlan, { params: { id } })).body).toMatchObject({
    state: 'cancelled',
    progress: null,
  })
  await queue.stop()
})

test('a plan interrupted by a shutdown is finished after the next start', async () => {
  const queue = await startWorker()
  const { member, id } = await createPlan(2)
  await reach(member, id, isOptimizing)
  await queue.stop()
  expect((await as(member).call(api.getPlanProgress, { params: { id } })).body.state).toBe('queued')
  const again = await startWorker()
  expect((await reach(member, id, isOver)).state).toBe('draft')
  expect(await routesOf(member)).toHaveLength(1)
  await again.stop()
})

test('a plan whose server died is calculated by another one, and the first can no longer change it', async () => {
  const { member, id } = await createPlan(1)
  const turn = await abandon(member, id)
  const queue = await startWorker()
  expect((await reach(member, id, isOver)).state).toBe('draft')
  await queue.stop()
  const before = (await as(member).call(api.getPlan, { params: { id } })).body
  await planSearches(deps, readRevision).search(turn, new AbortController().signal)
  await inWorkspace(deps.db, member.workspaceId, (trx) => planSearches(deps, readRevision).putBack(trx, turn, true))
  expect((await as(member).call(api.getPlan, { params: { id } })).body).toEqual(before)
})

test('a plan whose servers died too often fails, with a reason', async () => {
  const { member, id } = await createPlan(1)
  await abandon(member, id, 4)
  const queue = await startWorker()
  expect(await reach(member, id, isOver)).toMatchObject({ state: 'failed', failure: interrupted })
  await queue.stop()
})

test('a calculation that keeps failing ends as failed, with a reason', async () => {
  let attempts = 0
  const broken = {
    ...deps.engine,
    solve: async () => {
      attempts++
      throw new Error('broken')
    },
  }
  const { member, id } = await createPlan(1)
  const queue = await startWorker({ engine: broken })
  expect(await reach(member, id, isOver)).toMatchObject({ state: 'failed', failure: notCalculated, totals: null })
  expect(await routesOf(member)).toEqual([])
  expect(attempts).toBe(4)
  await queue.stop()
})

test('the tier limits how long a plan may take, and how many wait or run, even if all are asked for at once', async () => {
  const { member, plan } = await planner()
  await setTier(deps.db, member.workspaceId, 'free')
  expect((await plan(121)).body).toMatchObject({
    code: 'over_tier_limit',
    limit: 'seconds',
    detail:
      'Free allows 120 seconds of search time, and this asks for 121. Lower time_limit_seconds, or upgrade to Standard or Enterprise.',
  })
  const replies = await Promise.all(Array.from({ length: 13 }, () => plan(120)))
  const refused = replies.filter(({ status }) => status === 429)
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(10)
  expect(refused).toHaveLength(3)
  expect(refused[0]!.headers['retry-after']).toBe('120')
  expect(refused[0]!.body).toMatchObject({
    code: 'too_many_plans',
    allowed: 10,
    detail: 'Free allows 10 plans in progress. Wait for one to end, cancel one, or upgrade to Standard or Enterprise.',
  })
  await rig(deps.db, member.workspaceId, (trx) => trx.deleteFrom('plans').execute())
})

test('a depot that was deactivated meanwhile fails the plan with its own message', async () => {
  const { member, id } = await createPlan(1)
  await rig(deps.db, member.workspaceId, (trx) => trx.updateTable('depots').set({ active: false }).execute())
  const queue = await startWorker()
  const plan = await reach(member, id, isOver)
  expect(plan).toMatchObject({ state: 'failed', failure: 'Add a depot first. Routes start and end there.' })
  await queue.stop()
})

test('the cost chart keeps its first point and stays short', () => {
  let history: { elapsed_seconds: number; cost: number }[] = []
  for (let i = 0; i < 1000; i++) history = addPoint(history, { elapsed_seconds: i, cost: 1000 - i })
  expect(history[0]).toEqual({ elapsed_seconds: 0, cost: 1000 })
  expect(history.at(-1)).toEqual({ elapsed_seconds: 999, cost: 1 })
  expect(history.length).toBeLessThanOrEqual(100)
  expect(history.length).toBeGreaterThan(50)
  expect(history.map((point) => point.elapsed_seconds)).toEqual(
    history.map((point) => point.elapsed_seconds).toSorted((a, b) => a - b),
  )
})
