import { afterAll, expect, test } from 'vitest'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inSiteScope, inWorkspace } from '../../db/connect.ts'
import { shopifyHeaders } from '../../outside/fake-store/shopify/personality.ts'
import { shopifyUnderTest, syncDepsOf } from '../../testing/shops/shopify.ts'
import { testApp } from '../../testing/test-app.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { readOne } from '../shop-sync/tasks.ts'
import { honorRequest } from './commands.ts'

const under = await shopifyUnderTest(() => new Date())
const { app, as, deps, makeMember } = await testApp(({ config }) => ({ config: { ...config, shops: under.shops } }))
afterAll(() => under.close())

const shop = 'my-shop.myshopify.com'
const [secret] = under.secrets

/** Posts a privacy request as Shopify does: to one address for all shops of the app. */
async function post(topic: string, payload: object, signedWith = secret!) {
  const body = Buffer.from(JSON.stringify(payload))
  const headers = shopifyHeaders({ topic, body, secret: signedWith, id: topic, at: new Date().toISOString(), shop })
  return (await app.inject({ method: 'POST', url: '/v1/hooks/shopify', headers, payload: body })).statusCode
}

test('a customer’s data is erased when the shop passes that on, and nobody else’s', async () => {
  const member = await makeMember()
  const connected = await under.connect(deps, member.workspaceId)
  const [one, other] = [under.store.state.place({ email: 'gone@example.com' }), under.store.state.place()]
  for (const { id } of [one, other]) await readOne(syncDepsOf(deps), connected, id)
  const payload = { customer: { email: 'gone@example.com', phone: null }, orders_to_redact: [] }
  expect(await post('customers/redact', payload, 'another_secret')).toBe(401)
  expect(await post('customers/redact', payload)).toBe(200)
  const request = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('shop_events').selectAll().where('about', '=', 'customer_redact').executeTakeFirstOrThrow(),
  )
  expect(await honorRequest(deps, member.workspaceId, request.id)).toBe(true)
  const byNumber = (await as(member).call(listDeliveries)).body.data.toSorted((a, b) => a.number - b.number)
  expect(byNumber).toMatchObject([
    { status: 'cancelled', recipient_name: null, recipient_email: null },
    { status: 'pending', recipient_name: 'Ann Lee', recipient_email: 'ann@example.com' },
  ])
  const kept = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx
      .selectFrom('shop_events')
      .select(['customer', 'done_at'])
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow(),
  )
  expect(kept).toMatchObject({ customer: null, done_at: expect.any(String) })

  expect(await post('customers/data_request', { ...payload, orders_requested: [] })).toBe(200)
  const asked = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('shop_events').selectAll().where('about', '=', 'customer_data').executeTakeFirstOrThrow(),
  )
  await honorRequest(deps, member.workspaceId, asked.id)
  const mails = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select('subject').where('recipient', '=', member.email).execute(),
  )
  expect(mails).toEqual([{ subject: 'A shop’s customer asks for their data' }])
})

test('a shop that is gone for good: all of its data is erased, what is with a driver once it is delivered', async () => {
  const member = await makeMember()
  const connected = await under.connect(deps, member.workspaceId)
  under.store.state.orders.clear()
  const ids = Array.from({ length: 3 }, () => under.store.state.place().id)
  for (const id of ids) await readOne(syncDepsOf(deps), connected, id)
  const byHand = { delivery_address: '1 Own Rd', scheduled_date: '2030-01-01', recipient_name: 'Bob' }
  await as(member).call(createDelivery, { body: byHand })
  const all = async () => (await as(member).call(listDeliveries)).body.data.toSorted((a, b) => a.number - b.number)
  const [early, away] = await all()
  const move = (id: string, ...states: DeliveryState[]) =>
    inWorkspace(deps.db, member.workspaceId, async (trx) => {
      const actor = { workspaceId: member.workspaceId, userId: null, name: 'Test' }
      for (const to of states) await setDeliveryStates(trx, { ids: [id], to, actor, now: new Date() })
    })
  await move(early!.id, 'planned')
  await move(away!.id, 'planned', 'dispatched', 'in_transit')

  expect(await post('shop/redact', { shop_id: 1, shop_domain: shop })).toBe(200)
  const request = () =>
    inWorkspace(deps.db, member.workspaceId, (trx) =>
      trx.selectFrom('shop_events').selectAll().where('about', '=', 'shop_redact').executeTakeFirstOrThrow(),
    )
  const { id } = await request()
  expect(await honorRequest(deps, member.workspaceId, id)).toBe(false)
  expect(await all()).toMatchObject([
    { status: 'cancelled', recipient_name: null },
    { status: 'in_transit', recipient_name: 'Ann Lee' },
    { status: 'cancelled', recipient_name: null },
    { status: 'pending', recipient_name: 'Bob' },
  ])
  expect((await request()).done_at).toBeNull()
  await move(away!.id, 'delivered')
  expect(await honorRequest(deps, member.workspaceId, id)).toBe(true)
  expect((await all())[1]).toMatchObject({ status: 'delivered', recipient_name: null, recipient_phone: null })
  expect((await request()).done_at).not.toBeNull()
})
