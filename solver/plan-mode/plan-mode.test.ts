import { expect, test } from 'vitest'
import { checkPlanMode, planMode, solve, SolverInputError } from '../index.ts'
import type { VroomInput, VroomJob, VroomOutput, VroomVehicle, VroomVehicleStep } from '../index.ts'
import { Random } from '../math/random.ts'
import { line } from '../testing/line.ts'
import { randomShipments } from '../testing/random-problem.ts'

const road = (length: number) => line(length, 100, 1000)
/** One vehicle at the depot; jobs 1, 2, … are 100 s apart, in this order by default. */
function small(vehicle: Partial<VroomVehicle>, jobs: Partial<VroomJob>[]): VroomInput {
  const steps = jobs.map((_, i): VroomVehicleStep => ({ type: 'job', id: i + 1 }))
  return {
    vehicles: [{ id: 7, start_index: 0, end_index: 0, steps, ...vehicle }],
    jobs: jobs.map((job, i) => ({ id: i + 1, location_index: i + 1, ...job })),
    matrices: road(jobs.length + 1),
  }
}
const broken = (output: VroomOutput) => {
  const { steps, violations } = output.routes[0]
  return { steps: steps.map((step) => step.violations), route: violations, summary: output.summary.violations }
}
const sound = (problem: VroomInput) => {
  const output = planMode(problem)
  expect(checkPlanMode(problem, output).errors).toEqual([])
  return output
}

test('keeps the order, chooses times, and reports what is early or late', () => {
  const problem = small({}, [{ time_windows: [[500, 500]] }, { time_windows: [[400, 450]] }, {}])
  const output = sound(problem)
  expect(output.routes[0].steps.map(({ type, id, arrival }) => [type, id, arrival])).toEqual([
    ['start', undefined, 250],
    ['job', 1, 350],
    ['job', 2, 450],
    ['job', 3, 550],
    ['end', undefined, 850],
  ])
  const early = [{ cause: 'lead_time', duration: 150 }]
  expect(broken(output)).toEqual({ steps: [[], early, [], [], []], route: early, summary: early })
  expect([output.routes[0].distance, output.summary.duration]).toEqual([6000, 600])
})

test('reports a shift that starts early or ends late, even without a start or an end', () => {
  const window = { time_windows: [[100, 100]] as [number, number][] }
  const timed = sound(small({ time_window: [50, 150] }, [window]))
  expect(broken(timed).steps).toEqual([[{ cause: 'lead_time', duration: 50 }], [], [{ cause: 'delay', duration: 50 }]])
  const { start_index: _, ...open } = small({ time_window: [150, 500] }, [window]).vehicles[0]
  const output = sound({ ...small({}, [window]), vehicles: [open] })
  expect(broken(output)).toMatchObject({ steps: [[], []], route: [{ cause: 'lead_time', duration: 50 }] })
})

test('reports broken load, job, skill and driving limits where they occur', () => {
  const amount = { delivery: [2] }
  const limits = { capacity: [3], max_tasks: 1, max_travel_time: 250, max_distance: 2500, skills: [1] }
  const output = sound(
    small(limits, [
      { ...amount, skills: [1] },
      { ...amount, skills: [2] },
    ]),
  )
  expect(broken(output).steps.map((each) => each.map(({ cause }) => cause))).toEqual([
    ['load'],
    [],
    ['skills', 'max_tasks'],
    ['max_travel_time', 'max_distance'],
  ])
  expect(broken(output).summary.map(({ cause }) => cause)).toEqual([
    'load',
    'skills',
    'max_tasks',
    'max_travel_time',
    'max_distance',
  ])
})

test('reports ends of shipments that are alone or in the wrong order; delivered goods were on board', () => {
  const shipments = [1, 2, 3].map((id) => ({
    pickup: { id, location_index: 1 },
    delivery: { id, location_index: 2 },
    amount: [id],
  }))
  const steps: VroomVehicleStep[] = [
    { type: 'delivery', id: 1 },
    { type: 'pickup', id: 1 },
    { type: 'pickup', id: 2 },
    { type: 'pickup', id: 3 },
    { type: 'delivery', id: 3 },
  ]
  const vehicles = [{ id: 1, start_index: 0, capacity: [9], steps }]
  const output = sound({ jobs: [], shipments, vehicles, matrices: road(3) })
  expect(output.routes[0].steps.map(({ load, violations }) => [load[0], violations[0]?.cause])).toEqual([
    [1, undefined],
    [0, 'precedence'],
    [1, 'precedence'],
    [3, 'precedence'],
    [6, undefined],
    [3, undefined],
  ])
  expect(output.unassigned).toEqual([
    { id: 2, type: 'delivery', location_index: 2, reason: { code: 'not_in_steps', message: expect.any(String) } },
  ])
})

test('takes breaks where they stand, on the road if necessary, and reports overloaded or missing ones', () => {
  const steps: VroomVehicleStep[] = [
    { type: 'start', service_at: 0 },
    { type: 'break', id: 1 },
    { type: 'job', id: 1 },
    { type: 'end' },
  ]
  const breaks = [
    { id: 1, description: 'tea', service: 30, time_windows: [[40, 60]] as [number, number][], max_load: [1] },
    { id: 2 },
  ]
  const output = sound(small({ steps, breaks, capacity: [2] }, [{ delivery: [2], time_windows: [[130, 130]] }]))
  expect(output.routes[0].steps[1]).toEqual({
    type: 'break',
    id: 1,
    description: 'tea',
    arrival: 40,
    duration: 40,
    distance: 400,
    setup: 0,
    service: 30,
    waiting_time: 0,
    load: [2],
    violations: [{ cause: 'max_load' }],
  })
  expect(broken(output).route).toEqual([{ cause: 'max_load' }, { cause: 'missing_break' }])
})

test('service_at, service_after and service_before hold regardless of windows', () => {
  const timed = (times: Partial<VroomVehicleStep>) =>
    small({ steps: [{ type: 'job', id: 1, ...times }] }, [{ service: 10, time_windows: [[500, 600]] }])
  const begin = (times: Partial<VroomVehicleStep>) => {
    const { arrival, waiting_time, violations } = sound(timed(times)).routes[0].steps[1]
    return [arrival + waiting_time, violations[0]?.duration ?? 0]
  }
  expect(begin({ service_at: 650 })).toEqual([650, 50])
  expect(begin({ service_after: 550 })).toEqual([550, 0])
  expect(begin({ service_before: 480 })).toEqual([480, 20])
  expect(() => planMode(timed({ service_before: 99 }))).toThrow('vehicles[0].steps: no times meet')
})

test('setup is spent when the address changes, and times depend on the vehicle type', () => {
  const job = { location_index: 1, setup: 20, service: 5, setup_per_type: { van: 30 }, service_per_type: { bike: 1 } }
  const output = sound(small({ type: 'van', costs: { fixed: 9, per_hour: 0, per_task_hour: 3600 } }, [job, job]))
  expect(output.routes[0]).toMatchObject({ setup: 30, service: 10, cost: 49 })
})

test('a vehicle whose steps contain no job has no route', () => {
  const problem = small({ steps: [{ type: 'start' }, { type: 'end' }] }, [{ priority: 3, prize: undefined as never }])
  expect(planMode(problem)).toMatchObject({ routes: [], summary: { routes: 0, unassigned: 1, violations: [] } })
})

test('rejects fields by name that have no meaning inside or outside plan mode', () => {
  const steps = [{ type: 'job', id: 1, service_at: 3 }] as const
  const refused = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      if (error instanceof SolverInputError) return error.path
      throw error
    }
    return 'accepted'
  }
  expect(refused(() => solve(small({ steps: [...steps] }, [{}]), { iterationLimit: 1 }))).toBe(
    'vehicles[0].steps[0].service_at',
  )
  expect(refused(() => planMode(small({ steps: [{ ...steps[0], service_after: 3 }] }, [{}])))).toBe(
    'vehicles[0].steps[0].service_after',
  )
  expect(refused(() => planMode({ ...small({}, [{}]), fleet: 3 } as never))).toBe('fleet')
  // What only the search knows.
  expect(refused(() => planMode(small({ max_shift: 9 }, [{}])))).toBe('vehicles[0].max_shift')
  expect(refused(() => planMode({ ...small({}, [{}]), balance: { of: 'tasks', strength: 1 } }))).toBe('balance')
  expect(refused(() => planMode(small({ steps: [{ type: 'job', id: 1, lock: 'vehicle' }] }, [{}])))).toBe(
    'vehicles[0].steps[0].lock',
  )
})

test('plans from solving have no violations in plan mode and take no longer', () => {
  for (let seed = 0; seed < 30; seed++) {
    const problem = randomShipments(seed, 20, 5)
    const solved = solve(problem, { iterationLimit: 200 })
    const vehicles = problem.vehicles.map((vehicle) => {
      const route = solved.routes.find(({ vehicle: id }) => id === vehicle.id)
      return {
        ...vehicle,
        steps: (route?.steps ?? []).map(({ type, id }) => ({ type, ...(id !== undefined && { id }) })),
      }
    })
    const again = sound({ ...problem, vehicles })
    expect(again.summary).toEqual({ ...solved.summary, computing_times: { loading: 0, solving: 0 } })
    expect(again.routes.map(({ steps }) => steps)).toEqual(solved.routes.map(({ steps }) => steps))
  }
})

test('times any order of steps and reports everything it breaks', () => {
  let found = 0
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed)
    const problem = randomShipments(seed, 12, 3)
    for (const vehicle of problem.vehicles) {
      vehicle.breaks = [1, 2].map((id) => ({
        id,
        service: random.below(40),
        time_windows: [[id * 150, id * 150 + 50]],
      }))
      vehicle.steps = random.below(2) === 0 ? [{ type: 'break', id: 1 + random.below(2) }] : []
    }
    const jobList = [
      ...problem.jobs.map(({ id }) => ({ type: 'job' as const, id })),
      ...problem.shipments!.flatMap(({ pickup, delivery }) => [
        { type: 'pickup' as const, id: pickup.id },
        { type: 'delivery' as const, id: delivery.id },
      ]),
    ]
    for (const job of jobList) {
      const steps = problem.vehicles[random.below(4)]?.steps
      steps?.splice(random.below(steps.length + 1), 0, job)
    }
    found += sound(problem).summary.violations.length
  }
  expect(found).toBeGreaterThan(100)
})

test.each<[string, (output: VroomOutput, problem: VroomInput) => void, RegExp]>([
  ['a violation that is kept quiet', (o) => void (o.routes[0].steps[1].violations = []), /violations at job 1/],
  ['a violation made up', (o) => void o.routes[0].violations.push({ cause: 'skills' }), /7: violations/],
  ['another order', (o) => void o.routes[0].steps.reverse(), /steps is/],
  ['a wrong arrival', (o) => void (o.routes[0].steps[2].arrival += 1), /arrival at job 2/],
  ['a forgotten job', (_, p) => void p.jobs.push({ id: 9, location_index: 1 }), /unassigned/],
  ['a forgotten route', (o) => void (o.routes = []), /has no route/],
  ['a wrong sum', (o) => void (o.summary.violations = []), /summary: violations/],
  ['a time that was asked for', (_, p) => void (p.vehicles[0].steps![0].service_at = 1), /not when it has to/],
])('%s is found by the check', (_, change, expected) => {
  const problem = small({}, [{ time_windows: [[500, 500]] }, { time_windows: [[400, 450]] }])
  const output = planMode(problem)
  change(output, problem)
  expect(checkPlanMode(problem, output).errors.join('\n')).toMatch(expected)
})
