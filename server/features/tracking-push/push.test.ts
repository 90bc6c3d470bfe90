import webPush from 'web-push'
import { afterAll, expect, test } from 'vitest'
import { changeNotificationSettings } from '#domain/api/notifications.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as api from '#domain/api/tracking.ts'
import { openPushSender } from '../../outside/push.ts'
import { startPushDouble } from '../../outside/push-double.ts'
import { clockFrom } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { handOver } from '../notification-sending/tasks.ts'
import { tellEvents } from '../notifications/commands.ts'

const service = await startPushDouble()
afterAll(() => service.close())
const local = openPushSender({ ...webPush.generateVAPIDKeys(), subject: 'mailto:a@example.com', isLocal: true })
const testing = await testApp(({ now }) => ({ now: clockFrom('10:00', now), push: local }))
const { app, as, deps } = testing

const browser = (n = 1) => ({
  ...service.subscription,
  endpoint: service.subscription.endpoint.replace(/1$/, String(n)),
})

async function linked(order = {}) {
  const day = await dispatchedDay(testing, { stops: 1, order })
  const { call } = as(day.owner)
  await call(changeNotificationSettings, { body: { active: true } })
  const id = day.stops[0]!.delivery_id
  const link = await call(api.getTrackingLink, { params: { id } })
  const params = { token: link.body.url.split('/t/')[1]! }
  const count = () =>
    rig(deps.db, day.owner.workspaceId, async (trx) => {
      const rows = await trx.selectFrom('recipient_subscriptions').select('id').where('delivery_id', '=', id).execute()
      return rows.length
    })
  return {
    call,
    id,
    params,
    count,
    see: async () => (await call(api.getTracking, { params })).body,
    turnOn: (body: object = browser()) => call(api.subscribeToTracking, { params, body: body as never }),
    turnOff: (endpoint = browser().endpoint) => call(api.unsubscribeFromTracking, { params, body: { endpoint } }),
    step: async (status: 'in_transit' | 'arrived' | 'delivered') => {
      await call(setStatus, { params: { id }, body: { status } })
      while (await tellEvents(deps)) continue
      await handOver(deps, 'push', 100, new AbortController().signal)
    },
  }
}

test('a browser is told what happens until it wants no more, or its push service says so', async () => {
  const { see, turnOn, turnOff, step, count, params } = await linked()
  expect((await see()).may_notify).toBe(true)
  for (let time = 0; time < 2; time++) expect((await turnOn()).status).toBe(204)
  expect(await count()).toBe(1)
  await step('in_transit')
  expect(service.taken.at(-1)!.message).toMatchObject({
    title: 'Your delivery is on its way',
    url: `/t/${params.token}`,
  })
  expect((await turnOff()).status).toBe(204)
  expect((await turnOff()).status).toBe(204)
  expect(await count()).toBe(0)
  await turnOn()
  service.answer(410)
  await step('arrived')
  service.answer(201)
  expect(await count()).toBe(0)
})

test('news of a confidential delivery names nobody', async () => {
  const { turnOn, step } = await linked({
    recipient_name: 'Siti Rahma',
    parcels: [{ description: 'Medicine' }],
    is_confidential: true,
  })
  await turnOn()
  const before = service.taken.length
  await step('in_transit')
  const told = service.taken.slice(before).map(({ message }) => JSON.stringify(message))
  expect(told).toHaveLength(1)
  for (const word of ['Siti', 'Medicine']) expect(told[0]).not.toContain(word)
})

test('a new link ends what the old one subscribed, and other tokens subscribe nothing', async () => {
  const { call, id, params, turnOn, count, turnOff } = await linked()
  await turnOn()
  await call(api.renewTrackingLink, { params: { id } })
  expect(await count()).toBe(0)
  const gone = { status: 404, code: 'tracking_link_ended' }
  expect([await turnOn(), await turnOff()]).toMatchObject([gone, gone])
  for (const token of ['x', `${params.token}x`, '../../push-key'])
    expect(await call(api.subscribeToTracking, { params: { token }, body: browser() })).toMatchObject(gone)
})

test('bad subscriptions, too many of them and deliveries that are over are refused', async () => {
  const { turnOn, turnOff, step, see, count } = await linked()
  const { endpoint, keys } = browser()
  for (const wrong of [
    {},
    { endpoint },
    { endpoint: 'javascript:alert(1)', keys },
    { endpoint: `${endpoint}?${'x'.repeat(2000)}`, keys },
    { endpoint, keys: { ...keys, auth: "'; drop table deliveries" } },
    { endpoint, keys, delivery_id: 'another' },
    [],
  ])
    expect((await turnOn(wrong)).status, JSON.stringify(wrong)).toBe(400)
  const replies = []
  for (let n = 1; n <= 6; n++) replies.push((await turnOn(browser(n))).status)
  expect(replies).toEqual([204, 204, 204, 204, 204, 409])
  await step('delivered')
  expect((await see()).may_notify).toBe(false)
  expect(await turnOn()).toMatchObject({ status: 409, code: 'not_offered' })
  expect((await turnOff()).status).toBe(204)
  expect(await count()).toBe(4)
})

test('without notifications of the workspace there is nothing to turn on, and the page can be an app', async () => {
  const { call, see, turnOn, params } = await linked()
  await call(changeNotificationSettings, { body: { active: false } })
  expect((await see()).may_notify).toBe(false)
  expect(await turnOn()).toMatchObject({ status: 409, code: 'not_offered' })
  const manifest = await app.inject({ url: `/t/${params.token}/app.webmanifest` })
  expect(manifest.json()).toMatchObject({ start_url: `/t/${params.token}`, scope: '/t/', display: 'standalone' })
  expect((await app.inject({ url: '/t/guessed/app.webmanifest' })).statusCode).toBe(404)
})
