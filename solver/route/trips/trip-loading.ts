import { type Problem, type VehicleType, windowAtOrAfter } from '../../model/problem.ts'
import { workAt } from './trip-labels.ts'

/** One trip: the jobs from index `from` up to, not including, `to`, loaded at the point `depot`. */
export type Trip = {
  from: number
  to: number
  depot: number
}

/** By how many seconds goods are on board for too long on a trip that leaves at a moment. */
export function overstay(
  { jobList }: Problem,
  { maxRide }: VehicleType,
  jobs: readonly number[],
  from: number,
  to: number,
  leaves: number,
  begins: readonly number[],
): number {
  let over = 0
  for (let place = from; place < to; place++) {
    const job = jobs[place]
    if (jobList[job].type === 'job' && maxRide[job] < Infinity)
      over = Math.max(over, begins[place] - leaves - maxRide[job])
  }
  return over
}

/** When the loading of a trip begins that is ready at a moment: its goods are there, and no ride is too long. */
export function loadingTime(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  { from, to, depot }: Trip,
  ready: number,
): number {
  const type = problem.types[problem.typeOf[vehicle]]
  const loading = from > 0 ? type.reload!.service : 0
  const begins: number[] = []
  let loadsAt = ready
  for (let place = from; place < to; place++) loadsAt = Math.max(loadsAt, problem.release[jobs[place]])
  for (;;) {
    let time = loadsAt + loading
    let here = depot
    for (let place = from; place < to; place++) {
      const job = jobs[place]
      begins[place] = windowAtOrAfter(problem, job, time + type.durations[here * problem.pointCount + job])
      time = begins[place] + workAt(problem, type, here, job)
      here = job
    }
    const over = time < Infinity ? overstay(problem, type, jobs, from, to, loadsAt + loading, begins) : 0
    if (over <= 0) return loadsAt
    loadsAt += over
  }
}

/** When a vehicle may leave with the goods of all jobs of a route. */
export function earliestDeparture({ release, types, typeOf }: Problem, vehicle: number, jobs: readonly number[]) {
  return jobs.reduce((latest, job) => Math.max(latest, release[job]), types[typeOf[vehicle]].shiftFrom)
}
