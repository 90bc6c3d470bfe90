import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { check, planMode, solve } from '../index.ts'
import type { VroomInput, VroomOutput } from '../index.ts'

const folder = path.join(import.meta.dirname, 'beyond')
const names = readdirSync(folder).sort()
const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as VroomInput

/** A step as type, id and start of work. */
const stepsOf = ({ routes }: VroomOutput) =>
  routes.map(
    ({ steps }) =>
    steps.map(({ type, id, arrival, waiting_time }) => `${type}${id === undefined ? '' : ` ${id}`} ${arrival + waiting_time}`), // prettier-ignore
  )

/** The best plan of each example, worked out by hand. */
const expected: Record<string, (output: VroomOutput) => void> = {
  'compact.json': (output) => {
    // One vehicle could do all for 100 + 800, but its stops would be 100, 200 and 300 from one in the middle.
    expect(
      output.routes.map(({ steps }) => steps.flatMap(({ type, id }) => (id ? `${type} ${id}` : [])).sort()),
    ).toEqual(expect.arrayContaining([['job 1', 'job 2'], ['job 3', 'job 4']])) // prettier-ignore
    expect(output.summary).toMatchObject({ cost: 2 * 100 + 800 + 200, compactness_cost: 200 })
  },
  'districts.json': (output) => {
    // One vehicle could do all for 800. The hill goes as far as job 4, which has no district.
    expect(
      output.routes.map(({ steps }) => steps.flatMap(({ type, id }) => (id ? `${type} ${id}` : [])).sort()),
    ).toEqual(
      expect.arrayContaining([
        ['job 1', 'job 3'],
        ['delivery 5', 'job 2', 'job 4', 'pickup 5'],
      ]),
    )
    expect(output.summary).toMatchObject({ cost: 600 + 800, unassigned: 0 })
  },
  'hours.json': (output) => {
    // Half speed from 08:00 to 10:00: driving in it for an hour is better than being half an hour early. Of the two breaks,
    // the longer one also covers the other on the way back.
    expect(stepsOf(output)).toEqual([
      ['start 27000', 'job 1 32400', 'job 2 33000', 'break 1 33300', 'job 3 38700', 'break 2 39000', 'end 48000'],
    ])
    expect(output.summary).toMatchObject({ cost: 5400 + 4500 + 7200, lateness_cost: 0, waiting_cost: 0 })
    expect(output.routes[0].steps[2].service).toBe(900 - 600)
  },
  'on-board.json': (output) => {
    // Shipment 5 was picked up first, so it waits until shipment 6 is handed over. Shipment 8 waits until 7 is.
    expect(stepsOf(output)).toEqual([
      ['start 0', 'pickup 5 100', 'pickup 6 200', 'delivery 6 400', 'delivery 5 500', 'end 500'],
      ['start 0', 'pickup 7 100', 'delivery 7 300', 'pickup 8 400', 'delivery 8 600', 'end 600'],
    ])
  },
  'one-of.json': (output) => {
    // At home, the first parcel would come after the shift. The second one is handed over on the way, and so is the locker's.
    expect(stepsOf(output)).toEqual([['start 0', 'job 4 200', 'job 5 420', 'job 1 580', 'end 1010']])
    expect(output.summary).toMatchObject({ cost: 800, unassigned: 0 })
  },
  'orders.json': (output) => {
    // Job 2 may not wait for the pickup beside it; job 1 comes after all of shipment 5, and shipment 6 on the way back.
    expect(stepsOf(output)).toEqual([
      [
        'start 0',
        'job 2 100',
        'pickup 5 100',
        'delivery 5 260',
        'job 1 460',
        'pickup 6 560',
        'delivery 6 760',
        'end 860',
      ],
    ])
  },
  'pay.json': (output) => {
    // By the stop, 32 parcels at one address cost the first vehicle 900 + 320; by the parcel, the other two stops cost less.
    expect(stepsOf(output)).toEqual([['start 0', 'job 1 60', 'job 2 60'], expect.arrayContaining(['start 0'])])
    expect(output.summary).toMatchObject({ cost: 60 + 900 + 320 + 120 + 360, stop_cost: 900, unit_cost: 320 + 360 })
  },
  'rules.json': (output) => {
    // Milk and its group on one vehicle, paint on the other: three stops each.
    expect(
      output.routes.map(({ steps }) => steps.flatMap(({ type, id }) => (id ? `${type} ${id}` : [])).sort()),
    ).toEqual(
      expect.arrayContaining([
        ['job 2', 'job 3', 'job 4'],
        ['delivery 5', 'job 1', 'pickup 5'],
      ]),
    )
    expect(output.summary.cost).toBe(800 + 400 + 100 * (3 ** 2 + 3 ** 2))
  },
  'trips.json': (output) => {
    // The second depot is on the way back from the far pair, which waits for the goods of job 3.
    expect(output.summary).toMatchObject({ cost: 1600, duration: 1600, service: 60, unassigned: 0 })
    const [{ steps }] = output.routes as [VroomOutput['routes'][0]]
    expect(steps.map(({ type }) => type)).toEqual(['start', 'job', 'job', 'reload', 'job', 'job', 'end'])
    expect([steps[0].arrival, steps[3].location_index]).toEqual([1000, 6])
  },
  'under-way.json': (output) => {
    // Job 2 is already late and stays; job 4 uses the one allowed change of vehicle, and job 5 keeps its promise.
    expect(stepsOf(output)).toEqual([
      ['start 0', 'job 1 200', 'job 2 800', 'job 5 900', 'job 3 1000', 'end 1300'],
      ['start 0', 'job 4 100', 'job 6 200', 'end 400'],
    ])
    expect(output.summary).toMatchObject({ cost: 1410, moved: 1, violations: [{ cause: 'delay', duration: 100 }] })
  },
  'urgent.json': (output) => {
    // Along the road and back it would be 600. What is most urgent comes first, and the shipment is next, before job 2.
    expect(stepsOf(output)).toEqual([
      ['start 0', 'job 3 300', 'pickup 4 500', 'delivery 4 600', 'job 2 700', 'end 800'],
    ])
  },
  'zones.json': (output) => {
    // From 07:00 to 10:00 the center is at half the speed, and beyond it is a fast road. A quarter of the first drive is in the
    // center, which makes it 900 / 0.8. Half of the second one is, and the rest on the road: 675 nominally, at 60 %. On the way
    // back, 38 % and 25 % make it 1575 nominally, at 70 %.
    expect(stepsOf(output)).toEqual([['start 28800', 'job 1 29925', 'job 2 31050', 'end 33300']])
  },
}

test.each(names)('%s is solved as expected, and plan mode rejects it', (name) => {
  const problem = read(name)
  const output = solve(problem, { iterationLimit: 3000 })
  expect(check(problem, output).errors).toEqual([])
  expected[name](output)
  expect(() => planMode(problem)).toThrow(/is not supported|has no meaning/)
})

test('the examples use every field of ours', () => {
  const used = new Set<string>()
  const note = (kind: string, of: object = {}) => Object.keys(of).forEach((field) => used.add(`${kind}.${field}`))
  for (const problem of names.map(read)) {
    note('problem', problem)
    note('groups', problem.groups)
    note('previous', problem.previous)
    note('balance', problem.balance)
    note('compactness', problem.compactness)
    for (const job of problem.jobs) {
      note('job', job)
      note('soft', job.soft_time_window)
    }
    for (const shipment of problem.shipments ?? []) note('shipment', shipment)
    for (const route of problem.previous?.routes ?? []) for (const step of route.steps) note('before', step)
    for (const vehicle of problem.vehicles) {
      note('vehicle', vehicle)
      note('costs', vehicle.costs)
      note('reload', vehicle.reload)
      for (const each of vehicle.overtime ?? []) note('overtime', each)
      for (const each of vehicle.breaks ?? []) note('break', each)
      for (const each of vehicle.steps ?? []) note('step', each)
    }
  }
  const fields = Object.entries({
    problem: 'groups previous balance compactness traffic speed_zones same_address_service',
    groups: 'apart apart_on_board together one_of',
    previous: 'routes max_moved cost_per_moved promise_tolerance',
    before: 'promised',
    balance: 'of strength',
    compactness: 'cost_per_hour',
    job: 'groups district after urgency max_ride release soft_time_window',
    soft: 'window cost_per_hour_early cost_per_hour_late',
    shipment: 'groups district after urgency max_ride max_detour',
    vehicle: 'last_in_first_out urgent_first max_shift max_districts overtime reload',
    overtime: 'from cost_per_hour',
    costs: 'per_stop per_unit per_waiting_hour',
    reload: 'depots service max_trips',
    break: 'after_driving after_working',
    step: 'lock arrival departure',
  }).flatMap(([kind, list]) => list.split(' ').map((field) => `${kind}.${field}`))
  expect([...used]).toEqual(expect.arrayContaining(fields))
})
