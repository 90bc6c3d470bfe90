import { expect, test } from 'vitest'
import { makeDoors } from './city.ts'
import { driveKm, makeDay, type Asked } from './day.ts'
import { crews } from './fleet.ts'

const doors = makeDoors(1)
const asked = (index: number): Asked => ({
  seed: 1,
  index,
  deliveries: 70,
  doors,
  crews: crews.slice(0, 6).map((crew, number) => ({ ...crew, number })),
  again: [{ door: 3, client: null, weightKg: 2, volumeL: 7, isCold: false }],
  clients: 4,
})

test('the same seed makes the same day, and another day is another one', () => {
  expect(makeDay(asked(5))).toEqual(makeDay(asked(5)))
  expect(makeDay(asked(5))).not.toEqual(makeDay(asked(6)))
  expect(makeDoors(2)).not.toEqual(doors)
})

test('each order is on one route of its depot, and what failed before comes again', () => {
  const { orders, routes } = makeDay(asked(1))
  const driven = routes.flatMap(({ depot, visits }) => visits.map(({ order }) => ({ depot, order })))
  expect(driven.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(orders.map((_, index) => index))
  for (const { depot, order } of driven) expect(doors[orders[order]!.door]!.depot).toBe(depot)
  expect(orders[0]).toMatchObject({ door: 3, attempt: 2 })
})

test('what was driven happens in order, and positions go where the driver was', () => {
  for (const { visits, planned, actual, fixes } of makeDay(asked(2)).routes) {
    const times = visits.flatMap(({ actual: { left, arrived, done } }) => [left, arrived, done])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(fixes.map(({ at }) => at)).toEqual(fixes.map(({ at }) => at).toSorted((a, b) => a - b))
    const driven = fixes.slice(1).reduce((sum, fix, index) => sum + driveKm(fixes[index]!, fix), 0)
    expect(driven / actual.km).toBeGreaterThan(0.95)
    expect(driven / actual.km).toBeLessThan(1.05)
    expect(planned.returns - planned.leaves).toBeGreaterThanOrEqual(planned.drives + planned.waits + planned.serves)
  }
})

test('a year has deliveries that fail, are late, wait for windows and are rated', () => {
  const visits = Array.from({ length: 60 }, (_, index) => makeDay(asked(index)).routes)
    .flat()
    .flatMap((route) => route.visits)
  const share = (of: (visit: (typeof visits)[number]) => boolean) => visits.filter(of).length / visits.length
  expect(share(({ reason }) => reason !== null)).toBeGreaterThan(0.03)
  expect(share(({ reason }) => reason !== null)).toBeLessThan(0.12)
  expect(share(({ window, actual }) => window !== null && actual.arrived > window.to)).toBeGreaterThan(0.005)
  expect(share(({ planned }) => planned.waits > 0)).toBeGreaterThan(0.01)
  expect(share(({ rating }) => rating !== null)).toBeGreaterThan(0.1)
})
