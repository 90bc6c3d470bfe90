import { expect, test } from 'vitest'
import * as api from '#domain/api/order-page.ts'
import { getContactChallenge } from '#domain/api/contact.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { changeSlotSettings } from '#domain/api/slots.ts'
import { solveChallenge } from '#domain/challenge.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
const anybody = as(null)
const window = { weekdays: [1], start: '09:00', end: '11:00' }

async function proof() {
  const { challenge, difficulty } = (await anybody.call(getContactChallenge)).body
  return { challenge, answer: await solveChallenge(challenge, difficulty) }
}

test('a customer books on the page of a workspace, once it is open, and learns nothing else', async () => {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  await make.driver({}, { capacity_kg: 100, cost_per_km: 100 })
  const { call } = as(owner)
  const params = { name: 'fresh-market' }
  const open = (body: object) => call(changeSlotSettings, { body })
  expect((await open({ is_on: true, windows: [window], order_page: true })).code).toBe('order_page_unnamed')
  await open({ is_on: true, windows: [window] })
  expect((await anybody.call(api.getOrderPage, { params })).code).toBe('order_page_not_found')
  const on = await open({ order_page: true, order_page_name: 'Fresh-Market' })
  expect(on.body.order_page_url).toMatch(/\/order\/fresh-market$/)
  expect((await anybody.call(api.getOrderPage, { params })).body).toMatchObject({
    name: 'Test deliveries',
    hold_minutes: 15,
  })

  const place = { delivery_address: 'Jl. Sabang 1', delivery_location: { lat: -6.16, lng: 106.85 } }
  const { data } = (await anybody.call(api.findOrderSlots, { params, body: place })).body
  expect(data[0]).toEqual({
    day,
    start: '09:00',
    end: '11:00',
    starts_at: '2026-03-16T02:00:00.000Z',
    ends_at: '2026-03-16T04:00:00.000Z',
    price: 0,
    is_near: false,
  })
  const wanted = { ...place, day, start: '09:00', end: '11:00' }
  const unproven = { ...wanted, challenge: 'x', answer: 'y' }
  expect((await anybody.call(api.holdOrderSlot, { params, body: unproven })).code).toBe('challenge_refused')
  const solved = await proof()
  const held = (await anybody.call(api.holdOrderSlot, { params, body: { ...wanted, ...solved } })).body
  expect((await anybody.call(api.holdOrderSlot, { params, body: { ...wanted, ...solved } })).code).toBe(
    'challenge_refused',
  )

  const contact = { recipient_name: 'Siti <b>', recipient_phone: '+62 811 0000 001' }
  const elsewhere = await makeMember()
  await as(elsewhere).call(changeSlotSettings, {
    body: { is_on: true, order_page: true, order_page_name: 'other-shop' },
  })
  const theirs = { name: 'other-shop', id: held.id }
  expect((await anybody.call(api.placeOrder, { params: theirs, body: contact })).code).toBe('slot_hold_not_found')
  const placed = await anybody.call(api.placeOrder, { params: { ...params, id: held.id }, body: contact })
  expect(placed.body).toMatchObject({ number: 1, day, start: '09:00', end: '11:00' })
  expect(placed.body.tracking_url).toMatch(/\/t\/[\w-]{38}$/)
  const stored = (await call(listDeliveries, { query: { limit: 5 } })).body.data
  expect(stored).toMatchObject([
    { id: held.id, recipient_name: 'Siti <b>', window_start: '09:00', source: 'order_page' },
  ])
  expect((await as(elsewhere).call(changeSlotSettings, { body: { order_page_name: 'fresh-market' } })).code).toBe(
    'order_page_taken',
  )
  const again = (await anybody.call(api.holdOrderSlot, { params, body: { ...wanted, ...(await proof()) } })).body
  const freed = await anybody.call(api.releaseOrderSlot, { params: { ...params, id: again.id } })
  expect(freed.status).toBe(204)
})
