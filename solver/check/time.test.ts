import { expect, test } from 'vitest'
import { check, solve, type VroomInput, type VroomOutput } from '../index.ts'

const soft = { window: [0, 8] as [number, number], cost_per_hour_late: 1800 }
const problem: VroomInput = {
  vehicles: [
    {
      id: 1,
      start_index: 0,
      end_index: 0,
      max_shift: 500,
      costs: { per_waiting_hour: 3600 },
      breaks: [{ id: 1, service: 5, after_driving: 40, after_working: 70 }],
    },
  ],
  jobs: [
    { id: 1, location_index: 1, service: 20, soft_time_window: soft, time_windows: [[0, 25]] },
    { id: 2, location_index: 1, service: 30 },
    { id: 3, location_index: 2, service: 10, time_windows: [[90, 99]] },
  ],
  matrices: {
    car: {
      durations: [
        [0, 10, 30],
        [10, 0, 20],
        [30, 20, 0],
      ],
    },
  },
  traffic: {
    car: [
      { from: 0, factor: 1 },
      { from: 50, factor: 2 },
    ],
  },
  same_address_service: 'longest',
}
type Change = (output: VroomOutput, problem: VroomInput) => void
const stepOf = (output: VroomOutput, type: string, id: number) =>
  output.routes[0].steps.find((step) => step.type === type && step.id === id)!

test('a valid plan has no errors', () => {
  const output = solve(problem, { iterationLimit: 100 })
  expect(check(problem, output)).toEqual({ errors: [], cost: 68.5 })
  expect(output.routes[0].steps.map(({ type }) => type)).toContain('break')
  expect(output.summary.lateness_cost).toBeGreaterThan(0)
  expect(output.summary.waiting_cost).toBeGreaterThan(0)
})

test.each<[string, Change, RegExp]>([
  ['a shift that is too long', (_, p) => void (p.vehicles[0].max_shift = 50), /is away for \d+ s, over its 50/],
  ['driving without a break', (_, p) => void (p.vehicles[0].breaks![0].after_driving = 15), /drives \d+ s without/],
  ['work without a break', (_, p) => void (p.vehicles[0].breaks![0].after_working = 25), /works \d+ s without/],
  ['a break too few', (o) => void o.routes[0].steps.splice(breakAt(o), 1), /without break 1/],
  ['a break too short', (o) => void (stepOf(o, 'break', 1).service = 4), /work at break 1/],
  ['another speed', (_, p) => void (p.traffic!['car'][1].factor = 1), /duration at/],
  ['another hour', (_, p) => void (p.traffic!['car'][1].from = 500), /duration at/],
  ['work that is not shared', (_, p) => void (p.same_address_service = 'sum'), /service at job/],
  [
    'lateness that is not told',
    (o) => o.routes[0].steps.forEach((step) => void delete step.lateness),
    /lateness at job 1/,
  ],
  ['lateness for nothing', (_, p) => void delete p.jobs[0].soft_time_window, /lateness at job 1 should be 0/],
  ['earliness that is not told', (_, p) => void (p.jobs[0].soft_time_window = early), /earliness at job 1/],
  ['a wrong cost of lateness', (o) => void (o.routes[0].lateness_cost! += 3), /vehicle 1: lateness_cost/],
  ['a wrong cost of waiting', (o) => void (o.summary.waiting_cost! += 3), /summary: waiting_cost/],
  ['waiting for nothing', (_, p) => void (p.vehicles[0].costs = {}), /waiting_cost is/],
  ['a wrong cost', (o) => void (o.routes[0].cost -= 2), /cost is/],
])('%s is found', (_, change, expected) => {
  const output = structuredClone(solve(problem, { iterationLimit: 100 }))
  const changed = structuredClone(problem)
  change(output, changed)
  expect(check(changed, output).errors.join('\n')).toMatch(expected)
})

const early = { window: [500, 600] as [number, number], cost_per_hour_early: 60 }
const breakAt = (output: VroomOutput) => output.routes[0].steps.findIndex(({ type }) => type === 'break')
