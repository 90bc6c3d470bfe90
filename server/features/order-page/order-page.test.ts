import { expect, test } from 'vitest'
import * as api from '#domain/api/order-page.ts'
import { getContactChallenge } from '#domain/api/contact.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { changeSlotSettings } from '#domain/api/slots.ts'
import { changeTrackingSettings } from '#domain/api/tracking.ts'
import { solveChallenge } from '#domain/challenge.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
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
    has_logo: false,
    takes_orders: true,
    center: { lat: -6.16, lng: 106.85 },
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

test('the page is written in the language of recipients, and only the sites of shops may frame it', async () => {
  const owner = await makeMember()
  await dayMaker(deps.db, owner.workspaceId).depot()
  const { call } = as(owner)
  const get = (path: string) => app.inject({ url: path, headers: { accept: 'text/html' } })
  const set = (body: object) => call(changeSlotSettings, { body })
  expect((await set({ shop_origins: ['javascript:alert(1)'] })).status).toBe(400)
  expect((await set({ shop_origins: ['https://*.example'] })).status).toBe(400)
  expect((await set({ shop_origins: ['shop.example'] })).code).toBe('order_page_unnamed')
  const name = 'flower-shop'
  const saved = await set({
    is_on: true,
    order_page_name: name,
    shop_origins: ['Shop.Example/cart', 'http://localhost:80'],
  })
  expect(saved.body).toMatchObject({ shop_origins: ['http://localhost', 'https://shop.example'], order_page_url: null })

  // The page itself is off; a shop may show its slots, and nobody books without the shop.
  expect((await get(`/order/${name}`)).statusCode).toBe(404)
  const framed = await get(
    `/order/${name}?embed=https://shop.example&address=${encodeURIComponent('"><script>1</script>')}`,
  )
  expect(framed.statusCode).toBe(200)
  expect(framed.headers['content-security-policy']).toContain('frame-ancestors https://shop.example;')
  expect(framed.headers['x-frame-options']).toBeUndefined()
  expect(framed.body).toContain('"parent":"https://shop.example"')
  expect(framed.body).not.toContain('<script>1')
  expect((await get(`/order/${name}?embed=https://evil.example`)).statusCode).toBe(404)
  const params = { name, id: owner.workspaceId }
  const contact = { recipient_name: 'Siti', recipient_phone: '+62 811 0000 001' }
  expect((await anybody.call(api.placeOrder, { params, body: contact })).code).toBe('order_page_not_found')

  await set({ order_page: true })
  await call(changeTrackingSettings, { body: { recipient_language: 'ar' } })
  const page = await get(`/order/${name}`)
  expect(page.body).toContain('<html lang="ar" dir="rtl">')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers['permissions-policy']).toContain('geolocation=(self)')
  for (const unknown of ['/order/nobody-here', '/order/..%2f..', `/order/${'x'.repeat(300)}`, '/order/%3Cb%3E'])
    expect((await get(unknown)).statusCode, unknown).toBe(404)
  expect((await get(`/order/${name}/logo`)).statusCode).toBe(404)
  expect((await get('/slots.js')).headers['content-type']).toContain('javascript')
})

test('a hold that ended is not booked, and wrong texts, sizes and names are refused with a sentence', async () => {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  await make.driver({}, { capacity_kg: 100 })
  const params = { name: 'bad-days' }
  await as(owner).call(changeSlotSettings, {
    body: { is_on: true, windows: [window], order_page: true, order_page_name: params.name },
  })
  const place = { delivery_address: 'Jl. Sabang 1', delivery_location: { lat: -6.16, lng: 106.85 } }
  const find = (body: object) => anybody.call(api.findOrderSlots, { params, body: { ...place, ...body } as never })
  expect((await find({ delivery_address: 'x'.repeat(301) })).status).toBe(400)
  expect((await find({ weight_kg: 1e9 })).status).toBe(400)
  expect((await find({ weight_kg: 900 })).code).toBe('slot_too_large')
  expect((await find({ delivery_location: { lat: 'x', lng: 1 } })).status).toBe(400)
  expect((await find({ extra: 1 })).status).toBe(400)
  const hold = async () => {
    const body = { ...place, day, start: '09:00', end: '11:00', ...(await proof()) }
    return (await anybody.call(api.holdOrderSlot, { params, body })).body
  }
  const contact = { recipient_name: "Robert'); drop table deliveries;--", recipient_phone: '+62 811 0000 001' }
  const book = (id: string, body: object = contact) =>
    anybody.call(api.placeOrder, { params: { ...params, id }, body: body as never })
  const [first, second] = [await hold(), await hold()]
  expect((await book(first.id, { ...contact, recipient_phone: 'call me' })).status).toBe(400)
  // Two presses are one order.
  const twice = await Promise.all([book(first.id), book(first.id)])
  expect(twice.map(({ body }) => body.number)).toEqual([1, 1])
  expect((await book('00000000-0000-4000-8000-000000000000')).code).toBe('slot_hold_not_found')
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx
      .updateTable('slot_holds')
      .set({ expires_at: new Date(0) })
      .where('id', '=', second.id)
      .execute(),
  )
  expect((await book(second.id)).code).toBe('slot_hold_ended')
})
