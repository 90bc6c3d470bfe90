import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { createDelivery, getDelivery } from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import { changeNotificationSettings, listDeliveryNotifications } from '#domain/api/notifications.ts'
import * as plans from '#domain/api/plans.ts'
import { changeSlotSettings } from '#domain/api/slots.ts'
import { setStatus } from '#domain/api/statuses.ts'
import * as api from '#domain/api/tracking.ts'
import { forged } from '../../testing/forged.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { tellEvents } from '../notifications/commands.ts'

const { app, deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))
workOnPlans(deps)

const window = (start: string, end: string, capacity: number | null = null) => ({
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start,
  end,
  capacity,
})
const windows = [window('09:00', '11:00'), window('11:00', '13:00', 1), window('15:00', '17:00')]
const noon = { day, start: '11:00', end: '13:00' }

/** A workspace with a depot, a van and slots, and deliveries whose recipients have links. */
async function start({ count = 1, slots = {} }: { count?: number; slots?: object } = {}) {
  const owner = await makeMember()
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  const driver = await make.driver({}, { capacity_kg: 100 })
  const { call } = as(owner)
  await call(changeSlotSettings, { body: { is_on: true, windows, days_ahead: 1, ...slots } })
  const recipients = []
  for (let n = 0; n < count; n++) {
    const delivery_location = { lat: -6.157, lng: 106.846 + (n + 1) / 100 }
    const order = { delivery_address: `Jl. Sabang ${n}`, delivery_location, recipient_email: 'siti@example.com' }
    const body = { ...order, scheduled_date: day, window_start: '09:00', window_end: '11:00' }
    const { id } = (await call(createDelivery, { body })).body
    const link = await call(api.getTrackingLink, { params: { id } })
    const params = { token: link.body.url.split('/t/')[1]! }
    recipients.push({
      id,
      params,
      see: async () => (await call(api.getTracking, { params })).body,
      find: () => call(api.findTrackingSlots, { params }),
      choose: (when: object) => call(api.chooseTrackingSlot, { params, body: when as typeof noon }),
      record: async () => (await call(getDelivery, { params: { id } })).body,
    })
  }
  const alerts = async () => (await call(listAlerts)).body.data.map(({ sentence }) => sentence)
  return { owner, driver, call, alerts, recipients, first: recipients[0]! }
}

async function dispatched({ call, driver }: Awaited<ReturnType<typeof start>>) {
  const { id } = (await call(plans.createPlan, { body: { day, driver_ids: [driver.id], time_limit_seconds: 1 } })).body
  const params = { id }
  while ((await call(plans.getPlanProgress, { params })).body.state !== 'draft')
    await new Promise((wake) => setTimeout(wake, 20))
  await call(plans.approvePlan, { params })
  await call(plans.dispatchPlan, { params })
}

test('a recipient chooses another window of those that can be kept, which the dispatchers and they are told', async () => {
  const { first, call, alerts } = await start()
  await call(changeNotificationSettings, { body: { active: true } })
  expect((await first.see()).choices).toContain('window')
  expect((await first.find()).body.data).toEqual([
    { ...noon, is_near: false },
    { day, start: '15:00', end: '17:00', is_near: false },
  ])
  const chosen = await first.choose(noon)
  expect(chosen.body).toMatchObject({ day, windows: [{ start: '11:00', end: '13:00' }] })
  expect(await first.record()).toMatchObject({ status: 'pending', window_start: '11:00', window_end: '13:00' })
  // Pressed twice.
  expect((await first.choose(noon)).status).toBe(200)
  expect(await alerts()).toEqual(['The recipient of delivery 1 chose another time: Mon 16 Mar 2026, 11:00–13:00.'])
  const { body: log } = await call(listEvents, { query: { types: 'delivery.updated' } })
  expect(log.data.map(({ actor }) => actor.kind)).toEqual(['recipient'])
  await tellEvents(deps)
  const told = await call(listDeliveryNotifications, { params: { id: first.id } })
  expect(told.body.notifications.map(({ event, channel }) => [event, channel])).toEqual([['slot_changed', 'email']])
})

test('one that a plan has leaves its route and waits, until the driver has set out', async () => {
  const day = await start({ count: 2 })
  const [first, second] = day.recipients
  await dispatched(day)
  expect(await first!.record()).toMatchObject({ status: 'dispatched' })
  expect((await first!.choose(noon)).status).toBe(200)
  expect(await first!.record()).toMatchObject({ status: 'pending', driver_id: null, window_start: '11:00' })
  await day.call(setStatus, { params: { id: second!.id }, body: { status: 'in_transit' } })
  const seen = await second!.see()
  expect([seen.choices.includes('window'), seen.is_window_fixed]).toEqual([false, true])
  const refused = { status: 409, code: 'not_offered' }
  expect([await second!.find(), await second!.choose(noon)]).toMatchObject([refused, refused])
})

test('after a failed attempt, a window is another attempt, on a route that has not begun', async () => {
  const today = await start({ slots: { days_ahead: 2 } })
  const { first } = today
  await dispatched(today)
  await today.call(setStatus, { params: { id: first.id }, body: { status: 'failed', reason: 'not_home' } })
  const { data } = (await first.find()).body
  expect(data.map(({ day, start }) => `${day} ${start}`)).toEqual(
    ['09:00', '11:00', '15:00'].map((time) => `2026-03-17 ${time}`),
  )
  const { is_near: _, ...slot } = data[0]!
  expect(await first.choose(slot)).toMatchObject({ status: 200, body: { step: 'expected' } })
  expect(await first.record()).toMatchObject({ status: 'pending', scheduled_date: '2026-03-17', window_start: '09:00' })
})

test('a window is never sold twice, and what is refused holds nothing', async () => {
  const { recipients, call } = await start({ count: 3 })
  const answers = await Promise.all(recipients.map(({ choose }) => choose(noon)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'slot_taken' })
  const loser = recipients[answers.findIndex(({ status }) => status === 409)]!
  for (const wrong of [
    {},
    { day, start: '11:00' },
    { ...noon, start: "11:00'; drop table deliveries" },
    { ...noon, day: '2026-02-31' },
    { ...noon, delivery_id: recipients[0]!.id },
    [],
  ])
    expect((await loser.choose(wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect(await loser.choose({ ...noon, start: '12:00' })).toMatchObject({ status: 422, code: 'slot_not_offered' })
  expect((await loser.find()).body.data.map(({ start }) => start)).toEqual(['15:00'])
  const params = { token: forged(loser.params.token) }
  const gone = { status: 404, code: 'tracking_link_ended' }
  expect(await call(api.findTrackingSlots, { params })).toMatchObject(gone)
  expect(await call(api.chooseTrackingSlot, { params, body: noon })).toMatchObject(gone)
})

test('a recipient moves a delivery five times a day at most', async () => {
  const { first, alerts } = await start()
  const afternoon = { day, start: '15:00', end: '17:00' }
  const replies = []
  for (let time = 0; time < 6; time++) replies.push((await first.choose(time % 2 ? afternoon : noon)).status)
  expect(replies).toEqual([200, 200, 200, 200, 200, 429])
  expect(await alerts()).toHaveLength(5)
})

test('without slots, or without the right, nobody chooses', async () => {
  const { first, call } = await start()
  const refused = { status: 409, code: 'not_offered' }
  await call(api.changeTrackingSettings, { body: { recipients_may: ['note'] } })
  expect(await first.choose(noon)).toMatchObject(refused)
  await call(api.changeTrackingSettings, { body: { recipients_may: ['window'] } })
  await call(changeSlotSettings, { body: { is_on: false } })
  const seen = await first.see()
  expect([seen.choices, seen.is_window_fixed]).toEqual([[], false])
  expect(await first.find()).toMatchObject(refused)
  const page = await app.inject({ url: `/t/${first.params.token}` })
  expect(page.statusCode).toBe(200)
})
