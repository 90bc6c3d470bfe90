import { expect, test } from 'vitest'
import { changeInBulk, undoInBulk } from '#domain/api/bulk.ts'
import { createDelivery, eraseDelivery, getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { correctStatus, setStatus } from '#domain/api/statuses.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { inWorkspace } from '../../db/connect.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const { makeMember, as, deps } = await testApp(() => ({ now: () => clock }))

const setClock = (time: string) => (clock = new Date(`2026-03-16T${time}Z`))

const newOne = { body: { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2026-03-16' } }

/** A member with deliveries on a dispatched route, all dispatched at 03:00. */
async function start(count = 1) {
  setClock('03:00:00')
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  const driver = await make.driver()
  const route = await rig(deps.db, member.workspaceId, async (trx) => {
    const { workspaceId: workspace_id } = member
    const plan = await trx
      .insertInto('plans')
      .values({ workspace_id, day: '2026-03-16', state: 'dispatched', driver_ids: [], time_limit_seconds: 1 } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const times = { starts_at: clock, ends_at: clock, driving_seconds: 0, waiting_seconds: 0, service_seconds: 0 }
    const sums = { distance_km: 0, duration_seconds: 0, fuel_liters: 0, load_kg: 0, load_l: 0 }
    const drives = { position: 1, driver_id: driver.id, driver_name: 'Budi', vehicle_id: null, vehicle_code: null }
    return trx
      .insertInto('routes')
      .values({ workspace_id, plan_id: plan.id, capacity_kg: null, capacity_l: null, ...drives, ...times, ...sums })
      .returning(['id', 'plan_id'])
      .executeTakeFirstOrThrow()
  })
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push((await as(member).call(createDelivery, newOne)).body.id)
  await inWorkspace(deps.db, member.workspaceId, async (trx) => {
    const actor = { ...member, name: 'Planner' }
    const patch = () => ({ driver_id: driver.id, route_id: route.id, estimated_arrival: null })
    await setDeliveryStates(trx, { ids, to: 'planned', actor, now: clock, patch })
    await setDeliveryStates(trx, { ids, to: 'dispatched', actor, now: clock })
  })
  return { member, call: as(member).call, ids, id: ids[0]!, plan: route.plan_id }
}

const historyOf = async (member: TestMember, id: string) =>
  (await as(member).call(listDeliveryEvents, { params: { id } })).body

test('a dispatcher says what has happened, with the time that it really happened', async () => {
  const { member, call, id } = await start()
  setClock('05:00:00')
  const params = { id }
  const transit = { status: 'in_transit', at: '2026-03-16T10:30:00+07:00' } as const
  expect((await call(setStatus, { params, body: transit })).body).toMatchObject({
    status: 'in_transit',
    status_at: '2026-03-16T03:30:00.000Z',
    driver_name: 'Budi',
  })
  const failed = { status: 'failed', reason: 'not_home', note: ' Rang twice ' } as const
  const { body } = await call(setStatus, { params, body: failed })
  expect(body).toMatchObject({ status: 'failed', status_at: clock.toISOString(), failure_reason: 'not_home' })
  expect(body.status_note).toBe('Rang twice')
  // Saying it again is no change.
  expect((await call(setStatus, { params, body: { status: 'failed', reason: 'not_home' } })).body).toEqual(body)
  const history = await historyOf(member, id)
  expect(history.chain_intact).toBe(true)
  expect(history.data.slice(-2).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['status_changed', { from: 'dispatched', to: 'in_transit', at: '2026-03-16T03:30:00.000Z', by_hand: true }],
    ['status_changed', { from: 'in_transit', to: 'failed', reason: 'not_home', note: 'Rang twice', by_hand: true }],
  ])
})

test('steps backwards, before the dispatch, into the future or without a reason are refused', async () => {
  const { call, id, ids } = await start(2)
  setClock('05:00:00')
  const say = (body: object, of = id) => call(setStatus, { params: { id: of }, body: body as never })
  const at = (time: string) => `2026-03-16T${time}:00Z`
  const wrongTime = (message: string) => ({ status: 400, errors: [{ path: 'at', message }] })
  expect(await say({ status: 'delivered', at: at('05:02') })).toMatchObject(wrongTime('That is in the future.'))
  expect(await say({ status: 'arrived', at: at('02:59') })).toMatchObject(
    wrongTime('That is before it was dispatched.'),
  )
  await say({ status: 'in_transit', at: at('04:00') })
  expect(await say({ status: 'delivered', at: at('03:30') })).toMatchObject(
    wrongTime('That is before it was in transit.'),
  )
  expect(await say({ status: 'failed' })).toMatchObject({
    errors: [{ path: 'reason', message: 'Choose why it failed.' }],
  })
  expect(await say({ status: 'arrived', reason: 'refused' })).toMatchObject({ status: 400 })
  await say({ status: 'delivered' })
  expect(await say({ status: 'failed', reason: 'refused' })).toMatchObject({ status: 409, code: 'delivery_state' })
  const { body: pending } = await call(createDelivery, newOne)
  expect(await say({ status: 'delivered' }, pending.id)).toMatchObject({
    code: 'delivery_state',
    body: { detail: 'It is not on a route yet.' },
  })
  expect((await call(getDelivery, { params: { id: ids[1]! } })).body.status).toBe('dispatched')
})

test('a wrong status is corrected by a new entry with its reason, and nothing is overwritten', async () => {
  const { member, call, id } = await start()
  setClock('05:00:00')
  const params = { id }
  await call(setStatus, { params, body: { status: 'delivered', note: 'At the gate' } })
  const why = 'Wrong door'
  const correct = (body: object) => call(correctStatus, { params, body: body as never })
  expect(await correct({ status: 'failed', reason: 'no_access' })).toMatchObject({ errors: [{ path: 'why' }] })
  setClock('05:20:00')
  expect((await correct({ status: 'failed', reason: 'no_access', why })).body).toMatchObject({
    status: 'failed',
    status_at: '2026-03-16T05:00:00.000Z',
    failure_reason: 'no_access',
    status_note: null,
  })
  expect(await correct({ status: 'failed', reason: 'no_access', why })).toMatchObject({ code: 'nothing_to_correct' })
  const earlier = '2026-03-16T04:10:00.000Z'
  await correct({ status: 'failed', reason: 'no_access', at: earlier, why: 'Wrong time' })
  await correct({ status: 'dispatched', why: 'Not there yet' })
  const history = await historyOf(member, id)
  expect(history.chain_intact).toBe(true)
  expect(history.data.filter(({ kind }) => kind === 'corrected').map(({ detail }) => detail)).toEqual([
    { from: 'delivered', to: 'failed', reason: 'no_access', why },
    { from: 'failed', to: 'failed', at: { from: '2026-03-16T05:00:00.000Z', to: earlier }, why: 'Wrong time' },
    { from: 'failed', to: 'dispatched', at: { from: earlier, to: '2026-03-16T03:00:00.000Z' }, why: 'Not there yet' },
  ])
  expect(history.data.some(({ detail }) => detail.to === 'delivered' && detail.note === 'At the gate')).toBe(true)
})

test('of two corrections at once, the second is shown what the first did', async () => {
  const { member, call, id } = await start()
  const params = { id }
  const { version } = (await call(setStatus, { params, body: { status: 'delivered' } })).body
  const headers = { 'if-match': `"${version}"` }
  const body = { status: 'in_transit', why: 'Pressed too early' } as const
  const replies = await Promise.all([1, 2].map(() => call(correctStatus, { params, body, headers })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const refused = replies.find(({ status }) => status === 412)!
  expect(refused.body).toMatchObject({ current: { status: 'in_transit' }, changed_by: member.email })
})

test('what has not begun, was cancelled or was erased cannot be corrected, nor does it return to a lost route', async () => {
  const { member, call, id, ids, plan } = await start(3)
  const correct = (of: string, status: DeliveryState) =>
    call(correctStatus, { params: { id: of }, body: { status, why: 'Oops' } as never })
  expect(await correct(id, 'in_transit')).toMatchObject({ status: 409, code: 'nothing_to_correct' })
  await call(changeInBulk, { body: { ids: [ids[1]!], change: { status: 'cancelled' } } })
  expect(await correct(ids[1]!, 'delivered')).toMatchObject({
    body: { code: 'nothing_to_correct', detail: 'It was canceled. Reopen it instead.' },
  })
  await call(setStatus, { params: { id: ids[2]! }, body: { status: 'delivered' } })
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('plans').set({ state: 'approved' }).where('id', '=', plan).execute(),
  )
  expect(await correct(ids[2]!, 'in_transit')).toMatchObject({ status: 409, code: 'delivery_state' })
  await call(eraseDelivery, { params: { id: ids[2]! } })
  expect(await correct(ids[2]!, 'failed')).toMatchObject({ status: 400 })
  const failed = { status: 'failed', reason: 'other', why: 'Oops' } as const
  expect(await call(correctStatus, { params: { id: ids[2]! }, body: failed })).toMatchObject({
    code: 'delivery_erased',
  })
})

test('what people wrote about a status goes when the recipient is erased, and the history still fits', async () => {
  const { member, call, id } = await start()
  const params = { id }
  await call(setStatus, { params, body: { status: 'delivered', note: 'Pak Budi, blue door' } })
  await call(correctStatus, { params, body: { status: 'failed', reason: 'refused', note: 'Angry', why: 'Budi lied' } })
  await call(eraseDelivery, { params })
  expect((await call(getDelivery, { params })).body).toMatchObject({ failure_reason: 'refused', status_note: null })
  const history = await historyOf(member, id)
  expect(history.chain_intact).toBe(true)
  expect(JSON.stringify(history)).not.toMatch(/blue door|Angry|lied/)
})

test('a whole route is set at once, and undone at once while it is fresh', async () => {
  const { member, call, ids } = await start(3)
  setClock('04:00:00')
  await call(setStatus, { params: { id: ids[2]! }, body: { status: 'failed', reason: 'closed' } })
  const reached = { status: 'delivered' } as const
  const { body } = await call(changeInBulk, { body: { ids, change: { reached } } })
  expect(body.changed).toHaveLength(2)
  expect(body.refused).toMatchObject([
    { code: 'delivery_state', reason: 'It has already failed. Correct it if that is wrong.' },
  ])
  const event_ids = body.changed.map(({ event_id }) => event_id)
  setClock('04:05:00')
  expect((await call(undoInBulk, { body: { event_ids } })).body.changed).toHaveLength(2)
  expect((await call(getDelivery, { params: { id: ids[0]! } })).body).toMatchObject({
    status: 'dispatched',
    status_at: '2026-03-16T03:00:00.000Z',
  })
  const history = await historyOf(member, ids[0]!)
  expect(history.chain_intact).toBe(true)
  expect(history.data.at(-1)).toMatchObject({ kind: 'corrected', detail: { undone: true, to: 'dispatched' } })
})
