import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import * as api from '#domain/api/road.ts'
import type { SentEntry } from '#domain/road/entry.ts'
import { openPhone, type Phone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as } = testing
const setClock = (time: string) => (clock = new Date(`2026-03-16T${time}Z`))

const send = (who: TestMember, phone: Phone, entries: SentEntry[] = phone.log) =>
  as(who).call(api.sendEntries, { body: { device_id: phone.id, entries } })

/** A dispatched day, with a phone of its driver. */
async function start(stops = 2) {
  setClock('03:00:00')
  const day = await dispatchedDay(testing, { stops })
  const phone = openPhone(() => clock)
  expect((await as(day.driver).call(api.registerDevice, { body: phone.device })).status).toBe(200)
  return { ...day, phone }
}

test('a driver does a route: each entry counts once, with the time at which it happened', async () => {
  const { owner, driver, phone, route, stops } = await start()
  const [first, second] = stops as [(typeof stops)[0], (typeof stops)[0]]
  const shift_id = randomUUID()
  phone.write('route_received', { route_id: route.id })
  phone.write('shift_started', { shift_id, vehicle_id: null })
  setClock('03:10:00')
  phone.write('departed', { stop_id: first.id })
  setClock('03:20:00')
  phone.write('arrived', { stop_id: first.id })
  const done = { stop_id: first.id, delivery_id: first.delivery_id, to: 'neighbor', received_by: 'Ibu Rina' } as const
  phone.write('delivered', done)
  setClock('03:30:00')
  phone.write('failed', { stop_id: second.id, delivery_id: second.delivery_id, reason: 'not_home', note: 'Rang twice' })
  phone.write('shift_ended', { shift_id })
  setClock('09:00:00')
  const { body } = await send(driver, phone)
  expect(body.results.map(({ outcome }) => outcome)).toEqual(Array(7).fill('applied'))
  expect(body).toMatchObject({ next_sequence: 8, last_hash: phone.log[6]!.hash, now: clock.toISOString() })
  // The same batch again, and a part of it out of order.
  expect((await send(driver, phone)).body).toEqual(body)
  expect((await send(driver, phone, phone.log.slice(3).toReversed())).body.results.map(({ id }) => id)).toEqual(
    phone.log
      .slice(3)
      .toReversed()
      .map(({ id }) => id),
  )
  const delivered = await as(owner).call(getDelivery, { params: { id: first.delivery_id } })
  expect(delivered.body).toMatchObject({ status: 'delivered', status_at: '2026-03-16T03:20:00.000Z' })
  const failed = await as(owner).call(getDelivery, { params: { id: second.delivery_id } })
  expect(failed.body).toMatchObject({ status: 'failed', failure_reason: 'not_home', status_note: 'Rang twice' })
  const history = await as(owner).call(listDeliveryEvents, { params: { id: first.delivery_id } })
  expect(history.body.chain_intact).toBe(true)
  expect(history.body.data.at(-1)).toMatchObject({
    kind: 'status_changed',
    detail: {
      to: 'delivered',
      handed_to: 'neighbor',
      said: { name: 'Ibu Rina' },
      device: { entry_id: phone.log[4]!.id, device_id: phone.id, sequence: 5 },
    },
  })
  const day = await as(driver).call(api.getDriverDay, {})
  expect(day.body).toMatchObject({ driver: { name: 'Budi' }, shift: null, routes: [{ id: route.id }] })
  const [one] = day.body.routes[0]!.stops.filter(({ delivery }) => delivery)
  expect(one).toMatchObject({ done_at: '2026-03-16T03:20:00.000Z', delivery: { status: 'delivered' } })
  const again = await as(driver).call(api.getDriverDay, { headers: { 'if-none-match': String(day.headers.etag) } })
  expect(again.status).toBe(304)
})

test('a log with a gap, another past, or a signature of another key is refused whole', async () => {
  const { driver, phone, stops } = await start(1)
  const { id: stop_id } = stops[0]!
  for (let i = 0; i < 4; i++) phone.write('departed', { stop_id })
  expect(await send(driver, phone, phone.log.slice(1))).toMatchObject({ code: 'entry_gap', body: { next_sequence: 1 } })
  expect(await send(driver, phone, [phone.log[0]!, phone.log[2]!])).toMatchObject({ code: 'entry_gap' })
  await send(driver, phone, phone.log.slice(0, 2))
  expect(await send(driver, phone, phone.log.slice(3))).toMatchObject({ code: 'entry_gap', body: { next_sequence: 3 } })
  const other = openPhone(() => clock)
  const forged = { ...phone.log[2]!, signature: other.write('departed', { stop_id }).signature }
  const changed = { ...phone.log[2]!, kind: 'arrived' }
  for (const entry of [forged, changed, { ...phone.log[2]!, previous_hash: null }]) {
    expect(await send(driver, phone, [entry])).toMatchObject({ status: 409, code: 'entry_not_genuine' })
  }
  const stranger = await start(1)
  expect(await send(stranger.driver, phone)).toMatchObject({ status: 404, code: 'device_not_found' })
  expect((await send(driver, phone)).body.results.map(({ outcome }) => outcome)).toEqual([
    'applied',
    'kept',
    'kept',
    'kept',
  ])
})
