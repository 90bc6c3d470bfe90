import { afterAll, beforeEach, expect, test } from 'vitest'
import { usualRules } from '#domain/shops/rules.ts'
import { readConfig } from '../../../config.ts'
import { wixHook } from '../../fake-store/wix/personality.ts'
import { startWixDouble } from '../../wix-double.ts'
import { connectors } from '../connectors.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'

const { wix } = connectors
const app = { appId: 'app-id', appSecret: 'secret' }
const double = await startWixDouble(app, () => new Date())
const settings = readConfig({
  WIX_APP_ID: app.appId,
  WIX_APP_SECRET: app.appSecret,
  WIX_PUBLIC_KEY: double.publicKey,
  WIX_API_URL: double.url,
}).shops
afterAll(() => double.close())

let store: OpenStore
beforeEach(() => {
  double.state.orders.clear()
  double.faults.mend()
  const { instanceId } = double.install()
  const credentials = { instance_id: instanceId }
  store = { shop: 'My site', key: instanceId, credentials, settings, rules: usualRules, now: new Date() }
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
  note: 'Delivered.',
  isRetry: false,
  notifies: false,
  ...more,
})

test('a webhook is unwrapped through its three layers, for the site that it is about', () => {
  const { id } = double.state.place()
  const at = '2026-11-20T14:00:00Z'
  const signing = { site: store.key, privateKey: double.privateKey }
  const read = (type: string, data: object) => {
    const hook = { headers: {}, body: Buffer.from(wixHook(type, data, signing, store.now)) }
    expect(wix.storeOf!(hook, settings, store.now)).toBe(store.key)
    return wix.readHook(hook, store)
  }
  const known = { id: 'e1', topic: 'wix.ecom.v1.order_approved', about: 'order', orderId: id, at }
  const event = { id: 'e1', eventTime: at }
  // Every form in which Wix names the order.
  for (const part of [
    { entityId: id },
    { createdEvent: { entity: { id } } },
    { createdEvent: { entityAsJson: JSON.stringify({ id }) } },
    { updatedEvent: { currentEntity: { id } } },
    { actionEvent: { body: { order: { id } } } },
    { actionEvent: { bodyAsJson: JSON.stringify({ orderId: id }) } },
  ])
    expect(read(known.topic, { ...event, ...part }), JSON.stringify(part)).toEqual(known)
  expect(read('AppRemoved', event)).toMatchObject({ about: 'uninstalled' })
  expect(read(known.topic, event)).toMatchObject({ about: 'other', orderId: null })
  const strange = {
    headers: {},
    body: Buffer.from(wixHook('x', {}, { ...signing, site: crypto.randomUUID() }, store.now)),
  }
  expect(wix.readHook(strange, store)).toBeNull()
  expect(wix.readHook({ headers: {}, body: Buffer.from('{}') }, store)).toBeNull()
})

test('orders are read page by page, and a token that ended early is renewed once', async () => {
  for (let i = 0; i < 230; i++) double.state.place({ createdAt: new Date(1e12 + i).toISOString() })
  const ids = new Set<string>()
  for (let cursor: string | null = null, pages = 0; pages < 9; pages++) {
    if (pages === 1) double.faults.fail('revoked')
    const page = await wix.listModified(store, null, cursor)
    for (const { id } of page.orders) ids.add(id)
    cursor = page.next
    if (!cursor) break
  }
  expect(ids.size).toBe(230)
  expect(double.calls.filter(({ url }) => url.pathname === '/oauth2/token')).toHaveLength(2)
  expect(await wix.readOrder(store, 'nobody')).toBeUndefined()
})

test('a fulfillment is made once, changed as the delivery goes on, and taken back when it is canceled', async () => {
  const { id } = double.state.place({ lines: [{ sku: 'MILK1', quantity: 2 }, { sku: 'GIFT' }] })
  const order = double.state.get(id)
  const { remote } = await wix.write(store, writeOf(id))
  expect(await wix.write(store, writeOf(id, { isRetry: true }))).toEqual({ remote })
  expect(order.fulfillments).toHaveLength(1)
  await wix.write(store, writeOf(id, { kind: 'delivered', remote }))
  expect(order.fulfillments[0]).toMatchObject({
    lines: [{ quantity: 2 }],
    tracking: { number: 'D-7', url: 'https://karta.test/t/abc' },
    events: [{ status: 'In_Delivery' }, { status: 'Fulfilled' }],
  })
  expect((await wix.readOrder(store, id))?.parts[0]?.state).toBe('closed')
  expect(await wix.write(store, writeOf(id, { kind: 'canceled', remote }))).toEqual({ remote: null })
  expect((await wix.readOrder(store, id))?.parts[0]?.state).toBe('open')
})

test('an order over two routes is fulfilled in two parts, and never more than is left', async () => {
  const { id, lines } = double.state.place({ lines: [{ sku: 'MILK1', quantity: 2 }] })
  const part = (number: string, quantity: number) =>
    writeOf(id, { lines: [{ id: lines[0]!.id, quantity }], tracking: { ...writeOf(id).tracking, number } })
  await wix.write(store, part('D-1', 1))
  expect((await wix.readOrder(store, id))?.parts[0]?.state).toBe('open')
  await expect(wix.write(store, part('D-2', 2))).rejects.toMatchObject({ failure: 'refused' })
  await wix.write(store, part('D-2', 1))
  expect((await wix.readOrder(store, id))?.parts[0]?.state).toBe('closed')
})
