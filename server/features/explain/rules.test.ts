import { expect, test } from 'vitest'
import { solve } from '#solver/index.ts'
import type { DayDriver } from '#domain/plan/day.ts'
import { toRoutes } from '#domain/plan/to-routes.ts'
import { plannerDelivery, plannerDriver } from '#domain/testing/planner.ts'
import { toProblem } from '#domain/to-problem.ts'
import { arrivalLines, type TimedStop } from '#domain/why/arrival.ts'

const day = '2026-03-16'
const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 30, fuel_l_per_km: 0.1, get_ready_minutes: 15 }
const nobody = () => false

/** A number from 0 to 1 that depends on the seed alone. */
const fraction = (seed: number) => (Math.sin(seed * 12.9898) * 43758.5453) % 1
const upTo = (most: number, seed: number) => Math.floor(Math.abs(fraction(seed)) * most)

/** Routes with breaks, setups, windows, pickups and traffic, solved and stored as plans are. */
function randomRoutes(seed: number) {
  const depot = { name: 'Depot', address: 'Jalan 1', location: { lat: 0, lng: 0 }, opens: '06:00', closes: '22:00' }
  const lunch = { minutes: 30, earliest: '11:00', latest: '13:00' }
  const drivers = [0, 1].map((i) => ({
    ...plannerDriver({ id: `${i}`, name: `Driver ${i}`, breaks: i ? [lunch] : [], speed_factor: i ? 0.9 : 1 }),
    vehicle_id: null,
    depot,
  })) as DayDriver[]
  const place = (i: number) => ({ lat: fraction(seed * 100 + i) / 8, lng: fraction(seed * 100 + i + 50) / 8 })
  const deliveries = Array.from({ length: 12 }, (_, i) => ({
    ...plannerDelivery({
      id: `${i}`,
      location: place(i),
      window_start: i % 3 ? null : `${10 + upTo(5, seed + i)}:00`,
      setup_minutes: upTo(4, seed + i),
      service_minutes: upTo(20, seed * 7 + i),
      pickup:
        i % 5
          ? null
          : {
              name: 'Shop',
              address: '',
              location: place(i + 20),
              location_confidence: null,
              window_start: null,
              window_end: null,
              service_minutes: 3,
            },
    }),
    number: i + 1,
    delivery_address: 'Jalan 2',
    recipient_name: 'Ana',
    scheduled_date: day,
  }))
  const rules =
    seed % 2
      ? {
          ...settings,
          traffic: [
            { from: '00:00', factor: 1 },
            { from: '12:00', factor: 0.6 },
          ],
        }
      : settings
  const planned = toProblem(day, rules, drivers, deliveries)
  const plan = solve(planned.problem, { iterationLimit: 200, seed })
  return toRoutes(day, rules, planned, plan).map((route) => ({
    ...route,
    stops: route.stops.map((stop): TimedStop => ({
      ...stop,
      id: `${stop.position}`,
      arrival_at: stop.arrival_at.toISOString(),
      departure_at: stop.departure_at.toISOString(),
    })),
  }))
}

test('the lines of an arrival add up to it, on every stop of random plans', () => {
  let drives = 0
  for (let seed = 1; seed <= 12; seed++) {
    for (const route of randomRoutes(seed)) {
      for (const stop of route.stops) {
        const lines = arrivalLines(route, stop.id, nobody)
        let at = Date.parse(route.stops[0]!.arrival_at)
        for (const line of lines) {
          at += line.seconds * 1000
          expect(line.seconds).toBeGreaterThanOrEqual(0)
          expect(line.at).toBe(new Date(at).toISOString())
        }
        expect(lines.at(-1)!.at).toBe(stop.arrival_at)
        const all = lines.filter(({ kind }) => kind === 'drive')
        const km = all.reduce((sum, { distance_km }) => sum + (distance_km ?? 0), 0)
        if (stop.kind !== 'break') expect(km).toBeCloseTo(stop.distance_km, 1)
        expect(lines.some(({ kind }) => kind === 'delay' || kind === 'stay')).toBe(false)
        drives += all.length
      }
      const legs = arrivalLines(route, route.stops.at(-1)!.id, nobody).filter(({ kind }) => kind === 'drive')
      expect(legs.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(route.driving_seconds)
    }
  }
  expect(drives).toBeGreaterThan(100)
})

test('a driver who left later than planned has a line for it, and the driving stays what it was', () => {
  const [route] = randomRoutes(2) as [ReturnType<typeof randomRoutes>[number]]
  const done = route.stops[2]!.id
  const later = (instant: string) => new Date(Date.parse(instant) + 600_000).toISOString()
  const moved = {
    ...route,
    stops: route.stops.map((stop, i) =>
      i <= 2 ? stop : { ...stop, arrival_at: later(stop.arrival_at), departure_at: later(stop.departure_at) },
    ),
  }
  const last = moved.stops.at(-1)!
  const lines = arrivalLines(moved, last.id, (id) => Number(id) <= 2)
  expect(lines.find(({ kind }) => kind === 'delay')).toMatchObject({ seconds: 600, stop_id: done })
  expect(lines.at(-1)!.at).toBe(last.arrival_at)
})

test('there are no lines for a stop that is not on the route', () => {
  expect(arrivalLines(randomRoutes(1)[0]!, 'elsewhere', nobody)).toEqual([])
})
