import { expect, test } from 'vitest'
import { check, solve, type VroomOutput } from '#solver/index.ts'
import type { DayDelivery, DayDriver } from '#domain/plan/day.ts'
import { mixedDay } from '#domain/testing/mixed-day.ts'
import { plannerDelivery, plannerDriver } from '#domain/testing/planner.ts'
import type { Unassigned } from '#domain/schema/plan.ts'
import { toProblem } from '#domain/to-problem.ts'
import { groupsByReason, leftOut, toGroups, toUnassigned } from './rules.ts'

const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40, fuel_l_per_km: 0.1, get_ready_minutes: 10 }
const day = '2026-03-16'

function delivery(number: number, fields: Partial<DayDelivery> = {}): DayDelivery {
  const own = { number, delivery_address: `Street ${number}`, recipient_name: null, scheduled_date: day }
  return { ...plannerDelivery({ id: `d${number}` }), ...own, ...fields }
}

/** A plan that leaves out all of these, each for want of time, and with a fix that would help it alone. */
function leftOutFor(...deliveries: DayDelivery[]) {
  const driver = { ...plannerDriver(), vehicle_id: null } as DayDriver
  const planned = toProblem(day, settings, [driver], deliveries)
  const fix = { constraint: 'shift_end', vehicle: 1, by: { amount: 600, unit: 'seconds' }, cost: 1, message: '' }
  const unassigned = [...planned.deliveries].map(([id, { skills }]) => ({
    id,
    type: 'job',
    reason: { code: skills.length ? 'skills' : 'shift', message: '' },
    ...(skills.length === 0 && { fix }),
  }))
  return leftOut(day, settings, planned, { unassigned } as unknown as VroomOutput)
}

test('deliveries left out for the same reason are one group, and no fix is promised to each of them', () => {
  const all = leftOutFor(
    delivery(3, { skills: ['cold'] }),
    delivery(1),
    delivery(2),
    delivery(4, { location: null }),
    delivery(5, { skills: ['wet'] }),
  )
  expect(toGroups(all, new Map())).toMatchObject([
    { reason_code: 'shift', count: 2, delivery_ids: ['d1', 'd2'], fix: null },
    { reason_code: 'skills', count: 1, delivery_ids: ['d3'], reason: expect.stringContaining('“cold”') },
    { reason_code: 'no_location', count: 1, delivery_ids: ['d4'] },
    { reason_code: 'skills', count: 1, delivery_ids: ['d5'], reason: expect.stringContaining('“wet”') },
  ])
  expect(toGroups(all, new Map())[0]!.reason).toBe(
    'No driver has enough working time left for them. Choose another driver or extend a shift.',
  )
  expect(toUnassigned(all).map(({ delivery_number, fix }) => [delivery_number, fix])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, undefined]),
  )
})

test('the only delivery with a reason keeps its own sentence and fix', () => {
  const all = leftOutFor(delivery(1))
  const sentence = 'It would fit if Budi could be back 10 min later, at 17:10.'
  expect(toUnassigned(all)).toMatchObject([{ fix: sentence }])
  expect(toGroups(all, new Map())).toMatchObject([
    { reason: expect.stringContaining('for it.'), fix: { kind: 'shift_end', amount: 10, fits: 1, sentence } },
  ])
})

test('a plan that was stored without groups is grouped by reason, without a fix', () => {
  const left = (delivery_id: string, reason: string) => ({ delivery_id, reason_code: 'shift', reason }) as Unassigned
  expect(groupsByReason([left('a', 'One.'), left('b', 'Two.'), left('c', 'Two.')])).toEqual([
    { reason_code: 'shift', reason: 'Two.', count: 2, delivery_ids: ['b', 'c'], fix: null },
    { reason_code: 'shift', reason: 'One.', count: 1, delivery_ids: ['a'], fix: null },
  ])
})

test.each([1, 2, 3, 4, 5, 6])('every plan of a mixed day passes the solver’s own check (seed %i)', (seed) => {
  const { settings, ...orders } = mixedDay({ deliveries: 24, drivers: 5, seed })
  // In Berlin, this day has 23 hours.
  const zone = { ...settings, time_zone: seed % 2 ? 'Europe/Berlin' : settings.time_zone }
  const { problem } = toProblem('2026-03-29', zone, orders.drivers, orders.deliveries)
  const plan = solve(problem, { iterationLimit: 300, seed })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.routes.length).toBeGreaterThan(0)
})
