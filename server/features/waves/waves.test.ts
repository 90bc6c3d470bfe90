import { beforeEach, expect, test, vi } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { createPlan, getPlan, listPlans } from '#domain/api/plans.ts'
import { changeWave, createWave, deleteWave, listWaves } from '#domain/api/waves.ts'
import { dayAfter } from '#domain/time.ts'
import { at, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { runDueWaves } from './tasks.ts'

const tomorrow = dayAfter(day)
const nextDay = (time: string) => new Date(Date.parse(at(time)) + 24 * 3_600_000).toISOString()
let now = at('04:00')
beforeEach(() => void (now = at('04:00')))
const { deps, makeMember, as } = await testApp(() => ({ now: () => new Date(now) }))
workOnPlans(deps)

async function start() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  return { member, make, driver: await make.driver() }
}

const wave = (member: TestMember, fields: object = {}) =>
  as(member).call(createWave, {
    body: { name: 'Morning', plan_at: '05:30', time_limit_seconds: 1, ...fields },
  })
const plansOf = async (member: TestMember) => (await as(member).call(listPlans, { query: { limit: 10 } })).body.data
const onlyWave = async (member: TestMember) => (await as(member).call(listWaves)).body.data[0]!
const alertsOf = async (member: TestMember) => (await as(member).call(listAlerts, { query: { limit: 10 } })).body.data

async function drafted(member: TestMember) {
  await vi.waitFor(async () => expect((await plansOf(member))[0]?.state).toBe('draft'), { timeout: 20_000 })
  const [plan] = await plansOf(member)
  return (await as(member).call(getPlan, { params: { id: plan!.id } })).body
}

test('at its time a plan is made once, whatever number of servers look, and dispatchers hear of the draft', async () => {
  const { member, make } = await start()
  await make.delivery()
  const { body } = await wave(member)
  expect(body.next_run).toEqual({ at: at('05:30'), day, freezes_at: null })
  await runDueWaves(deps)
  expect(await plansOf(member)).toEqual([])
  now = at('05:30')
  await Promise.all([runDueWaves(deps), runDueWaves(deps), runDueWaves(deps)])
  const plan = await drafted(member)
  expect(await plansOf(member)).toHaveLength(1)
  expect(plan).toMatchObject({ day, by_itself: true, orders_until: null, totals: { deliveries: 1 } })
  const [alert] = await alertsOf(member)
  expect(alert).toMatchObject({ kind: 'plan_ready', plan_id: plan.id, actions: ['open_plan'] })
  expect(await onlyWave(member)).toMatchObject({
    last_run: { plan_id: plan.id, problem: null },
    next_run: { day: tomorrow },
  })
})

test('orders after the freeze join the next wave of the day, or move to the day of the next one', async () => {
  const { member, make } = await start()
  await make.delivery({ created_at: at('03:00') })
  await wave(member, { freeze_at: '05:00' })
  const late = await make.delivery({ created_at: at('05:10') })
  const urgent = await make.delivery({ created_at: at('05:10'), latest_date: day })
  now = at('05:30')
  await runDueWaves(deps)
  expect(await drafted(member)).toMatchObject({ orders_until: at('05:00'), totals: { deliveries: 1 } })

  now = nextDay('05:30')
  await runDueWaves(deps)
  expect((await onlyWave(member)).last_run).toMatchObject({ day: tomorrow, moved: 1, problem: null })
  const dayOf = async (id: string) => (await as(member).call(getDelivery, { params: { id } })).body.scheduled_date
  expect([await dayOf(late.id), await dayOf(urgent.id)]).toEqual([tomorrow, day])
  const history = (await as(member).call(listDeliveryEvents, { params: { id: late.id } })).body.data
  expect(history.find(({ kind }) => kind === 'updated')).toMatchObject({
    actor_name: 'Karta',
    detail: { scheduled_date: { from: day, to: tomorrow }, why: 'It came after the orders of its day were frozen' },
  })
})

test('a missed time is caught up while the day lasts, and told of when it is too late', async () => {
  const { member, make } = await start()
  await make.delivery()
  await wave(member)
  now = at('11:00')
  await runDueWaves(deps)
  expect((await onlyWave(member)).last_run).toMatchObject({ day, problem: null })

  now = at('04:00')
  const other = await start()
  await wave(other.member)
  now = nextDay('04:00')
  await runDueWaves(deps)
  expect((await onlyWave(other.member)).last_run).toMatchObject({ plan_id: null, problem: { code: 'day_over' } })
  expect(await alertsOf(other.member)).toMatchObject([{ kind: 'plan_not_made', severity: 'medium' }])
})

test('it says why nothing was planned: no orders, nobody who works, or somebody’s own draft', async () => {
  const { member, make, driver } = await start()
  const { id } = (await wave(member)).body
  now = at('05:30')
  await runDueWaves(deps)
  expect((await onlyWave(member)).last_run!.problem).toMatchObject({ code: 'nothing_to_plan' })
  expect((await alertsOf(member))[0]).toMatchObject({ kind: 'plan_not_made', severity: 'low' })

  await make.delivery()
  await as(member).call(changeWave, { params: { id }, body: { plan_at: '06:00', driver_ids: [driver.id] } })
  now = at('06:00')
  const wish = { day, driver_ids: [driver.id], time_limit_seconds: 1 }
  await as(member).call(createPlan, { body: wish })
  await runDueWaves(deps)
  expect((await onlyWave(member)).last_run!.problem!.sentence).toContain('Somebody had begun a plan')
  expect((await plansOf(member)).filter(({ by_itself }) => by_itself)).toEqual([])

  const weekend = await start()
  await weekend.make.delivery()
  const idle = await weekend.make.driver({ name: 'Sari', active: false })
  await wave(weekend.member, { plan_at: '06:30', driver_ids: [idle.id], weekdays: [1, 2, 3, 4, 5, 6, 7] })
  now = at('06:30')
  await runDueWaves(deps)
  expect((await onlyWave(weekend.member)).last_run!.problem).toMatchObject({ code: 'no_drivers' })
})

test('a wave is checked: names, times, drivers and depots of others, and how many there are', async () => {
  const { member } = await start()
  const other = await start()
  expect(await wave(member, { plan_at: '25:00' })).toMatchObject({ status: 400 })
  expect(await wave(member, { weekdays: [] })).toMatchObject({ status: 400 })
  expect(await wave(member, { driver_ids: [other.driver.id] })).toMatchObject({ code: 'driver_not_found' })
  const { id: depot_id } = await other.make.depot({ name: 'South', is_default: false })
  expect(await wave(member, { depot_id })).toMatchObject({ code: 'depot_not_found' })
  const made = await wave(member)
  expect(await wave(member, { name: 'MORNING' })).toMatchObject({ code: 'duplicate_wave' })
  const params = { id: made.body.id }
  expect(await as(other.member).call(deleteWave, { params })).toMatchObject({ code: 'wave_not_found' })
  expect((await as(member).call(changeWave, { params, body: { active: false } })).body.next_run).toBeNull()
  for (let number = 2; number <= 20; number++) await wave(member, { name: `Wave ${number}` })
  expect(await wave(member, { name: 'One more' })).toMatchObject({ code: 'too_many_waves' })
})
