import webPush from 'web-push'
import { afterAll, expect, test } from 'vitest'
import { changeAlertSettings, listAlerts, seeAlert } from '#domain/api/alerts.ts'
import * as api from '#domain/api/push.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openPushSender, PushRefused } from '../../outside/push.ts'
import { startPushDouble } from '../../outside/push-double.ts'
import { sendPush } from '../../queue/tasks.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { raiseAlert, type AlertDraft } from '../alerts/commands.ts'
import { escalate, tellEvents } from './commands.ts'
import { sendOne } from './tasks.ts'

const service = await startPushDouble()
afterAll(() => service.close())
const keys = webPush.generateVAPIDKeys()
const local = openPushSender({ ...keys, subject: 'mailto:a@example.com', isLocal: true })
let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock, push: local }))
const { as, makeMember } = testing
const deps = { ...testing.deps, now: () => clock }
const { mailTo, mailsTo } = keptMail(deps)

const subscribe = (who: TestMember, app: 'dispatcher' | 'driver', endpoint = service.subscription.endpoint) =>
  as(who).call(api.createPushSubscription, { body: { ...service.subscription, app, endpoint } })
const raise = (workspaceId: string, draft: Partial<AlertDraft>) =>
  inWorkspace(deps.db, workspaceId, (trx) => {
    const usual = {
      kind: 'driver_silent',
      severity: 'high',
      sentence: 'Nothing has been heard of Budi.',
      key: 'k',
    } as const
    return raiseAlert(trx, workspaceId, { ...usual, ...draft }, clock)
  })

/** Sends what waits, as the queue's worker does, and returns what the browser got. */
async function deliver(): Promise<unknown[]> {
  await tellEvents(deps)
  const from = service.taken.length
  for (const payload of await deps.queue.unfinished(sendPush)) {
    await sendOne(deps, payload)
    await deps.queue.absorb(sendPush, payload)
  }
  return service.taken.slice(from).map(({ message }) => message)
}

test('an alert reaches the browsers of those whose business it is, as they chose, and a browser that is gone is forgotten', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const driver = await makeMember({ workspaceId, role: 'driver' })
  expect((await as(owner).call(api.getPushKey)).body.public_key).toBe(keys.publicKey)
  expect(await subscribe(owner, 'dispatcher')).toMatchObject({ status: 201, body: { app: 'dispatcher' } })
  const again = await Promise.all(Array.from({ length: 4 }, () => subscribe(owner, 'dispatcher')))
  expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  await subscribe(driver, 'driver', `${service.subscription.endpoint}/driver`)
  await raise(workspaceId, {})
  expect(await deliver()).toEqual([
    expect.objectContaining({ title: 'Urgent', body: 'Nothing has been heard of Budi.', url: '/dashboard?alerts=1' }),
  ])
  expect(service.taken.at(-1)!.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'high',
    authorization: expect.stringMatching(/^vapid t=/),
  })
  expect(await deliver()).toEqual([])
  const choice = { inbox: true, push: false, mail: true }
  await as(owner).call(api.changeAlertChoices, { body: { choices: { driver_silent: choice } } })
  const chosen = (await as(owner).call(api.getAlertChoices)).body.choices
  expect(chosen).toMatchObject({ driver_silent: choice, late_expected: { push: true } })
  await raise(workspaceId, { key: 'other', sentence: 'Nothing has been heard of Sari.' })
  expect(await deliver()).toEqual([])
  await as(owner).call(api.changeAlertChoices, { body: { choices: { driver_silent: { ...choice, inbox: false } } } })
  expect((await as(owner).call(listAlerts)).body).toMatchObject({ data: [], open: 0 })
  expect((await mailTo(owner.email)).subject).toBe('Urgent: Nothing has been heard of Sari.')
  service.answer(410)
  await raise(workspaceId, { key: 'third', kind: 'late_expected', severity: 'medium' })
  await deliver()
  service.answer(201)
  expect((await as(owner).call(api.listPushSubscriptions)).body.data).toEqual([])
  expect((await as(driver).call(api.listPushSubscriptions)).body.data).toHaveLength(1)
})

test('a driver is told that a plan was dispatched, unless they did it, and nobody else’s subscription can be deleted', async () => {
  const { owner, driver, route } = await dispatchedDay(testing, { stops: 1 })
  const { body } = await subscribe(driver, 'driver')
  for (const endpoint of ['https://a.example/\0', 'https://a.example/ü']) {
    expect(await subscribe(driver, 'driver', endpoint), endpoint).toMatchObject({ code: 'validation_failed' })
  }
  const dispatched = (actor_id: string) => {
    const event = { type: 'plan.dispatched', subject_id: route.plan_id, driver_ids: [], actor_id }
    return inWorkspace(deps.db, owner.workspaceId, (trx) =>
      trx
        .insertInto('push_outbox')
        .values({ workspace_id: owner.workspaceId, ...event })
        .execute(),
    )
  }
  await dispatched(owner.userId)
  expect(await deliver()).toMatchObject([{ body: 'Your route is ready.', url: '/driver' }])
  await dispatched(driver.userId)
  expect(await deliver()).toEqual([])
  const refused = await as(owner).call(api.deletePushSubscription, { params: { id: body.id } })
  expect(refused.code).toBe('push_subscription_not_found')
  expect((await as(driver).call(api.listPushSubscriptions)).body.data).toHaveLength(1)
  const test = (who: TestMember) => as(who).call(api.testPushSubscription, { params: { id: body.id } })
  expect((await test(owner)).code).toBe('push_subscription_not_found')
  expect((await test(driver)).status).toBe(200)
  expect(await deliver()).toMatchObject([{ title: 'Karta', url: '/driver/more' }])
  await as(driver).call(api.deletePushSubscription, { params: { id: body.id } })
  expect((await as(driver).call(api.listPushSubscriptions)).body.data).toEqual([])
})

test('notifications go to public https addresses only, without following redirects', async () => {
  const real = openPushSender({ ...keys, subject: 'mailto:a@example.com' })
  const refused = [
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://10.1.2.3/1',
    'https://169.254.169.254/latest',
    'https://localhost/1',
    'https://localhost./1',
    'https://printer.local./1',
    'https://push.example.com:8443/1',
    'https://user@push.example.com/1',
    'https://0x7f000001/1',
  ]
  expect(refused.filter((endpoint) => real.takes(endpoint))).toEqual([])
  expect(real.takes('https://fcm.googleapis.com/fcm/send/1')).toBe(true)
  const { endpoint, keys: own } = service.subscription
  const message = { title: 'T', body: 'B', url: '/', tag: 't' }
  const how = { topic: 't', isUrgent: false }
  await expect(real.send({ endpoint, ...own }, message, how)).rejects.toThrow(PushRefused)
  expect(await local.send({ endpoint, ...own, p256dh: 'B'.repeat(87) }, message, how)).toBe('gone')
  service.answer(302)
  await expect(local.send({ endpoint, ...own }, message, how)).rejects.toThrow(PushRefused)
  service.answer(503)
  await expect(local.send({ endpoint, ...own }, message, how)).rejects.not.toThrow(PushRefused)
  service.answer(201)
})

test('while nobody sees an urgent alert, the people of the list get an email one after the other', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const boss = await makeMember({ workspaceId, role: 'admin' })
  const escalation = [
    { user_id: owner.userId, after_minutes: 5 },
    { user_id: boss.userId, after_minutes: 10 },
  ]
  await as(owner).call(changeAlertSettings, { body: { escalation } })
  const { id } = await raise(workspaceId, { sentence: 'Truck 7 must not drive.' })
  const told = async () => {
    await escalate(deps)
    return [(await mailsTo(owner.email)).length, (await mailsTo(boss.email)).length]
  }
  const from = clock.getTime()
  const after = (minutes: number) => (clock = new Date(from + minutes * 60_000))
  expect(await told()).toEqual([0, 0])
  after(6)
  expect(await told()).toEqual([1, 0])
  expect(await told()).toEqual([1, 0])
  await as(owner).call(seeAlert, { params: { id } })
  after(30)
  expect(await told()).toEqual([1, 0])
  // A storm of them is one email.
  for (const key of ['a', 'b', 'c']) await raise(workspaceId, { key, sentence: `Truck ${key} must not drive.` })
  after(36)
  expect(await told()).toEqual([2, 0])
  const mail = await mailTo(owner.email)
  expect(mail.subject).toBe('Urgent: 3 alerts that nobody has seen')
  expect(mail.text).toContain('Truck c must not drive.')
})
