import { expect, test } from 'vitest'
import { planMode, SolverInputError, solve, type VroomJob } from '../index.ts'
import { refusedPath } from '../testing/refused-path.ts'

const sound = () => ({
  vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [4] }] as Record<string, unknown>[],
  jobs: [
    { id: 1, location_index: 1, delivery: [1] },
    { id: 2, location_index: 1 },
  ] as Record<string, unknown>[],
  matrices: {
    car: {
      durations: [
        [0, 1],
        [1, 0],
      ],
    },
  } as Record<string, Record<string, unknown>>,
})
type Sound = ReturnType<typeof sound>

function refusal(change: (problem: Sound & Record<string, unknown>) => void): string {
  const problem = sound()
  change(problem as Sound & Record<string, unknown>)
  return refusedPath(problem)
}

test('accepts a valid problem, and treats an undefined field as missing', () => {
  expect(refusal(() => {})).toBe('accepted')
  expect(refusal(({ jobs }) => void (jobs[0]['skills'] = undefined))).toBe('accepted')
})

test.each<[string, (problem: Sound & Record<string, unknown>) => void]>([
  ['shipments[0].delivery', (p) => void (p['shipments'] = [{ pickup: { id: 1, location_index: 0 } }])],
  ['vehicles[0].steps[0]', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'job', id: 99 }])],
  ['vehicles[0].steps[0]', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'break', id: 1 }])],
  ['vehicles[0].steps[0].type', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'lunch', id: 1 }])],
  ['vehicles[0].steps[0].id', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'start', id: 1 }])],
  ['vehicles[0].steps[0].id', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'job' }])],
  ['vehicles[0].steps[1]', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'job', id: 1 }, { type: 'start' }])],
  ['vehicles[0].steps[0]', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'end' }, { type: 'end' }])],
  ['matrix', (p) => void (p['matrix'] = [[0]])],
  ['vehicles[0].steps[0].service_at', ({ vehicles }) => void (vehicles[0]['steps'] = [{ type: 'job', service_at: 1 }])],
  ['shipments[0].weight', (p) => void (p['shipments'] = [{ weight: 3 }])],
  ['shimpents', (p) => void (p['shimpents'] = [])],
  ['jobs', (p) => void delete (p as Partial<Sound>).jobs],
  ['jobs', (p) => void (p['jobs'] = {} as never)],
  ['vehicles', (p) => void (p['vehicles'] = [])],
  ['jobs[1]', ({ jobs }) => void ((jobs as unknown[])[1] = null)],
  ['jobs[1].id', ({ jobs }) => void (jobs[1]['id'] = 1)],
  ['jobs[1].id', ({ jobs }) => void delete jobs[1]['id']],
  ['jobs[0].service', ({ jobs }) => void (jobs[0]['service'] = -1)],
  ['jobs[0].service', ({ jobs }) => void (jobs[0]['service'] = NaN)],
  ['jobs[0].setup', ({ jobs }) => void (jobs[0]['setup'] = 1.5)],
  ['jobs[0].service_per_type', ({ jobs }) => void (jobs[0]['service_per_type'] = [60])],
  ['jobs[0].amount', ({ jobs }) => void (jobs[0]['amount'] = [1])],
  ['jobs[0].location_index', ({ jobs }) => void (jobs[0]['location_index'] = 2)],
  ['jobs[0].location_index', ({ jobs }) => void delete jobs[0]['location_index']],
  ['jobs[0].location', ({ jobs }) => void (jobs[0]['location'] = [200, 0])],
  ['jobs[0].location', ({ jobs }) => void (jobs[0]['location'] = [0])],
  ['jobs[0].location', ({ jobs }) => void (jobs[0]['location'] = [0, NaN])],
  ['jobs[0].delivery', ({ jobs }) => void (jobs[0]['delivery'] = [1, 2])],
  ['jobs[0].pickup[0]', ({ jobs }) => void (jobs[0]['pickup'] = [-1])],
  ['jobs[0].skills[0]', ({ jobs }) => void (jobs[0]['skills'] = ['cold'])],
  ['jobs[0].priority', ({ jobs }) => void (jobs[0]['priority'] = 101)],
  ['jobs[0].description', ({ jobs }) => void (jobs[0]['description'] = 7)],
  ['jobs[0].time_windows', ({ jobs }) => void (jobs[0]['time_windows'] = [])],
  ['jobs[0].time_windows[0]', ({ jobs }) => void (jobs[0]['time_windows'] = [[20, 10]])],
  [
    'jobs[0].time_windows[1]',
    ({ jobs }) =>
      void (jobs[0]['time_windows'] = [
        [0, 10],
        [10, 20],
      ]),
  ],
  ['vehicles[0].time_window', ({ vehicles }) => void (vehicles[0]['time_window'] = [5])],
  ['vehicles[0].time_window', ({ vehicles }) => void (vehicles[0]['time_window'] = [-5, 5])],
  ['vehicles[0].breaks', ({ vehicles }) => void (vehicles[0]['breaks'] = {})],
  ['vehicles[0].breaks[0].service', ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, service: -1 }])],
  ['vehicles[0].breaks[1].id', ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1 }, { id: 1 }])],
  ['vehicles[0].steps', ({ vehicles }) => void (vehicles[0]['steps'] = {})],
  ['vehicles[0].profile', ({ vehicles }) => void (vehicles[0]['profile'] = 'bike')],
  ['vehicles[1].capacity', ({ vehicles }) => void vehicles.push({ id: 2, start_index: 0, capacity: [1, 1] })],
  ['vehicles[1].capacity', ({ vehicles }) => void vehicles.push({ id: 2, start_index: 0 })],
  ['vehicles[1].id', ({ vehicles }) => void vehicles.push(vehicles[0])],
  ['vehicles[0]', ({ vehicles }) => void (vehicles[0] = { id: 1, capacity: [4] })],
  ['vehicles[0].start_index', ({ vehicles }) => void (vehicles[0]['start_index'] = -1)],
  ['vehicles[0].speed_factor', ({ vehicles }) => void (vehicles[0]['speed_factor'] = 0)],
  ['vehicles[0].max_tasks', ({ vehicles }) => void (vehicles[0]['max_tasks'] = 1.5)],
  ['vehicles[0].max_travel_time', ({ vehicles }) => void (vehicles[0]['max_travel_time'] = -1)],
  ['vehicles[0].max_distance', ({ vehicles }) => void (vehicles[0]['max_distance'] = 10)],
  ['vehicles[0].costs.per_km', ({ vehicles }) => void (vehicles[0]['costs'] = { per_km: 1 })],
  ['vehicles[0].costs.per_task_hour', ({ vehicles }) => void (vehicles[0]['costs'] = { per_task_hour: -1 })],
  ['vehicles[0].max_shift', ({ vehicles }) => void (vehicles[0]['max_shift'] = -1)],
  ['vehicles[0].costs.per_stop', ({ vehicles }) => void (vehicles[0]['costs'] = { per_stop: 1e6 + 1 })],
  ['vehicles[0].costs.per_unit', ({ vehicles }) => void (vehicles[0]['costs'] = { per_unit: 5 })],
  ['vehicles[0].costs.per_unit', ({ vehicles }) => void (vehicles[0]['costs'] = { per_unit: [1, 2] })],
  ['vehicles[0].costs.per_unit[0]', ({ vehicles }) => void (vehicles[0]['costs'] = { per_unit: [-1] })],
  ['vehicles[0].costs.per_waiting_hour', ({ vehicles }) => void (vehicles[0]['costs'] = { per_waiting_hour: NaN })],
  [
    'vehicles[0].breaks[0].after_driving',
    ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, after_driving: 0.5 }]),
  ],
  [
    'vehicles[0].breaks[0].time_windows',
    ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, after_working: 9, time_windows: [[0, 1]] }]),
  ],
  [
    'vehicles[0].breaks[0].max_load',
    ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, after_working: 9, max_load: [1] }]),
  ],
  ['jobs[0].soft_time_window', ({ jobs }) => void (jobs[0]['soft_time_window'] = { window: [0, 1] })],
  ['jobs[0].soft_time_window.window', ({ jobs }) => void (jobs[0]['soft_time_window'] = { cost_per_hour_late: 1 })],
  [
    'jobs[0].soft_time_window.window',
    ({ jobs }) => void (jobs[0]['soft_time_window'] = { window: [9, 1], cost_per_hour_late: 1 }),
  ],
  [
    'jobs[0].soft_time_window.cost_per_hour_early',
    ({ jobs }) => void (jobs[0]['soft_time_window'] = { window: [0, 1], cost_per_hour_early: -1 }),
  ],
  [
    'shipments[0].delivery.soft_time_window.late',
    (p) =>
      void (p['shipments'] = [
        {
          pickup: { id: 1, location_index: 0 },
          delivery: { id: 1, location_index: 0, soft_time_window: { window: [0, 1], late: 1 } },
        },
      ]),
  ],
  ['same_address_service', (p) => void (p['same_address_service'] = 'shortest')],
  ['traffic', (p) => void (p['traffic'] = [])],
  ['traffic.car', (p) => void (p['traffic'] = { car: [] })],
  ['traffic.bike', (p) => void (p['traffic'] = { bike: [{ from: 0, factor: 1 }] })],
  ['traffic.car[0].from', (p) => void (p['traffic'] = { car: [{ from: 60, factor: 1 }] })],
  ['traffic.car[0].factor', (p) => void (p['traffic'] = { car: [{ from: 0, factor: 0 }] })],
  [
    'traffic.car[1].from',
    (p) =>
      void (p['traffic'] = {
        car: [
          { from: 0, factor: 1 },
          { from: 0, factor: 2 },
        ],
      }),
  ],
  [
    'traffic.car[1].from',
    (p) =>
      void (p['traffic'] = {
        car: [
          { from: 0, factor: 1 },
          { from: 86_400, factor: 2 },
        ],
      }),
  ],
  ['matrices', (p) => void (p['matrices'] = {} as never)],
  ['matrices.car.durations', ({ matrices }) => void delete matrices['car']['durations']],
  ['matrices.car.durations[1]', ({ matrices }) => void (matrices['car']['durations'] = [[0, 1], [1]])],
  [
    'matrices.car.durations[1][0]',
    ({ matrices }) =>
      void (matrices['car']['durations'] = [
        [0, 1],
        [null, 0],
      ]),
  ],
  [
    'matrices.car.durations[0][1]',
    ({ matrices }) =>
      void (matrices['car']['durations'] = [
        [0, -1],
        [1, 0],
      ]),
  ],
  ['matrices.car.distances', ({ matrices }) => void (matrices['car']['distances'] = [[0]])],
  ['matrices.bike', ({ matrices }) => void (matrices['bike'] = { durations: [[0]] })],
  ['speed_kmh', (p) => void (p['speed_kmh'] = 40)],
])('%s is named when it is at fault', (path, change) => {
  expect(refusal(change)).toBe(path)
})

test('requires coordinates and rejects indices without matrices', () => {
  const vehicles = [{ id: 1, start: [0, 0] as [number, number] }]
  expect(() => solve({ vehicles, jobs: [{ id: 1 }] })).toThrow('jobs[0].location: is missing')
  expect(() => solve({ vehicles, jobs: [{ id: 1, location: [0, 0], location_index: 0 }] })).toThrow('needs matrices')
  expect(() => solve({ vehicles, jobs: [], speed_kmh: 0 })).toThrow('speed_kmh')
})

test('rejects too many jobs before building anything', () => {
  const jobs = Array.from({ length: 1_000_000 }, (_, id) => ({ id, location: [0, 0] as [number, number] }))
  expect(() => solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs })).toThrow('jobs: 1000000 are more than')
})

test('rejects too many vehicles and shipments', () => {
  const many = <Of>(of: Of) => Array.from({ length: 1_000_000 }, () => of)
  expect(() => solve({ vehicles: many({ id: 1, start: [0, 0] }), jobs: [] })).toThrow('vehicles: 1000000 are more than')
  const shipments = many({}) as never[]
  expect(() => solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs: [], shipments })).toThrow('shipments: 1000000 are')
})

const nan = NaN
test.each<[string, (problem: Sound & Record<string, unknown>) => void]>([
  ['jobs[0].id', ({ jobs }) => void (jobs[0]['id'] = nan)],
  ['jobs[0].id', ({ jobs }) => void (jobs[0]['id'] = 2 ** 53)],
  ['jobs[0].location_index', ({ jobs }) => void (jobs[0]['location_index'] = nan)],
  ['jobs[0].location', ({ jobs }) => void (jobs[0]['location'] = [nan, 0])],
  ['jobs[0].setup', ({ jobs }) => void (jobs[0]['setup'] = nan)],
  ['jobs[0].setup', ({ jobs }) => void (jobs[0]['setup'] = -1)],
  ['jobs[0].service_per_type.van', ({ jobs }) => void (jobs[0]['service_per_type'] = { van: -1 })],
  ['jobs[0].delivery[0]', ({ jobs }) => void (jobs[0]['delivery'] = [nan])],
  ['jobs[0].priority', ({ jobs }) => void (jobs[0]['priority'] = nan)],
  ['jobs[0].prize', ({ jobs }) => void (jobs[0]['prize'] = nan)],
  ['jobs[0].time_windows[0]', ({ jobs }) => void (jobs[0]['time_windows'] = [[nan, 5]])],
  ['jobs[0].time_windows[0]', ({ jobs }) => void (jobs[0]['time_windows'] = [[-5, 5]])],
  ['jobs[0].time_windows[0]', ({ jobs }) => void (jobs[0]['time_windows'] = [[5, Infinity]])],
  ['jobs[0]', ({ jobs }) => void delete (jobs as unknown[])[0]],
  ['vehicles[0].capacity[0]', ({ vehicles }) => void (vehicles[0]['capacity'] = [nan])],
  ['vehicles[0].time_window', ({ vehicles }) => void (vehicles[0]['time_window'] = [nan, 5])],
  ['vehicles[0].speed_factor', ({ vehicles }) => void (vehicles[0]['speed_factor'] = nan)],
  ['vehicles[0].costs.fixed', ({ vehicles }) => void (vehicles[0]['costs'] = { fixed: nan })],
  ['vehicles[0].start_index', ({ vehicles }) => void (vehicles[0]['start_index'] = nan)],
  [
    'vehicles[0].breaks[0].time_windows',
    ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, time_windows: [] }]),
  ],
  ['vehicles[0].breaks[0].max_load', ({ vehicles }) => void (vehicles[0]['breaks'] = [{ id: 1, max_load: [1, 2] }])],
  [
    'shipments[1].pickup.id',
    (p) => {
      const end = (id: number) => ({ id, location_index: 1 })
      p['shipments'] = [
        { pickup: end(1), delivery: end(1) },
        { pickup: end(1), delivery: end(2) },
      ]
    },
  ],
  ['matrices.car.durations[0][1]', (p) => void (p.matrices['car']['durations'] = [[0, nan], [1, 0]])], // prettier-ignore
  ['matrices.car.durations[0][1]', (p) => void (p.matrices['car']['durations'] = [[0, 2 ** 31], [1, 0]])], // prettier-ignore
  ['matrices.car.durations[0][1]', (p) => void (p.matrices['car']['durations'] = [[0, 1.5], [1, 0]])], // prettier-ignore
  ['matrices.car.durations[1]', (p) => void (p.matrices['car']['durations'] = [[0, 1], [1, 0, 2]])], // prettier-ignore
  ['matrices.car.durations[0]', (p) => void (p.matrices['car']['durations'] = [[0, 1]])],
  ['matrix[1]', (p) => Object.assign(p, { matrices: undefined, matrix: [[0, 1], 7] })],
  [
    'vehicles[0].speed_factor',
    (p) => {
      // A hundred times the matrix entry is more than a travel table can hold.
      p.matrices['car']['durations'] = [[0, 2 ** 30], [1, 0]] // prettier-ignore
      p.vehicles[0]['speed_factor'] = 0.01
    },
  ],
])('%s: no number out of range, and none that is not one, gets past', (path, change) => {
  expect(refusal(change)).toBe(path)
})

test('names coordinates and speeds that are not valid numbers', () => {
  const jobs = [{ id: 1, location: [0, 0] as [number, number] }]
  expect(() => solve({ vehicles: [{ id: 1, start: [0, NaN] }], jobs })).toThrow('vehicles[0].start: latitude NaN')
  expect(() => solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs, speed_kmh: NaN })).toThrow('speed_kmh')
})

test('plan mode rejects the same problems', () => {
  expect(() => planMode({ vehicles: [], jobs: [] })).toThrow('vehicles: there must be at least one')
  expect(() => planMode(null as never)).toThrow(SolverInputError)
})

test('explains at once what no vehicle can do', () => {
  const vehicles = [{ id: 1, start_index: 0, end_index: 0, capacity: [4], time_window: [100, 200] as [number, number] }]
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, time_windows: [[1000, 2000]] },
    { id: 2, location_index: 1, time_windows: [[0, 50]] },
    { id: 3, location_index: 2 },
    { id: 4, location_index: 1, service: 1000 },
    { id: 5, location_index: 1, delivery: [5] },
    { id: 6, location_index: 1, skills: [9] },
  ]
  const durations = [
    [0, 10, 5000],
    [10, 0, 5000],
    [5000, 5000, 0],
  ]
  const { unassigned } = solve({ vehicles, jobs, matrices: { car: { durations } } }, { iterationLimit: 100 })
  expect(unassigned.map(({ id, reason, fix }) => [id, reason.code, fix!.constraint, fix!.by.amount])).toEqual([
    [1, 'shift', 'shift_end', 810],
    [2, 'time_window', 'shift_start', 60],
    [3, 'shift', 'shift_end', 9900],
    [4, 'shift', 'shift_end', 920],
    [5, 'capacity', 'capacity', 1],
    [6, 'skills', 'skills', 1],
  ])
})

test('accepts unusual but valid input: no jobs, large ids, empty lists, odd names', () => {
  expect(solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs: [] }).routes).toEqual([])
  expect(solve({ vehicles: [{ id: 1, start: [0, 0] }], shipments: [] } as never).routes).toEqual([])
  const accepted = refusal((p) => {
    Object.assign(p.vehicles[0], { breaks: [], skills: [], steps: [], costs: {}, type: 'constructor' })
    Object.assign(p.jobs[0], { id: Number.MAX_SAFE_INTEGER, description: '', skills: [], service_per_type: {} })
    p['shipments'] = []
  })
  expect(accepted).toBe('accepted')
})

test('turns an error into the format of VROOM', () => {
  const error = new SolverInputError('jobs[3].service', 'is missing')
  expect(error.toVroom()).toEqual({ code: 2, error: 'jobs[3].service: is missing' })
})

test('checks options like the problem', () => {
  const run = (options: object) => () => solve(sound() as never, options)
  expect(run({ timeLimitSeconds: -1, now: () => 0 })).toThrow('options.timeLimitSeconds')
  expect(run({ iterationLimit: 1.5 })).toThrow('options.iterationLimit')
  expect(run({ seed: 0.5 })).toThrow('options.seed')
})
