import { expect, test } from 'vitest'
import type { Measurement } from './measurement.ts'
import { againstOwnBest } from './results.ts'

const measured = (set: string, seconds: number, value: number, unassigned = 0): Measurement => ({
  set,
  seconds,
  threads: 1,
  clock: 'wall',
  seed: 1,
  machine: 'a machine',
  date: '2026-11-22',
  peakMegabytes: 100,
  instances: [
    {
      name: set,
      value,
      best: 90,
      gap: 1,
      routes: 2,
      bestRoutes: null,
      unassigned,
      iterationsPerSecond: 1000,
      firstPlanSeconds: 1,
    },
  ],
})
const gaps = (all: Measurement[]) => all.map(({ instances }) => instances[0].gap)

test('a set that nobody else has solved is compared with our best value, however late it came', () => {
  const all = [measured('10k', 60, 110), measured('10k', 600, 100), measured('10k', 10, 50, 3), measured('x', 10, 7)]
  expect(gaps(againstOwnBest('10k', all))).toEqual([expect.closeTo(10, 9), 0, null, 1])
  expect(gaps(againstOwnBest('10k', [all[0]]))).toEqual([null])
})

test('a set with best known values keeps its gaps', () => {
  const all = [measured('x', 10, 7)]
  expect(againstOwnBest('x', all)).toBe(all)
})
