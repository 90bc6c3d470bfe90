import { expect, test } from 'vitest'
import { createHoliday } from '#domain/api/calendar.ts'
import { changeDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import * as api from '#domain/api/recurring.ts'
import { inWorkspace } from '../../db/connect.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { growAll } from './tasks.ts'

let ahead = 0
const { as, deps, makeMember } = await testApp(({ now }) => {
  const clock = clockFrom('06:00', now)
  return { now: () => new Date(clock().getTime() + ahead) }
})
const dayMs = 86_400_000

async function start() {
  ahead = 0
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const { call } = as(member)
  const list = async () =>
    (await call(listDeliveries, { query: { sort: 'scheduled_date', order: 'asc', limit: 200 } })).body.data
  const days = async () => (await list()).map(({ scheduled_date }) => scheduled_date)
  const repeat = (more: object = {}) =>
    call(api.createRecurringOrder, {
      body: {
        order: {
          delivery_address: 'Jl. Sudirman 1',
          recipient_name: 'Siti',
          window_start: '09:00',
          window_end: '12:00',
        },
        weekdays: [1, 4],
        first_day: day,
        ...more,
      },
    })
  return { member, make, call, list, days, repeat }
}

// 2026-03-16 is a Monday.
test('an order comes on its days for two weeks, not on holidays, and once a day whatever becomes of it', async () => {
  const { call, days, list, repeat } = await start()
  await call(createHoliday, { body: { day: '2026-03-19', name: 'Nyepi' } })
  const { status, body } = await repeat()
  expect([status, body.next_day]).toEqual([201, day])
  await call(api.changeRecurringOrder, { params: { id: body.id }, body: { weekdays: [4] } })
  expect((await call(api.getRecurringOrder, { params: { id: body.id } })).body.next_day).toBe('2026-03-26')
  await call(api.changeRecurringOrder, { params: { id: body.id }, body: { weekdays: [1, 4] } })
  expect(await days()).toEqual([day, '2026-03-23', '2026-03-26'])
  expect((await list())[0]).toMatchObject({ source: 'recurring', recipient_name: 'Siti', window_start: '09:00' })

  const [first] = await list()
  await call(changeDelivery, { params: { id: first!.id }, body: { status: 'cancelled' } })
  await growAll(deps)
  expect(await days()).toHaveLength(3)
  ahead = 7 * dayMs
  await growAll(deps)
  await growAll(deps)
  expect(await days()).toEqual([day, '2026-03-23', '2026-03-26', '2026-03-30', '2026-04-02'])
})

test('a change makes coming deliveries anew, but none that somebody touched; ending it takes them away', async () => {
  const { call, list, repeat } = await start()
  const { body } = await repeat()
  const [, second] = await list()
  await call(changeDelivery, { params: { id: second!.id }, body: { notes: 'Ring twice' } })
  const params = { id: body.id }
  const changed = await call(api.changeRecurringOrder, {
    params,
    body: { order: { delivery_address: 'Jl. Thamrin 2' } },
  })
  expect(changed.status).toBe(200)
  expect((await list()).map(({ delivery_address }) => delivery_address)).toEqual([
    'Jl. Sudirman 1',
    'Jl. Sudirman 1',
    'Jl. Thamrin 2',
    'Jl. Thamrin 2',
  ])
  await call(api.changeRecurringOrder, { params, body: { paused: true } })
  expect(await list()).toHaveLength(2)
  expect((await call(api.deleteRecurringOrder, { params })).status).toBe(204)
  expect((await call(api.getRecurringOrder, { params })).code).toBe('recurring_order_not_found')
  expect(await list()).toHaveLength(2)
})

test('a standing route gives its orders its driver, and another one when it changes; places change nothing else', async () => {
  const { call, make, list, repeat } = await start()
  const [budi, sari] = [await make.driver({ name: 'Budi' }), await make.driver({ name: 'Sari' })]
  const route = (await call(api.createStandingRoute, { body: { name: 'North', driver_id: budi.id } })).body
  const { id } = (await repeat({ standing_route_id: route.id, standing_position: 1, weekdays: [2] })).body
  const made = (await list()).map((row) => row.id)
  await call(api.changeRecurringOrder, { params: { id }, body: { standing_position: 2 } })
  expect((await list()).map((row) => row.id)).toEqual(made)
  const drivers = async () => [...new Set((await list()).map(({ wanted_driver_name }) => wanted_driver_name))]
  expect(await drivers()).toEqual(['Budi'])
  const params = { id: route.id }
  await call(api.changeStandingRoute, { params, body: { driver_id: sari.id } })
  expect(await drivers()).toEqual(['Sari'])
  expect((await call(api.listStandingRoutes)).body.data).toMatchObject([{ driver_name: 'Sari', orders: 1 }])
  expect((await call(api.deleteStandingRoute, { params })).status).toBe(204)
  expect((await call(api.listRecurringOrders)).body.data).toMatchObject([{ standing_route_id: null }])
  // Nobody has them wait for a driver whose route is gone.
  expect(await drivers()).toEqual([null])
})

test('an order without weekdays, with a day of its own, or that ends before it begins is refused with a sentence', async () => {
  const { repeat } = await start()
  for (const [more, path] of [
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: [8] }, 'weekdays.0'],
    [{ last_day: '2026-03-01' }, 'last_day'],
    [{ order: { delivery_address: '' } }, 'order.delivery_address'],
    [{ order: { delivery_address: 'A', scheduled_date: day } }, 'order.scheduled_date'],
    [{ order: { delivery_address: 'A', window_start: '12:00', window_end: '09:00' } }, 'order.window_end'],
    [{ order: { delivery_address: 'A', nonsense: 1 } }, 'order'],
  ] as const) {
    const { status, errors } = await repeat(more)
    expect([status, errors?.[0]?.path]).toEqual([400, path])
  }
  expect((await repeat({ standing_route_id: '00000000-0000-4000-8000-000000000000' })).code).toBe(
    'standing_route_not_found',
  )
})

test('events of recurring orders say nothing of the recipient', async () => {
  const { member, repeat } = await start()
  await repeat()
  const told = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('events').select('data').where('type', '=', 'recurring_order.created').execute(),
  )
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).not.toMatch(/Siti|Sudirman/)
})
