import { expect, test } from 'vitest'
import * as api from '#domain/api/rehearsals.ts'
import { inWorkspace } from '../../db/connect.ts'
import { setTier } from '../../testing/optimizing.ts'
import { clockFrom, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { keepAllUp } from '../figure-keeping/tasks.ts'
import { readPast } from './queries.ts'
import { runRehearsal } from './tasks.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

async function planned() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const drivers = [await make.driver({ name: 'Budi' }), await make.driver({ name: 'Sari' })]
  for (const driver of drivers) {
    for (let i = 0; i < 3; i++) await make.delivery({ wanted_driver_id: driver.id, window_end: '10:00' })
  }
  const plan = await draftPlan(as(member).call, drivers)
  return { member, make, plan }
}

/** Does what the queue would. */
async function run(member: TestMember, rehearsalId: string) {
  const context = { signal: new AbortController().signal, lastAttempt: true }
  await runRehearsal(deps, { workspaceId: member.workspaceId, rehearsalId }, context)
  return (await as(member).call(api.getRehearsal, { params: { id: rehearsalId } })).body
}

test('a day is rehearsed as planned and with what-ifs, beside each other, and the same each time', async () => {
  const { member, make, plan } = await planned()
  const { call } = as(member)
  const body = {
    plan_id: plan.id,
    days: 30,
    time_limit_seconds: 1,
    what_ifs: [
      { name: 'One van fewer', change: { fewer_drivers: 1 } },
      { name: 'More orders', change: { more_orders_percent: 50, start_later_minutes: 60 } },
      { name: 'Later cut-off', change: { cut_off_later_minutes: 60 } },
      { name: 'Slower', change: { slower_traffic_percent: 100 } },
      { name: 'Nobody', change: { fewer_drivers: 9 } },
    ],
  }
  const asked = await call(api.createRehearsal, { body })
  expect(asked).toMatchObject({ status: 202, body: { status: 'queued', day, result: null } })
  const done = await run(member, asked.body.id)
  expect(done).toMatchObject({ status: 'succeeded', failure: null })
  const [base, fewer, more, cutOff, slower, nobody] = done.result!.variants
  expect(base).toMatchObject({ name: 'As planned', change: null, plan: { routes: 2, deliveries: 6, unassigned: 0 } })
  expect(base!.measures!.late_stops!.histogram.counts.reduce((sum, count) => sum + count)).toBe(30)
  expect(base!.routes.map(({ driver_name }) => driver_name).toSorted()).toEqual(['Budi', 'Sari'])
  // The other driver's deliveries wait for nobody else.
  expect(fewer!.plan).toMatchObject({ routes: 1, deliveries: 3, unassigned: 3 })
  expect(more!.plan!.deliveries + more!.plan!.unassigned).toBe(9)
  expect(cutOff!.note).toBe(
    '0 more orders, as many as came between 06:00 and 07:00 on an average day of the last 4 weeks.',
  )
  expect(slower!.plan!.driving_seconds).toBeGreaterThan(base!.plan!.driving_seconds * 1.5)
  expect(nobody).toMatchObject({ plan: null, measures: null })
  expect(done.result!.drawn_from.map(({ part, basis }) => [part, basis])).toEqual([
    ['drives', 'usual'],
    ['traffic', 'usual'],
    ['service', 'usual'],
    ['start', 'usual'],
    ['attempts', 'usual'],
  ])

  const [first] = body.what_ifs
  const repeat = { ...body, what_ifs: [first!] }
  const again = await run(member, (await call(api.createRehearsal, { body: repeat })).body.id)
  expect(again.result!.variants).toEqual([base, fewer])
  await make.delivery()
  const list = (await call(api.listRehearsals, { query: { plan_id: plan.id, limit: 1 } })).body
  expect(list).toMatchObject({ total: 2, data: [{ id: again.id }] })
  expect(list.next_cursor).not.toBeNull()
  expect((await call(api.deleteRehearsal, { params: { id: again.id } })).status).toBe(204)
  expect(await call(api.getRehearsal, { params: { id: again.id } })).toMatchObject({ code: 'rehearsal_not_found' })
})

test('what failed and was delivered the next day was two attempts, one of which failed', async () => {
  const { member, make } = await planned()
  const { workspaceId } = member
  const { id } = await make.delivery()
  const actor = { workspaceId, userId: null, name: 'Test' }
  const attempt = (to: 'delivered' | 'failed') =>
    inWorkspace(deps.db, workspaceId, async (trx) => {
      const step = (next: 'planned' | 'dispatched' | 'pending' | typeof to, reason: 'not_home' | null = null) =>
        setDeliveryStates(trx, {
          ids: [id],
          to: next,
          actor,
          now: deps.now(),
          said: { status_at: deps.now().toISOString(), failure_reason: reason, status_note: null },
        })
      await step('planned')
      await step('dispatched')
      await step(to, to === 'failed' ? 'not_home' : null)
      if (to === 'failed') await step('pending')
    })
  await attempt('failed')
  await attempt('delivered')
  await keepAllUp(deps)
  const past = await inWorkspace(deps.db, workspaceId, (trx) => readPast(trx, workspaceId, 'UTC', deps.now()))
  expect(past.attempts).toMatchObject({ observations: 2, absent: 1, failed: 1 })
})

test('risky stops are named as their deliveries are now', async () => {
  const { member, make, plan } = await planned()
  const [first] = await make.deliveries()
  await make.change(first!.id, { window_end: '09:01' })
  const { id } = (await as(member).call(api.createRehearsal, { body: { plan_id: plan.id, days: 20 } })).body
  const { result, deliveries } = await run(member, id)
  const [risky] = result!.variants[0]!.risky
  expect(risky).toMatchObject({ delivery_id: first!.id, late_share: 1 })
  expect(deliveries).toContainEqual({ id: first!.id, number: 1, name: 'Recipient 1', address: 'Jl. Merdeka 1' })
  await make.change(first!.id, { recipient_name: 'Erased' })
  expect((await as(member).call(api.getRehearsal, { params: { id } })).body.deliveries[0]!.name).toBe('Erased')
})

test('it ends when somebody cancels it, fails with a reason, and is refused where it makes no sense', async () => {
  const { member, plan } = await planned()
  const { call } = as(member)
  const ask = (more: object = {}) => call(api.createRehearsal, { body: { plan_id: plan.id, days: 10, ...more } })
  const { id } = (await ask()).body
  const params = { id }
  expect((await call(api.cancelRehearsal, { params })).body.status).toBe('cancelled')
  expect(await call(api.cancelRehearsal, { params })).toMatchObject({ status: 409, code: 'rehearsal_ended' })
  expect(await run(member, id)).toMatchObject({ status: 'cancelled', result: null })

  const left = (await ask()).body.id
  for (let i = 0; i < 2; i++) expect((await ask()).status).toBe(202)
  expect(await ask()).toMatchObject({ status: 409, code: 'too_many_rehearsals' })
  expect((await run(member, left)).status).toBe('succeeded')

  expect((await ask({ days: 1001 })).status).toBe(400)
  expect((await ask({ days: '10' })).status).toBe(400)
  expect((await ask({ what_ifs: [{ name: '', change: {} }] })).status).toBe(400)
  expect((await ask({ what_ifs: [{ name: 'X', change: { fewer_vans: 1 } }] })).status).toBe(400)
  const other = await makeMember()
  expect(await as(other).call(api.createRehearsal, { body: { plan_id: plan.id } })).toMatchObject({
    code: 'plan_not_found',
  })
  expect(await as(other).call(api.getRehearsal, { params })).toMatchObject({ code: 'rehearsal_not_found' })
  await setTier(deps.db, member.workspaceId, 'free')
  expect(await ask()).toMatchObject({ code: 'not_in_tier' })
})
