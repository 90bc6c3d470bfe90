import { expect, test } from 'vitest'
import { estimate, type OnTheWay, type StopAhead, type StopEta } from './estimate.ts'
import { cellOf, emptyModel, expect as expected, fit, learn, type Model, type Observation } from './learn.ts'
import { fitWidths, usualWidths, type SaidWidth, type Widths } from './widths.ts'

const start = Date.parse('2026-03-16T02:00:00Z')
/** Random numbers below 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
const hourAt = (at: number) => new Date(at).getUTCHours()
const placeAt = (index: number) => ({ lat: -6.2 + index * 0.01, lng: 106.8 })
const stopsAhead = (count: number, given: Partial<StopAhead> = {}): StopAhead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `stop ${index + 1}`,
    place: placeAt(index + 1),
    isBreak: false,
    leg_seconds: 600,
    service_seconds: 300,
    opens_at: null,
    arrived_at: null,
    ...given,
  }))
const onTheWay = (given: Partial<OnTheWay> = {}): OnTheWay => ({
  now: start,
  driver: 'Budi',
  starts_at: start,
  hasBegun: true,
  from: placeAt(0),
  left_at: start,
  position: null,
  break_seconds: 0,
  stops: stopsAhead(3),
  ...given,
})
const etasOf = (route: OnTheWay, model: Model = emptyModel()) => estimate(route, model, hourAt)
const minutes = (eta: StopEta | undefined, from = start) => Math.round((eta!.p50 - from) / 60_000)

test('without anything learned, an estimate follows the plan, and is less sure of what is farther away', () => {
  const etas = etasOf(onTheWay())
  expect(etas.map((eta) => minutes(eta))).toEqual([10, 26, 42])
  const widths = etas.map(({ p10, p90 }) => p90 - p10)
  expect(widths[0]).toBeLessThan(widths[1]!)
  expect(widths[1]).toBeLessThan(widths[2]!)
  for (const { p10, p50, p90 } of etas) expect([p10, p50, p90].toSorted()).toEqual([p10, p50, p90])
})

test('it begins where the driver is, at the time of the plan before it begins, and with what happened last otherwise', () => {
  const half = { ...placeAt(0), lat: placeAt(0).lat + 0.005, at: start }
  expect(minutes(etasOf(onTheWay({ position: half }))[0])).toBe(5)
  expect(etasOf(onTheWay({ position: half }))[0]!.basis).toBe('position')
  const before = etasOf(onTheWay({ hasBegun: false, starts_at: start + 3_600_000 }))
  expect(before[0]!.basis).toBe('plan')
  expect(minutes(before[0])).toBe(70)
  const old = etasOf(onTheWay({ position: { ...half, at: start - 3_600_000 }, left_at: start - 300_000 }))
  expect(old[0]!.basis).toBe('progress')
  expect(minutes(old[0])).toBeLessThan(10)
  // Twenty minutes on a drive of ten: it goes on, and nobody knows how long.
  const overdue = etasOf(onTheWay({ left_at: start - 1_200_000 }))
  expect(overdue[0]!.p50).toBeGreaterThan(start)
})

test('a driver waits for the window, rests in breaks, and finishes the stop that they are at', () => {
  const opens_at = start + 3_600_000
  const [, second] = etasOf(onTheWay({ stops: stopsAhead(2).map((stop, i) => (i ? stop : { ...stop, opens_at })) }))
  expect(minutes(second)).toBe(76)
  const pauses = { id: 'break', place: null, isBreak: true, leg_seconds: 200, service_seconds: 1800 }
  const [first, last] = stopsAhead(2)
  const withBreak = etasOf(onTheWay({ stops: [first!, { ...first!, ...pauses }, { ...last!, leg_seconds: 400 }] }))
  expect(withBreak.map((eta) => minutes(eta))).toEqual([10, 16, 56])
  expect(minutes(etasOf(onTheWay({ break_seconds: 900 }))[0])).toBe(25)
  const [next] = etasOf(
    onTheWay({ stops: stopsAhead(2).map((stop, i) => (i ? stop : { ...stop, arrived_at: start })) }),
  )
  expect(next!.id).toBe('stop 2')
  expect(minutes(next)).toBe(16)
})

/** A driver's day: what each drive and stop takes against its plan. */
function simulate(
  random: () => number,
  factor: number,
  driver: string,
  { day = '', stops = 14 } = {},
): Observation[][] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const ofDay = 0.1 * normal()
  return ['drive', 'service'].map((kind) =>
    Array.from({ length: stops }, (_, index) => {
      const [planned, spread] = kind === 'drive' ? [300 + 600 * random(), 0.25] : [120 + 300 * random(), 0.4]
      const rush = index < 4 && kind === 'drive' ? 1.15 : 1
      const times = rush * (kind === 'drive' ? factor : 1) * Math.exp(ofDay + spread * normal())
      const circumstances = { driver, day, cell: cellOf(placeAt(index)), hour: 2 + Math.floor(index / 2) }
      return { ...circumstances, planned_seconds: planned, actual_seconds: planned * times }
    }),
  )
}

const drivers = [
  ['Sari', 1],
  ['Budi', 1.3],
  ['Dewi', 0.95],
  ['Agus', 1.05],
] as const

function learnFrom(random: () => number, days: number): Model {
  const seen = Array.from({ length: days }, (_, day) =>
    drivers.map(([name, factor]) => simulate(random, factor, name, { day: String(day) })),
  ).flat()
  return { drive: fit(seen.flatMap(([drive]) => drive!)), service: fit(seen.flatMap(([, service]) => service!)) }
}

const factorOf = (model: Model, driver: string) =>
  Math.exp(expected('drive', model.drive, { driver, cell: cellOf(placeAt(8)), hour: 6 }).log)

test('a driver who is 30 % slower than others is learned as such, and one who is new counts as like the others', () => {
  const model = learnFrom(randomFrom(7), 30)
  expect(factorOf(model, 'Budi') / factorOf(model, 'Sari')).toBeGreaterThan(1.2)
  expect(factorOf(model, 'Budi') / factorOf(model, 'Sari')).toBeLessThan(1.4)
  const usual = factorOf(model, 'nobody')
  expect(usual).toBeGreaterThan(0.95)
  expect(usual).toBeLessThan(1.2)
  const rush = (hour: number) => expected('drive', model.drive, { driver: '', cell: '', hour }).log
  expect(rush(2)).toBeGreaterThan(rush(7))
})

test('one drive after the other, a driver is learned within a day, and a single bad one means little', () => {
  const [drives] = simulate(randomFrom(3), 1.3, 'Budi', { stops: 30 })
  const learned = drives!.reduce(learn, emptyModel().drive)
  const { log, observations } = expected('drive', learned, drives![0]!)
  expect(observations).toBe(30)
  expect(Math.exp(log)).toBeGreaterThan(1.12)
  const once = learn(emptyModel().drive, { ...drives![0]!, actual_seconds: 100_000 })
  expect(Math.exp(expected('drive', once, drives![0]!).log)).toBeLessThan(1.7)
})

/** What is said of all stops as drivers set out, on some days. */
function sayOn(days: number, random: () => number, model: Model, widths: Widths): SaidWidth[] {
  return Array.from({ length: days }, (_, day) =>
    drivers.flatMap(([driver, factor]) => {
      const [drives, services] = simulate(random, factor, driver) as [Observation[], Observation[]]
      const stops = stopsAhead(drives.length).map((stop, index) => ({
        ...stop,
        place: placeAt(index),
        leg_seconds: drives[index]!.planned_seconds,
        service_seconds: services[index]!.planned_seconds,
      }))
      let at = start
      const arrivals = drives.map(({ actual_seconds }, index) => {
        const arrived = at + actual_seconds * 1000
        at = arrived + services[index]!.actual_seconds * 1000
        return arrived
      })
      return estimate(onTheWay({ driver, stops }), model, hourAt, widths).map(({ width, ...range }, index) => ({
        ...range,
        ...width,
        said: start,
        day: String(day),
        arrived: arrivals[index]!,
      }))
    }),
  ).flat()
}

test('80 % of arrivals are within the range that is said, to 3 points, after nights that learned from other days', () => {
  const random = randomFrom(11)
  const model = learnFrom(random, 10)
  const widths = fitWidths(sayOn(30, random, model, usualWidths))
  const said = sayOn(80, random, model, widths)
  const within = said.filter(({ p10, p90, arrived }) => arrived >= p10 && arrived <= p90)
  expect(within.length / said.length).toBeGreaterThan(0.77)
  expect(within.length / said.length).toBeLessThan(0.83)
})
