import { expect, test } from 'vitest'
import { check, insert, prepare, solve, withSteps, type VroomInput, type VroomJob, type VroomOutput } from '../index.ts'
import { depot, line } from '../testing/line.ts'
import { randomProblem, randomShipments } from '../testing/random-problem.ts'
import { balanceSome, compactSome, districtSome, groupSome, lockSome, rememberSome } from '../testing/random-rules.ts'

const quick = { iterationLimit: 1000 }
const matrices = line(10)
const orderOf = (plan: VroomOutput) =>
  Object.fromEntries(plan.routes.map(({ vehicle, steps }) => [vehicle, steps.flatMap(({ id }) => (id ? [id] : []))]))

/** One vehicle has done job 4 and brings 2 and 1 on its way back; another is still at home. */
function running(): { problem: VroomInput; plan: VroomOutput } {
  const done = { type: 'job' as const, id: 4, lock: 'done' as const, arrival: 4 }
  const vehicles = [
    { id: 1, ...depot, steps: [done] },
    { id: 2, start_index: 9, end_index: 9 },
  ]
  const jobs = [1, 2, 4].map((id) => ({ id, location_index: id }))
  const problem: VroomInput = { vehicles, jobs, matrices }
  return { problem, plan: solve(problem, quick) }
}

test('an order goes where it costs least, and the answer lists who is reached later', () => {
  const { problem, plan } = running()
  const result = insert(problem, plan, { id: 3, location_index: 3, service: 5 })
  expect(orderOf(result.plan)).toEqual({ 1: [4, 3, 2, 1] })
  expect(result).toMatchObject({ vehicle: 1, positions: [1], addedCost: 0 })
  expect(result.shifts).toEqual([2, 1].map((id) => ({ type: 'job', id, vehicle: 1, seconds: 5 })))
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
})

test('nothing comes before done steps: another vehicle goes instead', () => {
  const { problem, plan } = running()
  const result = insert(problem, plan, { id: 8, location_index: 8 })
  expect(result).toMatchObject({ vehicle: 2, positions: [0], addedCost: 2, shifts: [] })
})

test('an order keeps apart from what is on board, also if nothing else is in its group', () => {
  const { problem } = running()
  const jobs = problem.jobs.map((job) => ({ ...job, groups: ['food'] }))
  const apart: VroomInput = { ...problem, jobs, groups: { apart: [['food', 'paint']] } }
  const { plan } = running()
  expect(insert(apart, plan, { id: 3, location_index: 3, groups: ['paint'] })).toMatchObject({ vehicle: 2 })
  expect(insert(apart, plan, { id: 3, location_index: 3, groups: ['paint'] }).plan.unassigned).toEqual([])
  expect(() => insert(apart, plan, { id: 3, location_index: 3 })).toThrow('no job or shipment is in group "paint"')
})

test('a shipment gets both positions', () => {
  const { problem, plan } = running()
  const order = { pickup: { id: 7, location_index: 3 }, delivery: { id: 7, location_index: 1 } }
  const result = insert(problem, plan, order)
  expect(result).toMatchObject({ vehicle: 1, addedCost: 0 })
  expect(result.positions[0]).toBe(1)
  expect(result.positions[1]).toBeGreaterThan(result.positions[0])
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
})

test('an order that fits nowhere leaves the plan unchanged and says why', () => {
  const { problem, plan } = running()
  const result = insert(problem, plan, { id: 9, location_index: 9, skills: [7] })
  expect(result).toMatchObject({ positions: [], addedCost: 0, shifts: [], reason: { code: 'skills' } })
  expect(result.vehicle).toBeUndefined()
  expect(result.plan.routes).toEqual(plan.routes)
  expect(result.plan.unassigned.map(({ id }) => id)).toEqual([9])
})

test('orders build on the prepared problem, and an order that was only tried can be dropped', () => {
  const { problem, plan } = running()
  const prepared = prepare(problem)
  const first = insert(prepared, plan, { id: 30, location_index: 3 })
  const other = insert(prepared, plan, { id: 31, location_index: 7 })
  const second = insert(first.prepared, first.plan, { id: 32, location_index: 6 })
  const third = insert(other.prepared, other.plan, { id: 33, location_index: 5 })
  for (const { prepared: all, plan: made } of [first, other, second, third])
    expect(check(all.input, made).errors).toEqual([])
  const afresh = insert({ ...problem, jobs: [...problem.jobs, { id: 31, location_index: 7 }] }, other.plan, {
    id: 33,
    location_index: 5,
  })
  expect(third.plan).toEqual(afresh.plan)
})

test('new steps tell what was done in the meantime', () => {
  const { problem, plan } = running()
  const steps = [
    { type: 'job' as const, id: 4, lock: 'done' as const, arrival: 4 },
    { type: 'job' as const, id: 2, lock: 'done' as const, arrival: 20 },
  ]
  const prepared = withSteps(prepare(problem), [{ vehicle: 1, steps }])
  const result = insert(prepared, plan, { id: 3, location_index: 3 })
  expect(orderOf(result.plan)[1]).toEqual([4, 2, 3, 1])
  expect(result.plan.routes[0].steps.find(({ id }) => id === 1)!.arrival).toBe(23)
})

test('a route that is already late is kept and gets no later', () => {
  const jobs = [1, 2].map((id): VroomJob => ({ id, location_index: id, time_windows: [[0, id]] }))
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs, matrices }
  const plan = solve(problem, quick)
  const late = { ...problem, vehicles: [{ id: 1, ...depot, time_window: [50, 100] as [number, number] }] }
  const near = insert(late, plan, { id: 3, location_index: 1, service: 10 })
  expect(orderOf(near.plan)).toEqual({ 1: [1, 2, 3] })
  expect(near.plan.summary.violations).toEqual([{ cause: 'delay', duration: 100 }])
})

test('repair makes room by moving another job', () => {
  const vehicles = [
    { id: 1, ...depot, capacity: [1], skills: [1] },
    { id: 2, start_index: 9, end_index: 9, capacity: [1] },
  ]
  const problem: VroomInput = { vehicles, jobs: [{ id: 1, location_index: 1, delivery: [1] }], matrices }
  const plan = solve(problem, quick)
  expect(orderOf(plan)).toEqual({ 1: [1] })
  const order = { id: 2, location_index: 2, delivery: [1], skills: [1] }
  expect(insert(problem, plan, order).reason?.code).toBe('capacity')
  const repaired = insert(problem, plan, order, { repair: true })
  expect(orderOf(repaired.plan)).toEqual({ 1: [2], 2: [1] })
  expect(repaired.shifts).toEqual([{ type: 'job', id: 1, vehicle: 2, from: 1, seconds: 7 }])
  const steps = [{ type: 'job' as const, id: 1, lock: 'vehicle' as const }]
  const locked = { ...problem, vehicles: [{ ...vehicles[0], steps }, vehicles[1]] }
  expect(insert(locked, plan, order, { repair: true }).reason?.code).toBe('capacity')
})

test('repair moves the jobs of the route to better positions', () => {
  const jobs = [1, 2].map((id) => ({ id, location_index: id }))
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs, matrices }
  const clumsy = solve({ ...problem, vehicles: [{ id: 1, ...depot, steps: [2, 1].map((id) => ({ type: 'job', id, lock: 'position' })) }] }, quick) // prettier-ignore
  const order = { id: 9, location_index: 9 }
  expect(insert(problem, clumsy, order, { repair: true }).plan.summary.cost).toBe(18)
})

test('an order of a group goes to the vehicle of that group', () => {
  const jobs = [{ id: 1, location_index: 1, groups: ['family'] }]
  const vehicles = [
    { id: 1, ...depot },
    { id: 2, start_index: 9, end_index: 9 },
  ]
  const problem: VroomInput = { vehicles, jobs, matrices, groups: { together: ['family'] } }
  const plan = solve(problem, quick)
  expect(insert(problem, plan, { id: 2, location_index: 9 }).vehicle).toBe(2)
  expect(insert(problem, plan, { id: 2, location_index: 9, groups: ['family'] }).vehicle).toBe(1)
})

test.each<[string, (plan: VroomOutput) => void, VroomJob]>([
  ['order.id', () => {}, { id: 4, location_index: 1 }],
  ['order.location_index', () => {}, { id: 9, location_index: 10 }],
  ['plan.routes[0].vehicle', (plan) => void (plan.routes[0].vehicle = 7), { id: 9, location_index: 1 }],
  ['plan.routes[0].steps[1]', (plan) => void (plan.routes[0].steps[1].id = 7), { id: 9, location_index: 1 }],
  ['plan.routes[0].steps[2]', (plan) => void (plan.routes[0].steps[2].id = 4), { id: 9, location_index: 1 }],
  ['plan.routes[0].steps[1]', (plan) => plan.routes[0].steps.splice(1, 1), { id: 9, location_index: 1 }],
])('%s is refused', (path, change, order) => {
  const { problem, plan } = running()
  change(plan)
  expect(() => insert(problem, plan, order)).toThrow(path)
})

test('inserting orders keeps random plans valid, prepared or not', () => {
  for (let seed = 0; seed < 30; seed++) {
    const base = seed % 2 === 0 ? randomProblem(seed, 20, 4) : randomShipments(seed, 20, 4)
    const locked = groupSome(lockSome(base, seed), seed)
    const ruled = seed % 3 === 0 ? balanceSome(rememberSome(locked, seed), seed) : locked
    const problem = seed % 2 === 0 ? compactSome(districtSome(ruled, seed), seed) : ruled
    const orders = problem.jobs.splice(-3)
    const known = new Set(orders.map(({ id }) => id))
    const without = (steps: { type: string; id?: number }[]) =>
      steps.filter(({ type, id }) => type !== 'job' || !known.has(id!))
    for (const vehicle of problem.vehicles) if (vehicle.steps) vehicle.steps = without(vehicle.steps) as never
    for (const route of problem.previous?.routes ?? []) route.steps = without(route.steps) as never
    if (problem.previous?.routes.every(({ steps }) => steps.every(({ promised }) => promised === undefined)))
      delete problem.previous.promise_tolerance
    const carried = (name: string) =>
      [...problem.jobs, ...(problem.shipments ?? [])].some(({ groups }) => groups?.includes(name))
    if (problem.groups?.apart?.some((names) => !names.every(carried))) delete problem.groups.apart
    if (problem.groups) problem.groups.together = problem.groups.together!.filter(carried)
    let prepared = prepare(problem)
    let plan = solve(problem, { iterationLimit: 200, seed })
    // If the rest of its group is already on the way, an order that does not fit there is left out alone.
    let isAlone = false
    for (const order of orders) {
      const { unassigned } = plan.summary
      const result = insert(prepared, plan, order, { repair: seed % 2 === 0 })
      const afresh = insert(prepared.input, plan, order, { repair: seed % 2 === 0 })
      if (result.reason && order.groups) isAlone = true
      const { errors: all } = check(result.prepared.input, result.plan)
      const errors = all.filter((error) => !isAlone || !error.includes('planned in part'))
      expect(errors, `seed ${seed}`).toEqual([])
      expect(afresh.plan.summary.cost).toBe(result.plan.summary.cost)
      expect(result.plan.summary.unassigned).toBeLessThanOrEqual(unassigned + 1)
      expect(result.reason === undefined).toBe(result.vehicle !== undefined)
      prepared = result.prepared
      plan = result.plan
    }
  }
})
