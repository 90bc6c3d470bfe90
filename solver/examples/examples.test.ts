import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { check, checkPlanMode, planMode, solve } from '../index.ts'
import type { VroomInput, VroomOutput } from '../index.ts'

const folder = import.meta.dirname
const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as VroomInput
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .filter((name) => name.endsWith('.json'))
  .sort()

/** A step as type, id and start of work: "j4 30000". */
const routesOf = ({ routes }: VroomOutput) =>
  routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.map(({ type, id, arrival, waiting_time }) => `${type[0]}${id ?? ''} ${arrival + waiting_time}`),
  }))
const orders = (output: VroomOutput) =>
  Object.fromEntries(
    output.routes.map(({ vehicle, steps }) => [
      vehicle,
      steps.flatMap(({ type, id }) => (id === undefined ? [] : `${type} ${id}`)),
    ]),
  )
const left = ({ unassigned }: VroomOutput) => unassigned.map(({ type, id, reason }) => `${type} ${id} ${reason.code}`)

/** The best plan of each example, worked out by hand. */
const expected: Record<string, (output: VroomOutput) => void> = {
  'breaks.json': (output) => {
    // Coffee in one of its windows; lunch with an empty vehicle, after the last delivery.
    const [{ steps }] = output.routes as [VroomOutput['routes'][0]]
    const kinds = steps.map(({ type, id }) => `${type} ${id ?? ''}`)
    expect(kinds.indexOf('break 2')).toBe(kinds.length - 2)
    expect(steps.at(-2)).toMatchObject({ load: [0], description: 'Lunch, with the van empty' })
    expect(output.summary).toMatchObject({ cost: 2400, service: 4 * 3600 + 2700, unassigned: 0 })
  },
  'cost-matrix.json': (output) => {
    // The cheapest tour is not the shortest.
    expect(orders(output)).toEqual({ 1: ['job 2', 'job 1'] })
    expect(output.summary).toMatchObject({ cost: 3, duration: 40 })
  },
  'deliveries-and-pickups.json': (output) => {
    expect(output.summary).toMatchObject({ unassigned: 0, delivery: [8, 90], pickup: [4, 80] })
    const served = orders(output)
    expect([...served[1]].sort()).toEqual(['job 1', 'job 2', 'job 5'])
    expect(served[2].sort()).toEqual(['job 3', 'job 4'])
  },
  'initial-routes.json': (output) => {
    expect(output.summary).toMatchObject({ cost: 800, routes: 1, service: 60 })
    expect(output.routes[0].steps.filter(({ type }) => type === 'break')).toHaveLength(1)
  },
  'limits.json': (output) => {
    // Only vehicle 1 may go as far as jobs 4 and 5, and it takes one job only.
    expect(left(output)).toHaveLength(1)
    expect([4, 5]).toContain(output.unassigned[0].id)
    for (const { vehicle, duration, distance } of output.routes) {
      if (vehicle === 2) expect(duration).toBeLessThanOrEqual(400)
      if (vehicle === 3) expect(distance).toBeLessThanOrEqual(6000)
    }
  },
  'older-names.json': (output) => {
    expect(output.summary).toMatchObject({ cost: 400, unassigned: 1, delivery: [3] })
    expect(output.unassigned[0].fix).toMatchObject({
      constraint: 'capacity',
      by: { amount: 1, unit: 'load' },
      cost: 0,
    })
  },
  'open-routes.json': (output) => {
    expect(orders(output)).toEqual({ 1: ['job 1', 'job 2'], 2: ['job 3', 'job 4'] })
    expect(output.routes.map(({ steps }) => [steps[0].type, steps.at(-1)!.type])).toEqual([
      ['start', 'job'],
      ['job', 'end'],
    ])
  },
  'places-and-empty-lists.json': (output) => {
    const id = 9_007_199_254_740_991
    expect(output.summary).toMatchObject({ cost: 15, unassigned: 0 })
    const [route] = output.routes
    expect(route).toMatchObject({ vehicle: id, description: "Ibu Sari's van \u{1F69A}" })
    expect(route!.steps[0]).toMatchObject({ type: 'start', location: [106.8, -6.2], location_index: 0 })
    const [start, , , end] = route!.steps
    expect([start!.load, end!.location]).toEqual([[], [106.8, -6.2]])
    expect(route!.steps.find((step) => step.id === id)).toMatchObject({
      description: 'Toko Ágnes, “2nd floor”',
      location: [106.81, -6.21],
      location_index: 1,
    })
  },
  'priorities.json': (output) => {
    expect(output.summary).toMatchObject({ priority: 150, unassigned: 2 })
    expect(left(output)).toEqual(['job 1 max_tasks', 'job 3 max_tasks'])
  },
  'prizes.json': (output) => {
    expect(output.summary).toMatchObject({ cost: 400, missed_prizes: 150 })
    expect(left(output)).toEqual(['job 2 not_worth'])
    expect(output.unassigned[0].fix).toMatchObject({
      constraint: 'prize',
      by: { amount: 50, unit: 'cost' },
      cost: 200,
    })
  },
  'profiles-and-speeds.json': (output) => {
    // The bicycle is only quick near the depot; the car drives 25 % faster than its matrix.
    expect(output.summary).toMatchObject({ cost: 150 + 640, unassigned: 0 })
    expect(Object.values(orders(output)).map((order) => order.sort())).toEqual([
      ['job 1', 'job 2'],
      ['job 3', 'job 4'],
    ])
  },
  'setup-and-types.json': (output) => {
    // The bicycle unpacks once in 2 s at the shop, and once in 10 s at the address of the other three.
    expect(output.summary).toMatchObject({ cost: 1200, routes: 1, setup: 12, service: 181 })
  },
  'shipments.json': (output) => {
    expect(left(output)).toEqual(['pickup 4 capacity', 'delivery 14 capacity'])
    expect(output.unassigned[0].fix).toMatchObject({ constraint: 'capacity', by: { amount: 1, unit: 'load' } })
    expect(output.summary).toMatchObject({ cost: 800, priority: 10, delivery: [4], pickup: [4] })
    const descriptions = output.routes[0].steps.flatMap(({ description }) => description ?? [])
    expect(descriptions).toEqual(['Bakery', 'Café'])
  },
  'time-windows.json': (output) => {
    expect(routesOf(output)).toEqual([
      { vehicle: 1, steps: ['s 30600', 'j4 33000', 'j1 36000', 'j3 50400', 'j2 51600', 'e 53400'] },
    ])
  },
  'vehicle-costs.json': (output) => {
    // 100 to go out, 20 for 2,000 s of driving, 36 for 1,800 s of work, 200 for 20 km.
    expect(output.summary).toMatchObject({ cost: 356, routes: 1 })
    expect(output.routes[0].vehicle).toBe(2)
  },
}

test('every example has an expected plan', () => {
  expect(names.filter((name) => name !== 'plan-mode.json')).toEqual(Object.keys(expected).sort())
})

test.each(Object.keys(expected))('%s is solved as expected', (name) => {
  const problem = read(name)
  const output = solve(problem, { iterationLimit: 3000 })
  expect(check(problem, output).errors).toEqual([])
  expected[name](output)
  expect(output.summary.violations).toEqual([])
})

test.each(Object.keys(expected))('the solution of %s breaks nothing in plan mode', (name) => {
  const problem = read(name)
  const solved = solve(problem, { iterationLimit: 3000 })
  const vehicles = problem.vehicles.map((vehicle) => {
    const route = solved.routes.find(({ vehicle: id }) => id === vehicle.id)
    const steps = (route?.steps ?? []).map(({ type, id }) => ({ type, ...(id === undefined ? {} : { id }) }))
    return { ...vehicle, steps }
  })
  const fixed = { ...problem, vehicles }
  const output = planMode(fixed)
  expect(checkPlanMode(fixed, output).errors).toEqual([])
  expect(output.summary.violations).toEqual([])
  expect(output.summary.cost).toBe(solved.summary.cost)
})

test('plan-mode.json breaks every rule that it can, and reports it', () => {
  const problem = read('plan-mode.json')
  const output = planMode(problem)
  expect(checkPlanMode(problem, output).errors).toEqual([])
  expect(routesOf(output)).toEqual([
    { vehicle: 1, steps: ['s 29400', 'j1 30000', 'b1 32400', 'd1 33000', 'j2 33000', 'e 34500'] },
    { vehicle: 2, steps: ['s 0', 'j3 1800', 'p1 3300', 'e 3900'] },
  ])
  expect(output.routes.map(({ violations }) => violations.map(({ cause }) => cause))).toEqual([
    ['load', 'lead_time', 'max_load', 'precedence', 'missing_break'],
    ['skills', 'precedence', 'max_tasks', 'max_travel_time', 'max_distance'],
  ])
  expect(left(output)).toEqual(['job 4 not_in_steps'])
})

test('the examples use every field', () => {
  const used = new Set<string>()
  const note = (kind: string, of: object) => Object.keys(of).forEach((field) => used.add(`${kind}.${field}`))
  for (const name of names) {
    const problem = read(name)
    note('problem', problem)
    problem.jobs?.forEach((job) => note('job', job))
    problem.shipments?.forEach((shipment) => {
      note('shipment', shipment)
      note('end', shipment.pickup)
      note('end', shipment.delivery)
    })
    Object.values(problem.matrices ?? {}).forEach((tables) => note('matrices', tables))
    for (const vehicle of problem.vehicles) {
      note('vehicle', vehicle)
      note('costs', vehicle.costs ?? {})
      vehicle.breaks?.forEach((each) => note('break', each))
      vehicle.steps?.forEach((each) => note('step', each))
    }
  }
  expect([...used].sort()).toEqual(expect.arrayContaining(fields))
})

/** VROOM's input fields by element, with the plain ones of ours. */
const work = 'id description location_index setup service setup_per_type service_per_type time_windows'
const fields = Object.entries({
  problem: 'jobs shipments vehicles matrices matrix speed_kmh',
  job: `${work} location delivery pickup amount skills priority prize`,
  shipment: 'pickup delivery amount skills priority prize',
  end: work,
  vehicle:
    'id profile description start start_index end end_index capacity costs skills type time_window breaks speed_factor max_tasks max_travel_time max_distance steps',
  costs: 'fixed per_hour per_task_hour per_km',
  break: 'id description time_windows service max_load',
  step: 'type id service_at service_after service_before',
  matrices: 'durations distances costs',
}).flatMap(([kind, list]) => list.split(' ').map((field) => `${kind}.${field}`))
