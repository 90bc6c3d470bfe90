import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { usualRules } from '#domain/shops/rules.ts'
import { readConfig } from '../../../config.ts'
import { startWooDouble } from '../../woocommerce-double.ts'
import { connectors } from '../connectors.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'
import { signedUrl } from './oauth.ts'

const { woocommerce } = connectors
const double = await startWooDouble(() => new Date())
afterAll(() => double.close())

let store: OpenStore
beforeEach(() => {
  double.state.orders.clear()
  double.faults.mend()
  double.personality.hooks.length = 0
  double.behave({ fulfillments: true, shipmentTracking: false, isPlain: false, mood: 'well' })
  const { consumer_key, consumer_secret } = double.issueKeys('')
  store = {
    shop: double.url,
    key: `${double.url} ${consumer_key}`,
    credentials: { consumer_key, consumer_secret, keys_in_query: false },
    settings: readConfig({ SHOPS_ALLOW_PRIVATE: 'true' }).shops,
    rules: usualRules,
    now: new Date(),
  }
})

const writeOf = (orderId: string, more: Partial<ShopWrite> = {}): ShopWrite => ({
  kind: 'dispatched',
  key: 'k',
  orderId,
  partId: orderId,
  at: '2026-11-21T18:00:00Z',
  eta: null,
  tracking: { number: 'D-7', url: 'https://karta.test/t/abc', company: 'Acme' },
  lines: null,
  remote: null,
  note: 'Delivered at 18:20, signed by Ann.',
  isRetry: false,
  notifies: false,
  ...more,
})
const metaOf = async (id: string) => {
  const { attributes } = (await woocommerce.readOrder(store, id))!
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}

test('calls without TLS are signed as in the vector of OAuth 1.0a', () => {
  const signing = {
    key: 'ck_test',
    secret: 'cs_test',
    nonce: '0123456789abcdef0123456789abcdef',
    seconds: 1_700_000_000,
  }
  const url = new URL('http://shop.test/wp-json/wc/v3/orders?status=processing&per_page=50')
  expect(signedUrl('GET', url, signing).searchParams.get('oauth_signature')).toBe(
    '562Kr79JkW6AfVll8CDHnxxRRSG62za2+glnHGh+c+Y=',
  )
})

test('a webhook is verified over its bytes, and the ping of a new one is no order', async () => {
  await woocommerce.ensureHooks(store, 'https://karta.test/hook')
  const { secret } = double.personality.hooks[0]!
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  const read = (body: Buffer, headers: Record<string, string>) => woocommerce.readHook({ body, headers }, store)
  const body = Buffer.from('{"id":723,"status":"processing","date_modified_gmt":"2026-11-20T10:00:00"}')
  const signed = (key: string) => ({
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-delivery-id': 'd1',
    'x-wc-webhook-signature': createHmac('sha256', key).update(body).digest('base64'),
  })
  expect(read(body, signed(secret))).toEqual({
    id: 'd1',
    topic: 'order.updated',
    about: 'order',
    orderId: '723',
    at: '2026-11-20T10:00:00Z',
  })
  expect(read(Buffer.concat([body, Buffer.from(' ')]), signed(secret))).toBeNull()
  expect(read(body, signed('other'))).toBeNull()
  expect(read(Buffer.from('webhook_id=12'), {})).toBe('ping')
  for (const text of ['webhook_id=12&x=1', 'webhook_id=1 or 1', '{"id":1}', ''])
    expect(read(Buffer.from(text), {}), text).toBeNull()
  // With the rights of its user gone, the shop sends an error instead of an order.
  const refused = Buffer.from('{"code":"woocommerce_rest_cannot_view","message":"Sorry"}')
  const headers = {
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-signature': createHmac('sha256', secret).update(refused).digest('base64'),
  }
  expect(read(refused, headers)).toMatchObject({ about: 'other', orderId: null })
})

test('webhooks that WooCommerce turned off are turned on again, and none is there twice', async () => {
  const url = 'https://karta.test/hook'
  const { hooks } = double.personality
  await woocommerce.ensureHooks(store, url)
  await woocommerce.ensureHooks(store, url)
  expect(hooks.map(({ topic }) => topic).toSorted()).toEqual([
    'order.created',
    'order.deleted',
    'order.restored',
    'order.updated',
  ])
  hooks[0]!.status = 'disabled'
  hooks.push({ ...hooks[1]!, id: 999 }, { ...hooks[1]!, id: 1000, delivery_url: 'https://else.test' })
  await woocommerce.ensureHooks(store, url)
  expect(hooks.map(({ status }) => status)).toEqual(Array(5).fill('active'))
  await woocommerce.removeHooks(store, url)
  expect(hooks.map(({ delivery_url }) => delivery_url)).toEqual(['https://else.test'])
})

test('a shop with plain addresses is asked by rest_route, and a place that is no shop is said', async () => {
  const { id } = double.state.place()
  double.behave({ isPlain: true })
  expect((await woocommerce.readOrder(store, id))?.number).toBe('1001')
  const nowhere = { ...store, shop: `${double.url}/nowhere`, key: 'nowhere' }
  await expect(woocommerce.readOrder(nowhere, id)).rejects.toMatchObject({
    failure: 'refused',
    sentence: expect.stringContaining('Permalinks'),
  })
  expect(await woocommerce.readOrder(store, '999999')).toBeUndefined()
})

test('hundreds of orders are read page by page, also those of one second', async () => {
  const createdAt = '2026-11-20T10:00:00Z'
  for (let i = 0; i < 260; i++) double.state.place({ createdAt, lines: [{ sku: 'WATER' }] })
  const all = async (since: string | null) => {
    const ids = new Set<string>()
    for (let cursor: string | null = null, pages = 0; ; pages++) {
      const page = await woocommerce.listModified(store, since, cursor)
      for (const order of page.orders) ids.add(order.id)
      cursor = page.next
      if (!cursor || pages > 9) return ids.size
    }
  }
  expect(await all(null)).toBe(260)
  expect(await all('2026-01-01T00:00:00Z')).toBe(260)
  expect(await all(new Date(Date.now() + 60_000).toISOString())).toBe(0)
  const asked = double.calls.filter(({ url }) => url.pathname.endsWith('/products')).length
  expect(asked).toBe(1)
})

test('a parcel is told to the shop once, then its end, and the order is completed', async () => {
  const { id } = double.state.place({ lines: [{ sku: 'MILK1', quantity: 2 }, { sku: 'GIFT' }] })
  const order = double.state.get(id)
  const { remote } = await woocommerce.write(store, writeOf(id))
  expect(remote).toMatch(/^fulfillment \d+$/)
  // It may have arrived, although nobody heard so.
  expect(await woocommerce.write(store, writeOf(id, { isRetry: true }))).toEqual({ remote })
  expect(order.fulfillments).toHaveLength(1)
  expect(order.fulfillments[0]).toMatchObject({
    lines: [{ quantity: 2 }],
    tracking: { number: 'D-7', company: 'Acme' },
  })
  expect(await metaOf(id)).toMatchObject({
    _karta_status: 'dispatched',
    _karta_tracking_url: 'https://karta.test/t/abc',
  })
  const done = writeOf(id, { kind: 'delivered', remote })
  await woocommerce.write(store, done)
  await woocommerce.write(store, { ...done, isRetry: true })
  expect(order.status).toBe('completed')
  expect(order.notes).toEqual(['Delivered at 18:20, signed by Ann.'])
})

test('part of an order leaves it open, and a canceled delivery takes its parcel back', async () => {
  const { id, lines } = double.state.place({ lines: [{ sku: 'MILK1', quantity: 2 }] })
  const some = [{ id: lines[0]!.id, quantity: 1 }]
  const { remote } = await woocommerce.write(store, writeOf(id, { kind: 'delivered', lines: some }))
  expect(double.state.get(id).status).toBe('processing')
  expect(await woocommerce.write(store, writeOf(id, { kind: 'canceled', remote }))).toEqual({ remote: null })
  expect(double.state.get(id).fulfillments).toMatchObject([{ isCanceled: true }])
})

test('a shop without fulfillments gets its extension for tracking, or a note with the link', async () => {
  double.behave({ fulfillments: false, shipmentTracking: true })
  const tracked = double.state.place()
  const { remote } = await woocommerce.write(store, writeOf(tracked.id))
  expect(remote).toMatch(/^tracking /)
  expect(await woocommerce.write(store, writeOf(tracked.id, { isRetry: true }))).toEqual({ remote })
  double.behave({ shipmentTracking: false })
  const noted = double.state.place()
  await woocommerce.write(store, writeOf(noted.id))
  await woocommerce.write(store, writeOf(noted.id, { isRetry: true }))
  expect(double.state.get(noted.id).notes).toEqual(['Your order is on its way. Follow it: https://karta.test/t/abc'])
})
