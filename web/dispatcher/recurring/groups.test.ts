import { expect, test } from 'vitest'
import { NewRecurringOrder, type RecurringOrder, type StandingRoute } from '#domain/schema/recurring.ts'
import { groupsOf, moved, newPlaces } from './groups.ts'
import { around, first, firstDayOf, last, newRule, recurringBody, toRoute } from './rule-values.ts'

const make = (id: string, name: string, route: string | null, position: number | null): RecurringOrder => ({
  id,
  order: { recipient_name: name, delivery_address: `${name} Street` },
  weekdays: [1],
  every_weeks: 1,
  first_day: '2026-11-23',
  last_day: null,
  skips_holidays: true,
  paused: false,
  standing_route_id: route,
  standing_position: position,
  standing_route_name: route,
  next_day: null,
  created_at: `2026-11-01T00:00:0${id}Z`,
  updated_at: '2026-11-01T00:00:00Z',
  version: 1,
})
const north = { id: 'north', name: 'North', driver_name: 'Budi' } as StandingRoute
const south = { id: 'south', name: 'South', driver_name: 'Sari' } as StandingRoute
const orders = [
  make('1', 'Kopi', 'north', 2),
  make('2', 'Roti', 'north', 1),
  make('3', 'Susu', 'north', null),
  make('4', 'Teh', null, null),
]
const ids = (rows: readonly RecurringOrder[]) => rows.map(({ id }) => id).join('')

test('orders are grouped by standing route, in their places, with the others at the end', () => {
  const groups = groupsOf(orders, [north, south], '')
  expect(groups.map(({ route, orders: all }) => [route?.name, ids(all)])).toEqual([
    ['North', '213'],
    ['South', ''],
    [undefined, '4'],
  ])
  expect(groupsOf(orders, [north, south], 'susu STREET').map((group) => ids(group.orders))).toEqual(['3'])
  expect(groupsOf(orders, [north, south], 'budi').map((group) => ids(group.orders))).toEqual(['213'])
  expect(groupsOf(orders, [north, south], 'nobody')).toEqual([])
})

test('moving an order changes the places of those between, and closes gaps', () => {
  const up = moved(orders.slice(0, 3), '3', -1)!
  expect(ids(up)).toBe('231')
  expect(newPlaces(up).map(({ order, position }) => [order.id, position])).toEqual([
    ['3', 2],
    ['1', 3],
  ])
  expect(moved(orders.slice(0, 3), '2', -1)).toBeUndefined()
})

test('an order takes its place on the chosen route', () => {
  const on = (place: string) => {
    const { before, after } = around({ ...newRule(1), route: 'north', place }, undefined, orders)
    return `${ids(before)}|${ids(after)}`
  }
  expect([on(first), on('2'), on(last), on('gone')]).toEqual(['|213', '2|13', '213|', '213|'])
  expect(toRoute({ ...newRule(1), route: 'north', place: '2' }, undefined, orders)).toMatchObject({
    standing_route_id: 'north',
    standing_position: 2,
  })
  expect(toRoute(newRule(1), undefined, orders)).toMatchObject({ standing_route_id: null, route: null })
})

test('it begins on the first of its days of the week, unless another day is chosen', () => {
  expect(firstDayOf({ first_day: null, weekdays: [4, 7] }, '2026-11-24')).toBe('2026-11-26')
  expect(firstDayOf({ first_day: '2026-12-01', weekdays: [4] }, '2026-11-24')).toBe('2026-12-01')
})

test('problems are told at the fields of the form', () => {
  const read = recurringBody(NewRecurringOrder).safeParse({
    order: { delivery_address: '', recipient_phone: '12' },
    weekdays: [],
    first_day: '2026-11-30',
    last_day: '2026-11-01',
    route: { name: '', driver_id: '' },
  })
  const paths = read.error!.issues.map(({ path }) => path.join('.'))
  expect(paths).toEqual(
    expect.arrayContaining(['delivery_address', 'recipient_phone', 'weekdays', 'route_name', 'route_driver_id']),
  )
})
