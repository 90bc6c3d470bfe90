import webPush from 'web-push'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { listEvents } from '#domain/api/events.ts'
import * as api from '#domain/api/notifications.ts'
import { setStatus } from '#domain/api/statuses.ts'
import type { NotificationChannel } from '#domain/notifications/events.ts'
import type { NotificationSettingsPatch } from '#domain/schema/notification-settings.ts'
import { inSiteScope, inWorkspace } from '../../db/connect.ts'
import { openPushSender } from '../../outside/push.ts'
import { startPushDouble } from '../../outside/push-double.ts'
import { openSms } from '../../outside/sms.ts'
import { unanswered } from '../../outside/sms-sender.ts'
import { startSmsDouble } from '../../outside/sms-double.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { appendEvents } from '../../events/append.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { handOver, resolveSilent } from '../notification-sending/tasks.ts'
import { prepare } from '../notification-sending/commands.ts'
import { claimDue } from '../notification-sending/queries.ts'
import { subscribeBrowser, tellEvents, watchArrivals } from './commands.ts'

const noon = new Date('2026-03-16T05:00:00Z')
let clock = noon
/** It runs on while something is done. */
const tick = () => (clock = new Date(clock.getTime() + 1))
const account = { accountSid: 'AC0123', authToken: 'secret' }
const provider = await startSmsDouble(account, { now: () => clock })
const service = await startPushDouble()
afterAll(async () => {
  await provider.close()
  await service.close()
})
const local = openPushSender({ ...webPush.generateVAPIDKeys(), subject: 'mailto:a@example.com', isLocal: true })
const testing = await testApp(({ config }) => ({
  now: tick,
  push: local,
  sms: openSms({ ...account, from: '+15005550006', url: provider.url }),
  config: { ...config, smtpUrl: undefined },
}))
const { app, as } = testing
const deps = { ...testing.deps, now: tick }
const never = new AbortController().signal

const channels = (on: NotificationChannel[]) => ({
  push: on.includes('push'),
  email: on.includes('email'),
  sms: on.includes('sms'),
})

/** A day with one delivery whose recipient is told by these channels. */
async function dayWith(
  on: NotificationChannel[],
  { settings = {}, order = {} }: { settings?: NotificationSettingsPatch; order?: object } = {},
) {
  clock = noon
  provider.behave({ mood: 'well' })
  const contact = {
    recipient_phone: `+62812${String(Math.random()).slice(2, 10)}`,
    recipient_email: 'siti@example.com',
  }
  const day = await dispatchedDay(testing, { stops: 1, order: { ...contact, ...order } })
  const choices = Object.fromEntries(
    ['planned', 'slot_changed', 'on_the_way', 'near', 'delayed', 'arrived', 'delivered', 'failed'].map((event) => [
      event,
      channels(on),
    ]),
  ) as never
  const body = { active: true, choices, sms_price: 100, ...settings }
  const reply = await as(day.owner).call(api.changeNotificationSettings, { body })
  expect(reply.status, JSON.stringify(reply)).toBe(200)
  const id = day.stops[0]!.delivery_id
  return {
    ...day,
    id,
    contact,
    step: (status: 'in_transit' | 'arrived' | 'delivered' | 'failed') =>
      as(day.owner).call(setStatus, {
        params: { id },
        body: { status, ...(status === 'failed' && { reason: 'not_home' as const }) },
      }),
    log: async () => (await as(day.owner).call(api.listDeliveryNotifications, { params: { id } })).body.notifications,
  }
}

/** Does what the timers do. */
async function work() {
  while (await tellEvents(deps)) continue
  for (const channel of ['push', 'email', 'sms'] as const) await handOver(deps, channel, 100, never)
}

const textsTo = (number: string) => provider.texts.filter(({ to }) => to === number)

test('recipients hear nothing until somebody turns it on, and then once of each event', async () => {
  const { owner, contact, step, log } = await dayWith(['sms'], { settings: { active: false } })
  await step('in_transit')
  await work()
  expect(textsTo(contact.recipient_phone)).toEqual([])
  await as(owner).call(api.changeNotificationSettings, { body: { active: true } })
  await step('arrived')
  await work()
  await work()
  const [text, ...more] = textsTo(contact.recipient_phone)
  expect(more).toEqual([])
  expect(text!.body).toMatch(
    /^Test deliveries: Your driver is at the door with delivery \d+\. http:\/\/localhost:3000\/t\/[\w-]{38}$/,
  )
  expect(await log()).toMatchObject([
    {
      event: 'arrived',
      channel: 'sms',
      state: 'sent',
      segments: 1,
      cost: 100,
      provider_reference: expect.stringMatching(/^SM/),
    },
  ])
  const events = (await as(owner).call(listEvents)).body.data.filter(({ type }) => type.startsWith('notification.'))
  expect(JSON.stringify(events)).not.toContain(contact.recipient_phone)
  expect(events).toMatchObject([{ type: 'notification.sent', data: { event: 'arrived', channel: 'sms' } }])
})

test('the ladder begins with what costs nothing, and goes on where a channel cannot reach', async () => {
  const { owner, id, contact, step, log } = await dayWith(['push', 'email', 'sms'])
  const { endpoint, keys } = service.subscription
  const of = { workspaceId: owner.workspaceId, deliveryId: id }
  for (const at of [endpoint, endpoint]) {
    await inWorkspace(deps.db, owner.workspaceId, (trx) => subscribeBrowser(trx, deps, of, { endpoint: at, ...keys }))
  }
  await step('in_transit')
  await work()
  expect(service.taken.at(-1)!.message).toMatchObject({
    title: 'Your delivery is on its way',
    url: expect.stringMatching(/^\/t\//),
  })
  service.answer(410)
  await step('arrived')
  await work()
  service.answer(201)
  await work()
  expect(await log()).toMatchObject([
    { event: 'on_the_way', channel: 'push', state: 'sent', cost: 0 },
    { event: 'arrived', channel: 'push', state: 'failed', failure: 'browser_gone' },
    { event: 'arrived', channel: 'email', state: 'sent', recipient: 'siti@example.com' },
  ])
  const mail = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').selectAll().where('subject', '=', 'Your driver is here').executeTakeFirstOrThrow(),
  )
  expect(mail.unsubscribe_url).toMatch(/^http:\/\/localhost:3000\/unsubscribe\/[\w-]{24}$/)
  const link = new URL(mail.unsubscribe_url!).pathname
  expect((await app.inject(link)).body).toContain('<button>Stop emails</button>')
  const click = { method: 'POST', url: link, payload: 'List-Unsubscribe=One-Click' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.inject({ ...click, headers })).statusCode).toBe(200)
  expect((await app.inject({ ...click, headers })).statusCode).toBe(200)
  expect((await app.inject({ url: '/unsubscribe/guessedguessedguessedgue' })).statusCode).toBe(404)
  await step('delivered')
  await work()
  expect((await log()).at(-1)).toMatchObject({ event: 'delivered', channel: 'sms', state: 'sent' })
  expect(textsTo(contact.recipient_phone)).toHaveLength(1)
  expect((await as(owner).call(api.listSuppressions)).body.data).toMatchObject([
    { channel: 'email', address: 'siti@example.com', reason: 'unsubscribed' },
  ])
})

test('texts are retried while the provider is down, and a number that it refuses is not tried again', async () => {
  const { owner, contact, step, log } = await dayWith(['sms'])
  provider.behave({ mood: 'busy' })
  await step('arrived')
  await work()
  expect(await log()).toMatchObject([{ state: 'waiting', attempts: 0, cost: 0 }])
  provider.behave({ mood: 'down' })
  await work()
  expect(await log()).toMatchObject([
    { state: 'waiting', attempts: 1, cost: 0, failure_detail: expect.stringContaining('503') },
  ])
  await work()
  expect((await log())[0]).toMatchObject({ attempts: 1 })
  clock = new Date(clock.getTime() + 31_000)
  provider.behave({ mood: 'well' })
  await work()
  expect(textsTo(contact.recipient_phone)).toHaveLength(1)
  const [{ provider_reference: sid } = { provider_reference: '' }] = await log()
  const receipt = (status: string, code?: string) =>
    provider.call(app, 'status', { MessageSid: sid!, MessageStatus: status, ...(code && { ErrorCode: code }) })
  expect((await receipt('undelivered', '30006')).statusCode).toBe(200)
  await receipt('sent')
  await receipt('undelivered', '30006')
  expect(await log()).toMatchObject([{ state: 'failed', failure: 'landline' }])
  expect((await as(owner).call(api.listSuppressions)).body.data).toMatchObject([{ channel: 'sms', reason: 'landline' }])
  await step('delivered')
  await work()
  expect((await log()).at(-1)).toMatchObject({ event: 'delivered', state: 'skipped', failure: 'suppressed' })
  expect(textsTo(contact.recipient_phone)).toHaveLength(1)
})

test('a forged receipt changes nothing', async () => {
  const { step, log } = await dayWith(['sms'])
  await step('arrived')
  await work()
  const [{ provider_reference: sid } = { provider_reference: '' }] = await log()
  const forged = await app.inject({
    method: 'POST',
    url: '/hooks/sms/status',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': 'bIYVIw8Qvlq86znR1s0SCTSX8jg=',
    },
    payload: `MessageSid=${sid}&MessageStatus=failed`,
  })
  expect(forged.statusCode).toBe(401)
  expect((await log())[0]).toMatchObject({ state: 'sent' })
})

test('a recipient answers a text, which dispatchers see; STOP ends texts and START begins them again', async () => {
  const { owner, id, contact, step, log } = await dayWith(['sms'])
  await step('arrived')
  await work()
  const say = (Body: string, MessageSid: string) =>
    provider.call(app, 'inbound', { From: contact.recipient_phone, To: '+15005550006', Body, MessageSid })
  await say('Please ring <b>twice</b>', 'SM1')
  await say('Please ring <b>twice</b>', 'SM1')
  const thread = () => as(owner).call(api.listDeliveryNotifications, { params: { id } })
  expect((await thread()).body.replies).toMatchObject([
    { sender: contact.recipient_phone, body: 'Please ring <b>twice</b>' },
  ])
  const inbox = async () => (await as(owner).call(listAlerts)).body.data
  expect(await inbox()).toMatchObject([{ kind: 'recipient_reply', delivery_id: id, actions: ['open_delivery'] }])
  expect(JSON.stringify(await inbox())).not.toContain(contact.recipient_phone)
  const written = await as(owner).call(api.textRecipient, { params: { id }, body: { text: 'We will.' } })
  expect(written).toMatchObject({ status: 201, body: { event: 'message', state: 'waiting' } })
  await work()
  expect(textsTo(contact.recipient_phone).at(-1)!.body).toBe('We will.')
  expect(await inbox()).toEqual([])
  await say('STOP', 'SM2')
  expect((await as(owner).call(api.textRecipient, { params: { id }, body: { text: 'Hello' } })).code).toBe(
    'recipient_not_reachable',
  )
  await step('delivered')
  await work()
  expect((await log()).at(-1)).toMatchObject({ event: 'delivered', state: 'skipped', failure: 'suppressed' })
  await say('start', 'SM3')
  expect((await as(owner).call(api.textRecipient, { params: { id }, body: { text: 'Hello' } })).status).toBe(201)
  expect(await inbox()).toEqual([])
})

test('spending stops at the limit of the day, says so once, and goes on the next day', async () => {
  const { owner, id, step, log } = await dayWith(['sms'], {
    settings: { spend_day: 150, quiet_from: null, quiet_until: null },
  })
  await step('in_transit')
  await work()
  await step('arrived')
  await work()
  expect(await log()).toMatchObject([
    { state: 'sent' },
    { event: 'arrived', state: 'failed', failure: 'spend_day', cost: 0 },
  ])
  const inbox = async () => (await as(owner).call(listAlerts, { query: { kind: 'text_limit' } })).body.data
  expect(await inbox()).toMatchObject([
    { sentence: expect.stringMatching(/reached the limit of .*1\.50 for this day/) },
  ])
  expect((await as(owner).call(api.listNotifications)).body).toMatchObject({ total: 2, cost: 100, spent_today: 100 })
  clock = new Date(clock.getTime() + 86_400_000)
  await as(owner).call(api.textRecipient, { params: { id }, body: { text: 'Good morning' } })
  await work()
  expect((await log()).at(-1)).toMatchObject({ state: 'sent' })
  expect(await inbox()).toEqual([])
})

test('at night, what can wait waits, news of the moment is not sent, and email is silent anyway', async () => {
  const { step, log } = await dayWith(['sms'])
  clock = new Date('2026-03-16T15:00:00Z')
  await step('in_transit')
  await step('failed')
  await work()
  expect(await log()).toMatchObject([
    { event: 'on_the_way', state: 'skipped', failure: 'quiet_hours' },
    { event: 'failed', state: 'waiting', send_after: '2026-03-17T01:00:00.000Z' },
  ])
  clock = new Date('2026-03-17T01:00:01Z')
  await work()
  expect((await log()).at(-1)).toMatchObject({ state: 'sent', body: expect.stringContaining('Nobody there') })
  const mailed = await dayWith(['email'])
  clock = new Date('2026-03-16T15:00:00Z')
  await mailed.step('in_transit')
  await work()
  expect(await mailed.log()).toMatchObject([{ channel: 'email', state: 'sent' }])
})

test('the driver is near once, and a confidential delivery is told without names or templates', async () => {
  const { owner, id, route, stops, log } = await dayWith(['sms'], { settings: { near_minutes: 15 } })
  const templates = { params: { language: 'en', event: 'near', channel: 'sms' } } as const
  const body = { body: 'Hi {{recipient}}, your insulin comes at {{window}} {{link}}' }
  expect((await as(owner).call(api.writeNotificationTemplate, { ...templates, body })).status).toBe(200)
  await rig(deps.db, owner.workspaceId, async (trx) => {
    await sql`update deliveries set status = 'in_transit', is_confidential = true where id = ${id}`.execute(trx)
    await sql`insert into stop_etas (workspace_id, stop_id, route_id, delivery_id, basis, computed_at, p10_at, p50_at, p90_at, late_seconds)
      values (${owner.workspaceId}, ${stops[0]!.id}, ${route.id}, ${id}, 'position', ${clock}, '2026-03-16T05:06:00Z',
        '2026-03-16T05:12:00Z', '2026-03-16T05:21:00Z', 0)`.execute(trx)
  })
  await watchArrivals(deps)
  await watchArrivals(deps)
  await work()
  const told = await log()
  expect(told).toMatchObject([{ event: 'near', state: 'sent' }])
  expect(told[0]!.body).toMatch(/^Your delivery \d+ is almost there\. Expected arrival: 12:05-12:25\. http/)
  expect(told[0]!.body).not.toMatch(/insulin|Recipient 0|Test deliveries/)
})

test('a second failed attempt on the same route is told like the first, each once', async () => {
  const { owner, id, record, route, contact, step, log } = await dayWith(['sms'])
  await step('in_transit')
  await work()
  await step('failed')
  await work()
  const actor = { workspaceId: owner.workspaceId, userId: owner.userId, name: 'Planner' }
  await inWorkspace(deps.db, owner.workspaceId, async (trx) => {
    await setDeliveryStates(trx, { ids: [id], to: 'pending', actor, now: clock })
    const patch = () => ({ driver_id: record.id, route_id: route.id, estimated_arrival: null })
    await setDeliveryStates(trx, { ids: [id], to: 'planned', actor, now: clock, patch })
    await setDeliveryStates(trx, { ids: [id], to: 'dispatched', actor, now: clock })
  })
  // A phone without a network sends what happened all at once.
  for (const status of ['in_transit', 'arrived', 'failed'] as const) await step(status)
  await work()
  const told = (await log()).map(({ event, state }) => `${event} ${state}`)
  expect(told.join()).toBe('on_the_way sent,failed sent,planned sent,on_the_way skipped,arrived sent,failed sent')
  expect(textsTo(contact.recipient_phone)).toHaveLength(5)
})

test('a new time is told to those who know the old one', async () => {
  const { owner, id, log } = await dayWith(['sms'])
  const change = (before: object) =>
    inWorkspace(deps.db, owner.workspaceId, async (trx) => {
      const data = await getDelivery(trx, owner.workspaceId, id)
      const author = { workspaceId: owner.workspaceId, userId: null, name: 'Karta' }
      await appendEvents(trx, author, [{ type: 'delivery.updated', id, data, before }], clock)
    })
  await change({ notes: 'Ring twice' })
  await work()
  expect(await log()).toEqual([])
  await change({ window_start: '09:00' })
  await work()
  expect(await log()).toMatchObject([
    { event: 'slot_changed', state: 'sent', body: expect.stringContaining('Monday, March 16') },
  ])
})

test('after a crash, a text that the provider has is not sent again, and one that it lacks is', async () => {
  for (const reached of [true, false]) {
    const { owner, contact, step, log } = await dayWith(['sms'])
    await step('arrived')
    while (await tellEvents(deps)) continue
    // The server dies once the text is handed over, or just before.
    const [workspaceId, ids] = [...(await claimDue(deps.db, 'sms', clock, 10))][0]!
    expect(workspaceId).toBe(owner.workspaceId)
    const [prepared] = await inWorkspace(deps.db, workspaceId, (trx) => prepare(trx, deps, workspaceId, ids))
    if (prepared?.channel !== 'sms') throw new Error('no text')
    if (reached) await deps.sms!.send(prepared.to, prepared.text)
    await work()
    expect(await log()).toMatchObject([{ state: 'handing_over' }])
    await resolveSilent(deps)
    expect(await log()).toMatchObject([{ state: 'handing_over' }])
    clock = new Date(clock.getTime() + 121_000)
    await resolveSilent(deps)
    await work()
    expect(await log()).toMatchObject([{ state: 'sent', attempts: reached ? 1 : 2 }])
    expect(textsTo(contact.recipient_phone)).toHaveLength(1)
  }
})

test('a provider that times out is asked what it has before anything is sent again', async () => {
  const { contact, step, log } = await dayWith(['sms'])
  const timesOut: typeof deps.sms = {
    ...deps.sms!,
    async send(...text) {
      await deps.sms!.send(...text)
      throw unanswered(new DOMException('The operation timed out', 'TimeoutError'))
    },
  }
  await step('arrived')
  while (await tellEvents(deps)) continue
  await handOver({ ...deps, sms: timesOut }, 'sms', 100, never)
  expect(await log()).toMatchObject([{ state: 'handing_over', failure_detail: 'the provider does not answer' }])
  clock = new Date(clock.getTime() + 121_000)
  await resolveSilent(deps)
  await work()
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 1 }])
  expect(textsTo(contact.recipient_phone)).toHaveLength(1)
})

test('a text of which a gateway cannot say whether it has it is not sent twice, but by hand', async () => {
  const { owner, contact, step, log } = await dayWith(['sms'])
  const blind = { ...deps, sms: { send: deps.sms!.send } }
  await step('arrived')
  while (await tellEvents(deps)) continue
  provider.behave({ mood: 'silent' })
  const [[workspaceId, ids] = ['', []]] = [...(await claimDue(deps.db, 'sms', clock, 10))]
  await inWorkspace(deps.db, workspaceId, (trx) => prepare(trx, deps, workspaceId, ids))
  clock = new Date(clock.getTime() + 121_000)
  await resolveSilent(blind)
  await work()
  const [told] = await log()
  expect(told).toMatchObject({ state: 'unknown', failure: 'interrupted' })
  provider.behave({ mood: 'well' })
  expect((await as(owner).call(api.sendNotificationAgain, { params: { id: told!.id } })).body.state).toBe('waiting')
  await work()
  expect(textsTo(contact.recipient_phone)).toHaveLength(1)
  expect((await as(owner).call(api.sendNotificationAgain, { params: { id: told!.id } })).code).toBe(
    'notification_on_its_way',
  )
})

test('templates are checked, previewed on a delivery with segments and price, and reset', async () => {
  const { owner, id } = await dayWith(['sms'])
  const name = { params: { language: 'en', event: 'delivered', channel: 'sms' } } as const
  const write = (body: { subject?: string; body: string }) =>
    as(owner).call(api.writeNotificationTemplate, { ...name, body })
  expect((await write({ body: 'Paid {{price}}' })).errors).toMatchObject([
    { path: 'body', message: expect.stringMatching(/^There is no/) },
  ])
  expect((await write({ subject: 'Hi', body: 'x' })).errors).toMatchObject([{ path: 'subject' }])
  expect((await write({ body: '=HYPERLINK("http://evil") <img src=x>' })).body).toMatchObject({
    is_own: true,
    version: 2,
  })
  const ask = { ...name.params, delivery_id: id, body: 'Hi {{recipient}} – 🚚 {{link}}' }
  const { body } = await as(owner).call(api.previewNotification, { body: ask })
  expect(body).toMatchObject({ encoding: 'UCS-2', segments: 2, cost: 200, unusual: ['–', '🚚'], problems: [] })
  expect(body.body).toContain('Hi Recipient 0')
  const stranger = await testing.makeMember()
  expect((await as(stranger).call(api.previewNotification, { body: ask })).code).toBe('delivery_not_found')
  expect((await as(owner).call(api.resetNotificationTemplate, name)).body).toMatchObject({ is_own: false })
  const { data } = (await as(owner).call(api.listNotificationTemplates, { query: { language: 'ar' } })).body
  expect(data).toHaveLength(24)
})

test('a plan says whom nothing reaches, and exports run no formulas', async () => {
  const { owner, route, id } = await dayWith(['sms'], {
    order: { recipient_phone: null, recipient_email: null, recipient_name: '=1+1' },
  })
  const { body } = await as(owner).call(api.getNotifiable, { params: { id: route.plan_id } })
  expect(body).toMatchObject({ active: true, deliveries: 1, unreachable: [{ delivery_id: id, reason: 'no_contact' }] })
  const stranger = await testing.makeMember()
  expect((await as(stranger).call(api.getNotifiable, { params: { id: route.plan_id } })).code).toBe('plan_not_found')
  const phone = await as(owner).call(api.addSuppression, { body: { channel: 'sms', address: '0812' } })
  expect(phone.errors).toMatchObject([{ path: 'address', message: 'Enter a phone number.' }])
  const read = await as(owner).call(api.addSuppression, { body: { channel: 'sms', address: '0812 3456 7891' } })
  expect(read.body).toMatchObject({ address: '+6281234567891', reason: 'by_hand' })
  expect((await as(stranger).call(api.removeSuppression, { params: { id: read.body.id } })).code).toBe(
    'suppression_not_found',
  )
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`insert into notifications (workspace_id, delivery_id, event, channel, occasion, body, send_after, created_at, state)
      values (${owner.workspaceId}, ${id}, 'delivered', 'sms', 'x', '=1+1', now(), now(), 'sent')`.execute(trx),
  )
  const csv = await app.inject({ url: '/v1/notifications.csv', headers: headersOf(owner) })
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(csv.body).toContain(`,'=1+1,`)
})

test('where recipients have to agree, they are told on the channels to which they did', async () => {
  const { owner, id, route, contact, step, log } = await dayWith(['email', 'sms'], {
    settings: { opt_in: ['sms', 'email'] },
  })
  const needed = async () => (await as(owner).call(api.listDeliveryNotifications, { params: { id } })).body.consents
  expect(await needed()).toMatchObject([
    { channel: 'sms', address: contact.recipient_phone, given: null },
    { given: null },
  ])
  const plan = await as(owner).call(api.getNotifiable, { params: { id: route.plan_id } })
  expect(plan.body.unreachable).toMatchObject([{ delivery_id: id, reason: 'no_consent' }])
  await step('in_transit')
  await work()
  expect(await log()).toMatchObject([{ event: 'on_the_way', state: 'skipped', failure: 'no_consent' }])
  const text = { channel: 'sms', address: contact.recipient_phone.replace('+62', '0') } as const
  const agreed = await as(owner).call(api.addConsent, { body: text })
  expect((await as(owner).call(api.addConsent, { body: text })).body).toEqual(agreed.body)
  expect(await needed()).toMatchObject([{ given: { author_name: expect.any(String) } }, { given: null }])
  await step('arrived')
  await work()
  expect((await log()).at(-1)).toMatchObject({ event: 'arrived', channel: 'sms', state: 'sent' })
  const stranger = await testing.makeMember()
  const params = { id: agreed.body.id }
  expect((await as(stranger).call(api.removeConsent, { params })).code).toBe('consent_not_found')
  expect((await as(owner).call(api.removeConsent, { params })).status).toBe(204)
  await provider.call(app, 'inbound', {
    From: contact.recipient_phone,
    To: '+15005550006',
    Body: 'START',
    MessageSid: id,
  })
  expect((await as(owner).call(api.listConsents)).body.data).toMatchObject([{ author_name: 'Recipient' }])
  const events = (await as(owner).call(listEvents)).body.data.filter(({ type }) => type.startsWith('consent.'))
  expect(events.map(({ type }) => type)).toEqual(['consent.added', 'consent.removed', 'consent.added'])
  expect(JSON.stringify(events)).not.toContain(contact.recipient_phone)
})

test('the log and its export are of the days where the workspace is', async () => {
  const { owner, step } = await dayWith(['sms'])
  // Half past midnight in Jakarta, when it is still the day before in London.
  clock = new Date('2026-03-16T17:30:00Z')
  await step('delivered')
  await work()
  for (const [query, count] of [
    [{ from: '2026-03-17', until: '2026-03-17' }, 1],
    [{ from: '2026-03-18' }, 0],
    [{ until: '2026-03-16' }, 0],
  ] as const) {
    expect((await as(owner).call(api.listNotifications, { query })).body.total, JSON.stringify(query)).toBe(count)
    const url = `/v1/notifications.csv?${new URLSearchParams(query as Record<string, string>)}`
    const csv = await app.inject({ url, headers: headersOf(owner) })
    expect(csv.body.trim().split('\r\n')).toHaveLength(count + 1)
  }
  expect((await as(owner).call(api.listNotifications, { query: { from: 'yesterday' } as never })).status).toBe(400)
})

const headersOf = ({ token }: TestMember) => ({ authorization: `Bearer ${token}` })
