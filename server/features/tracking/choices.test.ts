import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { eraseDelivery, getDelivery, listDeliveries, listDeliveryEvents, readOutcomes } from '#domain/api/deliveries.ts'
import { listAudit } from '#domain/api/audit.ts'
import { listEvents } from '#domain/api/events.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as api from '#domain/api/tracking.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'

const parts = await testApp()
const { as } = parts

/** A delivery on a route, whoever has its link, and the dispatchers. */
async function linked(order = {}) {
  const day = await dispatchedDay(parts, { stops: 1, order })
  const { call } = as(day.owner)
  const id = day.stops[0]!.delivery_id
  const { body } = await call(api.getTrackingLink, { params: { id } })
  const token = body.url.split('/t/')[1]!
  const params = { token }
  return {
    call,
    id,
    see: async () => (await call(api.getTracking, { params })).body,
    ask: (asked: object) => call(api.changePreferences, { params, body: asked as never }),
    rate: (stars: number, comment: string | null = null) =>
      call(api.rateDelivery, { params, body: { stars, comment } }),
    write: (text: string) => call(api.writeToDispatcher, { params, body: { text } }),
    retry: () => call(api.tryDeliveryAgain, { params }),
    record: async () => (await call(getDelivery, { params: { id } })).body,
    alerts: async () => (await call(listAlerts)).body.data.map(({ sentence }) => sentence),
    set: (body: object) => call(setStatus, { params: { id }, body: body as never }),
  }
}

test('what a recipient asks for is kept, told as theirs, and taken back field by field', async () => {
  const { ask, record, see, call, id } = await linked()
  expect((await see()).choices).toEqual(['note', 'leave', 'receiver', 'pin', 'message'])
  const asked = { note: 'Ring <b>twice</b>', leave: 'neighbor', leave_where: 'Number 12' }
  expect((await ask(asked)).body.wishes).toEqual({ ...asked, receiver: null })
  await ask({ receiver: 'Dewi' })
  await ask({ leave: null })
  expect((await record()).wishes).toEqual({
    note: 'Ring <b>twice</b>',
    leave: null,
    leave_where: null,
    receiver: 'Dewi',
  })
  // The same again is no change.
  const { version } = await record()
  await ask({ receiver: 'Dewi' })
  expect((await record()).version).toBe(version)
  const history = (await call(listDeliveryEvents, { params: { id } })).body
  expect(history).toMatchObject({ chain_intact: true })
  expect(history.data.filter(({ kind }) => kind === 'preferred').map(({ actor_name }) => actor_name)).toEqual(
    Array.from({ length: 3 }, () => 'Recipient'),
  )
  const { body: audit } = await call(listAudit, { query: { action: 'delivery.preferred' } })
  expect(audit.data.map(({ actor }) => actor.kind)).toEqual(Array.from({ length: 3 }, () => 'recipient'))
  const { body: log } = await call(listEvents, { query: { types: 'delivery.preferred' } })
  expect(log.data.map(({ actor }) => actor.kind)).toEqual(Array.from({ length: 3 }, () => 'recipient'))
})

test('what has to be handed over is not left, and what is not offered is refused', async () => {
  const { ask, see, call, retry, rate, set } = await linked({ requirements: ['signature'] })
  expect((await see()).choices).not.toContain('leave')
  const refused = { status: 409, code: 'not_offered' }
  expect(await ask({ leave: 'place', leave_where: 'Shed' })).toMatchObject(refused)
  expect([await rate(5), await retry()]).toMatchObject([refused, refused])
  await call(api.changeTrackingSettings, { body: { recipients_may: ['receiver'] } })
  expect(await ask({ note: 'x' })).toMatchObject(refused)
  expect((await ask({ receiver: 'Budi' })).status).toBe(200)
  const wrong = [
    { note: 'x'.repeat(301) },
    { leave: 'dog' },
    { location: { lat: 91, lng: 0 } },
    { status: 'delivered' },
    [],
  ]
  for (const each of wrong) expect((await ask(each)).status, JSON.stringify(each)).toBe(400)
  await set({ status: 'delivered' })
  expect(await ask({ receiver: 'Sari' })).toMatchObject(refused)
})

test('a pin is put right near the address, and no further', async () => {
  const { ask, record, see } = await linked()
  const { lat, lng } = (await see()).location!
  const location = { lat: lat + 0.001, lng }
  expect((await ask({ location })).body.location).toEqual(location)
  expect(await record()).toMatchObject({ location_source: 'recipient', location_confidence: 1 })
  expect(await ask({ location: { lat: lat + 1, lng } })).toMatchObject({ status: 422, code: 'pin_too_far' })
})

test('a rating and a message reach the dispatchers, and are gone when the recipient is erased', async () => {
  const { rate, write, set, call, id, record, alerts, see } = await linked()
  expect((await write('Where are you?')).status).toBe(200)
  await set({ status: 'delivered' })
  expect((await see()).asks_rating).toBe(true)
  expect((await rate(2, 'Late')).body.rating).toEqual({ stars: 2, comment: 'Late' })
  expect(await record()).toMatchObject({ rating: 2, rating_comment: 'Late' })
  expect(await alerts()).toEqual(
    expect.arrayContaining([
      'The recipient of delivery 1 wrote to you. Its history has the text.',
      'The recipient of delivery 1 gave it 2 of 5.',
    ]),
  )
  const found = async (rating: 'low' | 'any') => (await call(listDeliveries, { query: { rating } })).body.data.length
  expect([await found('low'), await found('any')]).toEqual([1, 1])
  const outcomes = async (query = {}) => (await call(readOutcomes, { query })).body
  const one = { delivered: 1, failed: 0, rated: 1, rating: 2, low: 1 }
  const drivers = [{ driver_id: expect.any(String), ...one }]
  const first = { ...one, stars: [0, 1, 0, 0, 0], reasons: [], drivers, vehicles: [] }
  expect(await outcomes({ rating: 'low' })).toEqual(first)
  expect((await outcomes({ date_to: '2000-01-01' })).rating).toBeNull()
  expect((await rate(5)).body.rating).toEqual({ stars: 5, comment: null })
  expect([await found('low'), await found('any')]).toEqual([0, 1])
  expect(await alerts()).not.toContain('The recipient of delivery 1 gave it 2 of 5.')
  const history = async () => JSON.stringify((await call(listDeliveryEvents, { params: { id } })).body)
  expect(await history()).toContain('Where are you?')
  await call(eraseDelivery, { params: { id } })
  const erased = await history()
  for (const word of ['Where are you?', 'Late']) expect(erased).not.toContain(word)
  expect(JSON.parse(erased)).toMatchObject({ chain_intact: true })
})

test('after a failed attempt the recipient asks for another one, and nobody writes without end', async () => {
  const { call, set, retry, see, write, record } = await linked()
  await set({ status: 'failed', reason: 'not_home' })
  expect((await see()).may_retry).toBe(true)
  const { body: outcomes } = await call(readOutcomes, { query: { failure_reason: 'not_home' } })
  expect(outcomes).toMatchObject({ failed: 1, rating: null, reasons: [{ reason: 'not_home', failed: 1 }] })
  expect((await call(readOutcomes, { query: { failure_reason: 'refused' } })).body.failed).toBe(0)
  expect((await retry()).body.step).toBe('expected')
  expect((await record()).status).toBe('pending')
  for (let time = 0; time < 20; time++) await write(`Message ${time}`)
  expect(await write('One more')).toMatchObject({ status: 429 })
})
