import { expect, test } from 'vitest'
import { Skill } from './schema/delivery.ts'
import { plannerDelivery, plannerDriver } from './testing/planner.ts'
import type { PlannerDelivery, PlannerDriver } from './problem/types.ts'
import { toProblem } from './to-problem.ts'

const depot = { location: { lat: -6.15, lng: 106.84 }, opens: '06:00', closes: '22:00' }
const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const day = '2026-03-16'
const hour = 3600

const driver = (fields: Partial<PlannerDriver> = {}) => plannerDriver({ depot, ...fields })
const delivery = (fields: Partial<PlannerDelivery> = {}) =>
  plannerDelivery({ location: { lat: -6.2, lng: 106.8 }, weight_kg: 0, volume_l: 0, ...fields })

test('times are seconds since local midnight, quantities grams, milliliters and pieces', () => {
  const vehicle = { code: 'KA-1001', capacity_kg: 12.5, capacity_l: 300, capacity_units: 40, skills: [] }
  const { problem } = toProblem(
    day,
    settings,
    [driver({ vehicle })],
    [
      delivery({
        window_start: '10:00',
        window_end: '11:30',
        service_minutes: 2.5,
        weight_kg: 1.2345,
        volume_l: 0.5,
        units: 3,
      }),
    ],
  )
  expect(problem.speed_kmh).toBe(40)
  expect(problem.vehicles[0]).toMatchObject({
    id: 1,
    start: [106.84, -6.15],
    end: [106.84, -6.15],
    capacity: [12_500, 300_000, 40],
    time_window: [9 * hour, 17 * hour],
  })
  expect(problem.jobs[0]).toMatchObject({
    id: 1,
    location: [106.8, -6.2],
    service: 150,
    delivery: [1235, 500, 3],
    time_windows: [[10 * hour, 11.5 * hour]],
  })
})

test('ids map back, and a delivery without a location, or with a rough one, is set aside', () => {
  const lost = delivery({ id: 'lost', location: null })
  const rough = delivery({ id: 'rough', location_confidence: 0.2 })
  const found = delivery({ id: 'found', location_confidence: 0.5 })
  const planned = toProblem(day, settings, [driver()], [lost, rough, found])
  expect(planned.setAside).toEqual([
    { delivery: lost, code: 'no_location' },
    { delivery: rough, code: 'rough_location' },
  ])
  expect(planned.problem.jobs.map(({ id }) => planned.deliveries.get(id)?.id)).toEqual(['found'])
})

test('opening hours of the depot limit a shift', () => {
  const late = { ...depot, opens: '10:00', closes: '15:00' }
  const { problem } = toProblem(day, settings, [driver({ depot: late })], [])
  expect(problem.vehicles[0]!.time_window).toEqual([10 * hour, 15 * hour])
})

test('a driver with no working time left is off duty', () => {
  const night = driver({ depot: { ...depot, opens: '18:00' } })
  const { problem, offDuty } = toProblem(day, settings, [night], [])
  expect(problem.vehicles).toEqual([])
  expect(offDuty).toEqual([night])
})

test('new work starts after the existing routes of a driver', () => {
  const busy = driver({ busy_until: '2026-03-16T05:00:00.000Z' })
  const { problem } = toProblem(day, settings, [busy], [])
  expect(problem.vehicles[0]!.time_window).toEqual([12 * hour, 17 * hour])
})

test('no route starts before the departure, and a window that ended before it is set aside', () => {
  const tenThirty = new Date('2026-03-16T03:30:00Z')
  const past = delivery({ id: 'past', window_start: '09:00', window_end: '10:29' })
  const open = delivery({ id: 'open', window_start: '09:00', window_end: '10:30' })
  const early = driver({ shift_end: '10:30' })
  const planned = toProblem(day, settings, [early, driver()], [past, open], tenThirty)
  expect(planned.problem.vehicles.map(({ time_window }) => time_window)).toEqual([[10.5 * hour, 17 * hour]])
  expect(planned.offDuty).toEqual([early])
  expect(planned.setAside).toEqual([{ delivery: past, code: 'window_over' }])
  expect([...planned.deliveries.values()]).toEqual([open])
})

test('a departure today does not concern tomorrow', () => {
  const evening = new Date('2026-03-15T12:00:00Z')
  const planned = toProblem(day, settings, [driver()], [delivery({ window_end: '09:10' })], evening)
  expect(planned.problem.vehicles[0]!.time_window).toEqual([9 * hour, 17 * hour])
  expect(planned).toMatchObject({ setAside: [], earliestStart: 0 })
})

test('the skills of driver and vehicle are combined', () => {
  const vehicle = { code: 'KA-1001', capacity_kg: null, capacity_l: null, skills: ['cold', 'lift'] }
  const able = driver({ skills: ['cold', 'medical'], vehicle })
  const { problem } = toProblem(day, settings, [able, driver()], [delivery({ skills: ['medical', 'lift'] })])
  const has = (index: number) =>
    problem.jobs[0]!.skills!.every((skill) => problem.vehicles[index]!.skills!.includes(skill))
  expect(problem.vehicles[0]!.skills).toHaveLength(3)
  expect([has(0), has(1)]).toEqual([true, false])
})

test('a vehicle without a capacity carries anything', () => {
  const vehicle = { code: 'KA-1001', capacity_kg: 10, capacity_l: null, skills: [] }
  const { problem } = toProblem(day, settings, [driver({ vehicle }), driver()], [])
  expect(problem.vehicles[0]!.capacity![0]).toBe(10_000)
  for (const amount of [problem.vehicles[0]!.capacity![1]!, ...problem.vehicles[1]!.capacity!]) {
    // A thousand of the largest possible deliveries, in milliliters.
    expect(amount).toBeGreaterThanOrEqual(1000 * 1000 * 1_000_000)
  }
})

test('an urgent delivery outweighs several normal ones, and a normal one several low ones', () => {
  const { problem } = toProblem(
    day,
    settings,
    [driver()],
    [1, 2, 3].map((priority) => delivery({ priority })),
  )
  const [urgent, normal, low] = problem.jobs.map((job) => job.priority!)
  expect(urgent).toBeGreaterThan(5 * normal!)
  expect(normal).toBeGreaterThan(5 * low!)
})

test('a window may be open at either end', () => {
  const { problem } = toProblem(
    day,
    settings,
    [driver()],
    [delivery({ window_start: '14:00' }), delivery({ window_end: '12:00' }), delivery()],
  )
  const [from, until, any] = problem.jobs.map((job) => job.time_windows)
  expect(from![0]![0]).toBe(14 * hour)
  expect(from![0]![1]).toBeGreaterThan(17 * hour)
  expect(until).toEqual([[0, 12 * hour]])
  expect(any).toBeUndefined()
})

test('on a 23-hour day, times after the change are an hour closer to midnight', () => {
  const spring = '2026-03-29'
  const { problem } = toProblem(
    spring,
    { ...settings, time_zone: 'Europe/Berlin' },
    [driver()],
    [
      delivery({ window_start: '10:00', window_end: '11:00' }),
      delivery({ window_start: '02:45', window_end: '03:15' }),
    ],
  )
  expect(problem.vehicles[0]!.time_window).toEqual([8 * hour, 16 * hour])
  expect(problem.jobs[0]!.time_windows).toEqual([[9 * hour, 10 * hour]])
  const [from, to] = problem.jobs[1]!.time_windows![0]!
  expect(from).toBeLessThanOrEqual(to)
})

test('on a 25-hour day, times after the change are an hour further from midnight', () => {
  const { problem } = toProblem('2026-10-25', { ...settings, time_zone: 'Europe/Berlin' }, [driver()], [])
  expect(problem.vehicles[0]!.time_window).toEqual([10 * hour, 18 * hour])
})

test('a delivery with a wanted driver needs a skill that only this driver has, besides its own skills', () => {
  const drivers = [driver({ id: 'budi', skills: ['cold'] }), driver({ id: 'sari', skills: ['cold'] })]
  const wanted = delivery({ skills: ['cold'], wanted_driver_id: 'sari', wanted_driver_name: 'Sari' })
  const { problem } = toProblem(day, settings, drivers, [wanted, delivery()])
  const [job, anybodys] = problem.jobs
  const able = problem.vehicles.filter(({ skills }) => job!.skills!.every((skill) => skills!.includes(skill)))
  expect(able.map(({ id }) => id)).toEqual([2])
  expect(job!.skills).toHaveLength(2)
  expect(anybodys!.skills).toEqual([])
})

test('if the wanted driver was not chosen, nobody can take the delivery', () => {
  const wanted = delivery({ wanted_driver_id: 'sari', wanted_driver_name: 'Sari' })
  const { problem } = toProblem(day, settings, [driver({ id: 'budi' })], [wanted])
  expect(problem.vehicles[0]!.skills).not.toContain(problem.jobs[0]!.skills![0])
})

test('no skill that people can write equals the skill of being a driver', () => {
  const id = '018f3e2a-0000-7000-8000-000000000000'
  const named = driver({ id: 'budi', skills: [Skill.parse(`Driver ${id}`.slice(0, 40)), `driver ${id}`] })
  const wanted = delivery({ wanted_driver_id: id, wanted_driver_name: 'Sari' })
  const { problem } = toProblem(day, settings, [named], [wanted])
  expect(problem.vehicles[0]!.skills).not.toContain(problem.jobs[0]!.skills![0])
})
