import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  combinationProblems,
  engineFields,
  SolverInputError,
  validate,
  type CombinationCode,
  type Coordinates,
  type VroomInput,
  type VroomJob,
} from '../index.ts'
import { depot, line } from '../testing/line.ts'

const soft = { window: [1, 2] as [number, number], cost_per_hour_late: 1 }

/** A problem with each combination that is refused, and where. */
const refused: Record<CombinationCode, [path: string, change: (problem: VroomInput) => void]> = {
  reload_breaks: [
    'vehicles[0].breaks',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, breaks: [{ id: 1 }] }),
  ],
  reload_max_shift: [
    'vehicles[0].max_shift',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, max_shift: 9 }),
  ],
  reload_waiting_cost: [
    'vehicles[0].costs.per_waiting_hour',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, costs: { per_waiting_hour: 1 } }),
  ],
  reload_overtime: [
    'vehicles[0].overtime',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, overtime: [{ from: 1, cost_per_hour: 1 }] }),
  ],
  reload_traffic: [
    'traffic.car',
    (problem) => {
      problem.traffic = { car: [{ from: 0, factor: 1 }] }
      problem.vehicles[0].reload = {}
    },
  ],
  reload_speed_zones: [
    'speed_zones.car[0].speeds',
    (problem) => {
      const speeds = [{ from: 0, factor: 1 }, { from: 9, factor: 2 }] // prettier-ignore
      const area: Coordinates[] = [[0, 0], [1, 0], [1, 1]] // prettier-ignore
      problem.speed_zones = { car: [{ area, speeds }] }
      problem.vehicles[0].reload = {}
    },
  ],
  reload_lock: [
    'vehicles[0].steps[0].lock',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, steps: [{ type: 'job', id: 1, lock: 'vehicle' }] }),
  ],
  reload_last_in_first_out: [
    'vehicles[0].last_in_first_out',
    ({ vehicles: [one] }) => Object.assign(one, { reload: {}, last_in_first_out: true }),
  ],
  reload_shared_service: [
    'same_address_service',
    (problem) => {
      problem.same_address_service = 'longest'
      problem.vehicles[0].reload = {}
    },
  ],
  reload_soft_time_window: [
    'jobs[0].soft_time_window',
    ({ vehicles, jobs }) => {
      jobs[0]!.soft_time_window = soft
      vehicles[0].reload = {}
    },
  ],
  reload_max_ride: [
    'shipments[0].max_ride',
    (problem) => {
      problem.shipments![0]!.max_ride = 9
      problem.vehicles[0].reload = {}
    },
  ],
  reload_max_detour: [
    'shipments[0].max_detour',
    (problem) => {
      problem.shipments![0]!.max_detour = 9
      problem.vehicles[0].reload = {}
    },
  ],
  one_of_together: [
    'jobs[0].groups',
    (problem) => {
      problem.jobs[0]!.groups = ['places', 'kit']
      problem.groups = { one_of: ['places'], together: ['kit'] }
    },
  ],
  one_of_after: [
    'jobs[0].after',
    (problem) => {
      problem.jobs[0]!.groups = ['places']
      problem.jobs[0]!.after = [{ type: 'shipment', id: problem.shipments![0]!.pickup.id }]
      problem.groups = { one_of: ['places'] }
    },
  ],
  break_time_windows: [
    'vehicles[0].breaks[0].time_windows',
    ({ vehicles: [one] }) => (one.breaks = [{ id: 1, after_driving: 9, time_windows: [[0, 9]] }]),
  ],
  break_max_load: [
    'vehicles[0].breaks[0].max_load',
    ({ vehicles: [one] }) => (one.breaks = [{ id: 1, after_working: 9, max_load: [1] }]),
  ],
  cost_matrix_per_hour: [
    'vehicles[0].costs.per_hour',
    (problem) => {
      problem.matrices!['car']!.costs = problem.matrices!['car']!.durations!
      problem.vehicles[0].costs = { per_hour: 5 }
    },
  ],
  cost_matrix_per_km: [
    'vehicles[0].costs.per_km',
    (problem) => {
      problem.matrices!['car']!.costs = problem.matrices!['car']!.durations!
      problem.vehicles[0].costs = { per_km: 5 }
    },
  ],
  prize_priority: [
    'shipments[0].priority',
    ({ shipments }) => Object.assign(shipments![0]!, { prize: 5, priority: 5 }),
  ],
  pickup_max_ride: ['jobs[0].max_ride', ({ jobs }) => Object.assign(jobs[0]!, { pickup: [1], max_ride: 5 })],
  amount_delivery: ['jobs[0].amount', ({ jobs }) => Object.assign(jobs[0]!, { amount: [1], delivery: [1] })],
  matrix_matrices: ['matrix', (problem) => (problem.matrix = problem.matrices!['car']!.durations!)],
  speed_matrices: ['speed_kmh', (problem) => (problem.speed_kmh = 40)],
  detour_matrices: ['detour_factor', (problem) => (problem.detour_factor = 1.3)],
}

const sound = (): VroomInput => ({
  vehicles: [{ id: 7, ...depot, capacity: [1] }],
  jobs: [{ id: 1, location_index: 1 }] satisfies VroomJob[],
  shipments: [{ pickup: { id: 5, location_index: 1 }, delivery: { id: 6, location_index: 2 } }],
  matrices: line(3),
})

test('a problem without refused combinations has none', () => {
  expect(combinationProblems(sound())).toEqual([])
})

test.each(Object.entries(refused))(
  '%s is said before planning, and rejected where it is said',
  (code, [at, change]) => {
    const problem = sound()
    change(problem)
    const [found, ...others] = combinationProblems(problem)
    expect(others).toEqual([])
    expect(found).toMatchObject({ code, path: at })
    expect(found!.sentence).toMatch(/^[A-Z].*\.$/)
    expect(found!.elements.length).toBeGreaterThan(0)
    expect(() => validate(problem)).toThrow(new SolverInputError(at, found!.because))
  },
)

test('several are all said, each with what it is about', () => {
  const problem = sound()
  refused.reload_breaks[1](problem)
  refused.prize_priority[1](problem)
  expect(combinationProblems(problem).map(({ elements, sentence }) => [elements, sentence])).toEqual([
    [[{ type: 'shipment', id: 5 }], 'Shipment 5 may be left out for a price, so a priority has no meaning for it.'],
    [[{ type: 'vehicle', id: 7 }], 'Vehicle 7 may reload, so it cannot take breaks.'],
  ])
})

test('validation rejects no combination on its own', () => {
  const folder = import.meta.dirname
  const says = /cannot be combined|beside a |beside matrices|is the older (way|name)[^`]*'/
  const files = readdirSync(folder).filter((name) => name.startsWith('validate') && !name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(5)
  for (const name of files) expect(readFileSync(path.join(folder, name), 'utf8')).not.toMatch(says)
})

test('the list of fields is what validation accepts', () => {
  const unknown = (change: (problem: VroomInput) => object) => {
    const problem = sound()
    Object.assign(change(problem), { surprise: 1 })
    return () => validate(problem)
  }
  expect(unknown((problem) => problem)).toThrow('surprise')
  expect(unknown(({ jobs }) => jobs[0]!)).toThrow('jobs[0].surprise')
  expect(engineFields.job).toContain('after')
  expect(engineFields.vehicle).toContain('reload')
  for (const [object, fields] of Object.entries(engineFields)) expect(new Set(fields).size, object).toBe(fields.length)
  // No list of fields hides in validation.
  const folder = import.meta.dirname
  for (const name of readdirSync(folder).filter((each) => each.startsWith('validate') && !each.endsWith('.test.ts')))
    expect(readFileSync(path.join(folder, name), 'utf8'), name).not.toMatch(/fieldsOf\([^\n]*, \['/)
})
