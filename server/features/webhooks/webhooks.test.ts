import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test, type TestContext } from 'vitest'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { listEvents } from '#domain/api/events.ts'
import * as api from '#domain/api/webhooks.ts'
import type { NewWebhookEndpoint } from '#domain/schema/webhook.ts'
import { inSiteScope } from '../../db/connect.ts'
import { startDouble, type Reply } from '../../outside/double-server.ts'
import { openWebhookPoster } from '../../outside/webhook-poster.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { claimCalls, forgetCalls, releaseCalls } from '../webhook-sending/queries.ts'
import { sendDue, spread } from '../webhook-sending/tasks.ts'

const noon = new Date('2026-03-16T05:00:00Z')
const hourMs = 3_600_000
let clock = noon
const tick = () => (clock = new Date(clock.getTime() + 1))
const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))

const webhooks = openWebhookPoster({ allowPrivate: true, patienceMs: 300 })
afterAll(() => webhooks.close())
const testing = await testApp(({ config }) => ({
  now: tick,
  webhooks,
  config: { ...config, smtpUrl: undefined, webhooksAllowPrivate: true },
}))
const { as, makeMember } = testing
const deps = { ...testing.deps, now: tick }

/** A workspace with an endpoint that answers as it is told. */
async function listening(wanted: Partial<NewWebhookEndpoint> = {}) {
  clock = noon
  let answer: (call: { type: string; id: string }) => Reply | null = () => ({ status: 200, body: 'ok' })
  const receiver = await startDouble(({ body }) => answer(JSON.parse(body)))
  afterAll(() => receiver.close())
  const member = await makeMember()
  const { call } = as(member)
  const { body: endpoint } = await call(api.createWebhook, { body: { url: `${receiver.url}/in`, ...wanted } })
  const create = async (delivery_address = 'Jl. Thamrin 1', extra: object = {}) =>
    (await call(createDelivery, { body: { delivery_address, scheduled_date: '2026-03-16', ...extra } })).body
  return {
    member,
    call,
    endpoint,
    create,
    received: () => receiver.calls.map(({ body, headers }) => ({ ...JSON.parse(body), headers, text: body })),
    answers: (how: typeof answer) => (answer = how),
    calls: async (query: object = {}) => (await call(api.listWebhookCalls, { query })).body.data,
    show: async () => (await call(api.listWebhooks)).body.data[0]!,
    undelivered: async () => (await call(api.listUndeliveredWebhooks)).body.data,
  }
}

/** What the server does by itself all the time, once. */
async function send(): Promise<void> {
  await spread(deps)
  while (await sendDue(deps)) continue
}

test('what happens is posted once, signed, as the event log says it', async () => {
  const { call, endpoint, create, received, calls } = await listening({ types: ['delivery.*'] })
  const delivery = await create('Jl. <b>Sudirman</b> 1')
  await send()
  await send()
  const { body: log } = await call(listEvents, { query: { types: 'delivery.*' } })
  expect(received()).toHaveLength(1)
  const [posted] = received()
  const [event] = log.data
  expect(posted).toMatchObject({ id: event!.id, type: 'delivery.created', timestamp: event!.at, data: event!.data })
  expect(posted.data).toMatchObject({ id: delivery.id, delivery_address: 'Jl. <b>Sudirman</b> 1' })
  expect(posted.headers['webhook-id']).toBe(event!.id)
  const verify = () => new Webhook(endpoint.secret).verify(posted.text, posted.headers)
  // The library compares the time with its own clock.
  expect(verify).toThrow('too old')
  expect(
    new Webhook(endpoint.secret).sign(
      event!.id,
      new Date(Number(posted.headers['webhook-timestamp']) * 1000),
      posted.text,
    ),
  ).toBe(posted.headers['webhook-signature'])
  const [sent] = await calls()
  expect(sent).toMatchObject({ state: 'sent', attempts: 1, status: 200, type: 'delivery.created' })
  const { body: whole } = await call(api.getWebhookCall, { params: { id: sent!.id } })
  expect(whole.body).toEqual(JSON.parse(posted.text))
  expect(whole.answers).toMatchObject([{ status: 200, failure: null, answer: 'ok' }])
})

test('an endpoint gets only the types and depots that it asks for', async () => {
  const { call, create, received, endpoint } = await listening({ types: ['delivery.created'] })
  // The first depot is everybody's.
  await call(createDepot, { body: { name: 'Main', address: 'B', location: { lat: 1, lng: 2 } } })
  const { body: depot } = await call(createDepot, {
    body: { name: 'North', address: 'A', location: { lat: 1, lng: 2 } },
  })
  const first = await create()
  await call(changeDelivery, { params: { id: first.id }, body: { notes: 'Ring twice' } })
  await call(api.changeWebhook, { params: { id: endpoint.id }, body: { depot_ids: [depot.id] } })
  await send()
  await create('Elsewhere', { depot_id: depot.id })
  await create('Nowhere')
  await send()
  const told = received().map(({ type, data }) => `${type} ${data.delivery_address}`)
  expect(told).toEqual(['delivery.created Elsewhere'])
})

test('what happens to one record arrives in its order; others go ahead', async () => {
  const { call, create, received, answers, calls, undelivered } = await listening({ types: ['delivery.*'] })
  const held = await create('Held')
  const free = await create('Free')
  await call(changeDelivery, { params: { id: held.id }, body: { notes: 'Second' } })
  answers(({ type }) => ({ status: type === 'delivery.created' && received().length < 2 ? 500 : 200 }))
  await send()
  const told = () => received().map(({ type, data }) => [type, data.id])
  // The first call fails, and its change waits for it.
  expect(told()).toEqual([
    ['delivery.created', held.id],
    ['delivery.created', free.id],
  ])
  expect((await calls({ state: 'waiting' })).map(({ type }) => type)).toEqual(['delivery.updated', 'delivery.created'])
  expect(await undelivered()).toMatchObject([
    { type: 'delivery.created', waiting: 1, given_up: 0, status: 500, failure: 'It answers with status 500.' },
    { type: 'delivery.updated', waiting: 1, given_up: 0, status: null, answered_at: null },
  ])
  later(10_000)
  await send()
  expect(told().slice(2)).toEqual([
    ['delivery.created', held.id],
    ['delivery.updated', held.id],
  ])
  expect(await calls({ state: 'waiting' })).toEqual([])
  expect(await undelivered()).toEqual([])
})

test('a call is tried 13 times in 72 hours, is given up, and can be sent again', async () => {
  const { call, create, answers, calls, received, show, undelivered, endpoint } = await listening({
    types: ['delivery.created'],
  })
  await create()
  answers(() => ({ status: 503, body: 'out of order\u0000' }))
  const startedAt = clock.getTime()
  for (let attempt = 1; attempt <= 13; attempt++) {
    await send()
    const [waiting] = await calls()
    expect(waiting).toMatchObject({ attempts: attempt, status: 503, failure: 'It answers with status 503.' })
    // Something else works in between, so that the endpoint itself is not paused.
    answers(({ type }) => ({ status: type === 'delivery.created' ? 503 : 200 }))
    if (waiting!.next_attempt_at)
      later(Math.max(new Date(waiting!.next_attempt_at).getTime() - clock.getTime(), 900_000 * 1.1))
  }
  expect((clock.getTime() - startedAt) / hourMs).toBeGreaterThan(60)
  expect(await calls({ state: 'undelivered' })).toHaveLength(1)
  expect((await show()).health).toMatchObject({ undelivered: 1, waiting: 0 })
  const { body: whole } = await call(api.getWebhookCall, { params: { id: (await calls())[0]!.id } })
  expect(whole.answers).toHaveLength(13)
  expect(whole.answers[0]!.answer).toBe('out of order')
  answers(() => ({ status: 204 }))
  later(hourMs)
  if (!(await show()).active) await call(api.changeWebhook, { params: { id: endpoint.id }, body: { active: true } })
  expect(await undelivered()).toMatchObject([
    { endpoint_id: endpoint.id, type: 'delivery.created', given_up: 1, waiting: 0, status: 503 },
  ])
  const replay = async (body: object) => (await call(api.replayWebhook, { params: { id: endpoint.id }, body })).body
  expect(await replay({ types: ['plan.*'] })).toEqual({ added: 0 })
  expect(await replay({ until: noon.toISOString() })).toEqual({ added: 0 })
  expect(await replay({})).toEqual({ added: 1 })
  // Pressed twice, it goes out once.
  expect(await replay({})).toEqual({ added: 0 })
  await send()
  expect(await undelivered()).toEqual([])
  expect((await show()).health.undelivered).toBe(0)
  expect(received().at(-1)!.id).toBe(whole.event_id)
  expect((await calls())[0]).toMatchObject({ state: 'sent' })
})

test('an endpoint that keeps failing is tried with one call at a time, and others are not held up', async () => {
  const bad = await listening({ types: ['delivery.created'] })
  bad.answers(() => null)
  for (let count = 0; count < 8; count++) await bad.create(`Place ${count}`)
  const good = await listening({ types: ['delivery.created'] })
  await good.create()
  await send()
  expect(good.received()).toHaveLength(1)
  expect(bad.received()).toHaveLength(8)
  expect((await bad.calls())[0]).toMatchObject({ failure: 'It does not answer within 0.3 seconds.', status: null })
  later(60_000)
  await send()
  expect(bad.received()).toHaveLength(9)
  bad.answers(() => ({ status: 200 }))
  later(120_000)
  await send()
  // One that works again is sent the rest at once.
  expect(await bad.calls({ state: 'sent' })).toHaveLength(8)
  expect((await bad.show()).health).toMatchObject({ waiting: 0, failing_since: null })
})

test('an endpoint that fails for 72 hours is paused, its owner is told, and nothing is lost', async () => {
  const { call, create, answers, received, show, endpoint, member } = await listening({ types: ['delivery.created'] })
  answers(() => ({ status: 500 }))
  for (let count = 0; count < 6; count++) await create(`Place ${count}`)
  await send()
  later(73 * hourMs)
  await send()
  expect(await show()).toMatchObject({ active: false, paused_why: 'failing' })
  const { body: log } = await call(listEvents, { query: { types: 'webhook_endpoint.*', after: 'latest' } })
  expect(log.data.map(({ type }) => type)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.paused'])
  const mails = await inSiteScope(deps.db, (trx) =>
    trx
      .selectFrom('site.mails')
      .select(['recipient', 'text_part'])
      .where('subject', '=', 'A webhook was paused')
      .execute(),
  )
  expect(mails.filter(({ recipient }) => recipient === member.email)).toHaveLength(1)
  await create('While it was off')
  await send()
  const before = received().length
  answers(() => ({ status: 200 }))
  await call(api.changeWebhook, { params: { id: endpoint.id }, body: { active: true } })
  await send()
  expect(
    received()
      .slice(before)
      .map(({ data }) => data.delivery_address)
      .toSorted(),
  ).toEqual([...Array.from({ length: 6 }, (_, count) => `Place ${count}`), 'While it was off'])
})

test('an endpoint that says it is gone is paused at once, and may go on from now', async () => {
  const { call, create, answers, show, received, endpoint } = await listening({ types: ['delivery.created'] })
  answers(() => ({ status: 410 }))
  await create()
  await send()
  expect(await show()).toMatchObject({ active: false, paused_why: 'gone' })
  const params = { id: endpoint.id }
  expect(
    await call(api.replayWebhook, { params, body: { since: noon.toISOString(), until: clock.toISOString() } }),
  ).toMatchObject({ status: 409, code: 'webhook_off' })
  await create('Left out')
  answers(() => ({ status: 200 }))
  await call(api.changeWebhook, { params, body: { active: true, resume_from: 'now' } })
  await create('New')
  later(10_000)
  await send()
  // The call that was refused goes out again beside the new one.
  const places = received().map(({ data }) => data.delivery_address)
  expect(places).toContain('New')
  expect(places).not.toContain('Left out')
})

test('for a while after a rotation, calls are signed with both secrets', async () => {
  const { call, create, received, endpoint } = await listening({ types: ['delivery.created'] })
  const { body: rotated } = await call(api.rotateWebhook, { params: { id: endpoint.id }, body: { overlap_hours: 2 } })
  expect(rotated.secret).not.toBe(endpoint.secret)
  await create()
  await send()
  const signed = (posted: ReturnType<typeof received>[number], secret: string) =>
    posted.headers['webhook-signature']
      .split(' ')
      .includes(
        new Webhook(secret).sign(posted.id, new Date(Number(posted.headers['webhook-timestamp']) * 1000), posted.text),
      )
  expect([rotated.secret, endpoint.secret].map((secret) => signed(received()[0], secret))).toEqual([true, true])
  later(3 * hourMs)
  await create()
  await send()
  expect([rotated.secret, endpoint.secret].map((secret) => signed(received()[1], secret))).toEqual([true, false])
  const { body: shown } = await call(api.getWebhook, { params: { id: endpoint.id } })
  expect(JSON.stringify(shown)).not.toContain('whsec_')
})

test('a call whose server died goes out again with the same id', async () => {
  const { create, received, calls } = await listening({ types: ['delivery.created'] })
  await create()
  await spread(deps)
  await claimCalls(deps.db, clock, { each: 20, most: 100 })
  // The server is killed here: nobody notes an answer.
  await send()
  expect(received()).toHaveLength(0)
  expect((await calls())[0]).toMatchObject({ state: 'sending', attempts: 1 })
  await releaseCalls(deps.db, later(61_000))
  await send()
  expect(received()).toHaveLength(1)
  expect((await calls())[0]).toMatchObject({ state: 'sent', attempts: 2 })
})

test('ended calls are forgotten, waiting ones are not', async () => {
  const { create, calls, answers } = await listening({ types: ['delivery.created'] })
  await create('Sent')
  await send()
  answers(() => ({ status: 500 }))
  await create('Waiting')
  await send()
  await forgetCalls(deps.db, later(hourMs), 1000)
  expect((await calls()).map(({ state }) => state)).toEqual(['waiting'])
})

test('a test event is posted at once, and its answer is shown', async () => {
  const { call, answers, received, endpoint } = await listening()
  answers(() => ({ status: 418, body: 'teapot' }))
  const { body } = await call(api.testWebhook, { params: { id: endpoint.id } })
  expect(body).toMatchObject({ status: 418, answer: 'teapot', failure: 'It answers with status 418.' })
  expect(received()[0]).toMatchObject({ type: 'test' })
})

test('one call is sent again behind what waits', async () => {
  const { call, create, received, calls } = await listening({ types: ['delivery.created'] })
  await create()
  await send()
  const [sent] = await calls()
  const { body: again } = await call(api.replayWebhookCall, { params: { id: sent!.id } })
  expect(again.id).not.toBe(sent!.id)
  await send()
  expect(received().map(({ id }) => id)).toEqual([sent!.event_id, sent!.event_id])
})

test.each([
  ['redirects', 302, 'It redirects with status 302, and redirects are not followed.'],
  ['a client error', 404, 'It answers with status 404.'],
])('%s do not count as received', async (_, status, failure) => {
  const { create, answers, calls, received } = await listening({ types: ['delivery.created'] })
  answers(() => ({ status, headers: { location: 'http://169.254.169.254/' } }))
  await create()
  await send()
  expect(received()).toHaveLength(1)
  expect((await calls())[0]).toMatchObject({ state: 'waiting', failure })
})

/** Starts to answer, and never ends. */
async function endless(context: TestContext, pour: (response: ServerResponse) => void) {
  const server = createServer((_, response) => {
    response.on('error', () => {}).writeHead(200)
    pour(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return webhooks.post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    id: 'a',
    at: noon,
    body: '{}',
    secrets: [],
  })
}

test('of an answer without end, only the beginning is read', async (context) => {
  const chunk = Buffer.alloc(65_536, 'x')
  const said = await endless(context, (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) continue
    }
    response.on('drain', pour)
    pour()
  })
  expect(said).toMatchObject({ status: 200, failure: null })
  expect(said.answer).toHaveLength(1024)
})

test('an answer that drips for ever holds nobody up: its status counts', async (context) => {
  const said = await endless(context, (response) => {
    const dripping = setInterval(() => response.write('drip '), 100)
    response.on('close', () => clearInterval(dripping))
  })
  expect(said).toMatchObject({ status: 200, failure: null, answer: expect.stringMatching(/^drip drip/) })
})

test.each([
  ['http://example.com/in', 'The address must begin with https://.'],
  ['https://127.0.0.1/in', 'The address is not on the public internet.'],
  ['https://[::1]/in', 'The address is not on the public internet.'],
  ['https://169.254.169.254/latest', 'The address is not on the public internet.'],
  ['https://localhost/in', 'Its name does not lead to the public internet.'],
])('unless the operator allows it, nothing is posted to %s', async (url, failure) => {
  const careful = openWebhookPoster({ allowPrivate: false })
  const said = await careful.post(url, { id: 'a', at: noon, body: '{}', secrets: [] })
  careful.close()
  expect(said).toMatchObject({ status: null, failure })
})

test('bad input is refused in a sentence', async () => {
  const { call, endpoint } = await listening()
  const stranger = await listening()
  const refused = async (body: object) => (await call(api.createWebhook, { body: body as never })).status
  expect(await refused({ url: 'ftp://example.com' })).toBe(400)
  expect(await refused({ url: 'https://user:secret@example.com' })).toBe(400)
  expect(await refused({ url: 'https://example.com', types: ['delivery.exploded'] })).toBe(400)
  expect(await refused({ url: 'https://example.com', types: ['api_key.*'] })).toBe(400)
  expect(await refused({ url: 'https://example.com', depot_ids: [endpoint.id] })).toBe(404)
  const params = { id: endpoint.id }
  const strange = as(stranger.member as TestMember).call
  for (const reply of [
    await strange(api.getWebhook, { params }),
    await strange(api.testWebhook, { params }),
    await strange(api.rotateWebhook, { params, body: {} }),
    await strange(api.deleteWebhook, { params }),
  ]) {
    expect(reply).toMatchObject({ status: 404, code: 'webhook_not_found' })
  }
  const until = noon.toISOString()
  expect((await call(api.replayWebhook, { params, body: { since: until, until } })).status).toBe(400)
  expect((await call(api.replayWebhook, { params, body: { only: 'all' } })).status).toBe(400)
})

test('a workspace has at most 20 webhooks', async () => {
  const { call } = as(await makeMember())
  const add = () => call(api.createWebhook, { body: { url: 'https://example.com/in' } })
  for (let count = 0; count < 20; count++) expect((await add()).status).toBe(201)
  expect(await add()).toMatchObject({ status: 409, code: 'too_many_webhooks' })
})
