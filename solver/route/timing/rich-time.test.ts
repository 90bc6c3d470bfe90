import { expect, test } from 'vitest'
import { check, solve, type VroomInput, type VroomJob, type VroomOutput, type VroomVehicle } from '../../index.ts'
import { besideOptimum } from '../../testing/beside-optimum.ts'
import { line } from '../../testing/line.ts'
import { randomShipments, randomTimes } from '../../testing/random-problem.ts'

const at = (id: number, more: Partial<VroomJob> = {}): VroomJob => ({ id, location_index: id, ...more })
const plan = (vehicle: Partial<VroomVehicle>, jobs: VroomJob[], more: Partial<VroomInput> = {}) => {
  const vehicles = [{ id: 1, start_index: 0, end_index: 0, ...vehicle }]
  const problem: VroomInput = { vehicles, jobs, matrices: line(101), ...more }
  const output = solve(problem, { iterationLimit: 300 })
  expect(check(problem, output).errors).toEqual([])
  return output
}
const steps = ({ routes }: VroomOutput) =>
  routes[0]?.steps.map(({ type, id, arrival, waiting_time }) => [type, id ?? 0, arrival, waiting_time])

test('max_shift includes waiting, and the vehicle leaves late to keep it', () => {
  const jobs = [at(10, { time_windows: [[100, 110]] }), at(20, { time_windows: [[300, 310]] })]
  expect(steps(plan({ max_shift: 220 }, jobs))).toEqual([
    ['start', 0, 100, 0],
    ['job', 10, 110, 0],
    ['job', 20, 120, 180],
    ['end', 0, 320, 0],
  ])
  expect(plan({ max_shift: 219 }, jobs).summary.unassigned).toBe(1)
  expect(plan({ max_shift: 19 }, jobs).unassigned.map(({ reason }) => reason.code)).toEqual(['shift', 'shift'])
  // Without an end, the shift ends with the last job; without a start, it begins at the first.
  expect(plan({ max_shift: 200, end_index: undefined }, jobs).summary.unassigned).toBe(0)
  expect(plan({ max_shift: 210, start_index: undefined }, jobs).summary.unassigned).toBe(0)
  expect(plan({ max_shift: 209, start_index: undefined }, jobs).summary.unassigned).toBe(1)
})

test('of several windows, those that make the shift shortest are used', () => {
  const jobs = [at(10, { time_windows: [[0, 20], [200, 220]] }), at(20, { time_windows: [[205, 210]] })] // prettier-ignore
  expect(steps(plan({ max_shift: 20, end_index: undefined }, jobs))).toEqual([
    ['start', 0, 190, 0],
    ['job', 10, 200, 0],
    ['job', 20, 210, 0],
  ])
})

test('waiting on the way costs its hourly price; waiting before the start is free', () => {
  const jobs = [at(10, { time_windows: [[100, 110]] }), at(20, { time_windows: [[300, 310]] })]
  const { summary } = plan({ costs: { per_waiting_hour: 1800 } }, jobs)
  expect([summary.waiting_time, summary.waiting_cost, summary.cost]).toEqual([180, 90, 130])
  const second = { id: 2, start_index: 0, end_index: 0, costs: { per_waiting_hour: 3600 } }
  const vehicles = [{ ...second, id: 1 }, second]
  // Two routes without waiting cost less than one with it.
  expect(plan({}, jobs, { vehicles }).summary.cost).toBe(60)
})

test('a soft window costs per second outside it, and the cheapest total is chosen', () => {
  const soft = { window: [30, 40] as [number, number], cost_per_hour_early: 3600, cost_per_hour_late: 7200 }
  const free = plan({}, [at(10, { soft_time_window: soft })])
  expect([free.summary.cost, free.routes[0].steps[0].arrival]).toEqual([20, 20])
  const late = plan({ time_window: [35, 100] }, [at(10, { soft_time_window: soft })])
  expect([late.summary.cost, late.summary.lateness_cost, late.routes[0].steps[1].lateness]).toEqual([30, 10, 5])
  const early = plan({ time_window: [0, 35] }, [at(10, { soft_time_window: soft })])
  expect([early.summary.cost, early.summary.earliness_cost, early.routes[0].steps[1].earliness]).toEqual([25, 5, 5])
  // A second early costs 1 here, a second late costs 2 there: being early is cheaper, but only as early as needed.
  const next = { window: [0, 45] as [number, number], cost_per_hour_late: 7200 }
  const both = plan({ time_window: [0, 80] }, [
    at(10, { soft_time_window: soft, time_windows: [[0, 39]] }),
    at(30, { soft_time_window: next, time_windows: [[40, 70]] }),
  ])
  expect(steps(both)!.slice(1, 3)).toEqual([
    ['job', 10, 25, 0],
    ['job', 30, 45, 0],
  ])
  expect(both.routes[0].cost).toBe(60 + 5)
})

test('hard windows stay hard next to soft ones', () => {
  const job = at(10, { time_windows: [[0, 9]], soft_time_window: { window: [20, 30], cost_per_hour_early: 1 } })
  expect(plan({}, [job]).unassigned[0].reason.code).toBe('time_window')
})

test('relative breaks are taken as late as driving or work allows, repeatedly', () => {
  const breaks = [{ id: 7, service: 5, after_driving: 25 }]
  expect(steps(plan({ breaks, end_index: undefined }, [at(10), at(20), at(30)]))).toEqual([
    ['start', 0, 0, 0],
    ['job', 10, 10, 0],
    ['job', 20, 20, 0],
    ['break', 7, 20, 0],
    ['job', 30, 35, 0],
  ])
  const working = [{ id: 8, service: 5, after_working: 25 }]
  const worked = plan(
    { breaks: working, end_index: undefined },
    [5, 10, 15, 20].map((id) => at(id, { service: 8 })),
  )
  expect(steps(worked)!.flatMap(([type, , arrival]) => (type === 'break' ? [arrival] : []))).toEqual([13, 31, 49])
  // No break shortens a drive that is too long on its own.
  expect(plan({ breaks }, [at(26)]).summary.unassigned).toBe(1)
})

test('the longer of two relative breaks also counts as the shorter one', () => {
  const breaks = [
    { id: 1, service: 3, after_driving: 20 },
    { id: 2, service: 9, after_driving: 20 },
  ]
  const taken = plan({ breaks, end_index: undefined }, [at(10), at(20), at(30)])
  expect(steps(taken)!.filter(([type]) => type === 'break')).toEqual([['break', 2, 20, 0]])
})

test('breaks with windows, waiting and a shift limit work together', () => {
  const breaks = [{ id: 1, service: 10, time_windows: [[40, 60]] as [number, number][] }]
  const jobs = [at(10, { time_windows: [[0, 30]] }), at(20, { time_windows: [[80, 90]] })]
  const output = plan({ breaks, max_shift: 80, costs: { per_waiting_hour: 3600 } }, jobs)
  expect([output.routes[0].steps[0].arrival, output.summary.waiting_time, output.summary.cost]).toEqual([20, 30, 70])
  expect(plan({ breaks, max_shift: 79 }, jobs).summary.unassigned).toBe(1)
})

test('with hourly speeds, a drive costs its actual time and happens when that is lowest', () => {
  const traffic = {
    car: [
      { from: 0, factor: 0.5 },
      { from: 100, factor: 1 },
      { from: 400, factor: 0.25 },
    ],
  }
  const rush = plan({ time_window: [0, 90] }, [at(20)], { traffic })
  expect([rush.summary.duration, rush.summary.cost]).toEqual([80, 80])
  const after = plan({ time_window: [0, 500] }, [at(20)], { traffic })
  expect([after.summary.duration, after.routes[0].steps[0].arrival]).toEqual([40, 100])
  const through = plan({ time_window: [80, 500] }, [at(40, { time_windows: [[130, 130]] })], { traffic })
  expect(steps(through)!.map(([, , arrival]) => arrival)).toEqual([80, 130, 170])
  expect(plan({ max_travel_time: 79, time_window: [0, 90] }, [at(20)], { traffic }).summary.unassigned).toBe(1)
  expect(plan({ max_shift: 45, time_window: [0, 110] }, [at(20)], { traffic }).summary.unassigned).toBe(1)
})

test('jobs at one address take the longest service if the problem says so, otherwise the sum', () => {
  const jobs = [30, 50, 20].map((service, i) => ({ id: i + 1, location_index: 5, service, setup: 4 }))
  const costs = { per_task_hour: 3600 }
  const sum = plan({ costs }, jobs)
  expect([sum.summary.service, sum.summary.setup, sum.summary.cost]).toEqual([100, 4, 114])
  const longest = plan({ costs }, jobs, { same_address_service: 'longest' })
  expect([longest.summary.service, longest.summary.setup, longest.summary.cost]).toEqual([50, 4, 64])
  expect(plan({ time_window: [0, 64] }, jobs, { same_address_service: 'longest' }).summary.unassigned).toBe(0)
  expect(plan({ time_window: [0, 63] }, jobs, { same_address_service: 'longest' }).summary.unassigned).toBe(1)
})

test('solves small problems with everything about time to the optimum over every second', () => {
  let [late, planned] = [0, 0]
  for (let seed = 0; seed < 24; seed++) {
    const problem = randomTimes(seed, 4, 2, false)
    const { plan: output, errors, found, best } = besideOptimum(problem, { iterationLimit: 400 }, true)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
    late += output.summary.lateness_cost ?? 0
    planned += output.summary.routes
  }
  expect(late).toBeGreaterThan(0)
  expect(planned).toBeGreaterThan(15)
})

test('with hourly speeds, plans keep every rule and are optimal up to rounding', () => {
  let [ours, theirs] = [0, 0]
  for (let seed = 0; seed < 14; seed++) {
    const problem = randomTimes(seed, 4, 2, true)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 300 }, true)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, missed: found.missed }).toEqual({ seed, missed: best.missed })
    expect(found.cost).toBeGreaterThan(best.cost - 1e-6)
    ours += found.cost
    theirs += best.cost
  }
  expect(ours).toBeLessThan(1.01 * theirs)
})

test('larger problems with everything about time have valid plans, reproducible by seed', () => {
  for (let seed = 0; seed < 8; seed++) {
    const problem = randomTimes(seed, 20, 6, seed % 2 === 0)
    const output = solve(problem, { iterationLimit: 40, seed })
    expect(check(problem, output).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 40, seed })).toEqual(output)
  }
})

test('hourly speeds, relative breaks, shipments and prizes work together', () => {
  for (let seed = 0; seed < 8; seed++) {
    const problem = randomShipments(seed, 16, 5)
    problem.traffic = { car: [0, 150, 300, 500].map((from, i) => ({ from, factor: [1, 0.6, 1.3, 0.8][i] })) }
    problem.same_address_service = 'longest'
    for (const vehicle of problem.vehicles) {
      vehicle.max_shift = 700
      vehicle.breaks = [
        { id: 1, service: 20, after_driving: 200 },
        { id: 2, service: 30, after_working: 400 },
        { id: 3, service: 10, time_windows: [[200, 500]] },
      ]
    }
    const output = solve(problem, { iterationLimit: 30, seed })
    expect(check(problem, output).errors, `seed ${seed}`).toEqual([])
    expect(output.routes.length).toBeGreaterThan(0)
  }
})
