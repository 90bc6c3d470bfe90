import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import * as api from '#domain/api/cash.ts'
import { getDriverDay, registerDevice, sendEntries } from '#domain/api/road.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { openPhone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as } = testing

/** A driver with stops where 75,000 is due, and a phone. */
async function start(stops = 1) {
  const day = await dispatchedDay(testing, { stops, order: { cash_amount: 75_000 } })
  const phone = openPhone(() => clock)
  await as(day.driver).call(registerDevice, { body: phone.device })
  const send = async () => {
    const { body } = await as(day.driver).call(sendEntries, { body: { device_id: phone.id, entries: phone.log } })
    return body.results.map(({ outcome, code }) => (code ? `${outcome}: ${code}` : outcome))
  }
  const deliver = ({ id: stop_id, delivery_id }: (typeof day.stops)[0], cash: number | null) =>
    phone.write('delivered', { stop_id, delivery_id, to: 'recipient', cash })
  const handIn = (amount: number, handin_id = randomUUID()) => {
    phone.write('cash_handed_in', { handin_id, amount })
    return handin_id
  }
  const alerts = async () => (await as(day.owner).call(listAlerts, {})).body.data.map(({ sentence }) => sentence)
  const cash = async () => (await as(day.owner).call(api.getDriverCash, { params: { id: day.record.id } })).body
  const confirm = (id: string, body: object) =>
    as(day.owner).call(api.confirmHandIn, { params: { id }, body: body as never })
  return { ...day, phone, send, deliver, handIn, alerts, cash, confirm }
}

test('what a driver takes is theirs to hand in, and counts as handed in once somebody has counted it', async () => {
  const { owner, driver, record, stops, send, deliver, handIn, alerts, cash, confirm } = await start(2)
  deliver(stops[0]!, 75_000)
  deliver(stops[1]!, 75_000)
  const id = handIn(150_000)
  handIn(1, id)
  expect(await send()).toEqual(['applied', 'applied', 'applied', 'kept: already_so'])
  expect((await as(driver).call(getDriverDay, {})).body.cash).toEqual({ taken: 150_000, handed_in: 0, to_confirm: [] })
  expect(await cash()).toMatchObject({ balance: 150_000, hand_ins: [{ id, amount: 150_000, state: 'waiting' }] })
  expect((await confirm(id, { counted: 150_000 })).body).toMatchObject({
    state: 'confirmed',
    confirmed_by: owner.email,
  })
  expect(await confirm(id, { counted: 150_000 })).toMatchObject({ status: 409, code: 'hand_in_confirmed' })
  expect((await as(driver).call(getDriverDay, {})).body.cash).toEqual({
    taken: 150_000,
    handed_in: 150_000,
    to_confirm: [],
  })
  expect((await as(owner).call(api.getCashDay, {})).body).toMatchObject({
    drivers: [{ driver_id: record.id, taken: 150_000, handed_in: 150_000, corrected: 0, balance: 0 }],
    hand_ins: [{ id, counted: 150_000 }],
  })
  expect(await alerts()).toEqual([])
})

test('cash that does not add up is written down as it is, and dispatchers are told', async () => {
  const { owner, record, stops, send, deliver, handIn, alerts, cash, confirm } = await start(3)
  deliver(stops[0]!, 70_000)
  deliver(stops[1]!, null)
  deliver(stops[2]!, 80_000)
  // The money of a second word about the same delivery is the same money.
  deliver(stops[2]!, 80_000)
  const id = handIn(200_000)
  expect(await send()).toEqual(['applied', 'applied', 'applied', 'kept: already_so', 'applied'])
  const plain = (sentence: string) => sentence.replaceAll(/[A-Z]{3} /g, '').replace(/delivery \d+/, 'one')
  expect((await alerts()).map(plain).toSorted()).toEqual([
    'Budi hands in 2,000.00, but took 1,500.00.',
    'Budi took 700.00 at one. 750.00 was due.',
    'Budi took 800.00 at one. 750.00 was due.',
    'Budi took no cash at one. 750.00 was due.',
  ])
  expect(await confirm(id, { counted: 160_000 })).toMatchObject({ status: 400, code: 'cash_reason_needed' })
  await confirm(id, { counted: 160_000, reason: 'Tips in the bag' })
  expect(await cash()).toMatchObject({ balance: -10_000, hand_ins: [] })
  expect(await alerts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/handed in .*, and .* was counted\.$/),
      expect.stringMatching(/^A driver’s cash is .* below zero/),
    ]),
  )
  const fix = { amount: 10_000, reason: 'Tips belong to the driver' }
  const corrected = await as(owner).call(api.correctCash, { params: { id: record.id }, body: fix })
  expect(corrected).toMatchObject({ status: 201, body: { kind: 'correction', ...fix } })
  expect((await cash()).balance).toBe(0)
  expect(await alerts()).not.toContainEqual(expect.stringMatching(/below zero/))
  const lines = async (query: object, who = owner) => (await as(who).call(api.listCashEntries, { query })).body
  const first = await lines({ limit: 3 })
  const rest = await lines({ limit: 3, cursor: first.next_cursor })
  expect([...first.data, ...rest.data].map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    -160_000, 10_000, 70_000, 80_000,
  ])
  expect([first.total, rest.next_cursor]).toEqual([4, null])
  const today = dayOf(clock, 'Asia/Jakarta')
  expect(await lines({ driver_id: record.id, kind: 'correction', from: today, to: today })).toMatchObject({
    data: [{ kind: 'correction', ...fix }],
    total: 1,
  })
  expect(await lines({ to: dayAfter(today, -1) })).toMatchObject({ data: [], total: 0 })
  expect(await lines({}, await testing.makeMember())).toMatchObject({ data: [], total: 0 })
  expect((await as(owner).call(api.getDeliveryCash, { params: { id: stops[0]!.delivery_id } })).body).toMatchObject({
    due: 75_000,
    taken: 70_000,
  })
  const stranger = await testing.makeMember()
  expect(await as(stranger).call(api.correctCash, { params: { id: record.id }, body: fix })).toMatchObject({
    code: 'driver_not_found',
  })
  expect(await as(stranger).call(api.confirmHandIn, { params: { id }, body: { counted: 1 } })).toMatchObject({
    code: 'hand_in_not_found',
  })
})

test('cash that is counted without the driver’s phone counts at once, and the driver says later what it was', async () => {
  const { owner, driver, record, stops, phone, send, deliver, alerts, cash } = await start()
  deliver(stops[0]!, 75_000)
  await send()
  const take = (amount: number, id = record.id) =>
    as(owner).call(api.takeHandIn, { params: { id }, body: { amount, note: 'Battery is empty' } })
  const [right, wrong] = [(await take(50_000)).body, (await take(20_000)).body]
  expect(right).toMatchObject({ started_by: 'depot', state: 'confirmed', counted: 50_000, driver_amount: null })
  expect(await cash()).toMatchObject({ balance: 5000, hand_ins: [{ id: right.id }, { id: wrong.id }] })
  const own = async () => (await as(driver).call(getDriverDay, {})).body.cash
  expect(await own()).toMatchObject({
    handed_in: 70_000,
    to_confirm: [
      { handin_id: right.id, amount: 50_000, counted_by: owner.email },
      { handin_id: wrong.id, amount: 20_000 },
    ],
  })
  phone.write('cash_handed_in', { handin_id: right.id, amount: 50_000 })
  phone.write('cash_handed_in', { handin_id: wrong.id, amount: 25_000 })
  phone.write('cash_handed_in', { handin_id: wrong.id, amount: 20_000 })
  expect((await send()).slice(1)).toEqual(['applied', 'applied', 'kept: already_so'])
  // Nothing but what was counted counts.
  expect(await own()).toMatchObject({ handed_in: 70_000, to_confirm: [] })
  expect(await cash()).toMatchObject({ balance: 5000, hand_ins: [] })
  expect((await alerts()).map((sentence) => sentence.replaceAll(/[A-Z]{3} /g, ''))).toEqual([
    `${owner.email} counted 200.00, and Budi says that it was 250.00.`,
  ])
  const stranger = await start()
  expect(await take(1, stranger.record.id)).toMatchObject({ status: 404, code: 'driver_not_found' })
  expect(await take(0)).toMatchObject({ status: 400, errors: [{ path: 'amount' }] })
})

test('undoing a delivery takes its cash back as a line of its own', async () => {
  const { stops, phone, send, deliver, alerts, cash } = await start()
  const { id } = deliver(stops[0]!, 70_000)
  phone.write('undone', { entry_id: id })
  deliver(stops[0]!, 75_000)
  expect(await send()).toEqual(['applied', 'applied', 'applied'])
  const { balance, entries } = await cash()
  expect(balance).toBe(75_000)
  expect(entries.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual(
    [
      ['taken', 70_000],
      ['taken', 75_000],
      ['taken_back', -70_000],
    ].toSorted(),
  )
  expect(await alerts()).toEqual([])
})
