import { expect, test } from 'vitest'
import type { Measured, Measurement } from './measurement.ts'
import { render } from './report.ts'

const instance = (name: string, gap: number | null): Measured => ({
  name,
  value: 101,
  best: 100,
  gap,
  routes: 2,
  bestRoutes: 2,
  unassigned: 0,
  iterationsPerSecond: 50_000,
  firstPlanSeconds: 0.1,
})
const measured = (own: Partial<Measurement>): Measurement => ({
  set: 'gh1000',
  seconds: 60,
  threads: 1,
  clock: 'wall',
  seed: 1,
  machine: 'a machine',
  date: '2026-11-21',
  peakMegabytes: 100,
  instances: [],
  ...own,
})
const rowsAbout = (title: string, page: string) => page.split('\n').filter((line) => line.startsWith(`| ${title} `))

test('a goal is compared with the instances it names, at its own budget', () => {
  const instances = [instance('R1_10_1', 2), instance('R2_10_1', 0.5), instance('RC2_10_1', 0.25)]
  const page = render([measured({ instances }), measured({ seconds: 10, instances: [instance('R2_10_1', 9)] })])
  expect(rowsAbout('Gehring and Homberger 1,000', page)[0]).toMatch(/\| 60 s .*\| 0.92 \(3\) .*\| reached/)
  expect(rowsAbout('R2 and RC2 at 1,000', page)[0]).toMatch(/\| 0.38 \(2\) .*\| reached/)
})

test('a goal in processor time is compared with such a measurement', () => {
  const at = (clock: Measurement['clock'], gap: number) =>
    measured({ set: 'solomon', seconds: 1, clock, instances: [instance('R101', gap), instance('R102', gap)] })
  const page = render([at('wall', 0.5), at('processor', 0.125)])
  expect(rowsAbout('Solomon', page)[0]).toMatch(/\| 1 s of processor time .*\| 0.13 \(2\) .*\| reached/)
})

test('an average over some instances reaches no goal, and processor time is not wall-clock time', () => {
  const page = render([
    measured({ set: 'lilim', instances: [instance('LR1_10_1', 1), instance('LC2_10_3', null)] }),
    measured({ set: 'mdvrptw', clock: 'processor', instances: [instance('PR11A', 0.1)] }),
  ])
  const [lilim] = rowsAbout('Li and Lim 1,000, at equal vehicles', page)
  expect(lilim).toContain('1.00 (1 of 2 compare)')
  expect(lilim).not.toContain('reached')
  expect(rowsAbout('several depots', page)[0]).not.toContain('0.10')
})
