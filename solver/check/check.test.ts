import { expect, test } from 'vitest'
import { check, solve, type VroomInput, type VroomOutput } from '../index.ts'

const problem: VroomInput = {
  vehicles: [
    { id: 1, start: [0, 0], end: [0, 0], capacity: [3], skills: [1], time_window: [0, 4000] },
    { id: 2, start: [0, 0], end: [0, 0], capacity: [3] },
  ],
  jobs: [
    { id: 1, location: [0.01, 0], delivery: [2], service: 60, setup: 30, skills: [1], time_windows: [[600, 900]] },
    { id: 2, location: [0.02, 0], delivery: [1], pickup: [3], service: 60 },
    { id: 3, location: [0.03, 0], delivery: [1], service: 60, priority: 5 },
    { id: 4, location: [0.03, 0.01], delivery: [9] },
  ],
}
const plan = () => structuredClone(solve(problem, { iterationLimit: 500 }))
type Change = (output: VroomOutput, problem: VroomInput) => void

test('a valid plan has no errors, and its cost is recomputed exactly', () => {
  const output = plan()
  const report = check(problem, output)
  expect(report.errors).toEqual([])
  expect(report.cost).toBe(output.summary.cost)
  expect(output.unassigned.map(({ id }) => id)).toEqual([4])
})

const jobStep = (output: VroomOutput, id: number) =>
  output.routes.flatMap((route) => route.steps).find((step) => step.type === 'job' && step.id === id)!

test.each<[string, Change, RegExp]>([
  ['a job that vanished', (o) => void (o.unassigned = []), /job 4 is missing/],
  ['a job planned twice', (o) => void o.routes[0].steps.splice(1, 0, jobStep(o, 3)), /planned twice/],
  ['a job both planned and unassigned', (o) => void o.unassigned.push({ ...o.unassigned[0], id: 3 }), /job 3 is both/],
  ['an unknown job', (o) => void (jobStep(o, 3).id = 77), /job 77 is not in the problem/],
  ['an unknown vehicle', (o) => void (o.routes[0].vehicle = 9), /vehicle 9 is not/],
  ['a vehicle used twice', (o) => void o.routes.push(o.routes[0]), /has two routes/],
  ['a wrong arrival', (o) => void (jobStep(o, 2).arrival += 1), /arrival/],
  ['a missed window', (_, p) => void (p.jobs[0].time_windows = [[0, 1]]), /in no window/],
  ['forgotten service', (_, p) => void (p.jobs[1].service = 61), /service at job 2/],
  ['forgotten setup', (_, p) => void (p.jobs[0].setup = 31), /setup at job 1/],
  ['overload on the way', (_, p) => p.vehicles.forEach((v) => void (v.capacity = [2])), /over capacity 2/],
  ['a wrong load', (o) => void (jobStep(o, 2).load = [0]), /load at job 2/],
  ['a missing skill', (_, p) => p.vehicles.forEach((v) => void (v.skills = [])), /needs skill 1/],
  [
    'a shift that ends too soon',
    (_, p) => p.vehicles.forEach((v) => void (v.time_window = [0, 300])),
    /after its shift/,
  ],
  ['a shift not begun', (_, p) => p.vehicles.forEach((v) => void (v.time_window = [3000, 9000])), /before its shift/],
  ['too many jobs', (_, p) => p.vehicles.forEach((v) => void (v.max_tasks = 0)), /over its 0/],
  ['too long a drive', (_, p) => p.vehicles.forEach((v) => void (v.max_travel_time = 9)), /s, over its 9/],
  ['too far a drive', (_, p) => p.vehicles.forEach((v) => void (v.max_distance = 9)), /m, over its 9/],
  ['a wrong cost', (o) => void (o.routes[0].cost += 1), /cost is/],
  ['a wrong total', (o) => void (o.summary.cost += 2), /summary: cost/],
  ['a wrong distance', (o) => void (jobStep(o, 2).distance! += 1), /distance at job 2/],
  ['a wrong priority', (o) => void (o.summary.priority = 0), /summary: priority/],
  ['a wrong sum of amounts', (o) => void (o.summary.delivery = [99]), /summary: delivery is 99/],
  ['a violation', (o) => void o.routes[0].violations.push({ cause: 'load' }), /violations/],
  ['a missing end', (o) => void o.routes[0].steps.pop(), /end step/],
  ['waiting that runs backwards', (o) => void (jobStep(o, 2).waiting_time = -1), /waits -1/],
])('%s is found', (_, change, expected) => {
  const output = plan()
  const changed = structuredClone(problem)
  change(output, changed)
  expect(check(changed, output).errors.join('\n')).toMatch(expected)
})
