import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { getDayFacts } from '#domain/api/day-facts.ts'
import { approvePlan, createPlan, getPlan } from '#domain/api/plans.ts'
import { dayAfter } from '#domain/time.ts'
import { at, day, dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

let now = at('06:00')
const { deps, makeMember, as } = await testApp(() => ({ now: () => new Date(now) }))
workOnPlans(deps)

test('a quiet day has nothing to decide', async () => {
  const { body } = await as(await makeMember()).call(getDayFacts)
  expect(body).toEqual({
    today: day,
    late: 0,
    late_plans: [],
    unassigned: [],
    left: [],
    frozen: [],
    blocked: [],
    alerts: [],
    cash_waiting: 0,
    idle_drivers: null,
  })
})

test('what waits is counted: late dispatch, leftovers, frozen orders, alerts, cash and idle drivers', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver()
  await make.driver({ name: 'Sari' })
  await make.delivery()
  await make.delivery({ lat: null, lng: null })
  const params = {
    id: (await call(createPlan, { body: { day, driver_ids: [driver.id], time_limit_seconds: 1 } })).body.id,
  }
  await vi.waitFor(async () => expect((await call(getPlan, { params })).body.state).toBe('draft'), { timeout: 20_000 })
  await call(approvePlan, { params })
  const yesterday = dayAfter(day, -1)
  await make.delivery({ scheduled_date: yesterday })
  await make.delivery({ scheduled_date: yesterday, status: 'failed', failure_reason: 'not_home' })
  await make.delivery({ scheduled_date: yesterday, status: 'failed', failure_reason: 'refused' })
  await make.delivery({ scheduled_date: dayAfter(day, -9), status: 'failed', failure_reason: 'not_home' })
  const { workspaceId: id } = member
  await rig(deps.db, id, async (trx) => {
    await sql`insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state, by_itself, orders_until)
      values (${id}, ${dayAfter(day)}, '{}', 1, 'draft', true, ${at('05:00')})`.execute(trx)
    await sql`insert into alerts (workspace_id, kind, key, severity, sentence, raised_at) values
      (${id}, 'missing_proof', 'a', 'medium', 'Older', now() - interval '1 hour'),
      (${id}, 'missing_proof', 'b', 'medium', 'Newer', now()), (${id}, 'conflict', 'c', 'high', 'Conflict', now()),
      (${id}, 'plan_ready', 'd', 'low', 'Ready', now())`.execute(trx)
    await sql`insert into cash_hand_ins (workspace_id, id, driver_id, amount, handed_in_at, received_at)
      values (${id}, new_id(), ${driver.id}, 1, now(), now())`.execute(trx)
  })
  await make.delivery({ scheduled_date: dayAfter(day), created_at: at('05:30') })
  now = at('12:00')
  const { body } = await call(getDayFacts)
  expect(body).toMatchObject({
    late_plans: [{ plan_id: params.id, driver_name: 'Budi' }],
    unassigned: [{ day, count: 1, plan_id: params.id }],
    left: [{ day: yesterday, pending: 1, failed: 1, on_route: 0 }],
    frozen: [{ day: dayAfter(day), count: 1, frozen_at: at('05:00') }],
    alerts: [
      { kind: 'conflict', severity: 'high', count: 1 },
      { kind: 'missing_proof', count: 2, sentence: 'Newer' },
    ],
    cash_waiting: 1,
    idle_drivers: ['Sari'],
  })
  expect((await as(await makeMember()).call(getDayFacts)).body).toMatchObject({ left: [], alerts: [], cash_waiting: 0 })
})
