import { beforeEach, expect, test, vi } from 'vitest'
import { undoInBulk } from '#domain/api/bulk.ts'
import { createHoliday } from '#domain/api/calendar.ts'
import { getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { moveLeftovers } from '#domain/api/leftovers.ts'
import { approvePlan, createPlan, dispatchPlan, getPlan } from '#domain/api/plans.ts'
import { getPlanningWeek } from '#domain/api/planning-week.ts'
import { setStatus } from '#domain/api/statuses.ts'
import { dayAfter } from '#domain/time.ts'
import { at, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

const [tomorrow, later] = [dayAfter(day), dayAfter(day, 2)]
let now = at('06:00')
beforeEach(() => void (now = at('06:00')))
const { deps, makeMember, as } = await testApp(() => ({ now: () => new Date(now) }))
workOnPlans(deps)

/** A day whose six deliveries are dispatched, and one that nobody planned. */
async function startDay() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver({ max_stops: 40 }, { capacity_kg: 100 })
  const made: string[] = []
  for (let i = 0; i < 6; i++) made.push((await make.delivery({ weight_kg: 2 })).id)
  const call = as(member).call
  const plan = (await call(createPlan, { body: { day, driver_ids: [driver.id], time_limit_seconds: 1 } })).body
  const params = { id: plan.id }
  await vi.waitFor(async () => expect((await call(getPlan, { params })).body.state).toBe('draft'), { timeout: 20_000 })
  await call(approvePlan, { params })
  await call(dispatchPlan, { params })
  const { id: lost } = await make.delivery({ lat: null, lng: null })
  return { member, make, call, plan: params, made, lost }
}

const say = (member: TestMember, id: string, body: object) =>
  as(member).call(setStatus, { params: { id }, body: body as never })

test('what was not delivered moves to the next working day, what is on its way stays, and undo brings it back', async () => {
  const { member, make, call, plan, made, lost } = await startDay()
  const [delivered, notHome, refused, onTheWay, bound, waiting] = made as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await say(member, delivered, { status: 'delivered' })
  await say(member, notHome, { status: 'failed', reason: 'not_home' })
  await say(member, refused, { status: 'failed', reason: 'refused' })
  await say(member, onTheWay, { status: 'in_transit' })
  await make.change(bound, { latest_date: day })
  await call(createHoliday, { body: { day: tomorrow, name: 'Nyepi' } })
  now = at('20:00')

  const dry = (await call(moveLeftovers, { body: { day, dry_run: true } })).body
  expect(dry.to).toBe(later)
  expect(dry.moving.map(({ delivery_id, kind }) => [delivery_id, kind])).toEqual([
    [notHome, 'failed'],
    [waiting, 'on_route'],
    [lost, 'unassigned'],
  ])
  expect(dry.staying.map(({ delivery_id, code }) => [delivery_id, code])).toEqual([
    [refused, 'delivery_state'],
    [onTheWay, 'delivery_on_route'],
    [bound, 'no_day'],
  ])
  expect(dry.changed).toEqual([])

  const done = (await call(moveLeftovers, { body: { day } })).body
  expect(done.changed).toHaveLength(3)
  const read = async (id: string) => (await call(getDelivery, { params: { id } })).body
  for (const id of [notHome, waiting, lost]) {
    expect(await read(id)).toMatchObject({ status: 'pending', scheduled_date: later, driver_id: null })
    const last = (await call(listDeliveryEvents, { params: { id } })).body.data.at(-1)
    expect(last!.detail).toMatchObject({
      why: 'Left over on Mon 16 Mar 2026',
      scheduled_date: { from: day, to: later },
    })
  }
  const stops = (await call(getPlan, { params: plan })).body.routes.flatMap((route) => route.stops)
  expect(stops.map(({ delivery_id }) => delivery_id)).not.toContain(waiting)

  const event_ids = done.changed.map(({ event_id }) => event_id)
  expect((await call(undoInBulk, { body: { event_ids } })).body.refused).toEqual([])
  expect(await read(lost)).toMatchObject({ status: 'pending', scheduled_date: day })
  const back = await read(notHome)
  expect(back).toMatchObject({ status: 'failed', failure_reason: 'not_home', scheduled_date: day })
  expect(back.driver_id).not.toBeNull()
})

test('only some can be moved, never to a day that is over, and nothing of another workspace', async () => {
  const { member, make, call } = await startDay()
  const { id } = await make.delivery()
  const other = await makeMember()
  const body = { day, to: later, delivery_ids: [id.toUpperCase()] }
  expect((await as(other).call(moveLeftovers, { body })).body).toMatchObject({ moving: [], changed: [] })
  expect((await call(moveLeftovers, { body })).body.changed.map((each) => each.id)).toEqual([id])
  expect(await call(moveLeftovers, { body: { day, to: dayAfter(day, -1) } })).toMatchObject({ code: 'day_over' })
  expect(await call(moveLeftovers, { body: { day, to: day } })).toMatchObject({ status: 400 })
  expect(await as(other).call(moveLeftovers, { body: { day } })).toMatchObject({ code: 'no_drivers' })
  expect(await call(moveLeftovers, { body: { day: 'tomorrow' } as never })).toMatchObject({ status: 400 })
  expect(member.workspaceId).not.toBe(other.workspaceId)
})

test('a week shows what there is to bring each day, who can bring it, and how far its plans are', async () => {
  const { make, call } = await startDay()
  await make.delivery({ scheduled_date: tomorrow, weight_kg: 30 })
  await make.delivery({ scheduled_date: tomorrow, status: 'cancelled' })
  await make.driver({ name: 'Sari', active: false })
  await call(createHoliday, { body: { day: later, name: 'Nyepi' } })
  const { data } = (await call(getPlanningWeek, { query: { first_day: day, days: 3 } })).body
  expect(data).toMatchObject([
    {
      day,
      total: 7,
      by_status: { dispatched: 6, pending: 1 },
      weight_kg: 13,
      drivers: 1,
      capacity_kg: 100,
      capacity_stops: 40,
      plans: [{ state: 'dispatched', routes: 1, deliveries: 6, by_itself: false }],
    },
    { day: tomorrow, total: 1, weight_kg: 30, drivers: 1, plans: [], late: 0, unassigned: 0 },
    { day: later, total: 0, drivers: 0, holiday: 'Nyepi', capacity_kg: 0 },
  ])
  expect(await call(getPlanningWeek, { query: { first_day: day, days: 15 } })).toMatchObject({ status: 400 })
})
