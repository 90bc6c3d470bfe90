import { afterAll, expect, test } from 'vitest'
import { createAddress } from '#domain/api/addresses.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { changeSlotSettings, findSlots, holdSlot } from '#domain/api/slots.ts'
import { inWorkspace } from '../../db/connect.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { syncDepsOf } from '../../testing/shops/shopify.ts'
import { woocommerceUnderTest } from '../../testing/shops/woocommerce.ts'
import { testApp } from '../../testing/test-app.ts'
import { readOne } from './tasks.ts'

const clock = { now: () => new Date() }
const of = await woocommerceUnderTest(() => clock.now())
const { as, deps, makeMember } = await testApp(({ now, config }) => {
  clock.now = clockFrom('06:00', now)
  return { now: clock.now, config: { ...config, shops: of.shops } }
})
afterAll(() => of.close())

const place = { lat: -6.16, lng: 106.85 }
const slot = { day, start: '09:00', end: '11:00' }
const methodCode = `slot-${day}-0900-1100`

test('an order fills the slot that it was sold; the next one for it comes in with a sentence, and without the window', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  await make.driver({}, { capacity_kg: 100 })
  const windows = [{ weekdays: [1], start: slot.start, end: slot.end, capacity: 2 }]
  await call(changeSlotSettings, { body: { is_on: true, windows, days_ahead: 7 } })
  const shop = await of.connect(deps, owner.workspaceId)
  const address = { line1: 'Jl. Sabang 1', country: 'ID' }
  const buy = async (attributes: { key: string; value: string }[] = []) => {
    const { id, number } = of.store.state.place({ methodCode, address, attributes })
    await readOne(syncDepsOf(deps), shop, id)
    return number.replace('#', '')
  }
  const sabang = 'Jl. Sabang 1, Unit 4, Ottawa, ON K2P 1L4, ID'
  await call(createAddress, { body: { address: sabang, location: place } })

  // The checkout of the plugin held it; the order fills that hold, and takes no second place.
  const wanted = { delivery_address: 'Jl. Sabang 1', delivery_location: place }
  const held = (await call(holdSlot, { body: { ...wanted, ...slot } })).body
  const first = await buy([{ key: '_karta_hold', value: held.id }])
  const left = async () => (await call(findSlots, { body: wanted })).body.data.map((each) => each.left)
  expect(await left()).toEqual([1])
  const rest = [await buy([{ key: '_karta_hold', value: 'nonsense' }]), await buy()]
  const deliveries = (await call(listDeliveries)).body.data
  const windowOf = (number: string) => deliveries.find(({ reference }) => reference === number)!.window_start
  expect([first, ...rest].map(windowOf)).toEqual(['09:00', '09:00', null])
  expect(deliveries.every(({ scheduled_date }) => scheduled_date === day)).toBe(true)
  const orders = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('shop_orders').select(['number', 'state', 'reason']).orderBy('number').execute(),
  )
  expect(orders.map(({ state }) => state)).toEqual(['taken', 'taken', 'taken'])
  expect(orders.map(({ reason }) => reason)).toEqual([
    null,
    null,
    expect.stringMatching(
      /^The buyer chose Mon, Mar 16, 09:00–11:00, which cannot be kept: .+ Agree on another time\.$/,
    ),
  ])
})
