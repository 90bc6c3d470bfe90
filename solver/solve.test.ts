import { expect, test } from 'vitest'
import { check, solve } from './index.ts'
import type { Elite, VroomBreak, SolveProgress, VroomInput, VroomOutput } from './index.ts'
import { exhaustive } from './testing/exhaustive.ts'
import { randomProblem, randomShipments } from './testing/random-problem.ts'

const quick = { iterationLimit: 2000 }
/** Places on a line, the depot at 0; a second per metre of index distance. */
const line = (length: number) => ({
  car: { durations: Array.from({ length }, (_, a) => Array.from({ length }, (_, b) => Math.abs(a - b))) },
})
const orderOf = (plan: VroomOutput) =>
  plan.routes.map((route) => route.steps.filter((step) => step.type === 'job').map((step) => step.id))
const missed = (plan: VroomOutput) => plan.unassigned.map(({ id }) => id)

test('every plan for a random problem is feasible and tells its own cost', () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = randomProblem(seed, 30, 6)
    const plan = solve(problem, { iterationLimit: 300, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})

test('small problems are solved to the optimum found by trying everything', () => {
  for (let seed = 100; seed < 140; seed++) {
    const problem = randomProblem(seed, 6, 2)
    const plan = solve(problem, { iterationLimit: 5000 })
    const { errors, cost } = check(problem, plan)
    expect(errors, `seed ${seed}`).toEqual([])
    const priorities = new Map(problem.jobs.map((job) => [job.id, job.priority ?? 0]))
    const missedPriority = missed(plan).reduce((sum, id) => sum + priorities.get(id)!, 0)
    const best = exhaustive(problem)
    expect({ seed, missedPriority, missed: plan.unassigned.length }).toEqual({
      seed,
      missedPriority: best.missedPriority,
      missed: best.missed,
    })
    expect(cost, `seed ${seed}`).toBeCloseTo(best.cost, 6)
  }
})

test('small problems with shipments, prizes, vehicle types and wages are solved to the optimum', () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = randomShipments(seed, 6, 2)
    const plan = solve(problem, { iterationLimit: 5000 })
    const { errors, cost } = check(problem, plan)
    expect(errors, `seed ${seed}`).toEqual([])
    const needed = problem.jobs.map((job) => ({ ...job, key: `job ${job.id}` }))
    for (const shipment of problem.shipments!)
      needed.push({ ...shipment, id: 0, key: `pickup ${shipment.pickup.id}` } as never)
    const out = new Set(plan.unassigned.map(({ type, id }) => `${type} ${id}`))
    const left = needed.filter(({ key, prize }) => out.has(key) && prize === undefined)
    const best = exhaustive(problem)
    expect({ seed, missed: left.length, priority: left.reduce((sum, { priority = 0 }) => sum + priority, 0) }).toEqual({
      seed,
      missed: best.missed,
      priority: best.missedPriority,
    })
    expect(cost + (plan.summary.missed_prizes ?? 0), `seed ${seed}`).toBeCloseTo(best.cost, 6)
  }
})

test('plans with shipments are feasible, repeatable, and can be continued', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomShipments(seed, 40, 8)
    const told: SolveProgress[] = []
    const plan = solve(problem, { iterationLimit: 400, seed, onProgress: (progress) => told.push(progress) })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 400, seed })).toEqual(plan)
    const again = solve(problem, { iterationLimit: 0, initial: told[0]!.plan })
    expect(check(problem, again).errors, `seed ${seed}`).toEqual([])
    expect(again.summary.unassigned).toBeLessThanOrEqual(told[0]!.unassigned)
  }
})

test('a shipment is picked up before it is delivered, by one vehicle, and only as much as fits is on board', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2] }],
    jobs: [{ id: 1, location_index: 4, delivery: [2] }],
    shipments: [
      { pickup: { id: 1, location_index: 3 }, delivery: { id: 1, location_index: 1 }, amount: [1] },
      { pickup: { id: 2, location_index: 2 }, delivery: { id: 2, location_index: 1 }, amount: [2] },
    ],
    matrices: line(5),
  }
  const plan = solve(problem, quick)
  expect(check(problem, plan).errors).toEqual([])
  const steps = plan.routes[0]!.steps.map(({ type, id, load }) => [type, id, load[0]])
  expect(steps).toEqual([
    ['start', undefined, 2],
    ['job', 1, 0],
    ['pickup', 1, 1],
    ['delivery', 1, 0],
    ['pickup', 2, 2],
    ['delivery', 2, 0],
    ['end', undefined, 0],
  ])
  expect([plan.summary.cost, plan.routes[0]!.delivery, plan.routes[0]!.pickup]).toEqual([10, [5], [3]])
})

test('an optional job is served when its prize pays for the way, and missed otherwise', () => {
  const job = { id: 1, location_index: 3, prize: 7 }
  const problem: VroomInput = { vehicles: [{ id: 1, start_index: 0, end_index: 0 }], jobs: [job], matrices: line(4) }
  expect(missed(solve(problem, quick))).toEqual([])
  job.prize = 5
  const plan = solve(problem, quick)
  expect([missed(plan), plan.summary.missed_prizes, plan.unassigned[0]!.reason.code]).toEqual([[1], 5, 'not_worth'])
  expect(check(problem, plan).errors).toEqual([])
})

test('the same seed and iteration limit give the same plan, another seed may not', () => {
  const problem = randomProblem(7, 60, 10)
  const plan = JSON.stringify(solve(problem, { iterationLimit: 1000, seed: 5 }))
  expect(JSON.stringify(solve(problem, { iterationLimit: 1000, seed: 5 }))).toBe(plan)
  const others = [1, 2, 3, 4].map((seed) => JSON.stringify(solve(problem, { iterationLimit: 20, seed })))
  expect(new Set(others).size).toBeGreaterThan(1)
})

test('the search never ends worse than its first plan', () => {
  for (let seed = 0; seed < 10; seed++) {
    const problem = randomProblem(seed, 40, 6)
    const told: SolveProgress[] = []
    const plan = solve(problem, { iterationLimit: 500, seed, onProgress: (progress) => told.push(progress) })
    expect(told[0]!.iterations).toBe(0)
    const priorities = new Map(problem.jobs.map((job) => [job.id, job.priority ?? 0]))
    const planned = new Set(told[0]!.plan.flatMap((route) => route.jobs))
    const first = problem.jobs.reduce((sum, job) => sum + (planned.has(job.id) ? 0 : job.priority! || 0), 0)
    const last = missed(plan).reduce((sum, id) => sum + priorities.get(id)!, 0)
    expect(last).toBeLessThanOrEqual(first)
    if (last < first) continue
    expect(plan.summary.unassigned).toBeLessThanOrEqual(told[0]!.unassigned)
    if (plan.summary.unassigned < told[0]!.unassigned) continue
    expect(plan.summary.cost).toBeLessThanOrEqual(told[0]!.cost)
  }
})

test('no unassigned job would still fit', () => {
  for (let seed = 0; seed < 30; seed++) {
    const plan = solve(randomProblem(seed, 30, 4), { iterationLimit: 50, seed })
    expect(plan.unassigned.filter(({ reason }) => reason.code === 'stopped_early')).toEqual([])
  }
})

test('capacity is kept in each dimension, and pickups use the room that deliveries left', () => {
  const depot = { start_index: 0, end_index: 0 }
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, capacity: [2, 10] }],
    jobs: [
      { id: 1, location_index: 1, delivery: [2, 0] },
      { id: 2, location_index: 2, pickup: [2, 0] },
      { id: 3, location_index: 3, delivery: [0, 11] },
    ],
    matrices: line(4),
  }
  const plan = solve(problem, quick)
  expect(orderOf(plan)).toEqual([[1, 2]])
  expect(plan.routes[0]!.steps.map((step) => step.load)).toEqual([
    [2, 0],
    [0, 0],
    [2, 0],
    [2, 0],
  ])
  expect(missed(plan)).toEqual([3])
})

test('time windows decide the order, and waiting happens before the start where it can', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: [
      { id: 1, location_index: 1, service: 10, time_windows: [[500, 600]] },
      {
        id: 2,
        location_index: 2,
        service: 10,
        time_windows: [
          [0, 10],
          [100, 110],
        ],
      },
    ],
    matrices: line(3),
  }
  const plan = solve(problem, quick)
  expect(check(problem, plan).errors).toEqual([])
  expect(orderOf(plan)).toEqual([[2, 1]])
  expect(plan.routes[0]!.steps.map((step) => step.arrival)).toEqual([108, 110, 121 - 0, 511])
})

test('setup is spent once at an address', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: [1, 2].map((id) => ({ id, location_index: 1, setup: 100, service: 10 })),
    matrices: line(2),
  }
  const { summary } = solve(problem, quick)
  expect([summary.setup, summary.service]).toEqual([100, 20])
})

test('a job only goes to a vehicle with all its skills', () => {
  const problem: VroomInput = {
    vehicles: [
      { id: 1, start_index: 0, end_index: 0, skills: [1] },
      { id: 2, start_index: 3, end_index: 3, skills: [1, 2] },
    ],
    jobs: [
      { id: 1, location_index: 1, skills: [1, 2] },
      { id: 2, location_index: 2, skills: [3] },
    ],
    matrices: line(4),
  }
  const plan = solve(problem, quick)
  expect(plan.routes.map((route) => route.vehicle)).toEqual([2])
  expect(missed(plan)).toEqual([2])
})

test('one urgent job displaces several that are less urgent together, and priority beats number', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [3] }],
    jobs: [
      { id: 1, location_index: 1, delivery: [3], priority: 10 },
      ...[2, 3, 4].map((id) => ({ id, location_index: id, delivery: [1], priority: 3 })),
    ],
    matrices: line(5),
  }
  expect(missed(solve(problem, quick))).toEqual([2, 3, 4])
  problem.jobs[1]!.priority = 5
  expect(missed(solve(problem, quick))).toEqual([1])
})

test('limits on tasks, travel time and distance are kept', () => {
  const vehicle = { id: 1, start_index: 0, end_index: 0 }
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const run = (limit: object) => {
    const { durations } = line(4).car
    const matrices = { car: { durations, distances: durations } }
    return solve({ vehicles: [{ ...vehicle, ...limit }], jobs, matrices }, quick)
  }
  expect(missed(run({ max_tasks: 2 }))).toHaveLength(1)
  expect(missed(run({ max_travel_time: 5 }))).toEqual([3])
  expect(missed(run({ max_distance: 3 }))).toEqual([2, 3])
  expect(missed(run({ time_window: [0, 4] }))).toEqual([3])
  expect(missed(run({}))).toEqual([])
})

test('costs: fixed, per hour, per kilometre, cost matrix and speed each change the plan', () => {
  const twoVehicles = (first: object, matrices: VroomInput['matrices'] = undefined): VroomInput => ({
    vehicles: [
      { id: 1, start_index: 0, end_index: 0, ...first },
      { id: 2, start_index: 0, end_index: 0, profile: 'other' },
    ],
    jobs: [{ id: 1, location_index: 1 }],
    matrices: matrices ?? {
      car: plain,
      other: {
        ...plain,
        durations: [
          [0, 110],
          [110, 0],
        ],
      },
    },
  })
  const plain = {
    durations: [
      [0, 100],
      [100, 0],
    ],
    distances: [
      [0, 1000],
      [1000, 0],
    ],
  }
  const chosen = (problem: VroomInput) => {
    const plan = solve(problem, quick)
    expect(check(problem, plan).errors).toEqual([])
    return [plan.routes[0]!.vehicle, plan.summary.cost]
  }
  expect(chosen(twoVehicles({}))).toEqual([1, 200])
  expect(chosen(twoVehicles({ costs: { fixed: 30 } }))).toEqual([2, 220])
  expect(chosen(twoVehicles({ costs: { per_hour: 4000 } }))).toEqual([2, 220])
  expect(chosen(twoVehicles({ costs: { per_hour: 0, per_km: 7 } }))).toEqual([1, 14])
  expect(chosen(twoVehicles({ speed_factor: 0.5 }))).toEqual([2, 220])
  const costs = [
    [0, 1],
    [2, 0],
  ]
  expect(chosen(twoVehicles({}, { car: plain, other: { ...plain, costs } }))).toEqual([2, 3])
})

test('directions differ: an asymmetric matrix is driven the cheap way round', () => {
  const durations = [
    [0, 10, 90],
    [90, 0, 10],
    [10, 90, 0],
  ]
  const jobs = [1, 2].map((id) => ({ id, location_index: id }))
  const plan = solve(
    { vehicles: [{ id: 1, start_index: 0, end_index: 0 }], jobs, matrices: { car: { durations } } },
    quick,
  )
  expect([orderOf(plan), plan.summary.cost]).toEqual([[[1, 2]], 30])
})

test('a route may leave out its start or its end', () => {
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const open = solve({ vehicles: [{ id: 1, start_index: 0 }], jobs, matrices: line(4) }, quick)
  expect([orderOf(open), open.summary.cost, open.routes[0]!.steps.at(-1)!.type]).toEqual([[[1, 2, 3]], 3, 'job'])
  const inbound = solve({ vehicles: [{ id: 1, end_index: 0 }], jobs, matrices: line(4) }, quick)
  expect([orderOf(inbound), inbound.summary.cost, inbound.routes[0]!.steps[0]!.type]).toEqual([[[3, 2, 1]], 3, 'job'])
})

test('coordinates without matrices are driven along great circles at 40 km/h, or the speed given', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: [0, 0], end: [0, 0] }],
    jobs: [{ id: 1, location: [1, 0] }],
  }
  const { summary } = solve(problem, quick)
  expect([summary.distance, summary.duration]).toEqual([2 * 111195, 2 * 10008])
  expect(solve({ ...problem, speed_kmh: 80 }, quick).summary.duration).toBe(2 * 5004)
})

test('a time limit needs a clock and ends the search by it', () => {
  const problem = randomProblem(3, 30, 5)
  expect(() => solve(problem, { timeLimitSeconds: 1 })).toThrow('options.now')
  let clock = 0
  const told: number[] = []
  const onProgress = (progress: SolveProgress) => void told.push(progress.elapsedSeconds!)
  const plan = solve(problem, { timeLimitSeconds: 2, now: () => (clock += 10), onProgress })
  expect(clock).toBeGreaterThanOrEqual(2000)
  expect(clock).toBeLessThan(2200)
  expect(told.length).toBeGreaterThan(4)
  for (let i = 2; i < told.length; i++) expect(told[i]! - told[i - 1]!).toBeGreaterThanOrEqual(0.25)
  expect(check(problem, plan).errors).toEqual([])
})

test('a cancelled search returns its best plan at once', () => {
  const problem = randomProblem(3, 30, 5)
  let asked = 0
  const plan = solve(problem, { iterationLimit: 1e9, isCancelled: () => ++asked > 5 })
  expect(check(problem, plan).errors).toEqual([])
  expect(asked).toBeLessThan(10)
})

test('a given plan is continued, not worsened', () => {
  const problem = randomProblem(11, 50, 12)
  let given: SolveProgress | undefined
  const first = solve(problem, { iterationLimit: 3000, onProgress: (progress) => (given = progress) })
  const told: SolveProgress[] = []
  const initial = first.routes.map(({ vehicle, steps }) => ({
    vehicle,
    jobs: steps.flatMap((step) => (step.type === 'job' ? [step.id!] : [])),
  }))
  solve(problem, { iterationLimit: 0, initial, onProgress: (progress) => told.push(progress) })
  expect(given).toBeDefined()
  expect(told[0]!.cost).toBe(first.summary.cost)
  const strange = [
    { vehicle: 999, jobs: [1] },
    { vehicle: 1, jobs: [999, 1, 1] },
  ]
  expect(check(problem, solve(problem, { iterationLimit: 10, initial: strange })).errors).toEqual([])
})

test('of two searches that talk, the worse one goes on from the better plan', () => {
  const problem = randomProblem(12, 60, 14)
  const elites: Elite[] = []
  solve(problem, { iterationLimit: 20_000, exchange: (mine) => void elites.push(mine) })
  const best = elites.at(-1)!
  const plan = solve(problem, { iterationLimit: 200, seed: 1, exchange: () => best })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary.cost).toBeLessThanOrEqual(solve(problem, { iterationLimit: 0, initial: best.plan }).summary.cost)
})

test('breaks are taken within their windows, in order, where they cost least, and not over max_load', () => {
  const rest = (id: number, from: number, to: number, more = {}) => {
    return { id, time_windows: [[from, to]] as [number, number][], service: 10, ...more }
  }
  const route = (breaks: VroomBreak[], vehicle = {}) => {
    const problem: VroomInput = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2], breaks, ...vehicle }],
      jobs: [
        { id: 1, location_index: 5, delivery: [1], time_windows: [[0, 6]] },
        { id: 2, location_index: 8, delivery: [1], time_windows: [[30, 40]] },
      ],
      matrices: line(9),
    }
    const plan = solve(problem, quick)
    expect(check(problem, plan).errors).toEqual([])
    return plan.routes[0]?.steps.map(({ type, id, arrival }) => `${type} ${id ?? ''} ${arrival}`)
  }
  const there = ['start  0', 'job 1 5', 'break 1 5', 'job 2 18', 'end  38']
  expect(route([rest(1, 0, 100)])!.filter((step) => step.startsWith('break'))).toHaveLength(1)
  expect(route([rest(1, 5, 10)])).toEqual(there)
  expect(route([rest(1, 0, 100, { max_load: [0] })])).toContain('break 1 30')
  expect(route([rest(1, 50, 60), rest(2, 41, 45)])!.filter((step) => step.startsWith('break'))).toHaveLength(2)
  expect(route([rest(1, 50, 60)], { time_window: [0, 40] })).toBeUndefined()
})

test('random problems with breaks and shipments have feasible plans', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomShipments(seed, 30, 6)
    problem.vehicles.forEach((vehicle, v) => {
      const from = 100 + 40 * v
      vehicle.breaks = [{ id: 1, service: 20, time_windows: [[from, from + 100]] }]
      if (v % 2 === 0) vehicle.breaks.push({ id: 2, service: 10, max_load: [2, 2] })
    })
    const plan = solve(problem, { iterationLimit: 200, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(plan.routes.length).toBeGreaterThan(0)
  }
})

test('the steps of vehicles are a plan to start from', () => {
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const steps = [3, 1, 2].map((id) => ({ type: 'job' as const, id }))
  const problem: VroomInput = { vehicles: [{ id: 1, start_index: 0, end_index: 0, steps }], jobs, matrices: line(4) }
  expect(orderOf(solve(problem, { iterationLimit: 0 }))).toEqual([[3, 1, 2]])
  expect(solve(problem, quick).summary.cost).toBe(6)
})

test('a problem without jobs has an empty plan', () => {
  const plan = solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs: [] })
  expect([plan.routes, plan.unassigned, plan.summary.cost]).toEqual([[], [], 0])
})

test('a limit of 0 still gives a whole first plan', () => {
  const jobs = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, location_index: i + 1 }))
  const durations = Array.from({ length: 301 }, (_, a) => Array.from({ length: 301 }, (_, b) => Math.abs(a - b)))
  const vehicles = [1, 2].map((id) => ({ id, start_index: 0, end_index: 0 }))
  const problem = { jobs, vehicles, matrices: { car: { durations } } }
  expect(solve(problem, { iterationLimit: 0 }).unassigned).toEqual([])
  expect(solve(problem, { timeLimitSeconds: 0, now: () => 0 }).unassigned).toEqual([])
})

test('a time limit beside an iteration limit does not change the plan, however fast the clock runs', () => {
  const jobs = Array.from({ length: 60 }, (_, i) => ({
    id: i + 1,
    location_index: i + 1,
    delivery: [1 + (i % 3)],
    time_windows: [[(i * 37) % 500, 1000 + ((i * 53) % 900)] as [number, number]],
  }))
  const place = (i: number) => [(i * 71) % 97, (i * 43) % 89] as const
  const durations = Array.from({ length: 61 }, (_, a) =>
    Array.from({ length: 61 }, (_, b) => Math.round(Math.hypot(place(a)[0] - place(b)[0], place(a)[1] - place(b)[1]))),
  )
  const vehicles = Array.from({ length: 20 }, (_, v) => ({ id: v + 1, start_index: 0, end_index: 0, capacity: [15] }))
  const problem = { jobs, vehicles, matrices: { car: { durations } } }
  const planned = (pace: number) => {
    let asked = 0
    const now = () => (asked += pace)
    return solve(problem, { iterationLimit: 6000, seed: 1, ...(pace > 0 && { timeLimitSeconds: 1e6, now }) }).routes
  }
  expect(planned(0.5)).toEqual(planned(0))
  expect(planned(7)).toEqual(planned(0))
})
