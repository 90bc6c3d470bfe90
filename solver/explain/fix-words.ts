import type { Relaxation } from './fix-draft.ts'
import type { Problem } from '../model/problem.ts'
import { rideFields } from '../model/rides.ts'
import type { UnassignedFix } from '../json/vroom.ts'
import { kilometersUp, listed, spanUp, time } from './words.ts'

const units = {
  shift_start: 'seconds',
  shift_end: 'seconds',
  max_shift: 'seconds',
  time_window: 'seconds',
  max_ride: 'seconds',
  capacity: 'load',
  skills: 'skills',
  max_tasks: 'tasks',
  max_travel_time: 'seconds',
  max_distance: 'meters',
  max_districts: 'districts',
  last_in_first_out: 'rules',
  urgent_first: 'rules',
  vehicles: 'vehicles',
  prize: 'cost',
} as const

/** The fix as the plan's JSON states it: the relaxed constraint, the vehicle and the cost. */
export function sayFix(problem: Problem, job: number, of: Relaxation, v: number, scaledCost: number): UnassignedFix {
  const { constraint, amount, quantity, skills, window } = of
  const vehicle = problem.input.vehicles[v].id
  const cost = Math.round((scaledCost / problem.costScale) * 100) / 100
  const price = `cost ${cost < 0 ? '' : '+'}${Number.isInteger(cost) ? cost : cost.toFixed(2)}`
  return {
    constraint,
    vehicle,
    by: { amount, unit: units[constraint] },
    cost,
    message: `${sentence(problem, job, of, v)} (${price}).`,
    ...(quantity === undefined ? {} : { quantity }),
    ...(skills ? { skills } : {}),
    ...(window
      ? { window: { task: problem.jobList[window.job].type, index: window.index, time_window: window.time_window } }
      : {}),
  }
}

function sentence(problem: Problem, job: number, of: Relaxation, v: number): string {
  const { constraint, amount, quantity = 0, skills = [], window } = of
  const { id, time_window: [shiftFrom, shiftTo] = [0, 0], max_tasks = 0, max_districts = 0 } = problem.input.vehicles[v]
  const could = `Vehicle ${id} could take it if`
  switch (constraint) {
    case 'shift_start':
      return `${could} its shift began ${spanUp(amount)} earlier, at ${time(shiftFrom - amount)}`
    case 'shift_end':
      return `${could} its shift ended ${spanUp(amount)} later, at ${time(shiftTo + amount)}`
    case 'max_shift':
      return `${could} it might be away ${spanUp(amount)} longer (max_shift)`
    case 'time_window': {
      const [from, to] = window!.time_window
      const job = problem.jobList[window!.job]
      const [wasFrom] = job.time_windows![window!.index]
      const whose = job.type === 'job' ? 'the window' : `the window of its ${job.type}`
      const opens = from < wasFrom
      return `${could} ${whose} ${opens ? `opened ${spanUp(amount)} earlier, at ${time(from)}` : `closed ${spanUp(amount)} later, at ${time(to)}`}`
    }
    case 'max_ride': {
      const end = Math.max(job, problem.pair[job])
      const fields = rideFields(problem, end, v, problem.types[problem.typeOf[v]].maxRide[end] + amount)
      return `${could} its goods might be on board ${spanUp(amount)} longer (${fields})`
    }
    case 'capacity':
      return `${could} it carried ${amount} more${problem.dimensions === 1 ? '' : ` of quantity ${quantity + 1}`}`
    case 'skills':
      return `${could} it had ${listed('skill', skills)}`
    case 'max_tasks':
      return `${could} its max_tasks were ${max_tasks + amount} instead of ${max_tasks}`
    case 'max_travel_time':
      return `${could} it might drive ${spanUp(amount)} longer (max_travel_time)`
    case 'max_distance':
      return `${could} it might drive ${kilometersUp(amount)} farther (max_distance)`
    case 'max_districts':
      return `${could} its max_districts were ${max_districts + amount} instead of ${max_districts}`
    case 'last_in_first_out':
      return `${could} it might hand over goods in any order (last_in_first_out)`
    case 'urgent_first':
      return `${could} it might serve less urgent jobs first (urgent_first)`
    case 'vehicles':
      return `One more vehicle like ${id} could take it`
    case 'prize':
      return `Its place on vehicle ${id} would pay with a prize higher by ${amount}, ${problem.jobList[job].prize! + amount}`
  }
}
