import { expect, test } from 'vitest'
import { suggestDays } from '#domain/api/days.ts'
import { dayAfter } from '#domain/time.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'

const { deps, makeMember, as } = await testApp(({ now }) => ({ now: clockFrom('06:00', now) }))

async function start() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver({ name: 'Budi' })
  const suggest = (more: object = {}) =>
    as(member).call(suggestDays, {
      body: { first_day: day, last_day: dayAfter(day, 2), driver_ids: [driver.id], time_limit_seconds: 1, ...more },
    })
  return { member, make, driver, suggest }
}

test('orders without a day get the day when somebody is near them anyway, or the reason why not', async () => {
  const { make, suggest } = await start()
  const place = { lat: -6.3, lng: 106.9 }
  await make.delivery({ ...place, scheduled_date: dayAfter(day) })
  const near = await make.delivery({ ...place, scheduled_date: null })
  const late = await make.delivery({ ...place, scheduled_date: null, earliest_date: dayAfter(day, 9) })
  const lost = await make.delivery({ lat: null, lng: null, scheduled_date: null })
  const { status, body } = await suggest()
  expect(status).toBe(200)
  expect(body.suggestions).toMatchObject([{ delivery_id: near.id, day: dayAfter(day), driver_name: 'Budi' }])
  const [first, second] = body.effects
  expect(first).toMatchObject({ day, orders: 0, stops: { before: 0, after: 0 }, drivers: { before: 0, after: 0 } })
  expect(second).toMatchObject({ orders: 1, stops: { before: 1, after: 2 }, drivers: { before: 1, after: 1 } })
  expect(second!.distance_km.before).toBeGreaterThan(10)
  expect(second!.distance_km.after).toBeCloseTo(second!.distance_km.before)
  expect(body.left.map(({ delivery_id, reason_code }) => [delivery_id, reason_code])).toEqual([
    [late.id, 'no_day'],
    [lost.id, 'no_location'],
  ])
})

test('without such orders, with too many days, or on a day that is over, it says so', async () => {
  const { make, suggest } = await start()
  expect(await suggest()).toMatchObject({ status: 409, code: 'nothing_without_day' })
  await make.delivery({ scheduled_date: null })
  expect((await suggest({ last_day: dayAfter(day, -1) })).status).toBe(400)
  expect((await suggest({ last_day: dayAfter(day, 14) })).status).toBe(400)
  expect(await suggest({ first_day: dayAfter(day, -1) })).toMatchObject({ status: 409, code: 'day_over' })
})
