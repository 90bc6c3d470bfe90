import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as api from '#domain/api/billing.ts'
import { getTier } from '#domain/api/tiers.ts'
import { getWorkspace } from '#domain/api/workspace.ts'
import { inSiteScope, inWorkspace } from '../../db/connect.ts'
import { openPayments } from '../../outside/stripe.ts'
import { startStripeDouble } from '../../outside/stripe-double.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { asKarta, setTier } from '../tiers/commands.ts'
import { followDrivers, syncSubscription } from './commands.ts'
import { followAll } from './tasks.ts'

const hour = 3_600_000
const day = 24 * hour
const clock = { now: new Date('2026-03-15T12:00:00Z') }
const secret = 'whsec_test_secret'
const double = await startStripeDouble({ webhookSecret: secret, now: () => clock.now })
afterAll(() => double.close())
const settings = {
  secretKey: 'sk_test_1',
  webhookSecret: secret,
  standardPrice: 'price_standard',
  apiUrl: double.url,
}
const { app, as, deps, makeMember } = await testApp(({ config }) => ({
  now: () => clock.now,
  config: { ...config, stripe: settings, contactTo: 'office@example.com' },
  payments: openPayments(settings),
}))

const send = (body: string, signature = double.sign(body)) =>
  app.inject({
    method: 'POST',
    url: '/v1/hooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: body,
  })

/** Brings all events since the last time, and does what they lead to. */
let sent = 0
async function bring(owner: TestMember) {
  for (const { body } of double.events.slice(sent)) expect((await send(body)).statusCode).toBe(200)
  sent = double.events.length
  await syncSubscription(deps, owner.workspaceId)
}

/** An owner whose trial is over, with so many drivers. */
async function start(drivers = 2) {
  const owner = await makeMember()
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update workspaces set trial_ends_at = '2026-03-01T00:00:00Z'`.execute(trx),
  )
  const make = dayMaker(deps.db, owner.workspaceId)
  for (let i = 0; i < drivers; i++) await make.driver({ name: `Driver ${i}` })
  return { owner, make, call: as(owner).call }
}

async function buy(owner: TestMember, licenses = 2, isGood = true) {
  const { body, status } = await as(owner).call(api.startCheckout, { body: { licenses } })
  expect(status).toBe(200)
  const session = double.books.sessions.get(body.url.split('/').at(-1)!)!
  const subscription = await double.books.pay(session, isGood)
  await bring(owner)
  return subscription
}

const paid = async (owner: TestMember) => (await as(owner).call(api.getBilling)).body
const tier = async (owner: TestMember) => (await as(owner).call(getWorkspace)).body
const mailTo = (recipient: string) =>
  inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select(['subject', 'text_part']).where('recipient', '=', recipient).execute(),
  )

test('Standard begins when Stripe says that it is paid, not before', async () => {
  const { owner, call } = await start()
  expect(await paid(owner)).toMatchObject({ is_billed: true, subscription: null, invoices: [], license_cents: 1999 })
  const { body } = await call(api.startCheckout, { body: { licenses: 2 } })
  expect(body.url).toContain(`${double.url}/pay/`)
  expect((await tier(owner)).tier).toBe('free')
  const asked = double.calls.findLast(({ url }) => url.pathname === '/v1/checkout/sessions')!
  const given = new URLSearchParams(asked.body)
  expect(Object.fromEntries(given)).toMatchObject({
    mode: 'subscription',
    'line_items[0][price]': 'price_standard',
    'line_items[0][quantity]': '2',
    client_reference_id: owner.workspaceId,
    'automatic_tax[enabled]': 'true',
  })
  await double.books.pay(double.books.sessions.get(body.url.split('/').at(-1)!)!, true)
  await bring(owner)
  expect((await tier(owner)).tier).toBe('standard')
  expect(await paid(owner)).toMatchObject({
    subscription: { status: 'active', licenses: 2, follows_drivers: true, overdue_since: null },
    next_invoice: { total: 3998, currency: 'usd' },
    invoices: [{ status: 'paid', total: 3998, currency: 'usd' }],
  })
  expect((await call(api.startCheckout, { body: { licenses: 2 } })).code).toBe('already_subscribed')
  expect((await call(api.openPortal)).body.url).toContain(`${double.url}/portal/cus_`)
})

test('a card that fails buys nothing', async () => {
  const { owner } = await start()
  await buy(owner, 1, false)
  expect((await tier(owner)).tier).toBe('free')
})

test('events that come twice, in reverse and after the fact lead to how things are', async () => {
  const { owner } = await start()
  const from = double.events.length
  const subscription = await buy(owner)
  await double.books.end(subscription)
  await bring(owner)
  expect((await tier(owner)).tier).toBe('free')
  for (const { body } of double.events.slice(from).toReversed()) expect((await send(body)).statusCode).toBe(200)
  await syncSubscription(deps, owner.workspaceId)
  expect((await tier(owner)).tier).toBe('free')
  // An answer of Stripe that came late does not undo a later one.
  clock.now = new Date(clock.now.getTime() - hour)
  subscription.status = 'active'
  await syncSubscription(deps, owner.workspaceId)
  clock.now = new Date(clock.now.getTime() + hour)
  expect((await tier(owner)).tier).toBe('free')
})

test('only bytes that Stripe signed within five minutes are taken', async () => {
  const body = '{"id":"evt_test_1","type":"checkout.session.completed","data":{"object":{"object":"checkout.session"}}}'
  expect((await send(body)).statusCode).toBe(200)
  const seconds = (ms: number) => new Date(clock.now.getTime() + ms)
  const refused = [
    send(`${body} `, double.sign(body)),
    send(body, double.sign(body, seconds(-301_000))),
    send(body, double.sign(body, seconds(301_000))),
    send(body, double.sign(body).replace('v1=', 'v0=')),
    send(body, 'nonsense'),
    send('', double.sign('')),
    app.inject({ method: 'POST', url: '/v1/hooks/stripe', payload: body }),
  ]
  for (const reply of await Promise.all(refused)) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('event_not_genuine')
  }
  for (const ago of [-299_000, 299_000])
    expect((await send(body, double.sign(body, seconds(ago)))).statusCode).toBe(200)
  const other = createHmac('sha256', 'whsec_other').update('x').digest('hex')
  expect((await send(body, `${double.sign(body)},v1=${other}`)).statusCode).toBe(200)
})

test('the signature is the one of the known example', () => {
  const body = '{"id":"evt_test_1","type":"checkout.session.completed"}'
  const v1 = '960f1b7cc268e13539aa9f2812d1318abc8e0b0940e0cbdcc1631970e11bd667'
  expect(double.sign(body, new Date(1_700_000_000_000))).toBe(`t=1700000000,v1=${v1}`)
})

test('an event about another workspace’s customer, or nobody’s, changes nothing here', async () => {
  const [mine, theirs] = [await start(), await start()]
  await buy(mine.owner)
  const customer = (await inWorkspace(deps.db, mine.owner.workspaceId, (trx) =>
    trx.selectFrom('subscriptions').select('customer_id').executeTakeFirstOrThrow(),
  ))!.customer_id
  for (const [id, who] of Object.entries({ evt_a: customer, evt_b: 'cus_nobody' })) {
    const object = { object: 'subscription', customer: who, metadata: { workspace: theirs.owner.workspaceId } }
    const body = JSON.stringify({ id, object: 'event', type: 'customer.subscription.updated', data: { object } })
    expect((await send(body)).statusCode).toBe(200)
  }
  expect((await tier(theirs.owner)).tier).toBe('free')
  expect(await paid(theirs.owner)).toMatchObject({ subscription: null, invoices: [] })
})

test('a failed payment is told, leaves time to pay, and then stops planning until it is paid', async () => {
  const { owner, call } = await start()
  const subscription = await buy(owner)
  double.books.customers.get(subscription.customer)!.canPay = false
  await double.books.renew(subscription)
  const failedAt = clock.now
  await bring(owner)
  await bring(owner)
  const stopsAt = new Date(failedAt.getTime() + 14 * day).toISOString()
  expect((await call(getTier)).body).toMatchObject({ tier: 'standard', planning_stops_at: stopsAt })
  const mails = await mailTo(owner.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_part).toContain('routes under way are always finished')
  // A later failure does not begin the time anew.
  clock.now = new Date(clock.now.getTime() + 3 * day)
  await double.books.renew(subscription)
  await bring(owner)
  expect((await call(getTier)).body.planning_stops_at).toBe(stopsAt)
  await double.books.settle(subscription)
  await bring(owner)
  expect((await call(getTier)).body).toMatchObject({ tier: 'standard', planning_stops_at: null })
})

test('licenses follow active drivers, prorated, or stay as the owner says', async () => {
  const { owner, make, call } = await start(2)
  const subscription = await buy(owner, 2)
  await make.driver({ name: 'New' })
  await followAll(deps)
  expect(subscription.items.data[0].quantity).toBe(3)
  expect(await paid(owner)).toMatchObject({ subscription: { licenses: 3 }, next_invoice: { total: 3 * 1999 + 1999 } })
  expect((await call(getTier)).body.drivers).toMatchObject({ limit: null, over: [] })
  const preview = await call(api.previewLicenses, { query: { licenses: 5 } })
  expect(preview.body).toMatchObject({ licenses: 5, prorated: 2 * 1999, currency: 'usd' })
  const fixed = await call(api.changeLicenses, { body: { licenses: 1, follows_drivers: false } })
  expect(fixed.body.subscription).toMatchObject({ licenses: 1, follows_drivers: false })
  const { drivers } = (await call(getTier)).body
  expect({ ...drivers, over: drivers.over.length }).toMatchObject({ limit: 1, active: 3, over: 2 })
  await followDrivers(deps, owner.workspaceId)
  expect(subscription.items.data[0].quantity).toBe(1)
  for (const licenses of [0, -1, 1.5, 10_001]) {
    expect((await call(api.changeLicenses, { body: { licenses, follows_drivers: false } })).code).toBe(
      'validation_failed',
    )
  }
})

test('a canceled subscription lasts until its period ends, and then the workspace is on Free', async () => {
  const { owner, call } = await start(3)
  const subscription = await buy(owner, 3)
  const canceled = await call(api.changeCancellation, { body: { cancels: true } })
  expect(canceled.body.subscription).toMatchObject({ status: 'active', cancels_at: expect.any(String) })
  expect((await tier(owner)).tier).toBe('standard')
  await double.books.renew(subscription)
  await bring(owner)
  expect((await call(getTier)).body).toMatchObject({ tier: 'free', drivers: { limit: 1, active: 3 } })
  expect((await call(api.openPortal)).status).toBe(200)
  expect((await call(api.changeLicenses, { body: { follows_drivers: true } })).code).toBe('not_subscribed')
  await buy(owner, 3)
  expect((await tier(owner)).tier).toBe('standard')
})

test('what the operator gave stays, and a dispute is told to the operator', async () => {
  const { owner } = await start()
  const subscription = await buy(owner)
  await double.books.dispute(subscription)
  await bring(owner)
  expect((await paid(owner)).subscription).toMatchObject({ is_disputed: true })
  expect((await mailTo('office@example.com')).at(-1)!.subject).toContain('is disputed')
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    setTier(trx, asKarta(owner.workspaceId), { tier: 'enterprise' }, clock.now),
  )
  await double.books.end(subscription)
  await bring(owner)
  expect((await tier(owner)).tier).toBe('enterprise')
})

test('only the owner sees and changes what is paid, and without Stripe nobody pays', async () => {
  const { owner } = await start()
  const admin = await makeMember({ workspaceId: owner.workspaceId, role: 'admin' })
  expect((await as(admin).call(api.getBilling)).code).toBe('not_allowed')
  expect((await as(admin).call(api.startCheckout, { body: { licenses: 1 } })).code).toBe('not_allowed')
  const payments = deps.payments
  deps.payments = undefined
  expect((await as(owner).call(api.startCheckout, { body: { licenses: 1 } })).code).toBe('payments_off')
  expect((await send('{}')).statusCode).toBe(404)
  deps.payments = payments
})

test('while Stripe cannot be reached, nothing changes, and the sentence says so', async () => {
  const away = await startStripeDouble({ webhookSecret: secret, now: () => clock.now })
  await away.close()
  const payments = openPayments({ ...settings, apiUrl: away.url })
  const { owner } = await start()
  const known = deps.payments
  deps.payments = payments
  const reply = await as(owner).call(api.startCheckout, { body: { licenses: 1 } })
  deps.payments = known
  expect(reply).toMatchObject({ status: 503, code: 'payments_unavailable' })
})
