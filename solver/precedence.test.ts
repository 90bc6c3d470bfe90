import { expect, test } from 'vitest'
import { check, insert, solve, type VroomInput, type VroomJob, type VroomOutput, type VroomVehicle } from './index.ts'
import { depot, line } from './testing/line.ts'
import { mixTrips } from './testing/random-mix.ts'
import { linkSome } from './testing/random-rules.ts'
import { missed } from './testing/reading.ts'
import { planOf } from './testing/plan-of.ts'

const matrices = line(10)
const after = (id: number, type: 'job' | 'shipment' = 'job') => ({ after: [{ type, id }] })
const stepsOf = ({ routes }: VroomOutput) =>
  routes.map(({ steps }) => steps.flatMap(({ type, id }) => (id === undefined ? [] : [`${type} ${id}`])))

test('what comes first is done first, even if that is a detour, and all on one vehicle', () => {
  const vehicles = [
    { id: 1, ...depot },
    { id: 2, start_index: 9, end_index: 9 },
  ]
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, ...after(3) },
    { id: 2, location_index: 2 },
    { id: 3, location_index: 3, ...after(8) },
    { id: 8, location_index: 8 },
  ]
  const [route] = stepsOf(planOf({ vehicles, jobs, matrices })).filter((steps) => steps.includes('job 8'))
  expect(route!.filter((step) => step !== 'job 2')).toEqual(['job 8', 'job 3', 'job 1'])
})

test('both ends of a shipment come before the first of what follows', () => {
  const shipments = [
    { pickup: { id: 1, location_index: 2 }, delivery: { id: 7, location_index: 6 } },
    { pickup: { id: 2, location_index: 3 }, delivery: { id: 8, location_index: 5 }, ...after(1, 'shipment') },
  ]
  const problem: VroomInput = { vehicles: [{ id: 1, ...depot }], jobs: [], shipments, matrices }
  expect(stepsOf(planOf(problem))).toEqual([['pickup 1', 'delivery 7', 'pickup 2', 'delivery 8']])
})

test('what is linked is left out together and says why', () => {
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1, time_windows: [[0, 5]], ...after(2) },
    { id: 2, location_index: 2, time_windows: [[50, 60]] },
    { id: 3, location_index: 3 },
  ]
  const plan = planOf({ vehicles: [{ id: 1, ...depot }], jobs, matrices })
  expect(missed(plan)).toEqual([1, 2])
  expect(plan.unassigned.map(({ reason, fix }) => [reason.code, fix])).toEqual([
    ['precedence', undefined],
    ['precedence', undefined],
  ])
})

test('locked steps keep the order they were given, and say what comes too early', () => {
  const steps = [2, 1].map((id) => ({ type: 'job' as const, id, lock: 'position' as const }))
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1 },
    { id: 2, location_index: 2, ...after(1) },
    { id: 3, location_index: 3, ...after(2) },
  ]
  const problem: VroomInput = {
    vehicles: [
      { id: 1, ...depot, steps },
      { id: 2, ...depot },
    ],
    jobs,
    matrices,
  }
  const plan = planOf(problem)
  expect(stepsOf(plan)).toEqual([['job 2', 'job 1', 'job 3']])
  expect(plan.routes[0].steps[1].violations).toEqual([{ cause: 'precedence' }])
})

test('what had to come before a done step is left out', () => {
  const steps = [{ type: 'job' as const, id: 2, lock: 'done' as const }]
  const jobs: VroomJob[] = [
    { id: 1, location_index: 1 },
    { id: 2, location_index: 2, ...after(1) },
  ]
  const plan = planOf({ vehicles: [{ id: 1, ...depot, steps }], jobs, matrices })
  expect(plan.unassigned.map(({ id, reason }) => [id, reason.code])).toEqual([[1, 'precedence']])
})

test('an order that arrives later goes behind what it follows, on the same vehicle', () => {
  const vehicles = [
    { id: 1, ...depot },
    { id: 2, start_index: 9, end_index: 9 },
  ]
  const jobs: VroomJob[] = [
    { id: 5, location_index: 1 },
    { id: 6, location_index: 2 },
  ]
  const problem: VroomInput = { vehicles, jobs, matrices }
  const plan = planOf(problem)
  const result = insert(problem, plan, { id: 7, location_index: 9, ...after(6) })
  expect(result.vehicle).toBe(1)
  expect(check(result.prepared.input, result.plan).errors).toEqual([])
  expect(() => insert(problem, plan, { id: 7, location_index: 9, ...after(8) })).toThrow('order.after[0]: there is no job 8') // prettier-ignore
})

test.each<[string, (jobs: VroomJob[], vehicles: VroomVehicle[]) => void]>([
  ['jobs[0].after[0]: there is no shipment 2', ([job]) => Object.assign(job!, after(2, 'shipment'))],
  ['jobs[0].after[0]: job 1 cannot come after itself', ([job]) => Object.assign(job!, after(1))],
  [
    'jobs[1].after[0]: each must come before the next: job 1, job 2, job 3, job 1',
    (jobs) => jobs.forEach((job, i) => Object.assign(job, after(((i + 2) % 3) + 1))),
  ],
  ['jobs[0].after[1]: job 2 is there twice', ([job]) => (job!.after = [...after(2).after, ...after(2).after])],
  ['jobs[0].after[0].type', ([job]) => (job!.after = [{ type: 'pickup' as 'job', id: 1 }])],
  ['jobs[0].after[0].lag', ([job]) => (job!.after = [{ type: 'job', id: 2, lag: 5 } as { type: 'job'; id: number }])],
  [
    'jobs[0]: job 1 is locked to vehicle 1, but job 2, which is linked to it by after, to vehicle 2',
    (jobs, vehicles) => {
      Object.assign(jobs[1]!, after(1))
      vehicles.forEach((vehicle, v) => (vehicle.steps = [{ type: 'job', id: v + 1, lock: 'vehicle' }]))
    },
  ],
])('%s', (message, change) => {
  const jobs = [1, 2, 3].map((id): VroomJob => ({ id, location_index: id }))
  const vehicles: VroomVehicle[] = [1, 2].map((id) => ({ id, ...depot }))
  change(jobs, vehicles)
  expect(() => solve({ vehicles, jobs, matrices }, { iterationLimit: 1 })).toThrow(message)
})

test('the order holds over several trips, with everything that goes beside them', () => {
  let links = 0
  for (let seed = 0; seed < 20; seed++) {
    const problem = linkSome(mixTrips(seed, 20, 4), seed)
    const plan = solve(problem, { iterationLimit: 60, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    const served = new Set(stepsOf(plan).flat())
    links += problem.jobs.filter((job) => job.after && served.has(`job ${job.id}`)).length
  }
  expect(links).toBeGreaterThan(5)
})

test.each<[RegExp, (plan: VroomOutput, problem: VroomInput) => void]>([
  [/job 1 comes before job 2/, (_, { jobs }) => Object.assign(jobs[0]!, after(2))],
  [/are linked, but on several vehicles/, (_, { jobs }) => Object.assign(jobs[2]!, after(1))],
  [
    /are planned in part/,
    (plan, { jobs }) => {
      jobs.push({ id: 4, location_index: 3, ...after(1) })
      plan.unassigned.push({ type: 'job', id: 4, reason: { code: 'precedence', message: '' } })
    },
  ],
])('%s is found in a plan', (expected, change) => {
  const problem: VroomInput = {
    vehicles: [
      { id: 1, start_index: 0, end_index: 5 },
      { id: 2, start_index: 9, end_index: 9 },
    ],
    jobs: [1, 2, 8].map((location_index, i) => ({ id: i + 1, location_index })),
    matrices,
  }
  const plan = structuredClone(planOf(problem))
  change(plan, problem)
  expect(check(problem, plan).errors.join('\n')).toMatch(expected)
})
