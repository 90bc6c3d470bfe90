import { expect, test } from 'vitest'
import { Random } from '../math/random.ts'
import { makeJourney, readTraffic } from './traffic.ts'

test('a drive proceeds at the speed of each hour', () => {
  const traffic = readTraffic([
    { from: 0, factor: 0.5 },
    { from: 100, factor: 1 },
    { from: 200, factor: 2 },
  ])
  const { arrive } = makeJourney(traffic, 60)
  expect([0, 50, 100, 170, 190, 500].map(arrive)).toEqual([110, 135, 160, 215, 225, 530])
  // From the last part of a day into the first part of the next.
  expect(arrive(86_390)).toBe(86_400 + 80)
  expect(makeJourney(traffic, 0).arrive(7)).toBe(7)
})

test('leaving later never means arriving sooner, and the latest departure for an arrival is found', () => {
  const random = new Random(1)
  for (let round = 0; round < 30; round++) {
    const from = [0, 20_000, 40_000, 70_000].map((begin, i) => (i === 0 ? 0 : begin + random.below(9_000)))
    const traffic = readTraffic(from.map((begin) => ({ from: begin, factor: (1 + random.below(300)) / 100 })))
    const journey = makeJourney(traffic, random.below(100_000))
    let alike = -1
    let before = -Infinity
    for (let time = random.below(500); time < 180_000; time += 1 + random.below(400)) {
      const arrival = journey.arrive(time)
      expect(arrival).toBeGreaterThanOrEqual(before)
      before = arrival
      const latest = journey.leaveBy(arrival)
      expect(latest).toBeGreaterThanOrEqual(time)
      expect(journey.arrive(latest)).toBeLessThanOrEqual(arrival)
      expect(journey.arrive(latest + 1)).toBeGreaterThan(arrival)
      alike = journey.alikeUntil(time)
      expect(alike).toBeGreaterThanOrEqual(time)
    }
  }
})
