import { beforeEach, expect, test } from 'vitest'
import * as api from '#domain/api/plans.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { at, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

let now = at('06:00')
beforeEach(() => void (now = at('06:00')))
const { deps, makeMember, as } = await testApp(() => ({ now: () => new Date(now) }))
workOnPlans(deps)

async function startDay() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  return { member, make, driver: await make.driver() }
}

const create = (member: TestMember, drivers: { id: string }[]) =>
  as(member).call(api.createPlan, {
    body: { day, driver_ids: drivers.map(({ id }) => id), time_limit_seconds: 1 },
  })

async function plan(member: TestMember, drivers: { id: string }[]): Promise<Plan> {
  const { id } = (await create(member, drivers)).body
  for (;;) {
    const { body } = await as(member).call(api.getPlan, { params: { id } })
    if (body.state !== 'queued' && body.state !== 'optimizing') return body
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

test('routes of today start no earlier than now and the time to get ready, and say what came too late', async () => {
  const { member, make, driver } = await startDay()
  const early = await make.driver({ name: 'Sari', shift_end: '10:42' })
  await make.delivery()
  const missed = await make.delivery({ window_start: '09:00', window_end: '10:30' })
  now = at('10:31')
  const made = await plan(member, [driver, early])
  expect(made.routes.map(({ starts_at }) => starts_at)).toEqual([at('10:41')])
  expect(made.unassigned).toMatchObject([{ delivery_id: missed.id, reason_code: 'window_over' }])
  expect(made.unassigned[0]!.reason).toContain('Its time window ended at 10:30, before a route could start.')
  expect(made.unused_drivers).toMatchObject([{ driver_id: early.id, driver_name: 'Sari', reason_code: 'out_of_reach' }])
  const [route] = made.routes
  expect((await as(member).call(api.getRoute, { params: { id: route!.id } })).body).toEqual(route)
  expect(await as(await makeMember()).call(api.getRoute, { params: { id: route!.id } })).toMatchObject({
    status: 404,
    code: 'route_not_found',
  })
})

test('a plan says what has become of the deliveries it left out', async () => {
  const { member, make, driver } = await startDay()
  await make.delivery()
  const lost: { id: string }[] = []
  for (let i = 0; i < 4; i++) lost.push(await make.delivery({ lat: null, lng: null }))
  const made = await plan(member, [driver])
  expect(made).toMatchObject({ unassigned_changes: [], unassigned_groups: [{ count: 4 }] })
  const [moved, cancelled, deleted] = lost
  await make.change(moved!.id, { scheduled_date: '2026-03-17' })
  await make.change(cancelled!.id, { status: 'cancelled' })
  await make.change(deleted!.id, { deleted_at: at('08:00') })
  const { body } = await as(member).call(api.getPlan, { params: { id: made.id } })
  const byId = new Map(body.unassigned_changes.map(({ delivery_id, ...change }) => [delivery_id, change]))
  expect(lost.map(({ id }) => byId.get(id))).toEqual([
    { status: 'pending', scheduled_date: '2026-03-17' },
    { status: 'cancelled', scheduled_date: day },
    { status: null, scheduled_date: day },
    undefined,
  ])
})

test('the time to get ready is a setting of the workspace', async () => {
  const { member, make, driver } = await startDay()
  await make.delivery()
  now = at('10:31')
  expect((await as(member).call(changeWorkspace, { body: { get_ready_minutes: 45 } })).status).toBe(200)
  expect((await plan(member, [driver])).routes[0]!.starts_at).toBe(at('11:16'))
})

test('a day that is over can be neither planned nor approved', async () => {
  const { member, make, driver } = await startDay()
  await make.delivery()
  const draft = await plan(member, [driver])
  now = '2026-03-16T17:00:00.000Z'
  expect(await create(member, [driver])).toMatchObject({ status: 409, code: 'day_over' })
  const params = { id: draft.id }
  expect(await as(member).call(api.approvePlan, { params })).toMatchObject({ status: 409, code: 'day_over' })
  now = '2026-03-16T16:59:00.000Z'
  expect(await as(member).call(api.approvePlan, { params })).toMatchObject({ status: 200 })
})

test('today is refused once the shifts of all chosen drivers are over', async () => {
  const { member, make, driver } = await startDay()
  const late = await make.driver({ name: 'Sari', shift_end: '20:00' })
  await make.delivery()
  now = at('16:50')
  expect(await create(member, [driver])).toMatchObject({ status: 409, code: 'shifts_over' })
  const { unused_drivers, routes } = await plan(member, [driver, late])
  expect(routes.map(({ driver_name }) => driver_name)).toEqual(['Sari'])
  expect(unused_drivers).toMatchObject([
    {
      driver_name: 'Budi',
      reason_code: 'shift_over',
      reason: 'The shift ends at 17:00, but no route can start before 17:00.',
    },
  ])
})

test('a draft or approved plan that nobody drives says how late it is', async () => {
  const { member, make, driver } = await startDay()
  await make.delivery()
  const draft = await plan(member, [driver])
  expect(draft.late).toBeNull()
  const params = { id: draft.id }
  const read = async () => (await as(member).call(api.getPlan, { params })).body.late
  const first_stop_at = draft.routes[0]!.stops[1]!.arrival_at
  now = new Date(Date.parse(draft.routes[0]!.starts_at) + 25 * 60_000).toISOString()
  const late = { driver_name: 'Budi', late_seconds: 25 * 60, first_stop_at, routes: 1 }
  expect(await read()).toMatchObject(late)
  await as(member).call(api.approvePlan, { params })
  expect(await read()).toMatchObject(late)
  await as(member).call(api.dispatchPlan, { params })
  expect(await read()).toBeNull()
})
