import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAddress } from '#domain/api/addresses.ts'
import { makePluginKey } from '#domain/api/integrations.ts'
import { changeSlotSettings } from '#domain/api/slots.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { readConfig } from '../../config.ts'
import { inWorkspace } from '../../db/connect.ts'
import { clockFrom, dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { sealContext } from '../integrations/rules.ts'
import { testApp } from '../../testing/test-app.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { shops } = readConfig({
  SHOPS_ALLOW_PRIVATE: 'true',
  SHOPIFY_CLIENT_ID: 'client',
  SHOPIFY_CLIENT_SECRET: 'shpss_secret',
  WIX_APP_ID: 'app-id',
  WIX_APP_SECRET: 'secret',
  WIX_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
})
const { app, deps, makeMember, as } = await testApp(({ now, config }) => ({
  now: clockFrom('06:00', now),
  config: { ...config, shops },
}))

const site = '11111111-2222-4333-8444-555555555555'
const windows = [{ weekdays: [1], start: '09:00', end: '11:00', capacity: 1 }]
const place = { lat: -6.16, lng: 106.85 }

/** A workspace that sells one slot, at a shop of this platform. */
async function shop(platform: ShopPlatform, key: string = crypto.randomUUID()) {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  await make.driver({}, { capacity_kg: 100 })
  await as(owner).call(createAddress, { body: { address: 'Jl. Sabang 1, 10340 Jakarta, ID', location: place } })
  const price = { base: 590, cost_percent: 0, most: null, round_to: 1, near_discount: 0 }
  await as(owner).call(changeSlotSettings, { body: { is_on: true, windows, price, days_ahead: 7 } })
  const credentials = deps.sealer.seal('{}', sealContext(owner.workspaceId, platform))
  const { id } = await rig(deps.db, owner.workspaceId, (trx) =>
    trx
      .insertInto('integrations')
      .values({ workspace_id: owner.workspaceId, platform, state: 'connected', shop: 'x', shop_key: key, credentials })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { owner, id, call: as(owner).call }
}

const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: reply.statusCode, body: reply.json() as Record<string, never> }
}
const cart = {
  address: { line1: 'Jl. Sabang 1', city: 'Jakarta', postcode: '10340', country: 'ID' },
  currency: 'USD',
}

test('the plugin gets rates with its key, holds one, and nobody else gets it', async () => {
  const { id, call, owner } = await shop('woocommerce')
  const { key } = (await call(makePluginKey)).body
  const secret = key.split('_').at(-1)!
  expect(key).toMatch(new RegExp(`^ks_${id}_[0-9a-f]{64}$`))
  const ask = (what: string, body: object, change: { secret?: string; at?: number; signed?: string } = {}) => {
    const text = JSON.stringify(body)
    const time = String(change.at ?? Math.floor(deps.now().getTime() / 1000))
    const signed = `${time}.${change.signed ?? what}.${text}`
    const signature = createHmac('sha256', change.secret ?? secret)
      .update(signed)
      .digest('hex')
    const headers = { 'x-karta-timestamp': time, 'x-karta-signature': `v1=${signature}` }
    return post(`/v1/shops/woocommerce/${id}/${what}`, text, headers)
  }
  expect(await ask('ping', {})).toMatchObject({ status: 200 })
  const { rates } = (await ask('rates', { ...cart, location: place })).body as unknown as { rates: object[] }
  expect(rates).toMatchObject([{ code: 'slot-2026-03-16-0900-1100', price: '5.90', title: 'Mon, Mar 16, 09:00–11:00' }])

  const now = Math.floor(deps.now().getTime() / 1000)
  for (const change of [{ secret: 'x' }, { at: now - 600 }, { at: now + 600 }, { signed: 'holds' }])
    expect(await ask('rates', cart, change), JSON.stringify(change)).toMatchObject({
      status: 401,
      body: { code: 'plugin_not_genuine' },
    })
  expect((await post(`/v1/shops/woocommerce/${id}/rates`, '{}')).status).toBe(401)
  expect((await post(`/v1/shops/woocommerce/${crypto.randomUUID()}/rates`, '{}')).status).toBe(404)
  expect((await post(`/v1/shops/woocommerce/' or 1=1/rates`, '{}')).status).toBe(404)
  expect((await ask('rates', { ...cart, currency: 5 })).body).toMatchObject({ code: 'validation_failed' })

  const wanted = { address: cart.address, code: 'slot-2026-03-16-0900-1100' }
  const held = (await ask('holds', wanted)).body as unknown as { id: string }
  // The same buyer comes back to the checkout, and then there is another one.
  expect((await ask('holds', { ...wanted, instead_of: held.id })).body).toMatchObject({ id: held.id })
  expect((await ask('holds', wanted)).body).toMatchObject({ code: 'slot_taken' })
  expect((await ask('holds', { ...wanted, code: 'slot-2026-03-16-0100-0200' })).body).toMatchObject({
    code: 'slot_not_offered',
  })
  expect((await ask('rates', { ...cart, location: place })).body).toEqual({ rates: [], why_none: 'no_time' })

  // Orders that somebody sends by hand are read from the shop.
  expect(await ask('orders', { ids: ['5', '7', '5'] })).toEqual({ status: 202, body: { accepted: 2 } })
  const events = await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('shop_events').select(['order_id', 'about']).orderBy('order_id').execute(),
  )
  expect(events).toEqual([
    { order_id: '5', about: 'order' },
    { order_id: '7', about: 'order' },
  ])
  for (const ids of [[], ["1'; drop table orders"], Array.from({ length: 101 }, (_, n) => String(n))])
    expect((await ask('orders', { ids })).status).toBe(400)

  const next = (await call(makePluginKey)).body.key
  expect(next).not.toBe(key)
  expect((await ask('ping', {})).status).toBe(401)
  const elsewhere = await makeMember()
  expect((await as(elsewhere).call(makePluginKey)).code).toBe('integration_not_connected')
  expect(owner.workspaceId).not.toBe(elsewhere.workspaceId)
})

test('the carrier service of Shopify gets slots in its own words, and no rates where nothing is delivered', async () => {
  const { id } = await shop('shopify')
  const ask = (rate: object, secret = 'shpss_secret') => {
    const text = JSON.stringify({ rate })
    const signature = createHmac('sha256', secret).update(text).digest('base64')
    return post(`/v1/rates/shopify/${id}`, text, { 'x-shopify-hmac-sha256': signature })
  }
  const destination = { country: 'ID', postal_code: '10340', city: 'Jakarta', address1: 'Jl. Sabang 1', province: null }
  const items = [{ name: 'Milk', quantity: 2, grams: 1030, price: 400, requires_shipping: true }]
  expect(await ask({ destination, items, currency: 'USD', locale: 'en' })).toEqual({
    status: 200,
    body: {
      rates: [
        {
          service_name: 'Mon, Mar 16, 09:00–11:00',
          service_code: 'slot-2026-03-16-0900-1100',
          description: 'Mon, Mar 16, 09:00–11:00',
          total_price: '590',
          currency: 'USD',
          phone_required: true,
          min_delivery_date: '2026-03-16 09:00:00 +0700',
          max_delivery_date: '2026-03-16 11:00:00 +0700',
        },
      ],
    },
  })
  const nowhere = { ...destination, city: 'Atlantis', postal_code: null, address1: null }
  expect(await ask({ destination: nowhere, items, currency: 'USD' })).toEqual({ status: 200, body: { rates: [] } })
  expect((await ask({ destination, items: [{ ...items[0], grams: 90_000_000 }], currency: 'USD' })).body).toEqual({
    rates: [],
  })
  expect((await ask({ nonsense: true })).body).toEqual({ rates: [] })
  expect((await ask({ destination, items, currency: 'USD' }, 'wrong')).status).toBe(401)
})

test('Wix asks with a token that it signed for our app, and gets the slots of the site', async () => {
  await shop('wix', site)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = deps.now().getTime() / 1000 + 300
  const ask = (data: object, claims: object = {}) => {
    const text = `${part({ alg: 'RS256' })}.${part({ iss: 'wix.com', aud: 'app-id', exp, data, ...claims })}`
    const token = `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
    return post('/v1/rates/wix/v1/getRates', token, { 'content-type': 'text/plain' })
  }
  const request = {
    lineItems: [{ quantity: 2, price: '4.00', physicalProperties: { weight: 1.03, shippable: true } }],
    shippingDestination: { country: 'ID', postalCode: '10340', city: 'Jakarta', addressLine1: 'Jl. Sabang 1' },
    weightUnit: 'KG',
  }
  const metadata = { instanceId: site, currency: 'USD', languages: ['en-US'] }
  expect(await ask({ request, metadata })).toEqual({
    status: 200,
    body: {
      shippingRates: [
        {
          code: 'slot-2026-03-16-0900-1100',
          title: 'Mon, Mar 16, 09:00–11:00',
          logistics: {
            deliveryTime: 'Mon, Mar 16, 09:00–11:00',
            deliveryTimeSlot: {
              from: '2026-03-16T02:00:00.000Z',
              to: '2026-03-16T04:00:00.000Z',
              timeZone: 'Asia/Jakarta',
            },
          },
          cost: { price: '5.90', currency: 'USD', additionalCharges: [] },
        },
      ],
    },
  })
  const stranger = { ...metadata, instanceId: '99999999-2222-4333-8444-555555555555' }
  expect((await ask({ request, metadata: stranger })).body).toEqual({ shippingRates: [] })
  for (const wrong of [{ aud: 'another app' }, { iss: 'evil.example' }, { exp: exp - 9999 }])
    expect((await ask({ request, metadata }, wrong)).status, JSON.stringify(wrong)).toBe(401)
})
